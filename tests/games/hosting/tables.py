"""Hosted tables for tests: people at seats, and whole games played by the services."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from clubs.activity import By
from clubs.models import Club, User
from games.engine.view import view
from games.models import Clock, HostedTable
from games.services.hosting.acting import act
from games.services.hosting.clocks import seats_to_act
from games.services.hosting.opening import Terms, open_table, start_table, take_seat
from games.services.hosting.reading import state_now
from games.services.hosting.standing_in import run_due

SHORT = {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [1, 2, 1]}}
NAMES = ("ada", "bo", "cleo", "dag", "elin", "finn", "greta", "hal")


def people(n: int) -> list[User]:
    return [User.objects.get_or_create(username=name)[0] for name in NAMES[:n]]


def seated(n: int = 3, *, rules: object = SHORT, club: Club | None = None, **terms: Any) -> HostedTable:
    """A table with everybody at it, not started. Nobody is timed unless the terms say so."""
    users = people(n)
    terms = {"turn_seconds": None, **terms}
    table = open_table(Terms(rules, n, **terms), by=By(users[0], "web"), club=club)
    for user in users[1:]:
        take_seat(table, by=By(user, "web"))
    return table


def started(n: int = 3, **terms: Any) -> HostedTable:
    return start_table(seated(n, **terms), by=By(people(1)[0], "web"))


def waited_for(table: HostedTable) -> tuple[int, ...]:
    found = state_now(table)
    assert found is not None
    return seats_to_act(found[0])


def shown(table: HostedTable, seat: int | None) -> dict[str, Any]:
    found = state_now(table)
    assert found is not None
    return view(found[0], seat)


def play_on(table: HostedTable, *, most: int = 10_000) -> int:
    """Everybody at turn takes the first thing that is legal, until the game is over; how many acts."""
    n_acts = 0
    while n_acts < most and (to_act := waited_for(table)):
        seat = to_act[0]
        seen = shown(table, seat)
        first = seen["deal"]["legal"][0]
        what: dict[str, Any] = {"bid": first} if isinstance(first, int) else {"card": first}
        act(table, seat=seat, seen=seen["event"], by=By(people(seat + 1)[seat], "web"), **what)
        n_acts += 1
    table.refresh_from_db()
    return n_acts


def run_stand_ins(table: HostedTable, now: datetime, *, most: int = 500) -> datetime:
    """Let the worker's time pass until no stand-in is due any more; the time then."""
    for _ in range(most):
        soon = (
            Clock.objects.filter(table=table, is_stand_in=True, due_at__isnull=False)
            .order_by("due_at")
            .first()
        )
        if soon is None or soon.due_at is None:
            return now
        now = max(now, soon.due_at) + timedelta(milliseconds=1)
        run_due(now=now)
    raise AssertionError("the stand-ins play for ever")
