"""Turn clocks on the database: set after every act, run out by the worker, kept over pauses and restarts.

Only the server's time counts. A clock is one row for one turn of one seat: when the turn is taken the row goes, so a
message that comes late, twice, or after a restart finds nothing and does nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from clubs.jobs import enqueue_in
from games.engine.game import GameState
from games.engine.setup import NOBODY
from games.models import Clock, HostedSeat, HostedTable

if TYPE_CHECKING:
    from games.services.hosting.sitting import Sitting

TRICK_STAYS = timedelta(milliseconds=1100)  # longer before a stand-in leads to the next trick


def seats_to_act(state: GameState) -> tuple[int, ...]:
    """Whose acts the table waits for; several while bids are collected in any order."""
    deal = state.current
    if deal is None or deal.is_over or state.finished is not None:
        return ()
    if deal.turn != NOBODY:
        return (deal.turn,)
    return tuple(seat for seat in deal.setup.seats if deal.bids[seat] is None)


def set_clocks(sitting: Sitting) -> None:
    """Drop the clocks of turns that are taken, start those of turns that began. At most two queries, mostly one."""
    table, state = sitting.table, sitting.state
    if state is None:
        return
    rests = table.state != HostedTable.State.PLAYING or table.asleep_at is not None
    wanted = () if rests else seats_to_act(state)
    kept = [clock for clock in sitting.clocks if clock.seat in wanted and _goes_on(clock, sitting, state)]
    gone = [clock for clock in sitting.clocks if clock not in kept]
    begun = set(wanted) - {clock.seat for clock in kept}
    fresh = [clock for seat in sorted(begun) if (clock := _clock(sitting, sitting.seats[seat], state))]
    _store(gone, fresh)
    sitting.clocks = kept + fresh
    if table.paused_at is None and (soon := [clock for clock in fresh if clock.is_stand_in]):
        wait = min(clock.due_at for clock in soon if clock.due_at is not None) - sitting.now
        enqueue_in(max(0.0, wait.total_seconds()), "games.tasks.run_table", table.pk)


def _store(gone: list[Clock], fresh: list[Clock]) -> None:
    """The row of one turn that is taken becomes that of the turn that began."""
    if len(gone) == len(fresh) == 1:
        fresh[0].pk = gone[0].pk
        values = {
            field.attname: getattr(fresh[0], field.attname) for field in Clock._meta.concrete_fields[1:]
        }
        Clock.objects.filter(pk=gone[0].pk).update(**values)
        return
    if gone:
        Clock.objects.filter(pk__in=[clock.pk for clock in gone]).delete()
    if fresh:
        Clock.objects.bulk_create(fresh)


def _goes_on(clock: Clock, sitting: Sitting, state: GameState) -> bool:
    return clock.is_stand_in == sitting.seats[clock.seat].stands_in and _same_turn(clock, state)


def _same_turn(clock: Clock, state: GameState) -> bool:
    """While bids come in any order the bids of others do not restart a clock; else each event is a new turn."""
    deal = state.current
    collects = deal is not None and deal.is_bidding and deal.setup.bidding != "open"
    return clock.event > state.dealt_at if collects else clock.event == state.n_events


def _clock(sitting: Sitting, seat: HostedSeat, state: GameState) -> Clock | None:
    table, now = sitting.table, sitting.now
    if seat.stands_in:
        wait = timedelta(milliseconds=table.pace_ms)
        if state.current is not None and state.current.n_in_trick == 0 and state.current.winners:
            wait += TRICK_STAYS
    elif table.turn_seconds:
        wait = timedelta(seconds=table.turn_seconds, milliseconds=seat.reserve_ms)
    else:
        return None
    clock = Clock(table=table, seat=seat.number, is_stand_in=seat.stands_in, event=state.n_events, since=now)
    if table.paused_at is None:
        clock.due_at = now + wait
    else:
        clock.left_ms = round(wait.total_seconds() * 1000)
    return clock


def spend(sitting: Sitting, seat: HostedSeat) -> None:
    """Take from a seat's reserve what its turn took beyond the turn time. Call before the act is appended."""
    table = sitting.table
    clock = next((one for one in sitting.clocks if one.seat == seat.number and not one.is_stand_in), None)
    if clock is None or clock.due_at is None or not table.turn_seconds:
        return
    left_ms = round((clock.due_at - sitting.now).total_seconds() * 1000)
    seat.reserve_ms = max(0, min(seat.reserve_ms, left_ms))


def hold(table: HostedTable, now: datetime) -> None:
    """Stop the clocks: what is left of each turn waits."""
    for clock in Clock.objects.filter(table=table, due_at__isnull=False):
        assert clock.due_at is not None
        clock.left_ms = max(0, round((clock.due_at - now).total_seconds() * 1000))
        clock.due_at = None
        clock.save(update_fields=["left_ms", "due_at"])


def let_go(table: HostedTable, now: datetime) -> None:
    """Start the clocks again with what was left."""
    for clock in Clock.objects.filter(table=table, left_ms__isnull=False):
        clock.due_at = now + timedelta(milliseconds=clock.left_ms or 0)
        clock.left_ms = None
        clock.save(update_fields=["left_ms", "due_at"])
    enqueue_in(0.0, "games.tasks.run_table", table.pk)
