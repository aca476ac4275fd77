"""The entry grid as a plain form: saving, refusing, merging, correcting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import User
from clubs.templatetags.figures import change
from games.models import Game, SheetState
from ratings.models import Ladder, RatingEvent
from ratings.services.writer import advance_ladder
from tests.evenings import Evening
from tests.tournaments.views.desk import (
    cells_of,
    client_of,
    draft,
    fields_in,
    form_of,
    sheet_url,
)
from tournaments.models import Table
from tournaments.rights import by_link
from tournaments.services import results


def test_a_typed_sheet_is_stored_and_the_pile_comes_next(
    owner: Client, evening: Evening, tables: list[Table]
) -> None:
    sheet = evening.random_sheet(tables[0])
    answer = owner.post(sheet_url(tables[0]), {**form_of(owner, tables[0]), **cells_of(sheet)})
    assert answer.status_code == 302
    assert answer.headers["Location"] == reverse("sheet_pile", args=[evening.tournament.slug])
    game = tables[0].game
    assert game is not None
    game.refresh_from_db()
    assert (game.revision, game.state) == (1, SheetState.FINAL)
    stored = game.revisions.get().sheet
    assert [deal["bids"] for deal in stored["deals"]] == [deal["bids"] for deal in sheet["deals"]]


def test_a_reader_is_sent_to_the_game(bob: User, tables: list[Table]) -> None:
    game = tables[0].game
    assert game is not None
    answer = client_of(bob).get(sheet_url(tables[0]))
    assert (answer.status_code, answer.headers.get("Location")) == (302, game.get_absolute_url())


@pytest.mark.parametrize("page", ["sheet_detail", "sheet_verify", "sheet_people"])
def test_a_desk_page_reloaded_signed_out_leads_to_the_sign_in_and_back(
    page: str, tables: list[Table]
) -> None:
    address = reverse(page, args=[tables[0].tournament.slug, tables[0].sheet_number]) + "?mode=made"
    answer = Client().get(address)
    sign_in = f"{reverse('account_login')}?{urlencode({'next': address}, safe='/')}"
    assert (answer.status_code, answer.headers.get("Location")) == (302, sign_in)


def test_an_outsider_may_not_save(bob: User, owner: Client, tables: list[Table]) -> None:
    typed = form_of(owner, tables[0])
    for client in (Client(), client_of(bob)):
        assert client.post(sheet_url(tables[0]), typed).status_code == 403
    game = tables[0].game
    assert game is not None
    assert game.revisions.count() == 0


@pytest.mark.parametrize("visibility", ["public", "members"])
def test_what_was_sent_after_the_sign_in_had_expired_stands_there_once_signed_in(
    alice: User, owner: Client, evening: Evening, tables: list[Table], visibility: str
) -> None:
    """By a plain form, without any script."""
    evening.tournament.visibility = visibility
    evening.tournament.save()
    typed = {**form_of(owner, tables[0]), "0.bids.0": "1", "total.2": "25", "reason": "read again"}
    client = Client()
    refused = client.post(
        sheet_url(tables[0]), typed, headers={"Referer": f"http://testserver{sheet_url(tables[0])}"}
    )
    assert refused.status_code == 403
    sign_in = f"{reverse('account_login')}?{urlencode({'next': sheet_url(tables[0])})}"
    assert f'href="{sign_in}"' in refused.content.decode()
    assert client.get(sheet_url(tables[0])).status_code == 302
    client.post(sign_in, {"login": "alice", "password": "alice-pass-1"})
    html = client.get(sheet_url(tables[0])).content.decode()
    fields = fields_in(html)
    assert (fields["0.bids.0"], fields["total.2"], fields["0.bids.1"]) == ("1", "25", "")
    assert "You are signed in again." in html
    assert client.post(sheet_url(tables[0]), fields).status_code == 302
    assert "You are signed in again." not in client.get(sheet_url(tables[0])).content.decode()
    game = tables[0].game
    assert game is not None
    assert game.revisions.get().sheet["deals"][0]["bids"][0] == 1


def test_of_many_forms_that_were_sent_signed_out_the_newest_are_kept(db: None) -> None:
    client = Client()
    for n in range(8):
        client.post(f"/tournaments/nowhere/sheets/{n}/", {"0.bids.0": "1"})
    assert sorted(client.session["typed"]) == [f"/tournaments/nowhere/sheets/{n}/" for n in range(3, 8)]


def test_a_script_that_saves_hears_everything_in_json(
    bob: User, owner: Client, evening: Evening, tables: list[Table]
) -> None:
    """So that it can tell this site from the page of a network on the way."""
    asks = {"Accept": "application/json"}
    address = sheet_url(tables[0])
    typed = {**form_of(owner, tables[0]), **cells_of(evening.random_sheet(tables[0]))}
    for client, status, code in ((Client(), 401, "signed_out"), (client_of(bob), 403, "not_allowed")):
        for url in (address, f"{address}draft/"):
            answer = client.post(url, typed, headers=asks)
            assert (answer.status_code, answer.json()["code"]) == (status, code)
    unread = owner.post(address, {**typed, "0.bids.0": "x"}, headers=asks)
    assert (unread.status_code, unread.json()["code"]) == (422, "look")
    saved = owner.post(address, typed, headers=asks).json()
    assert saved == {"address": reverse("sheet_pile", args=[evening.tournament.slug])}
    changed = {**form_of(owner, tables[0]), **cells_of(evening.random_sheet(tables[0])), "reason": "misread"}
    preview = owner.post(address, changed, headers=asks)
    assert (preview.status_code, preview.json()["code"]) == (200, "look")
    missing = owner.get(f"{address.rsplit('/', 2)[0]}/999/draft/", headers=asks)
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
    game = tables[0].game
    assert game is not None
    assert game.revisions.count() == 1


def test_an_unknown_sheet_is_404_and_other_methods_are_405(owner: Client, tables: list[Table]) -> None:
    missing = reverse("sheet_detail", args=[tables[0].tournament.slug, 999])
    assert owner.get(missing).status_code == 404
    assert owner.put(sheet_url(tables[0])).status_code == 405


def test_a_members_only_evening_does_not_exist_for_strangers(
    bob: User, evening: Evening, tables: list[Table]
) -> None:
    evening.tournament.visibility = "members"
    evening.tournament.save()
    assert client_of(bob).get(sheet_url(tables[0])).status_code == 404
    assert client_of(bob).post(sheet_url(tables[0]), {}).status_code == 404


def test_what_cannot_be_read_comes_back_as_it_was_typed(owner: Client, tables: list[Table]) -> None:
    typed = {**form_of(owner, tables[0]), "0.bids.0": "1", "0.bids.1": "x", "total.2": "1.5"}
    answer = owner.post(sheet_url(tables[0]), typed)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert fields_in(html)["0.bids.1"] == "x"
    assert fields_in(html)["total.2"] == "1.5"
    assert fields_in(html)["0.bids.0"] == "1"
    assert 'href="#c-0-bids-1"' in html
    game = tables[0].game
    assert game is not None
    assert game.revisions.count() == 0


@pytest.mark.scenario("S05")
def test_a_blank_is_not_a_zero(owner: Client, evening: Evening, tables: list[Table]) -> None:
    typed = cells_of(evening.random_sheet(tables[0]))
    typed["1.bids.2"] = ""
    owner.post(sheet_url(tables[0]), {**form_of(owner, tables[0]), **typed})
    game = tables[0].game
    assert game is not None
    game.refresh_from_db()
    assert game.state == SheetState.KEYED
    assert game.revisions.get().sheet["deals"][1]["bids"][2] is None


def test_the_same_form_sent_twice_is_stored_once(
    owner: Client, evening: Evening, tables: list[Table]
) -> None:
    typed = {**form_of(owner, tables[0]), **cells_of(evening.random_sheet(tables[0]))}
    assert [owner.post(sheet_url(tables[0]), typed).status_code for _ in range(2)] == [302, 302]
    game = tables[0].game
    assert game is not None
    assert game.revisions.count() == 1


@pytest.mark.scenario("S02")
def test_s02_a_stale_page_shows_both_values_and_stores_nothing(
    owner: Client, keeper: Client, evening: Evening, tables: list[Table]
) -> None:
    sheet = evening.random_sheet(tables[0])
    first, second = form_of(owner, tables[0]), form_of(keeper, tables[0])
    mine = cells_of(sheet)
    mine["2.tricks.0"] = ""  # not whole, so that a scorekeeper may go on
    theirs = {**mine, "2.bids.0": "9", "2.tricks.0": "2"}
    assert owner.post(sheet_url(tables[0]), {**first, **mine}).status_code == 302
    answer = keeper.post(sheet_url(tables[0]), {**second, **theirs})
    html = answer.content.decode()
    assert answer.status_code == 409
    assert 'name="decide.2.bids.0"' in html
    assert fields_in(html)["2.bids.0"] == "9"
    assert fields_in(html)["2.tricks.0"] == "2"
    game = tables[0].game
    assert game is not None
    assert game.revisions.count() == 1

    undecided = {**fields_in(html), "reason": "read again"}
    assert keeper.post(sheet_url(tables[0]), undecided).status_code == 409
    decided = {**undecided, "decide.2.bids.0": "theirs"}
    effects = keeper.post(sheet_url(tables[0]), decided)
    assert effects.status_code == 200
    assert keeper.post(sheet_url(tables[0]), fields_in(effects.content.decode())).status_code == 302
    stored = game.revisions.get(number=2).sheet["deals"][2]
    assert stored["bids"][0] == int(mine["2.bids.0"])
    assert stored["tricks"][0] == 2


def test_a_stored_cell_is_said_to_be_of_who_wrote_it(
    owner: Client, keeper: Client, evening: Evening, tables: list[Table]
) -> None:
    """Not of who stored the sheet last, and of no desk where a phone wrote it."""
    sheet = evening.random_sheet(tables[0])
    mine = cells_of(sheet)
    mine["2.tricks.0"] = ""
    typed = form_of(keeper, tables[0])
    phone = {**sheet, "deals": [*sheet["deals"][:2], {**sheet["deals"][2], "tricks": None}]}
    results.enter_sheet(tables[0], sheet=phone, by=by_link(tables[0]))
    noted = {**phone, "note": "a note"}
    results.enter_sheet(tables[0], sheet=noted, by=evening.by, reason="a note")
    answer = keeper.post(sheet_url(tables[0]), {**typed, **mine, "0.bids.0": "9"})
    html = answer.content.decode()
    assert answer.status_code == 409
    asked = html[html.index('name="decide.0.bids.0"') :]
    assert "the table writer," in asked[: asked.index("</label>")]


@pytest.mark.scenario("S02")
def test_what_somebody_else_types_is_merged_or_asked_about(
    owner: Client, keeper: Client, evening: Evening, tables: list[Table]
) -> None:
    typed = form_of(owner, tables[0])
    assert draft(keeper, tables[0], {"0.bids.0": 1, "0.bids.1": 0}).status_code == 200
    typed |= {"0.bids.1": "1", "0.bids.2": "0"}
    answer = owner.post(sheet_url(tables[0]), typed)
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "charlie" in html
    assert fields_in(html)["0.bids.0"] == "1"
    assert "decide.0.bids.1" in html
    assert "decide.0.bids.0" not in html
    assert "decide.0.bids.2" not in html


def test_one_does_not_contest_oneself(owner: Client, tables: list[Table]) -> None:
    typed = form_of(owner, tables[0])
    draft(owner, tables[0], {"0.bids.0": 1, "0.bids.1": 1})
    answer = owner.post(sheet_url(tables[0]), {**typed, "0.bids.0": "0", "0.bids.1": ""})
    assert answer.status_code == 302
    game = tables[0].game
    assert game is not None
    assert game.revisions.get().sheet["deals"][0]["bids"] == [0, None, None, None]


@pytest.mark.scenario("S03")
def test_a_correction_needs_a_reason_and_shows_what_it_moves_first(
    owner: Client, evening: Evening, tables: list[Table]
) -> None:
    sheet = evening.random_sheet(tables[0])
    for table in tables:
        evening.enter(table, sheet if table is tables[0] else None)
    game = tables[0].game
    assert game is not None
    game.refresh_from_db()
    changed = form_of(owner, tables[0])
    bid = sheet["deals"][2]["bids"][0]
    changed["2.bids.0"] = str(3 if bid != 3 else 2)
    answer = owner.post(sheet_url(tables[0]), changed)
    assert answer.status_code == 422
    assert fields_in(answer.content.decode())["2.bids.0"] == changed["2.bids.0"]
    shown = owner.post(sheet_url(tables[0]), {**changed, "reason": "as on the photo"})
    assert shown.status_code == 200
    assert 'id="effects"' in shown.content.decode()
    assert game.revisions.count() == 1
    assert owner.post(sheet_url(tables[0]), fields_in(shown.content.decode())).status_code == 302
    assert list(game.revisions.values_list("number", "reason")) == [(1, ""), (2, "as on the photo")]
    assert "as on the photo" in owner.get(sheet_url(tables[0])).content.decode()


@pytest.mark.parametrize("is_verified", [False, True])
def test_a_correction_shows_what_the_game_gives_to_the_ratings_instead(
    owner: Client, keeper: Client, evening: Evening, tables: list[Table], is_verified: bool
) -> None:
    """Also where somebody must verify it before the ratings move."""
    Game.objects.update(verify=is_verified)
    sheet = evening.random_sheet(tables[0])
    for size, deal in enumerate(sheet["deals"], start=1):
        deal |= {"bids": [size, 0, 0, 0], "tricks": [size, 0, 0, 0]}
    recorded = evening.enter(tables[0], sheet)
    if is_verified:
        totals = {f"total.{seat.number}": str(seat.total) for seat in recorded.game.seats.all()}
        path = reverse("sheet_verify", args=[evening.tournament.slug, tables[0].sheet_number])
        assert keeper.post(path, {**totals, "revision": "1"}).status_code == 302
    for ladder in Ladder.objects.all():
        advance_ladder(ladder.pk)
    winner = RatingEvent.objects.filter(seat=0).select_related("player")[0]
    wrong = {f"{number}.bids.0": "0" for number in range(3)}
    shown = owner.post(sheet_url(tables[0]), {**form_of(owner, tables[0]), **wrong, "reason": "read again"})
    html = shown.content.decode()
    assert "This game gives other rating points" in html
    assert f"{winner.player.display_name} {change(winner.delta)}, then −" in html
    assert winner.game.revisions.count() == 1
    assert winner.game.verify is is_verified


@pytest.mark.scenario("S03")
def test_s03_a_final_sheet_is_not_for_the_scorekeeper(
    keeper: Client, evening: Evening, tables: list[Table]
) -> None:
    typed = form_of(keeper, tables[0])
    recorded = evening.enter(tables[0])
    assert keeper.get(sheet_url(tables[0])).headers["Location"] == recorded.game.get_absolute_url()
    stored = recorded.revision.sheet["deals"][0]["bids"][0]
    changed = {**typed, "0.bids.0": str(1 - min(stored, 1)), "reason": "because"}
    assert keeper.post(sheet_url(tables[0]), changed).status_code == 409
    assert recorded.game.revisions.count() == 1
    assert draft(keeper, tables[0], {"0.bids.0": 1}).status_code == 403
    late = draft(keeper, tables[0], {"0.bids.0": 1}, revision=0)
    assert late.status_code == 403
    assert "became final while you typed" in late.json()["message"]


def test_made_and_missed_can_be_typed_in_place_of_tricks(owner: Client, tables: list[Table]) -> None:
    html = owner.get(sheet_url(tables[0]) + "?mode=made").content.decode()
    typed = fields_in(html)
    assert "0.tricks.0" not in typed
    typed |= {f"0.bids.{seat}": str(int(seat == 0)) for seat in range(4)}
    typed |= {f"0.made.{seat}": "1" for seat in range(4)}
    assert owner.post(sheet_url(tables[0]), typed).status_code == 302
    game = tables[0].game
    assert game is not None
    assert game.revisions.get().sheet["deals"][0]["made"] == [True] * 4


def test_the_next_sheet_opens_as_the_last_one_was_read(owner: Client, tables: list[Table]) -> None:
    assert "0.tricks.0" in form_of(owner, tables[1])
    typed = fields_in(owner.get(sheet_url(tables[0]) + "?mode=made").content.decode())
    assert owner.post(sheet_url(tables[0]), {**typed, "0.bids.0": "1", "0.made.0": "1"}).status_code == 302
    assert "0.made.0" in form_of(owner, tables[1])


def test_running_totals_tell_who_made_the_bid(owner: Client, tables: list[Table]) -> None:
    typed = fields_in(owner.get(sheet_url(tables[0]) + "?mode=running").content.decode())
    typed |= {"0.bids.0": "1", "0.paper_running.0": "11", "0.bids.1": "1", "0.paper_running.1": "0"}
    typed |= {"1.bids.0": "0", "1.paper_running.0": "11", "1.bids.1": "2", "1.paper_running.1": "12"}
    assert owner.post(sheet_url(tables[0]), typed).status_code == 302
    game = tables[0].game
    assert game is not None
    deals = game.revisions.get().sheet["deals"]
    assert deals[0]["made"] == [True, False, None, None]
    assert deals[1]["made"] == [False, True, None, None]


def test_saving_takes_a_bounded_number_of_statements(
    owner: Client, evening: Evening, tables: list[Table], django_assert_max_num_queries: Callable[..., Any]
) -> None:
    """Savepoints included; the first sheet of a club also makes its ladders."""
    evening.enter(tables[1])
    typed = {**form_of(owner, tables[0]), **cells_of(evening.random_sheet(tables[0]))}
    with django_assert_max_num_queries(38):
        owner.post(sheet_url(tables[0]), typed)


def test_a_draft_of_running_totals_comes_back_without_warnings(owner: Client, tables: list[Table]) -> None:
    changes = {"0.bids.0": 1, "0.paper_running.0": 11, "0.bids.1": 1, "0.paper_running.1": 0}
    said = draft(owner, tables[0], changes, check=True, mode="running").json()
    assert said["problems"] == []
    html = owner.get(sheet_url(tables[0])).content.decode()
    assert 'name="mode" value="running"' in html
    assert "by the rules" not in html


@pytest.mark.parametrize(("mode", "column"), [("running", "paper_running"), ("points", "paper_points")])
def test_the_sheets_of_a_club_open_as_its_last_one_was_read(
    owner: Client, tables: list[Table], mode: str, column: str
) -> None:
    """Also where it follows from the points who made the bid."""
    typed = fields_in(owner.get(sheet_url(tables[0]) + f"?mode={mode}").content.decode())
    typed |= {"0.bids.0": "1", f"0.{column}.0": "11"}
    owner.post(sheet_url(tables[0]) + f"?mode={mode}", typed)
    for table in tables:
        assert f'name="mode" value="{mode}"' in owner.get(sheet_url(table)).content.decode()


@pytest.mark.parametrize(("mode", "column"), [("running", "paper_running"), ("points", "paper_points")])
def test_points_of_neither_a_made_nor_a_missed_bid_are_named_with_their_cell(
    owner: Client, tables: list[Table], mode: str, column: str
) -> None:
    changes = {"0.bids.2": 1, f"0.{column}.2": 12, "0.bids.1": 1, "total.2": 12}
    said = draft(owner, tables[0], changes, check=True, mode=mode).json()
    (found,) = said["problems"]  # the sum is off because of this hand
    assert "neither" in found["text"]
    assert found["cell"] == f"0.{column}.2"
    assert found["text"].startswith("Hand 1, ")


@pytest.mark.parametrize(("mode", "column"), [("points", "paper_points"), ("made", "made")])
def test_a_suspect_leads_to_a_cell_that_the_grid_has(
    owner: Client, tables: list[Table], mode: str, column: str
) -> None:
    changes: dict[str, object] = {}
    for number, size in enumerate((1, 2, 3)):
        for seat in range(4):
            is_made = seat > 0
            bid = 0 if is_made else size
            second = (10 if is_made else 0) if mode == "points" else is_made
            changes |= {f"{number}.bids.{seat}": bid, f"{number}.{column}.{seat}": second}
    changes["total.0"] = 12  # the bid of two was made
    said = draft(owner, tables[0], changes, check=True, mode=mode).json()
    assert said["suspects"]
    assert all(found["cell"].split(".")[1] in ("bids", column) for found in said["suspects"])


@pytest.mark.parametrize("is_twin", [True, False])
def test_a_save_that_another_one_overtook_says_what_became_of_it(
    keeper: Client, evening: Evening, tables: list[Table], monkeypatch: pytest.MonkeyPatch, is_twin: bool
) -> None:
    """A double tap, or somebody else: the sheet is final by then, and no more the scorekeeper’s to change."""
    enter_sheet = results.enter_sheet

    def overtaken(table: Table, **settings: Any) -> Any:
        first = settings if is_twin else {"sheet": evening.random_sheet(table), "by": evening.by}
        enter_sheet(table, **first)
        return enter_sheet(table, **settings)

    typed = {**form_of(keeper, tables[0]), **cells_of(evening.random_sheet(tables[0]))}
    monkeypatch.setattr(results, "enter_sheet", overtaken)
    answer = keeper.post(sheet_url(tables[0]), typed)
    assert answer.status_code == (302 if is_twin else 409)
    assert is_twin or "became final while you typed" in answer.content.decode()
    game = tables[0].game
    assert game is not None
    assert game.revisions.count() == 1
