"""A table's link: one table, no account, until its sheet is final or its round over."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Activity, User
from games.models import Game, SheetDraft
from tests.evenings import Evening, make_evening, tables_of
from tournaments.models import Table, TableLink
from tournaments.services import links, rounds
from tournaments.services.clocks import milliseconds, say_to_clock
from tournaments.services.links import token_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


@pytest.fixture
def tables(evening: Evening) -> list[Table]:
    return tables_of(evening.publish())


def address(table: Table) -> str:
    return reverse("table_writer", args=[token_of(TableLink.objects.get(table=table, revoked_at=None))])


def tap(client: Client, table: Table, cell: str, value: object, **more: Any) -> Any:
    return client.post(address(table), {"act": "type", "cell": cell, "value": value, "seen": 999, **more})


def draft(client: Client, table: Table, changes: dict[str, Any], **more: Any) -> Any:
    document = {"changes": changes, "seen": 0, "revision": 0, "client_key": "one", **more}
    return client.post(f"{address(table)}draft/", json.dumps(document), content_type="application/json")


def write_all(client: Client, table: Table, evening: Evening) -> None:
    """Every value of a sheet that breaks no rule, by taps without script."""
    deals = evening.random_sheet(table)["deals"]
    for hand, deal in enumerate(deals):
        for column in ("bids", "tricks"):
            for seat, value in enumerate(deal[column]):
                assert tap(client, table, f"{hand}.{column}.{seat}", value).status_code == 302


def send(client: Client, table: Table, **more: Any) -> Any:
    game = Game.objects.get(table=table)
    version = SheetDraft.objects.filter(game=game).values_list("version", flat=True).first() or 0
    return client.post(
        address(table),
        {"act": "send", "seen": version, "revision": game.revision, "client_key": "sent", **more},
    )


def test_publishing_makes_one_link_for_each_table(tables: list[Table]) -> None:
    assert {link.table_id for link in TableLink.objects.all()} == {table.pk for table in tables}
    assert len({token_of(link) for link in TableLink.objects.all()}) == len(tables)


def test_the_page_shows_its_own_table_and_no_other(client: Client, tables: list[Table]) -> None:
    html = client.get(address(tables[0])).content.decode()
    own = {seat.player.name for seat in tables[0].game.seats.all() if seat.player}  # type: ignore[union-attr]
    others = {seat.player.name for seat in tables[1].game.seats.all() if seat.player}  # type: ignore[union-attr]
    assert all(name in html for name in own)
    assert not [name for name in others if f">{name}<" in html or f'"{name}"' in html]


def test_nothing_of_a_link_is_kept_on_the_way(client: Client, tables: list[Table]) -> None:
    response = client.get(address(tables[0]))
    assert response.headers["Referrer-Policy"] == "same-origin"
    assert "no-store" in response.headers["Cache-Control"]
    assert not response.cookies


def test_the_first_bidder_is_asked_first_and_the_dealer_last(client: Client, tables: list[Table]) -> None:
    names = [seat.player.name for seat in tables[0].game.seats.order_by("number")]  # type: ignore[union-attr]
    asked = []
    for seat in (1, 2, 3, 0):
        html = client.get(address(tables[0])).content.decode()
        asked.append(html.split('id="say"')[1].split("<b>")[1].split(" ")[0])
        tap(client, tables[0], f"0.bids.{seat}", 0)
    assert asked == [names[1], names[2], names[3], names[0]]


def test_the_bid_the_hook_forbids_is_struck_with_its_reason_and_can_be_written(
    client: Client, club: Any, by_alice: Any
) -> None:
    rules = {"preset": "oh-hell", "hook": True, "schedule": {"shape": "list", "sizes": [2, 3]}}
    hooked = make_evening(club, by=by_alice, n_players=4, rules=rules)
    (table,) = tables_of(hooked.publish())
    for seat in (1, 2, 3):
        tap(client, table, f"0.bids.{seat}", 0)
    html = client.get(address(table)).content.decode()
    assert "2 would make 2, which the hook forbids." in html
    assert "<s>2</s>" in html
    assert tap(client, table, "0.bids.0", 2).status_code == 302
    assert SheetDraft.objects.get().cells["0.bids.0"]["value"] == 2


def test_undo_blanks_a_value(client: Client, tables: list[Table]) -> None:
    tap(client, tables[0], "0.bids.1", 1)
    tap(client, tables[0], "0.bids.1", "")
    assert SheetDraft.objects.get().cells["0.bids.1"]["value"] is None


def test_a_misdeal_wipes_the_hand_and_stands_in_the_log(client: Client, tables: list[Table]) -> None:
    tap(client, tables[0], "0.bids.1", 1)
    tap(client, tables[0], "1.bids.1", 2)
    client.post(address(tables[0]), {"act": "again", "hand": 1, "seen": 99})
    cells = SheetDraft.objects.get().cells
    assert (cells["0.bids.1"]["value"], cells["1.bids.1"]["value"]) == (None, 2)
    assert Activity.objects.get(verb="deal.again").details == {"number": 1}


def test_a_phone_tells_the_log_once_of_a_hand_it_wiped(client: Client, tables: list[Table]) -> None:
    for _time in range(2):
        draft(client, tables[0], {"0.bids.1": None}, again=[{"hand": 1, "id": "x"}, {"hand": "1"}, 7])
    assert Activity.objects.filter(verb="deal.again").count() == 1


def test_a_whole_sheet_by_forms_is_stored_like_the_desks_and_the_link_ends(
    client: Client, tables: list[Table], evening: Evening
) -> None:
    write_all(client, tables[0], evening)
    opens = address(tables[0])
    assert "All hands are written." in client.get(opens).content.decode()
    assert send(client, tables[0]).status_code == 302
    game = Game.objects.get(table=tables[0])
    assert (game.revision, game.state, game.n_problems) == (1, "final", 0)
    revision = game.revisions.get()
    assert (revision.via, revision.by) == ("link", None)
    ended = client.get(opens)
    assert ended.status_code == 410
    assert "final" in ended.content.decode()
    again = client.post(opens, {"act": "type", "cell": "0.bids.0", "value": 1})
    assert again.status_code == 410


def test_a_sheet_that_must_be_verified_can_be_mended_with_a_reason(
    client: Client, alice: User, evening: Evening
) -> None:
    evening.tournament.club.verifies_sheets = True
    evening.tournament.club.save()
    evening.tournament.refresh_from_db()
    (table, *_) = tables_of(evening.publish())
    write_all(client, table, evening)
    send(client, table)
    assert "at the desk" in client.get(address(table)).content.decode()
    stood = Game.objects.get(table=table).revisions.get().sheet["deals"][0]["bids"][0]
    tap(client, table, "0.bids.0", 1 - stood)
    assert send(client, table, client_key="second").status_code == 422
    assert send(client, table, client_key="second", reason="misheard").status_code == 302
    assert Game.objects.get(table=table).revision == 2


def test_sending_twice_stores_once(client: Client, alice: User, evening: Evening) -> None:
    evening.tournament.club.verifies_sheets = True
    evening.tournament.club.save()
    evening.tournament.refresh_from_db()
    (table, *_) = tables_of(evening.publish())
    write_all(client, table, evening)
    assert [send(client, table).status_code for _time in range(2)] == [302, 302]
    assert Game.objects.get(table=table).revisions.count() == 1


def test_nothing_is_sent_that_the_writer_has_not_seen(
    client: Client, tables: list[Table], evening: Evening
) -> None:
    write_all(client, tables[0], evening)
    game = Game.objects.get(table=tables[0])
    response = client.post(address(tables[0]), {"act": "send", "seen": 3, "revision": 0, "client_key": "x"})
    assert response.status_code == 409
    game.refresh_from_db()
    assert game.revision == 0


JSON = {"Accept": "application/json"}


def test_a_page_that_asks_for_json_is_refused_in_json_with_the_reason(
    client: Client, tables: list[Table], evening: Evening
) -> None:
    """HTML comes from guest networks and proxies: the phone keeps what it holds, and tries again."""
    write_all(client, tables[0], evening)
    opens = address(tables[0])
    unseen = {"act": "send", "seen": 3, "revision": 0, "client_key": "x"}
    answer = client.post(opens, unseen, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (409, "sheet_conflict")
    assert "look at it, then send it" in answer.json()["message"]
    assert client.post(opens, {"act": "nothing"}, headers=JSON).json()["code"] == "bad_request"
    links.revoke_link(tables[0], by=evening.by)
    answer = client.post(opens, unseen, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (410, "link_revoked")
    answer = client.post("/tables/nothing/", unseen, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_two_phones_with_two_values_are_both_asked(client: Client, tables: list[Table]) -> None:
    draft(client, tables[0], {"0.bids.1": 1}, client_key="one")
    said = draft(client, tables[0], {"0.bids.1": 0}, client_key="two").json()
    (found,) = said["contested"]
    assert found["cell"] == "0.bids.1"
    assert [(value["value"], value["name"]) for value in found["values"]] == [
        (1, "a phone at the table"),
        (0, "you"),
    ]
    decided = draft(client, tables[0], {"0.bids.1": 0}, client_key="two", seen=said["version"]).json()
    assert decided["contested"] == []
    assert decided["values"]["0.bids.1"] == 0


def test_a_message_overtaken_by_a_later_one_changes_nothing(client: Client, tables: list[Table]) -> None:
    draft(client, tables[0], {"0.bids.1": None}, number=8)
    said = draft(client, tables[0], {"0.bids.1": 1}, number=7).json()
    assert "0.bids.1" not in said["values"]


def test_what_no_later_message_wrote_is_kept_however_late_it_comes(
    client: Client, tables: list[Table]
) -> None:
    """Another page of the phone counted on and was faster: each of the two sends its own cells once."""
    draft(client, tables[0], {"0.bids.2": 1}, number=9, page="b")
    said = draft(client, tables[0], {"0.bids.1": 1, "0.bids.2": 0}, number=8, page="a").json()
    assert (said["values"]["0.bids.1"], said["values"]["0.bids.2"]) == (1, 1)


def test_two_pages_that_counted_alike_are_both_heard(client: Client, tables: list[Table]) -> None:
    draft(client, tables[0], {"0.bids.1": 1}, number=8, page="a")
    said = draft(client, tables[0], {"0.bids.2": 1}, number=8, page="b").json()
    assert (said["values"]["0.bids.1"], said["values"]["0.bids.2"]) == (1, 1)
    said = draft(client, tables[0], {"0.bids.2": 0}, number=8, page="b").json()
    assert said["values"]["0.bids.2"] == 1


def test_a_message_for_a_stored_sheet_brings_what_is_stored(
    client: Client, evening: Evening, alice: User
) -> None:
    evening.tournament.club.verifies_sheets = True
    evening.tournament.club.save()
    evening.tournament.refresh_from_db()
    (table, *_) = tables_of(evening.publish())
    evening.enter(table)
    response = draft(client, table, {"0.bids.1": 1})
    assert (response.status_code, response.json()["code"]) == (409, "sheet_stored")
    assert response.json()["revision"] == 1
    assert not SheetDraft.objects.filter(game__table=table, cells__has_key="0.bids.1").exists()


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"changes": {"0.bids.1": "x"}}', b'{"changes": 3}'])
def test_a_message_that_is_none_is_told_so(client: Client, tables: list[Table], body: bytes) -> None:
    response = client.post(f"{address(tables[0])}draft/", body, content_type="application/json")
    assert response.status_code == 400


def test_a_cell_the_sheet_does_not_have_is_refused(client: Client, tables: list[Table]) -> None:
    assert draft(client, tables[0], {"9.bids.1": 1}).status_code == 422
    assert tap(client, tables[0], "9.bids.1", 1).status_code == 422


@pytest.mark.scenario("S35")
def test_a_renewed_link_opens_and_the_old_one_says_so(
    client: Client, tables: list[Table], evening: Evening
) -> None:
    old = address(tables[0])
    links.renew_link(tables[0], by=evening.by)
    new = address(tables[0])
    assert new != old
    assert client.get(new).status_code == 200
    gone = client.get(old)
    assert (gone.status_code, "taken back" in gone.content.decode()) == (410, True)
    assert links.revoke_link(tables[0], by=evening.by)
    assert client.get(new).status_code == 410
    verbs = list(Activity.objects.filter(verb__startswith="link.").values_list("verb", flat=True))
    assert verbs == ["link.made", "link.revoked"]


@pytest.mark.scenario("S35")
def test_a_round_taken_back_or_closed_ends_its_links(client: Client, evening: Evening) -> None:
    published = evening.publish()
    (table, *_) = tables_of(published)
    opens = address(table)
    rounds.unpublish_round(published, by=evening.by, reason="too early")
    assert client.get(opens).status_code == 410
    evening.publish(evening.tournament.rounds.get())
    (table, *_) = tables_of(evening.tournament.rounds.get())
    assert client.get(opens).status_code == 410
    opens = address(table)
    assert client.get(opens).status_code == 200
    for other in tables_of(evening.tournament.rounds.get()):
        evening.enter(other)
    rounds.close_round(evening.tournament.rounds.get(), by=evening.by)
    assert client.get(opens).status_code == 410


def test_a_guessed_or_changed_token_is_404_and_guessing_is_slowed(
    client: Client, tables: list[Table]
) -> None:
    good = address(tables[0])
    token = good.split("/")[2]
    key, _dot, signature = token.partition(".")
    assert client.get(f"/tables/{key}.{signature[:-2]}xx/").status_code == 404
    assert client.get(f"/tables/{key}/").status_code == 404
    answers = [client.get(f"/tables/guess{n}/").status_code for n in range(30)]
    assert answers[0] == 404
    assert answers[-1] == 429
    assert client.get(good).status_code == 200


def test_a_link_writes_at_no_other_table(tables: list[Table]) -> None:
    from clubs.errors import NotAllowed
    from tournaments.rights import by_link
    from tournaments.services.results import type_on_sheet

    type_on_sheet(tables[0], changes={"0.bids.0": 1}, seen=0, by=by_link(tables[0]))
    with pytest.raises(NotAllowed):
        type_on_sheet(tables[1], changes={"0.bids.0": 1}, seen=0, by=by_link(tables[0]))


def test_a_members_only_evening_opens_by_its_link(
    client: Client, tables: list[Table], evening: Evening
) -> None:
    type(evening.tournament).objects.update(visibility="members")
    Game.objects.update(visibility="members")
    assert client.get(address(tables[0])).status_code == 200
    assert client.get(evening.tournament.get_absolute_url()).status_code == 404


def test_made_or_missed_in_place_of_tricks(client: Client, tables: list[Table]) -> None:
    opens = f"{address(tables[0])}?mode=made"
    for seat in range(4):
        tap(client, tables[0], f"0.bids.{seat}", 0)
    assert "made or missed?" in client.get(opens).content.decode()
    tap(client, tables[0], "0.made.1", 1, mode="made")
    assert SheetDraft.objects.get().cells["0.made.1"]["value"] is True


def test_rage_counts_its_bonus_and_rage_cards_one_by_one(client: Client, club: Any, by_alice: Any) -> None:
    (table,) = tables_of(make_evening(club, by=by_alice, n_players=4, rules="rage").publish())
    tap(client, table, "0.tricks.1", 2)
    html = client.get(f"{address(table)}?hand=1").content.decode()
    assert 'value="0.plus_fives.1=1"' in html
    client.post(address(table), {"act": "type", "cell": "0.plus_fives.1=1", "seen": 9, "hand": 1})
    assert SheetDraft.objects.get().cells["0.plus_fives.1"]["value"] == 1
    assert 'value="0.plus_fives.1=2"' in client.get(f"{address(table)}?hand=1").content.decode()


def test_the_page_costs_the_same_for_any_sheet(client: Client, tables: list[Table], evening: Evening) -> None:
    opens = address(tables[0])
    with CaptureQueriesContext(connection) as empty:
        client.get(opens)
    write_all(client, tables[0], evening)
    with CaptureQueriesContext(connection) as full:
        client.get(opens)
    assert len(full) <= len(empty) <= 6


def test_the_worker_is_a_script_of_this_site(client: Client) -> None:
    response = client.get("/tables/worker.js")
    assert response.headers["Content-Type"].startswith("text/javascript")


def test_a_phone_at_the_table_shows_the_time_of_its_own_table(
    client: Client, evening: Evening, tables: list[Table]
) -> None:
    first, second = tables[:2]
    assert "data-clock" not in client.get(address(first)).content.decode()
    say_to_clock(first.round, "start", seconds=2700, by=evening.by)
    clock = say_to_clock(first.round, "extend", seconds=120, table=second.number, by=evening.by)
    for table in (first, second):
        ends = f'data-ends="{milliseconds(clock.deadline(table.number))}"'
        assert ends in client.get(address(table)).content.decode()
        told = client.get(f"{address(table)}draft/").json()
        assert ends in told["clock"]
        assert f'data-clock="{address(table)}draft/"' in told["clock"]
        assert abs(told["now"] - time.time() * 1000) < 60_000
