"""What is typed on a sheet, cell by cell: kept, merged, asked about; its problems and suspects; what is no message."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.models import Club, Player, User
from tests.evenings import Evening
from tests.tournaments.views.desk import cells_of, client_of, desk_user, draft, form_of, sheet_url
from tournaments.models import Table, TableLink
from tournaments.services.links import token_of
from tournaments.services.results import sheet_as_typed


def test_what_is_typed_stands_there_after_a_reload(owner: Client, tables: list[Table]) -> None:
    said = draft(owner, tables[0], {"0.bids.0": 1, "1.tricks.3": 2}).json()
    assert (said["version"], said["contested"], said["others"]) == (1, [], {})
    again = form_of(owner, tables[0])
    assert (again["0.bids.0"], again["1.tricks.3"]) == ("1", "2")
    assert sheet_as_typed(tables[0])[0] == 1


def test_the_draft_tells_what_others_typed_and_who_is_there(
    owner: Client, keeper: Client, tables: list[Table]
) -> None:
    draft(keeper, tables[0], {"0.bids.0": 1})
    said = draft(owner, tables[0], {"0.bids.0": 0, "0.bids.1": 0}).json()
    (conflict,) = said["contested"]
    assert (conflict["cell"], conflict["theirs"], conflict["yours"], conflict["name"]) == (
        "0.bids.0",
        1,
        0,
        "charlie",
    )
    assert said["present"] == ["charlie"]


def test_both_writers_are_asked_until_one_who_has_seen_both_decides(
    owner: Client, keeper: Client, tables: list[Table]
) -> None:
    first = draft(keeper, tables[0], {"0.bids.0": 1}).json()
    draft(owner, tables[0], {"0.bids.0": 0})
    asked = draft(keeper, tables[0], {}, seen=first["version"]).json()
    (question,) = asked["contested"]
    assert (question["theirs"], question["yours"], question["name"], question["other"]) == (0, 1, "alice", "")
    assert "decide.0.bids.0" in keeper.post(sheet_url(tables[0]), form_of(keeper, tables[0])).content.decode()
    assert tables[0].game is not None
    assert tables[0].game.revisions.count() == 0
    settled = draft(keeper, tables[0], {"0.bids.0": 0}, seen=asked["version"]).json()
    assert settled["contested"] == []
    assert form_of(owner, tables[0])["0.bids.0"] == "0"


def test_two_windows_of_one_account_are_two_writers(owner: Client, tables: list[Table]) -> None:
    cache.clear()
    draft(owner, tables[0], {"0.bids.0": 1}, client_key="one")
    said = draft(owner, tables[0], {"0.bids.0": 0}, client_key="two").json()
    assert [found["theirs"] for found in said["contested"]] == [1]
    assert said["present"] == ["alice"]
    form = {**form_of(owner, tables[0]), "writer": "two", "base": "{}", "0.bids.0": "0"}
    assert owner.post(sheet_url(tables[0]), form).status_code == 409


UNREADABLE = {
    "": "line 1, column 1",
    "[]": "object with changes",
    "{": "line 1, column 2",
    '{"changes": 3}': "object of at most 1000 cells",
    '{"changes": {"0.bids.0": "1"}}': "0.bids.0",
    '{"changes": {"0.bids.0": NaN}}': "/changes/0.bids.0",
    '{"changes": {"0.bids.0": 1e999}}': "/changes/0.bids.0",
    '{"changes": {"0.bids.0": ' + "9" * 5000 + "}}": "/changes/0.bids.0",
    '{"changes": {"0.bids.0": 1, "0.bids.0": 2}}': "0.bids.0",
    '{"seen": ' + "[" * 60 + "]" * 60 + "}": "/seen/0/0",
    '{"seen": ' + "[" * 20_000 + "]" * 20_000 + "}": "nested",
    '{"seen": "' + "x" * 100_000 + '"}': "bytes",
}


@pytest.mark.parametrize(("body", "place"), UNREADABLE.items(), ids=[body[:24] for body in UNREADABLE])
def test_a_draft_that_is_none_is_refused_with_its_place_and_what_to_do(
    owner: Client, tables: list[Table], body: str, place: str
) -> None:
    desk = reverse("sheet_draft", args=[tables[0].tournament.slug, tables[0].sheet_number])
    phone = reverse("table_draft", args=[token_of(TableLink.objects.get(table=tables[0]))])
    for client, url in ((owner, desk), (Client(), phone)):
        answer = client.post(url, body, content_type="application/json")
        assert answer.status_code == 400
        message = answer.json()["message"]
        assert place in message
        assert "Load the page again" in message
        assert "Exceeds the limit" not in message  # Python's own words


def test_namesakes_are_told_apart_in_suspects_and_questions(
    owner: Client, keeper: Client, evening: Evening, tables: list[Table]
) -> None:
    game = tables[0].game
    assert game is not None
    one, other = [seat.player for seat in game.seats.select_related("player").order_by("number")[:2]]
    assert one is not None
    assert other is not None
    Player.objects.filter(pk__in=[one.pk, other.pk]).update(name="Ada Berg")
    said = draft(owner, tables[0], {"0.tricks.0": 9, "0.tricks.1": 9}, check=True).json()
    (first, second) = (p["text"] for p in said["problems"] if p["cell"] in ("0.tricks.0", "0.tricks.1"))
    assert first != second
    assert f"profile {one.pk}" in first

    phone = reverse("table_draft", args=[token_of(TableLink.objects.get(table=tables[0]))])
    for key, value in (("one", 0), ("two", 1)):
        document = {"changes": {"1.bids.0": value, "1.bids.1": value}, "seen": 0, "client_key": key}
        asked = Client().post(phone, document, content_type="application/json").json()["contested"]
    assert len({question["where"] for question in asked}) == 2
    assert f"profile {one.pk}" in asked[0]["where"]


def test_two_helpers_of_one_name_are_told_apart_where_both_typed(
    club: Club, by_alice: By, owner: Client, keeper: Client, tables: list[Table]
) -> None:
    dora = desk_user(club, "dora", "scorekeeper", by=by_alice)
    charlie = User.objects.get(username="charlie")
    game = tables[0].game
    assert game is not None
    seats = game.seats.select_related("player").order_by("number")[:2]
    for user, seat in zip((charlie, dora), seats, strict=True):
        assert seat.player is not None
        Player.objects.filter(pk=seat.player.pk).update(name="Ada Berg", user=user)
    draft(keeper, tables[0], {"0.bids.0": 1})
    draft(client_of(dora), tables[0], {"0.bids.0": 0})
    (question,) = draft(owner, tables[0], {}).json()["contested"]
    assert question["name"] != question["other"]


def test_the_form_that_exchanges_two_people_tells_namesakes_apart(owner: Client, tables: list[Table]) -> None:
    game = tables[0].game
    assert game is not None
    people = [seat.player.pk for seat in game.seats.order_by("number")[:2] if seat.player is not None]
    Player.objects.filter(pk__in=people).update(name="Ada Berg")
    url = reverse("sheet_people", args=[tables[0].tournament.slug, tables[0].sheet_number])
    html = owner.get(url).content.decode()
    assert all(html.count(f"profile {pk}") == 2 for pk in people)


def test_a_draft_of_a_cell_that_is_not_there_is_422(owner: Client, tables: list[Table]) -> None:
    assert draft(owner, tables[0], {"0.bids.9": 1}).status_code == 422


def test_a_late_draft_of_a_stored_sheet_starts_no_new_one(
    owner: Client, evening: Evening, tables: list[Table]
) -> None:
    evening.enter(tables[0])
    assert draft(owner, tables[0], {"0.bids.0": 1}, revision=0).status_code == 409
    assert draft(owner, tables[0], {}, revision=1).json()["version"] == 0


@pytest.mark.scenario("S08")
def test_s08_swapped_columns_become_suspects_by_the_totals(
    owner: Client, evening: Evening, tables: list[Table]
) -> None:
    sheet = evening.random_sheet(tables[0])
    for deal, bids in zip(sheet["deals"], ([1, 0, 0, 1], [1, 0, 2, 0], [1, 0, 2, 1]), strict=True):
        deal["bids"] = bids
    sheet["deals"][0]["tricks"] = [1, 0, 0, 0]
    sheet["deals"][1]["tricks"] = [0, 0, 2, 0]
    sheet["deals"][2]["tricks"] = [1, 0, 1, 1]
    totals = [22, 30, 22, 21]
    swapped = {**cells_of(sheet, totals=totals)}
    for column in ("bids", "tricks"):
        one, other = f"1.{column}.1", f"1.{column}.2"
        swapped[one], swapped[other] = swapped[other], swapped[one]
    changes = {cell: int(value) for cell, value in swapped.items()}
    said = draft(owner, tables[0], changes, check=True).json()
    assert {problem["cell"] for problem in said["problems"]} >= {"total.1", "total.2"}
    assert said["suspects"]
    assert owner.post(sheet_url(tables[0]), {**form_of(owner, tables[0]), **swapped}).status_code == 302
