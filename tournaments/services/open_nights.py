"""Open club nights: a table starts as soon as enough people wait, and gives them back when its sheet is whole.

Each table that starts is a round of its own, so that sheets, links, prints, standings and ratings are those of any
evening (decision 0015).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.rights import Act
from games.services.sheets import HOSTING
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import Entry, Round, RoundSeat, Table, Tournament
from tournaments.rights import require_in
from tournaments.seating import SeatingProblem, round_seed
from tournaments.services import links, marks
from tournaments.services.drawing import LEAST, Draw, Question, answer, id_of
from tournaments.services.queue import night_of, open_tables, refuse_busy
from tournaments.services.rounds import close_round, discard_draft, game_of, make_draft_again


def start_table(
    tournament: Tournament, people: Sequence[Entry], *, by: By, at: datetime | None = None
) -> Table:
    """Seat these people, all of them waiting, at a new table; their order in it is drawn.

    The same people sent again are shown the table they sit at. Refuses whoever does not wait, by name, and sizes
    the evening does not play.
    """
    require_in(by, tournament, Act.RUN_ROUNDS)
    with transaction.atomic():
        tournament = (
            Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=tournament.pk)
        )
        refuse_other_formats(tournament)
        if tournament.closed_at is not None:
            raise TournamentError(
                _("%(tournament)s is closed.") % {"tournament": tournament.name}, code="tournament_closed"
            )
        chosen = {entry.pk for entry in people}
        sits = _tables_now(tournament)
        first = sits.get(min(chosen, default=0))
        if first is not None and {pk for pk, table_id in sits.items() if table_id == first} == chosen:
            return open_tables(tournament).select_related("round", "game").get(pk=first)
        _check(tournament, chosen)
        number = (tournament.rounds.aggregate(last=Max("number"))["last"] or 0) + 1
        return _start(tournament, number, _draw(tournament, number, chosen), by, at or timezone.now())


def take_back_table(table: Table, *, by: By, reason: str) -> None:
    """A table that was started by mistake: its people wait again. Refused as soon as something stands on its sheet."""
    require_in(by, table.tournament, Act.RUN_ROUNDS)
    refuse_other_formats(table.tournament)
    with transaction.atomic():
        draft = make_draft_again(table.round, by=by, reason=reason)
        discard_draft(draft, by=by, reason=reason)


def close_finished_tables(tournament_id: int) -> int:
    """Close the tables of an open night whose sheets are whole or void; how many were closed. For the worker."""
    tournament = Tournament.objects.filter(pk=tournament_id, draw=Tournament.Draw.OPEN).first()
    if tournament is None:
        return 0
    playing = open_tables(tournament).values("round_id")
    done = tournament.rounds.filter(state=Round.State.PUBLISHED).exclude(pk__in=playing)
    closed = 0
    for played in done.select_related("tournament__club"):
        try:
            close_round(played, by=By(None, HOSTING))
        except RoundConflict:  # a second worker closed it, or its sheet was opened again meanwhile
            continue
        closed += 1
    return closed


def refuse_other_formats(tournament: Tournament) -> None:
    """Only an open night has a queue."""
    if not tournament.is_open_night:
        raise TournamentError(
            _("%(tournament)s plays in rounds: draw the tables instead.") % {"tournament": tournament.name},
            code="no_open_night",
        )


def _tables_now(tournament: Tournament) -> dict[int, int]:
    """Where everybody sits who plays at this moment: entry id -> table id."""
    return dict(open_tables(tournament).values_list("seats__entry_id", "pk"))


def _check(tournament: Tournament, chosen: set[int]) -> None:
    night = night_of(tournament)
    waiting = {one.entry.pk for one in night.waiting}
    people = tournament.entries.select_related("player__merged_into").in_bulk(chosen)
    if len(people) < len(chosen):
        raise TournamentError(_("Somebody of this list does not play here."), code="not_entered")
    for pk in sorted(chosen - waiting):
        refuse_busy(tournament, people[pk].player)
        raise RoundConflict(
            _("%(player)s does not wait for a table: note at the door that they are here.")
            % {"player": people[pk].player.display_name}
        )
    if len(chosen) not in night.sizes:
        raise TournamentError(
            _("%(n)d people make no table tonight: choose %(sizes)s.")
            % {"n": len(chosen), "sizes": ", ".join(str(size) for size in sorted(night.sizes))},
            code="no_such_size",
        )


def _draw(tournament: Tournament, number: int, chosen: set[int]) -> Draw:
    """The order at the table, first dealer first, by the engine of every draw, which keeps what it was drawn from."""
    entries = {entry.pk: entry for entry in tournament.entries.all()}
    past: dict[int, list[str]] = {}
    seats = RoundSeat.objects.filter(round__tournament=tournament, table__isnull=False)
    for round_id, pk in seats.order_by("round__number", "seat").values_list("round_id", "entry_id"):
        past.setdefault(round_id, []).append(id_of(entries[pk]))
    problem = SeatingProblem.from_json(
        {
            "players": sorted(id_of(entries[pk]) for pk in chosen),
            "history": [[table] for table in past.values()],
            "scores": {},
            "sizes": [len(chosen)],
            "seed": round_seed(tournament.seed, number),
            "effort": "quick",
        }
    )
    return answer(Question(problem, LEAST, {id_of(entry): entry for entry in entries.values()}, ()))


def _start(tournament: Tournament, number: int, draw: Draw, by: By, now: datetime) -> Table:
    started = Round.objects.create(
        tournament=tournament,
        number=number,
        state=Round.State.PUBLISHED,
        seed=draw.seed,
        algorithm=draw.algorithm,
        input_hash=draw.input_hash,
        seating_input=draw.seating_input,
        seating_report=draw.report,
        results_version=tournament.version,
        drawn_at=now,
        published_at=now,
        started_at=now,
    )
    taken = set(open_tables(tournament).values_list("number", flat=True))
    last_sheet = tournament.tables.aggregate(last=Max("sheet_number"))["last"] or 0
    table = Table.objects.create(
        tournament=tournament,
        round=started,
        number=next(n for n in range(1, len(taken) + 2) if n not in taken),
        sheet_number=last_sheet + 1,
    )
    RoundSeat.objects.bulk_create(
        [
            RoundSeat(round=started, table=table, entry_id=pk, seat=seat)
            for seat, pk in enumerate(draw.tables[0])
        ]
    )
    table = Table.objects.prefetch_related("seats__entry__player").get(pk=table.pk)
    table.game = game_of(tournament, started, table, by=by, played_at=now)
    table.save(update_fields=["game"])
    links.make_links(started, by=by)
    log(
        "table.started",
        f"round:{started.pk}",
        by=by,
        club_id=tournament.club_id,
        scope=tournament.scope,
        number=table.number,
        n=len(draw.tables[0]),
    )
    marks.mark_tournament(tournament.pk)
    return table
