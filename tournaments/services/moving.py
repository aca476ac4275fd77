"""A director's hand in a draft: swap two people, move one; and what that would cost, before it is done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.rights import Act
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import Entry, Round, RoundSeat, Tournament
from tournaments.rights import require_in
from tournaments.seating.moving import Draft, MoveCost
from tournaments.services.drawing import id_of


def swap_seats(drafted: Round, *, first: Entry, second: Entry, by: By) -> MoveCost:
    """Let two people of a draft change seats; returns what it cost. Either may be sitting out."""
    with open_draft(drafted, by) as (tournament, current):
        seats = {seat.entry_id: seat for seat in current.seats.select_related("table")}
        for entry in (first, second):
            if entry.pk not in seats:
                raise TournamentError(
                    _("%(player)s is not in this draft.") % {"player": entry.player.display_name},
                    code="not_seated",
                )
        cost = cost_of_swap(current, first=first, second=second)
        one, other = seats[first.pk], seats[second.pk]
        current.seats.filter(entry_id__in=[first.pk, second.pk]).delete()
        RoundSeat.objects.bulk_create(
            [
                RoundSeat(round=current, table=other.table, seat=other.seat, entry=first),
                RoundSeat(round=current, table=one.table, seat=one.seat, entry=second),
            ]
        )
        note_move(tournament, current, by, first=first.pk, second=second.pk)
    return cost


def move_to_table(drafted: Round, *, entry: Entry, table_number: int, by: By) -> MoveCost:
    """Put one person at the end of another table of a draft; the seats behind the old one close up."""
    with open_draft(drafted, by) as (tournament, current):
        tables = list(current.tables.order_by("number"))
        target = next((table for table in tables if table.number == table_number), None)
        seat = current.seats.filter(entry=entry).select_related("table").first()
        if target is None or seat is None or seat.table_id == target.pk:
            raise TournamentError(
                _("%(player)s cannot move to table %(table)d: choose another table of this draft.")
                % {"player": entry.player.display_name, "table": table_number},
                code="no_such_move",
            )
        cost = cost_of_move(current, entry=entry, table_number=table_number)
        left = (
            list(current.seats.filter(table=seat.table).exclude(pk=seat.pk).order_by("seat"))
            if seat.table
            else []
        )
        joined = target.seats.count()
        current.seats.filter(pk__in=[seat.pk, *(row.pk for row in left)]).delete()
        rows = [
            RoundSeat(round=current, table=row.table, seat=number, entry_id=row.entry_id)
            for number, row in enumerate(left)
        ]
        rows.append(RoundSeat(round=current, table=target, seat=joined, entry=entry))
        RoundSeat.objects.bulk_create(rows)
        if seat.table is not None and not left:
            seat.table.delete()
        note_move(tournament, current, by, entry=entry.pk, table=table_number)
    return cost


def cost_of_swap(drafted: Round, *, first: Entry, second: Entry) -> MoveCost:
    """What a swap would change, in repeats and price, with both tables before and after. Two queries."""
    draft, tables = as_engine_sees_it(drafted)
    return draft.swap(tables, id_of(first), id_of(second))


def cost_of_move(drafted: Round, *, entry: Entry, table_number: int) -> MoveCost:
    """What moving one person would change. Two queries."""
    draft, tables = as_engine_sees_it(drafted)
    return draft.move(tables, id_of(entry), table_number - 1)


def as_engine_sees_it(drafted: Round) -> tuple[Draft, list[list[str]]]:
    """The rules a draft is judged by, and its tables as lists of ids: table 1 first, an empty list where a number
    has no table. One query."""
    problem = drafted.seating_input
    draft = Draft(
        history=problem.get("history") or (),
        keep_apart=problem.get("keep_apart") or (),
        groups=problem.get("groups") or None,
        scores=problem.get("scores") or None,
    )
    tables: dict[int, list[str]] = {}
    for seat in (
        drafted.seats.filter(table__isnull=False).select_related("table", "entry").order_by("table", "seat")
    ):
        if seat.table is not None:
            tables.setdefault(seat.table.number, []).append(id_of(seat.entry))
    return draft, [tables.get(number, []) for number in range(1, max(tables, default=0) + 1)]


@contextmanager
def open_draft(drafted: Round, by: By) -> Iterator[tuple[Tournament, Round]]:
    """The tournament and its draft, locked for one change by somebody who may make it."""
    require_in(by, drafted.tournament, Act.RUN_ROUNDS)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=drafted.tournament_id)
        current = Round.objects.select_for_update().filter(pk=drafted.pk).first()
        if current is None or current.state != Round.State.DRAFT:
            raise RoundConflict(
                _("Round %(round)d is no draft any more: look at it again.") % {"round": drafted.number}
            )
        yield tournament, current


def note_move(tournament: Tournament, drafted: Round, by: By, **details: Any) -> None:
    """Log a change by hand, and mark the draft with it."""
    drafted.moved_by_hand = True
    drafted.save(update_fields=["moved_by_hand"])
    log(
        "round.moved",
        f"round:{drafted.pk}",
        by=by,
        club_id=tournament.club_id,
        scope=tournament.scope,
        number=drafted.number,
        **details,
    )
