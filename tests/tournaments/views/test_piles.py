"""The pile of sheets, the second person, void and restored games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.models import Club, User
from games.engine import Score, Sheet, score_sheet
from games.models import SheetDecision, SheetState
from games.views import problem_words
from tests.evenings import Evening, tables_of
from tests.tournaments.views.desk import client_of, desk_user, draft, published
from tournaments.models import Table
from tournaments.services import desk
from tournaments.services.desk import totals_of
from tournaments.services.results import enter_sheet


def url(name: str, table: Table) -> str:
    return reverse(name, args=[table.tournament.slug, table.sheet_number])


def pile(evening: Evening) -> str:
    return reverse("sheet_pile", args=[evening.tournament.slug])


def test_the_number_opens_its_sheet(owner: Client, evening: Evening, tables: list[Table]) -> None:
    answer = owner.get(pile(evening), {"n": str(tables[1].sheet_number)})
    assert answer.headers["Location"] == url("sheet_detail", tables[1])


@pytest.mark.parametrize("asked", ["99", "x", "1.5", "٣"])
def test_a_number_that_is_not_there_is_said(
    owner: Client, evening: Evening, tables: list[Table], asked: str
) -> None:
    answer = owner.get(pile(evening), {"n": asked})
    assert answer.status_code == 404
    assert asked in answer.content.decode()


def test_sheets_lie_in_their_piles(owner: Client, evening: Evening, tables: list[Table]) -> None:
    draft(owner, tables[0], {"0.bids.0": 1})
    html = owner.get(pile(evening)).content.decode()
    assert "being typed" in html
    evening.enter(tables[0])
    html = owner.get(pile(evening)).content.decode()
    assert html.index('id="pile-open"') < html.index('id="pile-final"')
    assert "alice" in html[html.index('id="pile-final"') :]


def test_strangers_stay_outside(bob: User, evening: Evening, tables: list[Table]) -> None:
    assert client_of(bob).get(pile(evening)).status_code == 403
    assert Client().get(pile(evening)).status_code == 302
    assert client_of(bob).post(url("sheet_void", tables[0]), {"reason": "x"}).status_code == 403
    assert Client().post(url("sheet_void", tables[0]), {"reason": "x"}).status_code == 403
    evening.tournament.visibility = "members"
    evening.tournament.save()
    assert client_of(bob).get(pile(evening)).status_code == 404


def test_a_scorekeeper_may_not_void(keeper: Client, evening: Evening, tables: list[Table]) -> None:
    evening.enter(tables[0])
    assert keeper.post(url("sheet_void", tables[0]), {"reason": "x"}).status_code == 403
    assert keeper.get(url("sheet_void", tables[0])).status_code == 405


def test_a_game_is_voided_and_restored_with_a_reason(
    owner: Client, evening: Evening, tables: list[Table]
) -> None:
    game = evening.enter(tables[0]).game
    owner.post(url("sheet_void", tables[0]), {"reason": " "})
    game.refresh_from_db()
    assert game.state == SheetState.FINAL
    owner.post(url("sheet_void", tables[0]), {"reason": "wrong table"})
    game.refresh_from_db()
    assert game.state == SheetState.VOID
    owner.post(url("sheet_void", tables[0]), {"reason": "it was right", "act": "restore"})
    game.refresh_from_db()
    assert game.state == SheetState.FINAL
    assert [revision.reason for revision in game.revisions.all()] == ["", "wrong table", "it was right"]


@pytest.fixture
def to_verify(club: Club, evening: Evening) -> Table:
    club.verifies_sheets = True
    club.save()
    evening.tournament.club.refresh_from_db()
    table = published(evening)[0]
    evening.enter(table)
    return table


def test_a_second_person_makes_the_sheet_final(keeper: Client, to_verify: Table) -> None:
    game = to_verify.game
    assert game is not None
    game.refresh_from_db()
    assert game.state == SheetState.TO_VERIFY
    typed: dict[str, Any] = {f"total.{n}": total for n, total in enumerate(totals_of(game))}
    assert keeper.post(url("sheet_verify", to_verify), {**typed, "revision": "1"}).status_code == 302
    game.refresh_from_db()
    assert game.state == SheetState.FINAL


def reading_of(table: Table, **off: int) -> dict[str, Any]:
    """The totals of the sheet as fields, some of them read differently."""
    assert table.game is not None
    typed: dict[str, Any] = {f"total.{n}": total for n, total in enumerate(totals_of(table.game))}
    for cell, difference in off.items():
        typed[cell.replace("_", ".")] += difference
    return {**typed, "revision": "1"}


def test_other_totals_ask_for_a_third_reading_and_offer_neither_value(
    keeper: Client, evening: Evening, to_verify: Table
) -> None:
    wrong = reading_of(to_verify, total_1=1000)
    answer = keeper.post(url("sheet_verify", to_verify), wrong)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert 'aria-describedby="o-1"' in html
    assert 'aria-describedby="o-0"' not in html
    assert f'value="{wrong["total.1"]}"' not in html
    assert f'value="{wrong["total.0"]}"' not in html
    assert "read by charlie" in keeper.get(url("sheet_verify", to_verify)).content.decode()
    assert 'id="pile-conflict"' in keeper.get(pile(evening)).content.decode()
    assert keeper.post(url("sheet_verify", to_verify), reading_of(to_verify)).status_code == 302
    kept = SheetDecision.objects.filter(game=to_verify.game).order_by("id")
    assert [(found.kind, (found.reading or {})["totals"][1] > 900) for found in kept] == [
        ("rejected", True),
        ("verified", False),
    ]
    assert 'id="pile-conflict"' not in keeper.get(pile(evening)).content.decode()


def test_two_readings_that_agree_lead_to_the_cell(keeper: Client, to_verify: Table) -> None:
    wrong = reading_of(to_verify, total_1=1)
    keeper.post(url("sheet_verify", to_verify), wrong)
    answer = keeper.post(url("sheet_verify", to_verify), wrong)
    assert answer.headers["Location"] == url("sheet_detail", to_verify)
    html = keeper.get(url("sheet_detail", to_verify)).content.decode()
    assert (
        f'name="total.1" inputmode="numeric" autocomplete="off" maxlength="7" value="{wrong["total.1"]}"'
        in html
    )
    assert 'value="Read again from the paper."' in html


def test_a_verified_sheet_is_not_opened_again_by_another_reading(keeper: Client, to_verify: Table) -> None:
    for _again in range(2):  # a double tap
        assert keeper.post(url("sheet_verify", to_verify), reading_of(to_verify)).status_code == 302
    answer = keeper.post(url("sheet_verify", to_verify), reading_of(to_verify, total_0=1))
    assert answer.status_code == 422
    assert "final already" in answer.content.decode()
    assert to_verify.game is not None
    to_verify.game.refresh_from_db()
    assert to_verify.game.state == SheetState.FINAL
    assert SheetDecision.objects.count() == 1


def test_a_cell_typed_twice_lies_among_the_conflicts(
    owner: Client, keeper: Client, evening: Evening, tables: list[Table]
) -> None:
    draft(owner, tables[0], {"0.bids.0": 1})
    assert 'id="pile-conflict"' not in owner.get(pile(evening)).content.decode()
    draft(keeper, tables[0], {"0.bids.0": 0})
    assert "two people typed different values" in owner.get(pile(evening)).content.decode()


def test_the_pile_is_put_in_order_by_table_and_by_keyer(
    owner: Client, keeper: Client, evening: Evening, tables: list[Table], club: Club, by_alice: By
) -> None:
    adam = By(desk_user(club, "adam", "scorekeeper", by=by_alice), "web")
    evening.enter(tables[0])
    enter_sheet(tables[1], sheet=evening.random_sheet(tables[1]), by=adam)

    def first(order: str) -> str:
        html = owner.get(pile(evening), {"by": order}).content.decode()
        return min(("alice", "adam"), key=lambda name: html.index(name, html.index('id="pile-final"')))

    assert (first("table"), first("number"), first("keyer")) == ("alice", "alice", "adam")


@pytest.mark.scenario("S09")
def test_s09_nobody_verifies_an_own_sheet(owner: Client, to_verify: Table) -> None:
    game = to_verify.game
    assert game is not None
    typed: dict[str, Any] = {f"total.{n}": total for n, total in enumerate(totals_of(game))}
    answer = owner.post(url("sheet_verify", to_verify), {**typed, "revision": "1"})
    assert answer.status_code == 403
    assert "another person" in answer.content.decode()


def test_who_typed_some_of_a_sheet_does_not_verify_it_though_another_saved_it(
    club: Club, by_alice: By, keeper: Client, evening: Evening, to_verify: Table
) -> None:
    table = tables_of(evening.tournament.rounds.get())[1]
    assert table.game is not None
    sheet = evening.random_sheet(table)
    draft(keeper, table, {"0.bids.0": sheet["deals"][0]["bids"][0]})
    evening.enter(table, sheet)
    typed = reading_of(table)
    answer = keeper.post(url("sheet_verify", table), typed)
    assert (answer.status_code, "another person" in answer.content.decode()) == (403, True)
    assert url("sheet_verify", table) not in keeper.get(pile(evening)).content.decode()
    desk.void_table(table, by=by_alice, reason="the wrong table")
    desk.restore_table(table, by=by_alice, reason="it was the right one")
    assert keeper.post(url("sheet_verify", table), {**typed, "revision": "3"}).status_code == 403
    third = client_of(desk_user(club, "dora", "scorekeeper", by=by_alice))
    assert third.post(url("sheet_verify", table), {**typed, "revision": "3"}).status_code == 302


def test_a_reading_of_the_totals_that_stands_in_the_grid_makes_nobody_its_keyer(
    by_alice: By, keeper: Client, evening: Evening, to_verify: Table
) -> None:
    """Else a correction after two readings could be verified by nobody in a club of two."""
    draft(keeper, to_verify, {"total.0": 99})
    changed = evening.random_sheet(to_verify)
    enter_sheet(to_verify, sheet=changed, by=by_alice, reason="read again")
    assert (
        keeper.post(url("sheet_verify", to_verify), reading_of(to_verify) | {"revision": "2"}).status_code
        == 302
    )


def test_a_sheet_corrected_meanwhile_is_not_verified_unseen(keeper: Client, to_verify: Table) -> None:
    game = to_verify.game
    assert game is not None
    typed: dict[str, Any] = {f"total.{n}": total for n, total in enumerate(totals_of(game))}
    assert keeper.post(url("sheet_verify", to_verify), {**typed, "revision": "7"}).status_code == 409


def test_the_pile_takes_the_same_queries_for_any_number_of_sheets(
    owner: Client,
    evening: Evening,
    tables: list[Table],
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for table in tables:
        evening.enter(table)
    with django_assert_max_num_queries(17):
        owner.get(pile(evening))


def test_the_pile_counts_the_warnings_the_sheet_lists(
    owner: Client, evening: Evening, tables: list[Table]
) -> None:
    """Blank cells of one hand are one line, however many there are."""
    sheet = evening.random_sheet(tables[0])
    for deal in sheet["deals"][1:]:
        deal["tricks"] = [None] * len(sheet["players"])
    game = evening.enter(tables[0], sheet).game
    listed = owner.get(url("sheet_detail", tables[0])).context["remarks"]
    assert len(listed) == len(sheet["deals"]) - 1 < game.n_problems
    lines = [line for found in owner.get(pile(evening)).context["piles"] for line in found.lines]
    assert lines[[line.table.pk for line in lines].index(tables[0].pk)].n_warnings == len(listed)
    assert f"{len(listed)} warnings" in owner.get(pile(evening)).content.decode()


def test_the_pile_counts_the_warnings_of_a_stored_sheet_once(
    owner: Client, evening: Evening, tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty open piles ask again whenever one sheet comes in: what has not changed is not scored again."""
    for table in tables:
        sheet = evening.random_sheet(table)
        sheet["deals"][0]["tricks"] = [None] * len(sheet["players"])
        evening.enter(table, sheet)
    scored: list[object] = []

    def counting(sheet: Sheet, **how: bool) -> Score:
        scored.append(sheet)
        return score_sheet(sheet, **how)

    monkeypatch.setattr(problem_words, "score_sheet", counting)
    first, again = owner.get(pile(evening)), owner.get(pile(evening))
    assert len(scored) == len(tables)
    assert first.content.count(b"1 warning") == again.content.count(b"1 warning") > 0
