"""A published round: its tables, who sits where, what came of it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from clubs.pages import in_zone, render_page
from tournaments.models import Round
from tournaments.views.access import own_entry_id, visible_tournament
from tournaments.views.clock import clock_view
from tournaments.views.seating import seating_of


@require_safe
def round_detail(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The seating of a round. A draft does not exist for anybody on this page."""
    tournament = visible_tournament(request.user, slug)
    rounds = list(Round.objects.filter(tournament=tournament).exclude(state=Round.State.DRAFT))
    shown = next((row for row in rounds if row.number == number), None)
    if shown is None:
        raise Http404
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "round": shown,
        "rounds": rounds,
        "clock": clock_view(shown),
        "seating": seating_of(tournament, shown, own_entry_id(request.user, tournament)),
    }
    with in_zone(tournament.club.time_zone):
        return render_page(request, "tournaments/round.html", context, section="tournaments")
