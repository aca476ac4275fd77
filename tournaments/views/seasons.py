"""A season's table: the best N of M evenings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from clubs.models import Club, Player
from clubs.pages import in_zone, render_page
from tournaments.models import Season, SeasonStanding, Tournament
from tournaments.views.criteria_words import criterion


@dataclass(frozen=True, slots=True)
class Evening:
    """A column of the table; `tournament` None where the reader may not know which evening it was."""

    number: int
    tournament: Tournament | None


@dataclass(frozen=True, slots=True)
class EveningResult:
    value: str | None
    dropped: bool


@dataclass(frozen=True, slots=True)
class SeasonLine:
    player: Player
    place: int | None
    shared: bool
    results: tuple[EveningResult, ...]
    evenings: int
    total: str
    decided_by: str


@require_safe
def season_detail(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """The table with struck results; the same number of queries for any number of players and evenings."""
    found_club = get_object_or_404(Club.objects.visible_to(request.user), slug=club)
    found = get_object_or_404(Season, club=found_club, slug=season)
    visible = set(Tournament.objects.named_to(request.user).filter(season=found).values_list("pk", flat=True))
    evenings = [
        Evening(number, evening if evening.pk in visible else None)
        for number, evening in enumerate(found.tournaments.order_by("starts_at", "pk"), start=1)
    ]
    rows = list(found.standings.select_related("player__merged_into"))
    context = {
        "club": found_club,
        "season": found,
        "evenings": evenings,
        "lines": _lines(rows),
        "chain": [criterion(key) for key in found.tie_breaks],
    }
    with in_zone(found_club.time_zone):
        return render_page(request, "tournaments/season.html", context, section="clubs")


def _lines(rows: Sequence[SeasonStanding]) -> list[SeasonLine]:
    shared = Counter(row.place for row in rows if row.place is not None)
    return [
        SeasonLine(
            player=row.player,
            place=row.place,
            shared=row.place is not None and shared[row.place] > 1,
            results=_results(row),
            evenings=row.evenings,
            total=row.total,
            decided_by="" if row.decided_by in (None, "total", "shared") else criterion(row.decided_by),
        )
        for row in rows
    ]


def _results(row: SeasonStanding) -> tuple[EveningResult, ...]:
    dropped = set(row.columns.get("dropped", []))
    values = row.columns.get("rounds", [])
    return tuple(EveningResult(value, number in dropped) for number, value in enumerate(values, start=1))
