"""A season's table: the best N of M evenings."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.models import Club, Player
from clubs.pages import in_zone, render_page
from clubs.rights import Act, may, roles_in_club
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
    found_club, found = _season(request, club, season)
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
        "lines": _lines(rows, len(evenings)),
        "may_change": may(roles_in_club(request.user, found_club), Act.MANAGE_CLUB),
        "chain": [criterion(key) for key in found.tie_breaks],
    }
    with in_zone(found_club.time_zone):
        return render_page(request, "tournaments/season.html", context, section="clubs")


@require_safe
def season_csv(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """The table as it stands: a line a player, an evening a column; what is struck stands in brackets."""
    found_club, found = _season(request, club, season)
    visible = set(Tournament.objects.named_to(request.user).filter(season=found).values_list("pk", flat=True))
    evenings = list(found.tournaments.order_by("starts_at", "pk"))
    lines = _lines(list(found.standings.select_related("player__merged_into")), len(evenings))
    zone = ZoneInfo(found_club.time_zone)
    heads = [
        _cell(f"{evening.starts_at.astimezone(zone):%Y-%m-%d} {evening.name}")
        if evening.pk in visible
        else str(number)
        for number, evening in enumerate(evenings, start=1)
    ]
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found_club.slug}-{found.slug}.csv"'
    writer = csv.writer(response)
    writer.writerow([_("Place"), _("Name"), *heads, _("Evenings"), _("Total")])
    for line in lines:
        results = [f"({one.value})" if one.dropped else one.value or "" for one in line.results]
        place = "" if line.place is None else line.place
        writer.writerow([place, _cell(line.player.display_name), *results, line.evenings, line.total])
    return response


def _cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _season(request: HttpRequest, club: str, season: str) -> tuple[Club, Season]:
    found_club = get_object_or_404(Club.objects.visible_to(request.user), slug=club)
    return found_club, get_object_or_404(Season, club=found_club, slug=season)


def _lines(rows: Sequence[SeasonStanding], n_evenings: int) -> list[SeasonLine]:
    shared = Counter(row.place for row in rows if row.place is not None)
    return [
        SeasonLine(
            player=row.player,
            place=row.place,
            shared=row.place is not None and shared[row.place] > 1,
            results=_results(row, n_evenings),
            evenings=row.evenings,
            total=row.total,
            decided_by="" if row.decided_by in (None, "total", "shared") else criterion(row.decided_by),
        )
        for row in rows
    ]


def _results(row: SeasonStanding, n_evenings: int) -> tuple[EveningResult, ...]:
    """One for every evening of the season; those without standings yet have none."""
    dropped = set(row.columns.get("dropped", []))
    values = row.columns.get("rounds", [])
    numbers = row.columns.get("evenings", range(1, len(values) + 1))
    by_evening = dict(zip(numbers, values, strict=True))
    return tuple(
        EveningResult(by_evening.get(number), number in dropped) for number in range(1, n_evenings + 1)
    )
