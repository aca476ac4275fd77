"""What a player does at the table: bid, play, step away, come back, ask for a pause."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.activity import By, log
from games.engine import MakeBid, PlayCard
from games.errors import ActRefused, TableRefused
from games.models import GameEvent, HostedSeat, HostedTable
from games.services.hosting import clocks
from games.services.hosting.directing import hold, let_go
from games.services.hosting.opening import leave_seat
from games.services.hosting.rooms import locked_room
from games.services.hosting.sitting import Sitting, carry_out, sit_down, stand_up


def act(
    table: HostedTable,
    *,
    seat: int,
    seen: int,
    by: By,
    bid: int | None = None,
    card: str | None = None,
    held: HostedSeat | None = None,
) -> Sitting:
    """Bid or play a card; `seen` is the number of the last event this player had seen, `held` the seat as they had it.

    ActRefused (stale, out of turn, against the rules) changes nothing. Whoever acts has come back, and wakes the table.
    """
    with transaction.atomic():
        sitting = _at_play(table)
        holder = sitting.seats[seat]
        _refuse_replaced(holder, held)
        before = _presence(holder)
        command = MakeBid(seat, bid, seen=seen) if bid is not None else PlayCard(seat, card or "", seen=seen)
        clocks.spend(sitting, holder)
        try:
            carry_out(sitting, command, by=by)
        except ActRefused as refusal:
            raise _with_stand_in(refusal, sitting, seat, seen) from refusal
        _is_here(holder, before)
        stand_up(sitting, by_person=True)
    return sitting


def mind_seat(table: HostedTable, held: HostedSeat, what: str, *, by: By) -> None:
    """What one does with the own seat beside playing: `away`, `back`, `pause`, `no-pause`, `go-on`, `leave`."""
    seat = held.number
    with transaction.atomic():
        _refuse_replaced(locked_room(table.pk).seats[seat], held)
        if what == "away":
            step_away(table, seat=seat, by=by)
        elif what == "back":
            come_back(table, seat=seat, by=by)
        elif what in ("pause", "no-pause"):
            ask_pause(table, seat=seat, by=by, wants=what == "pause")
        elif what == "go-on":
            go_on(table, seat=seat, by=by)
        elif what == "leave":
            leave_seat(table, number=seat, by=by)


def step_away(table: HostedTable, *, seat: int, by: By) -> None:
    """A stand-in plays this seat until its player is back."""
    with transaction.atomic():
        sitting = _sitting(table)
        holder = sitting.seats[seat]
        if not holder.is_bot and not holder.is_away:
            holder.is_away = True
            holder.save(update_fields=["is_away"])
            log("table.stepped_away", f"hosted:{table.pk}", by=by, club_id=table.club_id, seat=seat)
        stand_up(sitting, by_person=True)


def come_back(table: HostedTable, *, seat: int, by: By) -> None:
    """The seat is its player's again from the next act on."""
    with transaction.atomic():
        sitting = _sitting(table)
        holder = sitting.seats[seat]
        before = _presence(holder)
        if holder.is_away:
            log("table.came_back", f"hosted:{table.pk}", by=by, club_id=table.club_id, seat=seat)
        holder.is_away = holder.is_bot
        _is_here(holder, before)
        stand_up(sitting, by_person=True)


def ask_pause(table: HostedTable, *, seat: int, by: By, wants: bool = True) -> bool:
    """Ask for a pause, or take it back; when everybody at the table has asked it begins. Whether the game is paused."""
    with transaction.atomic():
        sitting = _sitting(table)
        holder = sitting.seats[seat]
        holder.wants_pause = wants
        holder.save(update_fields=["wants_pause"])
        present = [one for one in sitting.seats if one.is_person and not one.is_away]
        if wants and all(one.wants_pause for one in present):
            hold(sitting, by=by)
        stand_up(sitting, by_person=True)
    return sitting.table.paused_at is not None


def go_on(table: HostedTable, *, seat: int, by: By) -> None:
    """Any player ends a pause; a director's pause is his to end."""
    with transaction.atomic():
        sitting = _sitting(table)
        if sitting.table.is_directed and not all(one.wants_pause for one in sitting.seats if one.is_person):
            raise TableRefused(_("The director has stopped the game, and lets it go on."), code="paused")
        let_go(sitting, by=by)
        stand_up(sitting, by_person=True)


def _refuse_replaced(holder: HostedSeat, held: HostedSeat | None) -> None:
    """Whoever was replaced since the page was read has no say in the seat any more."""
    if held is not None and holder.held_by != held.held_by:
        raise TableRefused(_("You hold no seat at this table: you can watch."), code="no_seat")


def _presence(holder: HostedSeat) -> tuple[bool, int, bool, int]:
    return holder.is_away, holder.timeouts, holder.is_ready, holder.reserve_ms


def _is_here(holder: HostedSeat, before: tuple[bool, int, bool, int]) -> None:
    """Whoever acts is at the table; written where the row, which had `before`, does not say so."""
    if holder.is_bot:
        return
    holder.is_away, holder.timeouts, holder.is_ready = False, 0, True
    if _presence(holder) != before:
        holder.save(update_fields=["is_away", "timeouts", "is_ready", "reserve_ms"])


def _sitting(table: HostedTable) -> Sitting:
    sitting = sit_down(table)
    if sitting.table.state != HostedTable.State.PLAYING:
        raise TableRefused(_("No game is being played at this table."), code="not_playing")
    return sitting


def _at_play(table: HostedTable) -> Sitting:
    sitting = _sitting(table)
    if sitting.table.paused_at is not None:
        raise TableRefused(_("The game is paused: nothing can be played until it goes on."), code="paused")
    return sitting


def _with_stand_in(refusal: ActRefused, sitting: Sitting, seat: int, seen: int) -> ActRefused:
    """Whoever lost the race against the clock reads what the stand-in did."""
    if refusal.code != "stale":
        return refusal
    later = GameEvent.objects.filter(game=sitting.table.game, number__gt=seen).order_by("number")[:40]
    for event in later:
        row = event.payload
        if row.get("by") == "bot" and row.get("seat") == seat:
            message = (
                _("Time was up: the stand-in played %(card)s for you.") % {"card": row["card"]}
                if row["type"] == "play"
                else _("Time was up: the stand-in bid %(bid)d for you.") % {"bid": row["bid"]}
            )
            return ActRefused(message, code="stale", **refusal.extra)
    return refusal
