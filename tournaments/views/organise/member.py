"""One person of a club's roster: guest or member, number, name, other names."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.acting import by_web, refused, signed_in
from clubs.errors import EldestHandError, NotAllowed
from clubs.models import Club, Membership
from clubs.pages import render_page
from clubs.rights import Act
from clubs.services.members import change_member, known_as
from tournaments.views.organise.guards import club_for


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A guest becomes a member here, and somebody with a new name is found by the old one too."""
    club = club_for(request, slug, Act.MANAGE_CLUB)
    rows = Membership.objects.current().filter(club=club).select_related("player")
    row = get_object_or_404(rows, player=min(pk, 2**63 - 1))
    if request.method != "POST":
        return _page(request, club, row)
    typed = request.POST
    try:
        change_member(
            club,
            row.player,
            by=by_web(request),
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


def _page(
    request: HttpRequest, club: Club, row: Membership, *, refusal: EldestHandError | None = None
) -> HttpResponse:
    typed = request.POST
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
