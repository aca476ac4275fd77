"""The pile of sheets, the second person, void and restored games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.models import Club, User
from games.models import SheetDecision, SheetState
from tests.evenings import Evening
from tests.tournaments.views.desk import client_of, desk_user, draft, published
from tournaments.models import Table
from tournaments.services.desk import totals_of


@pytest.fixture
def tables(evening: Evening) -> list[Table]:
    return published(evening)


@pytest.fixture
def owner(alice: User) -> Client:
    return client_of(alice)


@pytest.fixture
def keeper(club: Club, by_alice: By) -> Client:
    return client_of(desk_user(club, "charlie", "scorekeeper", by=by_alice))


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


def test_other_totals_do_not_verify_and_name_the_column(keeper: Client, to_verify: Table) -> None:
    game = to_verify.game
    assert game is not None
    typed: dict[str, Any] = {f"total.{n}": total for n, total in enumerate(totals_of(game))}
    typed["total.1"] += 1
    answer = keeper.post(url("sheet_verify", to_verify), {**typed, "revision": "1"})
    assert answer.status_code == 422
    assert 'aria-describedby="o-1"' in answer.content.decode()
    assert 'aria-describedby="o-0"' not in answer.content.decode()
    assert keeper.post(url("sheet_verify", to_verify), {**typed, "act": "reject"}).status_code == 302
    kept = SheetDecision.objects.get(game=game)
    assert kept.reading is not None
    assert (kept.kind, kept.reading["totals"][1]) == ("rejected", typed["total.1"])


def test_s09_nobody_verifies_an_own_sheet(owner: Client, to_verify: Table) -> None:
    game = to_verify.game
    assert game is not None
    typed: dict[str, Any] = {f"total.{n}": total for n, total in enumerate(totals_of(game))}
    answer = owner.post(url("sheet_verify", to_verify), {**typed, "revision": "1"})
    assert answer.status_code == 403
    assert "another person" in answer.content.decode()


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
    with django_assert_max_num_queries(16):
        owner.get(pile(evening))
