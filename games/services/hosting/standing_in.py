"""What a table does without its people: turns whose time is up, stand-ins, tables nobody touches."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from django.utils import timezone

from clubs.activity import log
from games.engine import Command, MakeBid, PlayCard
from games.engine.bots import BOTS
from games.engine.game import GameState
from games.engine.view import deal_view
from games.models import Clock, HostedSeat, HostedTable
from games.services.hosting.clocks import seats_to_act
from games.services.hosting.directing import close_table
from games.services.hosting.sitting import BY_TABLE, Sitting, carry_out, sit_down, stand_up

STAND_IN = "heuristic"
AWAY_AFTER = 2  # turns run out in a row
SLEEPS_AFTER = 40  # stand-in turns without any person
LATE = timedelta(seconds=8)  # a clock found this long after it ran out: the server was down
GRACE = timedelta(seconds=20)
CLOSES_AFTER = {"waiting": timedelta(hours=3), "playing": timedelta(hours=24)}


def run_table(table_id: int, *, now: datetime | None = None) -> int:
    """Play a turn whose time is up at one table; 0 when there is none. Safe to call twice, or too early."""
    with transaction.atomic():
        table = HostedTable.objects.filter(pk=table_id, state=HostedTable.State.PLAYING).first()
        if table is None or not _due(table, now or timezone.now()):
            return 0
        sitting = sit_down(table, now=now)
        if sitting.table.state != HostedTable.State.PLAYING or sitting.table.paused_at is not None:
            return 0
        clock = _next_due(sitting)
        if clock is None:
            return 0
        seat = sitting.seats[clock.seat]
        if not clock.is_stand_in:
            _ran_out(sitting, seat)
        sitting.table.n_stand_ins += 1
        carry_out(sitting, stand_in_command(sitting.played, seat.number), by=BY_TABLE)
        if sitting.table.n_stand_ins >= SLEEPS_AFTER:
            sitting.table.asleep_at = sitting.now
        stand_up(sitting, by_person=False)
    return 1


def _next_due(sitting: Sitting) -> Clock | None:
    """The first clock that has run out and gets no grace; after its act the clocks are set anew."""
    to_act = seats_to_act(sitting.played)
    for clock in _due(sitting.table, sitting.now):
        if clock.seat in to_act and not _gets_grace(clock, sitting.now):
            return clock
    return None


def _due(table: HostedTable, now: datetime) -> list[Clock]:
    return list(Clock.objects.filter(table=table, due_at__lte=now).order_by("due_at", "seat"))


def _gets_grace(clock: Clock, now: datetime) -> bool:
    """Time that ran out while nobody served is given back once, as a stated grace."""
    assert clock.due_at is not None
    if clock.is_stand_in or clock.has_grace or now - clock.due_at < LATE:
        return False
    clock.due_at, clock.has_grace = now + GRACE, True
    clock.save(update_fields=["due_at", "has_grace"])
    return True


def _ran_out(sitting: Sitting, seat: HostedSeat) -> None:
    seat.reserve_ms = 0
    seat.timeouts += 1
    seat.is_away = seat.timeouts >= AWAY_AFTER
    seat.save(update_fields=["reserve_ms", "timeouts", "is_away"])
    log(
        "table.time_ran_out",
        f"hosted:{sitting.table.pk}",
        by=BY_TABLE,
        club_id=sitting.table.club_id,
        seat=seat.number,
    )


def stand_in_command(state: GameState, seat: int) -> Command:
    """What the stand-in does at this seat; it sees the seat's view and nothing else."""
    deal = state.current
    assert deal is not None
    seen = deal_view(deal, seat)
    bot = BOTS[STAND_IN]
    rng = Random(state.n_events)
    if deal.is_bidding:
        return MakeBid(seat, bot.bid(state.rules, seen, rng), by="bot")
    return PlayCard(seat, state.deck.text(bot.card(state.rules, seen, rng)), by="bot")


def run_due(*, now: datetime | None = None, most: int = 200) -> int:
    """Every table with a turn whose time is up: for the sweep. How many turns were played."""
    now = now or timezone.now()
    due = Clock.objects.filter(due_at__lte=now).order_by("due_at").values_list("table_id", flat=True)[:most]
    return sum(run_table(table_id, now=now) for table_id in dict.fromkeys(due))


def close_untouched(*, now: datetime | None = None, most: int = 50) -> int:
    """Close the tables nobody has touched for hours; a tournament's table is its director's. How many were closed."""
    now = now or timezone.now()
    closed = 0
    for state, wait in CLOSES_AFTER.items():
        old = HostedTable.objects.filter(state=state, touched_at__lt=now - wait, is_directed=False)
        for table in old.order_by("touched_at")[:most]:
            close_table(table, by=BY_TABLE, reason="nobody came back", now=now)
            closed += 1
    return closed
