"""Two profiles that are one person: choose them, see all that moves, merge; and undo what was merged."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.acting import by_web, refused, signed_in
from clubs.errors import EldestHandError, NotAllowed
from clubs.folding import in_order
from clubs.models import Club, Membership, Player
from clubs.pages import in_zone, render_page
from clubs.rights import Act
from clubs.sentences import one_stop
from ratings.visibility import ladder_name
from tournaments.querysets import games_visible_to
from tournaments.services.merging import (
    Preview,
    alike_in,
    look_at_merge,
    merge_in_club,
    merges_of,
    person_numbered,
    unmerge_in_club,
)
from tournaments.views.organise.guards import club_for


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def members_merge(request: HttpRequest, slug: str) -> HttpResponse:
    """Without two names the choice; with them the preview; posted, the merge."""
    club = club_for(request, slug, Act.MERGE_PLAYERS)
    typed = request.POST if request.method == "POST" else request.GET
    if "source" not in typed and "into" not in typed:
        return _page(request, club)
    preview = None
    try:
        source, into = person_numbered(typed.get("source", "")), person_numbered(typed.get("into", ""))
        if request.method != "POST" or "merge" not in request.POST:
            preview = look_at_merge(club, source, into, by=by_web(request))
            return _page(request, club, preview=preview)
        merge = merge_in_club(club, source, into, by=by_web(request), reason=typed.get("reason", "").strip())
    except NotAllowed as error:
        if error.code == NotAllowed.code:
            return refused(request, error, back=club.get_absolute_url(), back_text=club.name)
        return _page(request, club, refusal=error)
    except EldestHandError as error:
        return _page(request, club, refusal=error)
    messages.success(
        request,
        one_stop(
            _("%(source)s is %(into)s from now on.")
            % {"source": merge.source.display_name, "into": merge.into.display_name}
        ),
    )
    return HttpResponseRedirect(reverse("members_merge", args=[club.slug]))


@require_POST
@signed_in
def members_unmerge(request: HttpRequest, slug: str) -> HttpResponse:
    """Two people after all."""
    club = club_for(request, slug, Act.MERGE_PLAYERS)
    try:
        source = person_numbered(request.POST.get("source", ""))
        merge = unmerge_in_club(
            club, source, by=by_web(request), reason=request.POST.get("reason", "").strip()
        )
    except EldestHandError as error:
        return _page(request, club, refusal=error)
    messages.success(
        request,
        _("%(source)s and %(into)s are two people again.")
        % {"source": merge.source.display_name, "into": merge.into.display_name},
    )
    return HttpResponseRedirect(reverse("members_merge", args=[club.slug]))


def _page(
    request: HttpRequest,
    club: Club,
    *,
    preview: Preview | None = None,
    refusal: EldestHandError | None = None,
) -> HttpResponse:
    typed = request.POST if request.method == "POST" else request.GET
    met = refusal.extra.get("game_id") if refusal is not None else None
    if preview is None and refusal is not None and "merge" in request.POST:
        preview = _again(request, club)
    context = {
        "club": club,
        "roster": _roster(club),
        "alike": alike_in(club) if preview is None else [],
        "done": merges_of(club),
        "preview": preview,
        "ladders": [(ladder_name(line.ladder), line) for line in preview.ladders] if preview else [],
        "typed": {name: typed.get(name, "") for name in ("source", "into", "reason")},
        "refusal": refusal,
        "met": games_visible_to(request.user).filter(pk=met).first() if met else None,
    }
    with in_zone(club.time_zone):
        return render_page(
            request,
            "organise/members_merge.html",
            context,
            section="clubs",
            status=refusal.status if refusal else 200,
        )


def _again(request: HttpRequest, club: Club) -> Preview | None:
    """The preview under a refused merge, so that the reason is typed where the page was."""
    try:
        source, into = person_numbered(request.POST["source"]), person_numbered(request.POST["into"])
        return look_at_merge(club, source, into, by=by_web(request))
    except (EldestHandError, KeyError):
        return None


def _roster(club: Club) -> list[tuple[Player, str]]:
    rows = Membership.objects.current().filter(club=club).select_related("player")
    people = [(row.player, row.number) for row in rows]
    return sorted(people, key=lambda one: (in_order(one[0].display_name), one[0].pk))
