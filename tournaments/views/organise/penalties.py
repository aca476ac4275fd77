"""Penalties: given with a reason, taken back with a reason; both stay in the log and under the standings."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.acting import by_web, refused, signed_in
from clubs.errors import EldestHandError, NotAllowed
from clubs.folding import in_order
from clubs.pages import in_zone, render_page
from clubs.rights import Act
from clubs.templatetags.figures import signed
from clubs.typed import whole
from tournaments.errors import TournamentError
from tournaments.models import Penalty, Tournament
from tournaments.services.entries import cancel_penalty
from tournaments.services.namesakes import tell_apart_at
from tournaments.services.penalising import give_penalty_once
from tournaments.views.organise.guards import tournament_for


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def penalties(request: HttpRequest, slug: str) -> HttpResponse:
    """All penalties of the evening, and the form for one more."""
    tournament = tournament_for(request, slug, Act.RUN_ROUNDS)
    if request.method != "POST":
        return _page(request, tournament)
    who = request.POST.get("entry", "")
    entry = tournament.entries.filter(pk=int(who)).first() if _is_id(who) else None
    try:
        if entry is None:
            raise TournamentError(_("Choose who gets the penalty."), code="no_such_entry")
        entry.tournament = tournament
        given = give_penalty_once(
            entry,
            points=_points(request.POST.get("points", "")),
            reason=request.POST.get("reason", "").strip(),
            by=by_web(request),
            seen=request.POST.get("seen", ""),
        )
    except NotAllowed as error:
        return refused(request, error, back=_here(tournament), back_text=_("Back to the penalties"))
    except EldestHandError as error:
        return _page(request, tournament, refusal=error)
    messages.success(
        request,
        _("%(name)s: %(points)s points.")
        % {"name": entry.player.display_name, "points": signed(given.points)},
    )
    return HttpResponseRedirect(_here(tournament))


@require_POST
@signed_in
def penalty_cancel(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take one back; twice is once."""
    tournament = tournament_for(request, slug, Act.RUN_ROUNDS)
    given = get_object_or_404(
        Penalty.objects.select_related("entry__tournament__club"),
        pk=pk,
        tournament=tournament,
        cancels__isnull=True,
    )
    try:
        cancel_penalty(given, reason=request.POST.get("reason", "").strip(), by=by_web(request))
    except NotAllowed as error:
        return refused(request, error, back=_here(tournament), back_text=_("Back to the penalties"))
    except EldestHandError as error:
        return _page(request, tournament, refusal=error)
    return HttpResponseRedirect(_here(tournament))


def _points(text: str) -> str:
    """Decimal text from what people type: a true minus, a decimal comma."""
    return text.strip().replace("−", "-").replace(",", ".")


def _page(
    request: HttpRequest, tournament: Tournament, *, refusal: EldestHandError | None = None
) -> HttpResponse:
    given = (
        Penalty.objects.filter(tournament=tournament, cancels__isnull=True)
        .select_related("entry__player__merged_into", "cancelled_by")
        .order_by("-pk")
    )
    rows = list(given)
    entries = list(tournament.entries.select_related("player__merged_into"))
    tell_apart_at(tournament, [*(entry.player for entry in entries), *(row.entry.player for row in rows)])
    entries.sort(
        key=lambda entry: in_order(entry.player.display_name),
    )
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "penalties": rows,
        "n_standing": sum(1 for row in rows if not hasattr(row, "cancelled_by")),
        "entries": entries,
        "seen": rows[0].pk if rows else 0,
        "refusal": refusal,
        "typed": request.POST if refusal else {},
    }
    with in_zone(tournament.club.time_zone):
        return render_page(
            request,
            "organise/penalties.html",
            context,
            section="tournaments",
            status=refusal.status if refusal else 200,
        )


def _is_id(text: str) -> bool:
    return whole(text) is not None


def _here(tournament: Tournament) -> str:
    return reverse("penalties", args=[tournament.slug])
