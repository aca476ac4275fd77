"""What would move is told before it is done, as the page tells it, and nothing of the asking stays."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import User
from games.models import Game, SheetRevision
from ratings.services import sweeping, writer
from tests.evenings import Evening, tables_of
from tournaments.models import Table
from tournaments.services import marks, standings


@pytest.fixture
def table(evening: Evening) -> Table:
    """The first table of a round that is over and rated."""
    played = evening.play_round()
    for ladder in sweeping.behind():
        writer.advance_ladder(ladder)
    return tables_of(played)[0]


def corrected(table: Table) -> dict[str, Any]:
    """The stored sheet with the bids of hand 3 missed by everybody who made theirs."""
    assert table.game is not None
    sheet: dict[str, Any] = table.game.revisions.get(number=1).sheet
    last = sheet["deals"][-1]
    last["bids"] = [0 if taken else 1 for taken in last["tricks"]]
    return sheet


def ask(user: User, evening: Evening, table: Table, sheet: dict[str, Any], **more: Any) -> Any:
    client = Client()
    client.force_login(user)
    address = reverse("api:tournament-sheet-effects", args=[evening.tournament.uid, table.sheet_number])
    return client.post(address, {"sheet": sheet, **more}, content_type="application/json")


def test_a_correction_tells_places_and_ratings_and_stores_nothing(
    evening: Evening, table: Table, alice: User
) -> None:
    before = {row.entry.uid: row for row in evening.tournament.standings.filter(after_round=1)}
    told = ask(alice, evening, table, corrected(table), reason="misread").json()
    assert SheetRevision.objects.filter(game=table.game).count() == 1
    assert not marks.is_behind(evening.tournament.scope)
    assert told["places"]
    assert told["ratings"]
    for move in told["places"]:
        row = next(row for uid, row in before.items() if str(uid) == move["entry"])
        assert (move["place_before"], move["total_before"]) == (row.place, row.total)
    evening.enter(table, corrected(table), reason="misread")
    standings.refresh(evening.tournament.pk)
    after = {str(row.entry.uid): row for row in evening.tournament.standings.filter(after_round=1)}
    assert {move["entry"]: (move["place_after"], move["total_after"]) for move in told["places"]} == {
        uid: (row.place, row.total)
        for uid, row in after.items()
        if (row.place, row.total) != next((r.place, r.total) for u, r in before.items() if str(u) == uid)
    }


def test_what_saving_refuses_the_asking_refuses(
    evening: Evening, table: Table, alice: User, bob: User
) -> None:
    assert ask(bob, evening, table, corrected(table), reason="misread").status_code == 403
    assert ask(alice, evening, table, corrected(table)).json()["code"] == "reason_missing"
    assert ask(alice, evening, table, {"players": []}, reason="misread").status_code == 422
    assert table.game is not None
    assert Game.objects.get(pk=table.game.pk).revision == 1


def test_asking_without_the_right_writes_nothing_at_all(evening: Evening, table: Table, bob: User) -> None:
    with CaptureQueriesContext(connection) as asked:
        assert ask(bob, evening, table, corrected(table), reason="misread").status_code == 403
    tables = ("games_", "tournaments_", "ratings_")
    assert not [sql for sql in writes_of(asked) if any(f'"{name}' in sql for name in tables)]


def writes_of(asked: CaptureQueriesContext) -> list[str]:
    texts = [str(query["sql"]) for query in asked.captured_queries]
    return [sql for sql in texts if sql.startswith(("INSERT", "UPDATE", "DELETE"))]


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ([{"seat": 1, "to": 0}, {"seat": 1}], "Line 3 of who held which seat: say from which hand on"),
        ([{"seat": 1}, {"seat": 1, "from": 0, "to": 0}], "Line 2 of who held which seat: say from which"),
        ([], "Nobody holds seat 2"),
    ],
)
def test_a_player_of_a_seat_whose_first_hand_is_missing_is_the_line_that_is_named(
    evening: Evening, table: Table, alice: User, seats: list[dict[str, int]], said: str
) -> None:
    sheet = corrected(table)
    uids = sheet["players"]
    others = [{"seat": number, "player": uid} for number, uid in enumerate(uids) if number > 1]
    lines = [{"seat": 0, "player": uids[0]}, *({**line, "player": uids[1]} for line in seats), *others]
    refusal = ask(alice, evening, table, {**sheet, "seats": lines}, reason="misread").json()
    assert refusal["code"] == "sheet.seats"
    assert refusal["detail"].startswith(said)
