"""Who comes or goes while a round is played: only a table at which nothing is entered changes, all others stay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.rights import Act
from games.models import Game
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import Entry, Presence, Round, RoundSeat, Table, Tournament
from tournaments.rights import require_in
from tournaments.seating import TableFigures
from tournaments.services import marks
from tournaments.services.drawing import id_of
from tournaments.services.entries import set_presence
from tournaments.services.moving import as_engine_sees_it
from tournaments.services.queue import refuse_busy
from tournaments.services.rounds import game_of, has_values


@dataclass(frozen=True, slots=True)
class FreeTable:
    """A table a late-comer can still sit at, and what the table is like with them."""

    number: int
    n_people: int
    figures: TableFigures
    fits: bool  # whether the tournament plays tables of that size


def free_tables(published: Round, entry: Entry) -> list[FreeTable]:
    """The tables at which nothing is entered and the rules allow one more, the cheapest first. Three queries."""
    tournament = published.tournament
    most = tournament.ruleset.players[1]
    draft, seated = as_engine_sees_it(published)
    sizes = set(tournament.table_sizes)
    found = []
    for table in published.tables.select_related("game__draft").order_by("number"):
        people = seated[table.number - 1]
        if table.game is None or has_values(table.game) or len(people) >= most:
            continue
        figures = draft.figures([*people, id_of(entry)])
        found.append(FreeTable(table.number, len(people) + 1, figures, len(people) + 1 in sizes))
    return sorted(
        found, key=lambda free: (not free.fits, len(free.figures.apart), free.figures.cost, free.n_people)
    )


def join_table(published: Round, *, entry: Entry, table_number: int, by: By) -> RoundSeat:
    """Seat a late-comer, or somebody who sat out, at the end of an untouched table of a published round."""
    with _open_round(published, by) as (tournament, current):
        if current.seats.filter(entry=entry, table__isnull=False).exists():
            raise RoundConflict(
                _("%(player)s has a seat in this round already.") % {"player": entry.player.display_name}
            )
        refuse_busy(tournament, entry.player)
        table = _untouched(current, table_number)
        current.seats.filter(entry=entry).delete()
        people = [*_people(table), entry]
        _seat_anew(tournament, current, table, people, by)
        set_presence(entry, status=Presence.Status.PRESENT, by=by)
        _log("round.joined", tournament, current, by, entry=entry.pk, table_number=table_number)
        return current.seats.get(entry=entry)


def leave_round(published: Round, *, entry: Entry, by: By, substitute: Entry | None = None) -> bool:
    """Somebody goes. At an untouched table the seat is given up, or taken by `substitute`; elsewhere it stays and
    the table plays on. In every case they get no seat from the next round on.

    True when the seat was given up. Refuses to leave a table too small for the rules.
    """
    with _open_round(published, by) as (tournament, current):
        seat = current.seats.filter(entry=entry, table__isnull=False).select_related("table__game").first()
        table = seat.table if seat is not None else None
        gives_up = table is not None and table.game is not None and not has_values(table.game)
        if substitute is not None and not gives_up:
            raise RoundConflict(
                _("The seat of %(player)s cannot be taken: the table has begun.")
                % {"player": entry.player.display_name}
            )
        if table is not None and gives_up:
            kept = [one for seat in _people(table) if (one := substitute if seat.pk == entry.pk else seat)]
            low = tournament.ruleset.players[0]
            if len(kept) < low:
                raise TournamentError(
                    _(
                        "Table %(table)d would have %(n)d people left, the rules need %(low)d: "
                        "let somebody take the seat, or take the round back and draw again."
                    )
                    % {"table": table.number, "n": len(kept), "low": low},
                    code="table_too_small",
                )
            if substitute is not None:
                if current.seats.filter(entry=substitute, table__isnull=False).exists():
                    raise RoundConflict(
                        _("%(player)s has a seat in this round already.")
                        % {"player": substitute.player.display_name}
                    )
                refuse_busy(tournament, substitute.player)
                current.seats.filter(entry=substitute).delete()
                set_presence(substitute, status=Presence.Status.PRESENT, by=by)
            _seat_anew(tournament, current, table, kept, by)
        elif seat is None:
            current.seats.filter(entry=entry).delete()  # who sat out has no seat to give up
        set_presence(entry, status=Presence.Status.LEFT, by=by)
        details: dict[str, Any] = {} if substitute is None else {"second": substitute.pk}
        _log("round.left", tournament, current, by, first=entry.pk, **details)
    return bool(gives_up)


@contextmanager
def _open_round(published: Round, by: By) -> Iterator[tuple[Tournament, Round]]:
    require_in(by, published.tournament, Act.RUN_ROUNDS)
    with transaction.atomic():
        tournament = (
            Tournament.objects.select_for_update(of=("self",))
            .select_related("club")
            .get(pk=published.tournament_id)
        )
        current = Round.objects.select_for_update().filter(pk=published.pk).first()
        if current is None or current.state != Round.State.PUBLISHED:
            raise RoundConflict(
                _("Round %(round)d is not being played: look at it again.") % {"round": published.number}
            )
        current.tournament = tournament
        yield tournament, current
        marks.mark_tournament(tournament.pk)


def _untouched(current: Round, number: int) -> Table:
    table = current.tables.select_related("game").filter(number=number).first()
    if table is None or table.game is None:
        raise TournamentError(
            _("There is no table %(table)d in this round.") % {"table": number}, code="no_such_table"
        )
    if has_values(Game.objects.select_for_update().get(pk=table.game.pk)):
        raise RoundConflict(
            _("Table %(table)d has begun: nobody can join it. Choose another table, or let them stand by.")
            % {"table": number}
        )
    return table


def _people(table: Table) -> list[Entry]:
    rows = table.seats.select_related("entry__player").order_by("seat")
    return [row.entry for row in rows]


def _seat_anew(tournament: Tournament, current: Round, table: Table, people: Sequence[Entry], by: By) -> None:
    """The table with these people in this order: the sheet keeps its number, its empty game is made anew."""
    old, started_at = table.game, current.started_at
    assert old is not None
    assert started_at is not None
    table.seats.all().delete()
    RoundSeat.objects.bulk_create(
        [RoundSeat(round=current, table=table, seat=seat, entry=entry) for seat, entry in enumerate(people)]
    )
    table.game = None
    table.save(update_fields=["game"])
    old.delete()
    table.game = game_of(tournament, current, table, by=by, played_at=started_at)
    table.save(update_fields=["game"])


def _log(verb: str, tournament: Tournament, current: Round, by: By, **details: Any) -> None:
    log(
        verb,
        f"round:{current.pk}",
        by=by,
        club_id=tournament.club_id,
        scope=tournament.scope,
        **{"number": current.number, **details},
    )
