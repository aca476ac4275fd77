"""The log of an evening: who did what, when, and why, in words."""

from __future__ import annotations

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from clubs.acting import signed_in
from clubs.models import Activity
from clubs.pages import in_zone, render_page
from clubs.paging import Keyset, read_int
from clubs.rights import Act
from tournaments.models import Table
from tournaments.views.organise.guards import tournament_for
from tournaments.views.organise.log_words import told

NEWEST_FIRST = Keyset("id", "id", read_int, descending=True)
SILENT = ("game.created",)  # publishing says it for all tables


@require_safe
@signed_in
def tournament_log(request: HttpRequest, slug: str) -> HttpResponse:
    """Newest first, a page at a time. The same number of queries for any length."""
    tournament = tournament_for(request, slug, Act.READ_LOG)
    games = Table.objects.filter(tournament=tournament, game__isnull=False).values_list("game_id", flat=True)
    lines = Activity.objects.filter(
        Q(scope=tournament.scope) | Q(subject__in=[f"game:{game}" for game in games])
    ).exclude(verb__in=SILENT)
    page = NEWEST_FIRST.page(lines, request.GET)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "page": page,
        "lines": told(tournament, page.rows),
    }
    with in_zone(tournament.club.time_zone):
        return render_page(request, "organise/log.html", context, section="tournaments")
