"""Who helps: the officials of one evening, invitations by link, and the page such a link opens."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.acting import by_web, refused, signed_in
from clubs.errors import EldestHandError, NotAllowed
from clubs.limits import guessed
from clubs.models import Role, User
from clubs.pages import in_zone, render_page
from clubs.rights import Act
from clubs.typed import whole
from clubs.views.key_addresses import keep_address
from tournaments.models import Invitation, Official, Tournament
from tournaments.services import inviting
from tournaments.views.organise.guards import tournament_for


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def tournament_helpers(request: HttpRequest, slug: str) -> HttpResponse:
    """Directors and scorekeepers of one evening: named, dismissed, invited."""
    tournament = tournament_for(request, slug, Act.SEE_HELPERS)
    if request.method != "POST":
        return _page(request, tournament)
    by, typed = by_web(request), request.POST
    try:
        if "invite" in typed:
            _made, token = inviting.invite(
                tournament.club, role=typed.get("role", ""), by=by, tournament=tournament
            )
            return _page(request, tournament, link=invitation_url(token, request))
        if "revoke" in typed:
            pk = whole(typed.get("revoke", "")) or 0
            inviting.revoke(tournament.club, invitation_id=pk, by=by, tournament=tournament)
        elif "dismiss" in typed:
            pk = whole(typed.get("dismiss", "")) or 0
            inviting.dismiss_official(tournament, official_id=pk, by=by)
        else:
            given = inviting.name_official(
                tournament, text=typed.get("who", ""), role=typed.get("role", ""), by=by
            )
            messages.success(
                request,
                _("%(name)s: %(role)s.")
                % {"name": given.user.get_username(), "role": given.get_role_display()},
            )
    except NotAllowed as error:
        return refused(request, error, back=tournament.get_absolute_url(), back_text=tournament.name)
    except EldestHandError as error:
        return _page(request, tournament, refusal=error)
    return HttpResponseRedirect(reverse("tournament_helpers", args=[tournament.slug]))


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Who invites to what; taken with one press by whoever is signed in."""
    found = inviting.invitation_of(token)
    if found is None:
        return guessed(request)
    if request.method == "POST":
        return _take(request, found)
    is_own = found.taken_by_id is not None and found.taken_by_id == request.user.pk
    ended = inviting.why_ended(found)
    context = {
        "invitation": found,
        "ended": inviting.ended_words(ended) if ended and not is_own else "",
        "is_own": is_own,
        "where": _where(found),
    }
    response = render_page(
        request, "organise/invitation.html", context, status=410 if context["ended"] else 200
    )
    keep_address(response)
    return response


def invitation_url(token: str, request: HttpRequest) -> str:
    """The whole address, as somebody else opens it: the site's own where it knows one."""
    path = reverse("invitation", args=[token])
    if settings.PUBLIC_ADDRESS:
        return f"{str(settings.PUBLIC_ADDRESS).rstrip('/')}{path}"
    return request.build_absolute_uri(path)


@signed_in
def _take(request: HttpRequest, found: Invitation) -> HttpResponse:
    try:
        taken = inviting.accept(found, by=by_web(request))
    except EldestHandError as error:
        return refused(request, error, back="/", back_text=_("To the front page"))
    messages.success(request, _("Welcome: you are %(role)s here.") % {"role": taken.get_role_display()})
    return HttpResponseRedirect(_where(taken))


def _where(found: Invitation) -> str:
    return (found.tournament or found.club).get_absolute_url()


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    refusal: EldestHandError | None = None,
    link: str = "",
) -> HttpResponse:
    assert isinstance(request.user, User)
    officials = Official.objects.filter(tournament=tournament).select_related("user")
    context: dict[str, Any] = {
        "tournament": tournament,
        "club": tournament.club,
        "officials": officials.order_by("role", "user__username"),
        "club_roles": Role.objects.filter(club=tournament.club)
        .select_related("user")
        .order_by("role", "user__username"),
        "kinds": inviting.roles_to_give(request.user, tournament),
        "invitations": inviting.open_invitations(tournament.club, tournament),
        "link": link,
        "refusal": refusal,
        "typed": request.POST if refusal else {},
    }
    with in_zone(tournament.club.time_zone):
        return render_page(
            request,
            "organise/helpers.html",
            context,
            section="tournaments",
            status=refusal.status if refusal else 200,
        )
