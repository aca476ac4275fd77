"""The wall: standings and tables for a projector, read from eight metres, without a hand on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.fragments import kept_fragment
from clubs.pages import in_zone, render_page
from clubs.sentences import one_stop
from tournaments.models import Round, Tournament
from tournaments.services.freezing import veil_for
from tournaments.services.freshness import catch_up_for
from tournaments.services.namesakes import tell_apart_at
from tournaments.services.queue import night_of
from tournaments.views.access import visible_tournament
from tournaments.views.clock import clock_view
from tournaments.views.seating import Seating, TableView, seating_of_rounds
from tournaments.views.standings_table import Line, StandingsTable, standings_table

T = TypeVar("T")

BESIDE_LINES = 26
BESIDE_TABLES = 6
"""Up to so many stand side by side on one picture; more take turns, each with the whole width."""
LINES_A_TURN = 42
TABLES_A_TURN = 9


@dataclass(frozen=True, slots=True)
class Turn:
    """What stands on the wall at one time: part of the list, part of the tables, or both."""

    lines: tuple[Line, ...]
    tables: tuple[TableView, ...]
    part: str


@require_safe
def wall(request: HttpRequest, slug: str) -> HttpResponse:
    """Standings and the tables of the newest published round. Drafts do not exist here. Ten queries at most."""
    tournament = visible_tournament(request.user, slug)
    catch_up_for(request.user, tournament)
    key = f"wall:{tournament.slug}:{tournament.version}"
    return kept_fragment(request, key, lambda: _page(request, tournament))


def _page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    rounds = list(Round.objects.filter(tournament=tournament).exclude(state=Round.State.DRAFT))
    current = rounds[-1] if rounds else None
    veil = veil_for(None, tournament)
    table = standings_table(tournament, after=None, own_entry=None, penalties={}, veil=veil)
    shown = rounds[-1:]
    if tournament.is_open_night:
        shown = [one for one in rounds if one.state == Round.State.PUBLISHED]
    seating = seating_of_rounds(tournament, shown, None) if current is not None else None
    lines = table.lines if table is not None and table.rounds else ()
    turns = _turns(lines, seating.tables if seating else ())
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "table": table,
        "round": current,
        "seating": seating,
        "clock": None if tournament.is_open_night else clock_view(current),
        "turns": turns,
        "beside": len(turns) == 1 and bool(turns[0].lines) and bool(turns[0].tables),
        "say": _say(tournament, current, seating, table),
    }
    with in_zone(tournament.club.time_zone):
        return render_page(request, "tournaments/wall.html", context, fragment="tournaments/_wall.html")


def _turns(lines: Sequence[Line], tables: Sequence[TableView]) -> list[Turn]:
    if len(lines) <= BESIDE_LINES and len(tables) <= BESIDE_TABLES:
        return [Turn(tuple(lines), tuple(tables), "")]
    lists = _parts(lines, LINES_A_TURN)
    rooms = _parts(tables, TABLES_A_TURN)
    return [
        *(Turn(part, (), _part(n, len(lists))) for n, part in enumerate(lists, start=1)),
        *(Turn((), part, _part(n, len(rooms))) for n, part in enumerate(rooms, start=1)),
    ]


def _parts(rows: Sequence[T], most: int) -> list[tuple[T, ...]]:
    """Even parts of at most `most`."""
    if not rows:
        return []
    n_parts = -(-len(rows) // most)
    size = -(-len(rows) // n_parts)
    return [tuple(rows[start : start + size]) for start in range(0, len(rows), size)]


def _part(n: int, of: int) -> str:
    return _("part %(n)d of %(of)d") % {"n": n, "of": of} if of > 1 else ""


def _say(
    tournament: Tournament, current: Round | None, seating: Seating | None, table: StandingsTable | None
) -> str:
    """What the room should know now, in one sentence."""
    if tournament.closed_at is not None:
        return _("The evening is over.")
    if tournament.is_open_night:
        return _waiting(tournament)
    if current is None or seating is None:
        return _("The tables stand here as soon as the first round is published.")
    if current.state == Round.State.CLOSED:
        if current.number < tournament.n_rounds:
            return _("Round %(n)d is over. The next tables are drawn soon.") % {"n": current.number}
        return _("Round %(n)d is over.") % {"n": current.number}
    values = {"n": current.number, "done": seating.n_done, "all": len(seating.tables)}
    if seating.n_done == 0:
        return _("Round %(n)d: please find your table.") % values
    return _("Round %(n)d is being played; %(done)d of %(all)d sheets are in.") % values


def _waiting(tournament: Tournament) -> str:
    waiting = [one.entry.player for one in night_of(tournament).waiting]
    tell_apart_at(tournament, waiting)
    names = [player.display_name for player in waiting]
    if not names:
        return _("Nobody waits for a table.")
    return one_stop(_("Waiting for a table: %(names)s.") % {"names": ", ".join(names)})
