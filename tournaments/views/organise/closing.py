"""Close the evening, after saying in numbers what that ends."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.acting import by_web, refused, signed_in
from clubs.errors import EldestHandError
from clubs.pages import in_zone, render_page
from clubs.rights import Act
from games.models import SheetState
from tournaments.models import Round, Table
from tournaments.services.rounds import close_tournament
from tournaments.views.organise.guards import tournament_for


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def tournament_close(request: HttpRequest, slug: str) -> HttpResponse:
    """Pressed twice the evening is closed once."""
    tournament = tournament_for(request, slug, Act.FINISH)
    if request.method == "POST":
        try:
            closed = close_tournament(tournament, by=by_web(request))
        except EldestHandError as error:
            back = reverse("draw", args=[slug])
            return refused(request, error, back=back, back_text=_("To the open round"))
        messages.success(request, _("%(name)s is closed.") % {"name": closed.name})
        return HttpResponseRedirect(tournament.get_absolute_url())
    counts = tournament.rounds.aggregate(
        closed=Count("pk", filter=Q(state=Round.State.CLOSED)),
        standing=Count("pk", filter=~Q(state=Round.State.CLOSED)),
    )
    games = Table.objects.filter(tournament=tournament, game__revision__gt=0).aggregate(
        all=Count("pk"),
        waiting=Count("pk", filter=~Q(game__state__in=[SheetState.FINAL, SheetState.VOID])),
    )
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "n_entries": tournament.entries.count(),
        "n_rounds": counts["closed"],
        "n_open": counts["standing"],
        "n_games": games["all"],
        "n_waiting": games["waiting"],
        "n_left": max(0, tournament.n_rounds - counts["closed"]),
    }
    with in_zone(tournament.club.time_zone):
        return render_page(request, "organise/close.html", context, section="tournaments")
