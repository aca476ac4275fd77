"""Before the prizes: freeze the public lists, then reveal them from the bottom up."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.acting import by_web, refused, signed_in
from clubs.errors import EldestHandError, NotAllowed
from clubs.pages import in_zone, render_page
from clubs.rights import Act
from clubs.typed import whole
from tournaments.models import Tournament
from tournaments.services.freezing import freeze, last_list, newest_rows, next_revealed, reveal, reveal_all
from tournaments.services.freshness import catch_up_for
from tournaments.views.organise.guards import tournament_for


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """What the public sees now, who comes next, and the acts."""
    tournament = tournament_for(request, slug, Act.FINISH)
    catch_up_for(request.user, tournament)
    if request.method != "POST":
        return _page(request, tournament)
    here = reverse("prizes", args=[slug])
    by = by_web(request)
    try:
        match request.POST.get("act"):
            case "freeze":
                freeze(tournament, after=_number(request.POST.get("after", "")), by=by)
            case "next":
                reveal(tournament, by=by, seen=_number(request.POST.get("seen", "")))
            case "all":
                reveal_all(tournament, by=by)
            case _:
                raise Http404
    except NotAllowed as error:
        return refused(request, error, back=here, back_text=_("Back to the prizes"))
    except EldestHandError as error:
        return _page(request, tournament, refusal=error)
    return HttpResponseRedirect(here)


def _page(
    request: HttpRequest, tournament: Tournament, *, refusal: EldestHandError | None = None
) -> HttpResponse:
    rows = newest_rows(tournament)
    n_shown = tournament.revealed
    upto = next_revealed(rows, n_shown)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "is_frozen": tournament.frozen_after is not None,
        "next": rows[len(rows) - upto : len(rows) - n_shown] if tournament.frozen_after is not None else [],
        "n_shown": n_shown,
        "n_lines": len(rows),
        "choices": _choices(tournament),
        "usual": last_list(tournament) if tournament.is_open_night else max(0, tournament.n_rounds - 1),
        "refusal": refusal,
    }
    with in_zone(tournament.club.time_zone):
        return render_page(
            request,
            "organise/prizes.html",
            context,
            section="tournaments",
            status=refusal.status if refusal else 200,
        )


def _choices(tournament: Tournament) -> list[int]:
    """After which round the public list may stop; of an open night the one that stands frozen, and the newest."""
    if tournament.is_open_night:
        return sorted({0, tournament.frozen_after or 0, last_list(tournament)})
    return list(range(tournament.n_rounds + 1))


def _number(text: str) -> int:
    """A whole number as the form sends it; -1 for anything else, which is refused or shows nothing."""
    return int(text) if whole(text, digits=6) is not None else -1
