"""Draw a round, look at the draft, change it by hand, draw it again, publish it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.acting import by_web
from clubs.errors import Conflict, EldestHandError, NotAllowed
from clubs.pages import wants_fragment
from clubs.rights import Act
from clubs.typed import whole
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import Round, Tournament
from tournaments.services import rounds
from tournaments.services.board import as_seen
from tournaments.services.orders import cancel_order, draw_or_order, order_of
from tournaments.views.organise.board import board_of
from tournaments.views.organise.draw_page import draw_page, here, read_settings, refused_draw
from tournaments.views.organise.guards import drafting_tournament
from tournaments.views.organise.moves import do_change, read_change


@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """The next round: its splits before the draw, its board after it, its sheets once it is published."""
    tournament = drafting_tournament(
        request, slug, Act.RUN_ROUNDS if request.method == "POST" else Act.READ_DRAFTS
    )
    if request.method != "POST" and tournament.is_open_night:
        return HttpResponseRedirect(reverse("queue", args=[tournament.slug]))
    if request.method != "POST":
        if wants_fragment(request) and "drawing" in request.GET and not _is_being_drawn(tournament):
            return HttpResponse(headers={"HX-Redirect": here(tournament)})
        return draw_page(request, tournament)
    try:
        draw_or_order(tournament, by=by_web(request), settings=read_settings(request.POST))
    except (NotAllowed, Conflict) as error:
        return refused_draw(request, tournament, error)
    except EldestHandError as error:
        return draw_page(request, tournament, refusal=error)
    return HttpResponseRedirect(here(tournament))


@require_POST
def draw_cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a draw back that a worker is still at; pressed twice it is taken back once."""
    tournament = drafting_tournament(request, slug, Act.RUN_ROUNDS)
    cancel_order(tournament, by=by_web(request))
    messages.success(request, _("The draw was taken back."))
    return HttpResponseRedirect(here(tournament))


@require_POST
def draw_change(request: HttpRequest, slug: str) -> HttpResponse:
    """Swap two people, or move one, on the draft that was seen."""
    tournament = drafting_tournament(request, slug, Act.RUN_ROUNDS)
    try:
        drafted = _draft(request, tournament)
        with as_seen(drafted, request.POST.get("seen", "")):
            board = board_of(tournament, drafted)
            change = read_change(board, request.POST)
            if change is None:
                raise TournamentError(_("Choose who changes seats, and with whom."), code="nothing_chosen")
            do_change(drafted, board, change, by=by_web(request))
    except (NotAllowed, Conflict) as error:
        return refused_draw(request, tournament, error)
    except EldestHandError as error:
        return draw_page(request, tournament, refusal=error)
    if wants_fragment(request):
        return draw_page(request, tournament)
    return HttpResponseRedirect(here(tournament))


@require_POST
def draw_again(request: HttpRequest, slug: str) -> HttpResponse:
    """Another draw of the same round, with a reason; tables that are kept stay as they are."""
    tournament = drafting_tournament(request, slug, Act.RUN_ROUNDS)
    try:
        draw_or_order(
            tournament,
            by=by_web(request),
            settings=read_settings(request.POST),
            drafted=_draft(request, tournament),
            reason=request.POST.get("reason", ""),
        )
    except (NotAllowed, Conflict) as error:
        return refused_draw(request, tournament, error)
    except EldestHandError as error:
        return draw_page(request, tournament, refusal=error)
    return HttpResponseRedirect(here(tournament))


@require_POST
def draw_discard(request: HttpRequest, slug: str) -> HttpResponse:
    """Throw the draft away; one that is gone already is gone."""
    tournament = drafting_tournament(request, slug, Act.RUN_ROUNDS)
    try:
        rounds.discard_draft(
            _draft(request, tournament), by=by_web(request), reason=request.POST.get("reason", "")
        )
    except (NotAllowed, Conflict) as error:
        return refused_draw(request, tournament, error)
    messages.success(request, _("The draft was thrown away."))
    return HttpResponseRedirect(here(tournament))


@require_POST
def draw_publish(request: HttpRequest, slug: str) -> HttpResponse:
    """Show everybody the draft that was seen. Pressed twice it is published once."""
    tournament = drafting_tournament(request, slug, Act.RUN_ROUNDS)
    draft_id = request.POST.get("draft", "")
    done = tournament.rounds.filter(pk=int(draft_id) if _is_id(draft_id) else 0).first()
    if done is not None and done.state != Round.State.DRAFT:
        return HttpResponseRedirect(here(tournament))
    try:
        drafted = _draft(request, tournament)
        with as_seen(drafted, request.POST.get("seen", "")):
            published = rounds.publish_round(drafted, by=by_web(request))
    except (NotAllowed, Conflict) as error:
        return refused_draw(request, tournament, error)
    except EldestHandError as error:
        return draw_page(request, tournament, refusal=error)
    messages.success(
        request, _("Round %(n)d is published: everybody sees the tables.") % {"n": published.number}
    )
    return HttpResponseRedirect(here(tournament))


def _is_being_drawn(tournament: Tournament) -> bool:
    order = order_of(tournament)
    return order is not None and not order.refusal


def _draft(request: HttpRequest, tournament: Tournament) -> Round:
    """The draft the form was made from; a `RoundConflict` when it is gone or published."""
    text = request.POST.get("draft", "")
    drafts = tournament.rounds.filter(state=Round.State.DRAFT)
    drafted = drafts.filter(pk=int(text)).first() if _is_id(text) else None
    if drafted is None:
        raise RoundConflict(_("This draft is gone: look at what stands now."))
    drafted.tournament = tournament
    return drafted


def _is_id(text: str) -> bool:
    return whole(text) is not None
