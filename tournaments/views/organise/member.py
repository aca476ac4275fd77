"""One person of a club's roster: guest or member, number, name, other names; taken off it, and back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.acting import by_web, refused, signed_in
from clubs.errors import EldestHandError, NotAllowed
from clubs.models import Club, Membership, Player
from clubs.namesakes import tell_apart
from clubs.pages import in_zone, render_page
from clubs.paging import Keyset, read_time
from clubs.rights import Act
from clubs.services.members import change_member, known_as, take_back, take_off
from clubs.typed import whole
from tournaments.views.organise.guards import club_for

BY_LEAVING = Keyset("left_at", "id", read_time, descending=True)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A guest becomes a member here, and somebody with a new name is found by the old one too. POST `leave`: off it."""
    club = club_for(request, slug, Act.MANAGE_CLUB)
    rows = Membership.objects.current().filter(club=club).select_related("player")
    row = get_object_or_404(rows, player=min(pk, 2**63 - 1))
    if request.method != "POST":
        return _page(request, club, row)
    by, typed = by_web(request), request.POST
    try:
        if "leave" in typed:
            take_off(club, row.player, by=by)
            messages.success(
                request, _("%(name)s is on the roster no more.") % {"name": row.player.display_name}
            )
            return HttpResponseRedirect(reverse("members_left", args=[club.slug]))
        change_member(
            club,
            row.player,
            by=by,
            kind=typed.get("kind"),
            number=typed.get("number"),
            name=typed.get("name"),
            aliases=typed["aliases"].splitlines() if "aliases" in typed else None,
        )
    except NotAllowed as error:
        return refused(request, error, back=club.get_absolute_url(), back_text=club.name)
    except EldestHandError as error:
        return _page(request, club, row, refusal=error)
    messages.success(request, _("The line is changed."))
    return HttpResponseRedirect(reverse("club_members", args=[club.slug]))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def members_left(request: HttpRequest, slug: str) -> HttpResponse:
    """Who left the club, the last one first; POST `player`: back on the roster, as before."""
    club = club_for(request, slug, Act.MANAGE_CLUB)
    rows = Membership.objects.former().filter(club=club).select_related("player")
    if request.method == "POST":
        player = get_object_or_404(Membership, club=club, player=whole(request.POST.get("player", ""))).player
        take_back(club, player, by=by_web(request))
        messages.success(request, _("%(name)s is on the roster again.") % {"name": player.display_name})
        return HttpResponseRedirect(reverse("members_left", args=[club.slug]))
    page = BY_LEAVING.page(rows, request.GET, size=100)
    tell_apart((row.player for row in page.rows), club=club)
    with in_zone(club.time_zone):
        return render_page(
            request, "organise/members_left.html", {"club": club, "page": page}, section="clubs"
        )


def _page(
    request: HttpRequest, club: Club, row: Membership, *, refusal: EldestHandError | None = None
) -> HttpResponse:
    typed = request.POST
    tell_apart([row.player], club=club, among=Player.objects.current().filter(memberships__club=club))
    context = {
        "club": club,
        "row": row,
        "player": row.player,
        "kinds": Membership.Kind.choices,
        "typed": {
            "kind": typed.get("kind", row.kind),
            "number": typed.get("number", row.number),
            "name": typed.get("name", row.player.name),
            "aliases": typed.get("aliases", "\n".join(row.aliases)),
        },
        "known_as": [name for name in known_as(row.player, club) if name not in row.aliases],
        "refusal": refusal,
    }
    return render_page(
        request, "organise/member.html", context, section="clubs", status=refusal.status if refusal else 200
    )
