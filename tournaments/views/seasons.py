"""A season's table: the best N of M evenings."""

from __future__ import annotations

import csv
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.csv_tables import guarded_cell
from clubs.models import Club
from clubs.namesakes import tell_apart
from clubs.pages import in_zone, render_page
from clubs.rights import Act, may, roles_in_club
from tournaments.models import Season
from tournaments.services.season_tables import table_of
from tournaments.views.criteria_words import OF_SEASONS, criterion, why_lines


@require_safe
def season_detail(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """The table with struck results; the same number of queries for any number of players and evenings."""
    found_club, found = _season(request, club, season)
    table = table_of(found, request.user)
    tell_apart((line.player for line in table.lines), club=found_club)
    names = {line.player.pk: line.player.display_name for line in table.lines}
    context = {
        "club": found_club,
        "season": found,
        "evenings": table.evenings,
        "weighs": any(evening.weight is not None for evening in table.evenings),
        "lines": [(line, why_lines(line.why, line.total, names, OF_SEASONS)) for line in table.lines],
        "may_change": may(roles_in_club(request.user, found_club), Act.MANAGE_CLUB),
        "chain": [criterion(key, OF_SEASONS) for key in found.tie_breaks],
    }
    with in_zone(found_club.time_zone):
        return render_page(request, "tournaments/season.html", context, section="clubs")


@require_safe
def season_csv(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """The table as it stands: a line a player, an evening a column; what is struck stands in brackets."""
    found_club, found = _season(request, club, season)
    table = table_of(found, request.user)
    tell_apart((line.player for line in table.lines), club=found_club)
    zone = ZoneInfo(found_club.time_zone)
    heads = [
        guarded_cell(f"{evening.tournament.starts_at.astimezone(zone):%Y-%m-%d} {evening.tournament.name}")
        if evening.tournament is not None
        else str(evening.number)
        for evening in table.evenings
    ]
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found_club.slug}-{found.slug}.csv"'
    writer = csv.writer(response)
    writer.writerow(
        [_("Place"), _("Name"), *heads, _("Evenings"), _("Total"), _("Games"), _("Bids"), _("Bids made")]
    )
    for line in table.lines:
        results = [
            "" if one.value is None else f"({one.value})" if one.dropped else one.value
            for one in line.results
        ]
        place = "" if line.place is None else line.place
        figures = [line.evenings, line.total, line.games, line.bids, line.bids_made]
        writer.writerow([place, guarded_cell(line.player.display_name), *results, *figures])
    return response


def _season(request: HttpRequest, club: str, season: str) -> tuple[Club, Season]:
    found_club = get_object_or_404(Club.objects.visible_to(request.user), slug=club)
    return found_club, get_object_or_404(Season, club=found_club, slug=season)
