"""Who asks for a profile of the club, and the owner's answer."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.acting import by_web, refused, signed_in
from clubs.errors import EldestHandError, NotAllowed
from clubs.models import Claim, Club, Player
from clubs.namesakes import tell_apart
from clubs.pages import in_zone, render_page
from clubs.rights import Act
from clubs.sentences import one_stop
from clubs.services.claiming import approve_claim, open_claims_in, refuse_claim
from clubs.typed import whole
from tournaments.views.organise.guards import club_for


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def club_claims(request: HttpRequest, slug: str) -> HttpResponse:
    """The requests nobody has answered, the oldest first."""
    club = club_for(request, slug, Act.MERGE_PLAYERS)
    if request.method != "POST":
        return _page(request, club)
    asked = Claim.objects.filter(kind=Claim.Kind.ASKED).select_related("player", "user")
    claim = get_object_or_404(asked, pk=whole(request.POST.get("claim", "")) or 0)
    try:
        if "approve" in request.POST:
            player = approve_claim(claim, club=club, by=by_web(request))
            messages.success(
                request,
                one_stop(
                    _("%(name)s belongs to %(user)s.")
                    % {"name": player.display_name, "user": claim.user.get_username()}
                ),
            )
        else:
            refuse_claim(claim, club=club, by=by_web(request), reason=request.POST.get("reason", ""))
            messages.success(request, _("The request is refused."))
    except NotAllowed as error:
        return refused(request, error, back=club.get_absolute_url(), back_text=club.name)
    except EldestHandError as error:
        return _page(request, club, refusal=error, at=claim.pk)
    return HttpResponseRedirect(reverse("club_claims", args=[club.slug]))


def _page(
    request: HttpRequest, club: Club, *, refusal: EldestHandError | None = None, at: int = 0
) -> HttpResponse:
    claims = list(open_claims_in(club)[:100])
    roster = Player.objects.current().filter(memberships__club=club)
    tell_apart([claim.player for claim in claims], club=club, among=roster)
    context = {"club": club, "claims": claims, "refusal": refusal, "at": at}
    with in_zone(club.time_zone):
        return render_page(
            request,
            "organise/club_claims.html",
            context,
            section="clubs",
            status=refusal.status if refusal else 200,
        )
