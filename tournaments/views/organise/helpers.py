"""Who helps: the roles of a club and the officials of one evening, invitations by link, the page such a link opens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.acting import by_web, refused, signed_in
from clubs.activity import By
from clubs.errors import EldestHandError, NotAllowed
from clubs.limits import guessed
from clubs.models import Club, Role, User
from clubs.pages import in_zone, render_page
from clubs.rights import Act
from clubs.services.governing import appoint, take_role
from clubs.typed import whole
from clubs.views.key_addresses import keep_address
from tournaments.models import Invitation, Official, Tournament
from tournaments.services import inviting
from tournaments.views.organise.guards import club_for, tournament_for


@dataclass(frozen=True, slots=True)
class Place:
    """Where roles are given: a whole club, or one tournament of it."""

    club: Club
    tournament: Tournament | None = None

    @property
    def address(self) -> str:
        if self.tournament is None:
            return reverse("club_roles", args=[self.club.slug])
        return reverse("tournament_helpers", args=[self.tournament.slug])

    def name(self, text: str, role: str, by: By) -> Role | Official:
        if self.tournament is None:
            return appoint(self.club, text=text, role=role, by=by)
        return inviting.name_official(self.tournament, text=text, role=role, by=by)

    def take(self, pk: int, by: By) -> None:
        if self.tournament is None:
            take_role(self.club, role_id=pk, by=by)
        else:
            inviting.dismiss_official(self.tournament, official_id=pk, by=by)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def club_roles(request: HttpRequest, slug: str) -> HttpResponse:
    """Who owns, directs, keeps scores; given by user name, e-mail address or link, taken with one press."""
    return _answer(request, Place(club_for(request, slug, Act.MANAGE_CLUB)))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def tournament_helpers(request: HttpRequest, slug: str) -> HttpResponse:
    """Directors and scorekeepers of one evening: named, dismissed, invited."""
    tournament = tournament_for(request, slug, Act.SEE_HELPERS)
    return _answer(request, Place(tournament.club, tournament))


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


def _answer(request: HttpRequest, place: Place) -> HttpResponse:
    """The page, and its four acts: a role given by name, offered by link, taken back, a link taken back."""
    if request.method != "POST":
        return _page(request, place)
    by, typed = by_web(request), request.POST
    role = typed.get("role", "")
    try:
        if "invite" in typed:
            hands_over = role == Role.Kind.OWNER and "hands_over" in typed
            _made, token = inviting.invite(
                place.club, role=role, by=by, tournament=place.tournament, hands_over=hands_over
            )
            return _page(request, place, link=invitation_url(token, request))
        if "revoke" in typed:
            pk = whole(typed["revoke"]) or 0
            inviting.revoke(place.club, invitation_id=pk, by=by, tournament=place.tournament)
        elif "take" in typed:
            place.take(whole(typed["take"]) or 0, by)
        else:
            given = place.name(typed.get("who", ""), role, by)
            messages.success(
                request,
                _("%(name)s: %(role)s.")
                % {"name": given.user.get_username(), "role": given.get_role_display()},
            )
    except NotAllowed as error:
        at = place.tournament or place.club
        return refused(request, error, back=at.get_absolute_url(), back_text=at.name)
    except EldestHandError as error:
        return _page(request, place, refusal=error)
    return HttpResponseRedirect(place.address)


def _page(
    request: HttpRequest, place: Place, *, refusal: EldestHandError | None = None, link: str = ""
) -> HttpResponse:
    assert isinstance(request.user, User)
    tournament = place.tournament
    roles = Role.objects.filter(club=place.club).select_related("user").order_by("role", "user__username")
    context: dict[str, Any] = {
        "club": place.club,
        "roles": roles,
        "kinds": Role.Kind.choices[::-1],
        "invitations": inviting.open_invitations(place.club, tournament),
        "link": link,
        "refusal": refusal,
        "typed": request.POST if refusal else {},
    }
    if tournament is not None:
        officials = Official.objects.filter(tournament=tournament).select_related("user")
        context |= {
            "tournament": tournament,
            "roles": officials.order_by("role", "user__username"),
            "club_roles": roles,
            "kinds": inviting.roles_to_give(request.user, tournament),
        }
    with in_zone(place.club.time_zone):
        return render_page(
            request,
            "organise/club_roles.html" if tournament is None else "organise/helpers.html",
            context,
            section="clubs" if tournament is None else "tournaments",
            status=refusal.status if refusal else 200,
        )
