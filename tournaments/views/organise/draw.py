"""Draw a round, look at the draft, change it by hand, publish it, take it back, close it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.acting import by_web, refused
from clubs.errors import Conflict, EldestHandError, NotAllowed
from clubs.pages import in_zone, render_page, wants_fragment
from clubs.rights import Act, may
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import Round, Tournament
from tournaments.rights import roles_in
from tournaments.services import rounds
from tournaments.services.board import as_seen, redraw
from tournaments.services.entries import next_round_number, statuses
from tournaments.views.organise.board import SEATED, Board, board_of
from tournaments.views.organise.guards import drafting_tournament
from tournaments.views.organise.moves import Preview, do_change, preview_of, read_change
from tournaments.views.organise.open_round import open_round_of
from tournaments.views.organise.splits import splits_for


@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """The next round: its splits before the draw, its board after it, its sheets once it is published."""
    tournament = drafting_tournament(
        request, slug, Act.RUN_ROUNDS if request.method == "POST" else Act.READ_DRAFTS
    )
    if request.method != "POST":
        return _page(request, tournament)
    try:
        rounds.draft_round(tournament, by=by_web(request), sizes=_sizes(request))
    except (NotAllowed, Conflict) as error:
        return _refused(request, tournament, error)
    except EldestHandError as error:
        return _page(request, tournament, refusal=error)
    return HttpResponseRedirect(_here(tournament))


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
        return _refused(request, tournament, error)
    except EldestHandError as error:
        return _page(request, tournament, refusal=error)
    if wants_fragment(request):
        return _page(request, tournament)
    return HttpResponseRedirect(_here(tournament))


@require_POST
def draw_again(request: HttpRequest, slug: str) -> HttpResponse:
    """Another draw of the same round, with a reason."""
    tournament = drafting_tournament(request, slug, Act.RUN_ROUNDS)
    try:
        redraw(
            _draft(request, tournament),
            by=by_web(request),
            reason=request.POST.get("reason", ""),
            sizes=_sizes(request),
        )
    except (NotAllowed, Conflict) as error:
        return _refused(request, tournament, error)
    except EldestHandError as error:
        return _page(request, tournament, refusal=error)
    return HttpResponseRedirect(_here(tournament))


@require_POST
def draw_discard(request: HttpRequest, slug: str) -> HttpResponse:
    """Throw the draft away; one that is gone already is gone."""
    tournament = drafting_tournament(request, slug, Act.RUN_ROUNDS)
    try:
        rounds.discard_draft(
            _draft(request, tournament), by=by_web(request), reason=request.POST.get("reason", "")
        )
    except (NotAllowed, Conflict) as error:
        return _refused(request, tournament, error)
    messages.success(request, _("The draft was thrown away."))
    return HttpResponseRedirect(_here(tournament))


@require_POST
def draw_publish(request: HttpRequest, slug: str) -> HttpResponse:
    """Show everybody the draft that was seen. Pressed twice it is published once."""
    tournament = drafting_tournament(request, slug, Act.RUN_ROUNDS)
    draft_id = request.POST.get("draft", "")
    done = tournament.rounds.filter(pk=int(draft_id) if _is_id(draft_id) else 0).first()
    if done is not None and done.state != Round.State.DRAFT:
        return HttpResponseRedirect(_here(tournament))
    try:
        drafted = _draft(request, tournament)
        with as_seen(drafted, request.POST.get("seen", "")):
            published = rounds.publish_round(drafted, by=by_web(request))
    except (NotAllowed, Conflict) as error:
        return _refused(request, tournament, error)
    except EldestHandError as error:
        return _page(request, tournament, refusal=error)
    messages.success(
        request, _("Round %(n)d is published: everybody sees the tables.") % {"n": published.number}
    )
    return HttpResponseRedirect(_here(tournament))


@require_POST
def round_unpublish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a published round back to the board, with a reason, while nothing is entered."""
    tournament = drafting_tournament(request, slug, Act.RUN_ROUNDS)
    published = get_object_or_404(tournament.rounds.select_related("tournament__club"), number=number)
    reason = request.POST.get("reason", "").strip()
    try:
        if not reason:
            raise TournamentError(
                _("Say why the round is taken back: people have seen it."), code="reason_missing"
            )
        rounds.unpublish_round(published, by=by_web(request), reason=reason)
    except (NotAllowed, Conflict) as error:
        return _refused(request, tournament, error)
    except EldestHandError as error:
        return _page(request, tournament, refusal=error)
    messages.success(request, _("Round %(n)d is a draft again: nobody else sees it.") % {"n": number})
    return HttpResponseRedirect(_here(tournament))


@require_POST
def round_close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The round is over; pressed twice it is closed once."""
    tournament = drafting_tournament(request, slug, Act.FINISH)
    published = get_object_or_404(tournament.rounds.select_related("tournament__club"), number=number)
    if published.state != Round.State.CLOSED:
        try:
            rounds.close_round(published, by=by_web(request))
        except (NotAllowed, Conflict) as error:
            return _refused(request, tournament, error)
        messages.success(request, _("Round %(n)d is closed.") % {"n": number})
    return HttpResponseRedirect(_here(tournament))


def _page(
    request: HttpRequest, tournament: Tournament, *, refusal: EldestHandError | None = None
) -> HttpResponse:
    roles = roles_in(request.user, tournament)
    last = tournament.rounds.order_by("-number").first()
    context: dict[str, Any] = {
        "tournament": tournament,
        "club": tournament.club,
        "refusal": refusal,
        "may_run": may(roles, Act.RUN_ROUNDS),
        "may_close": may(roles, Act.FINISH),
        "typed": request.POST if refusal else {},
    }
    template, fragment = "organise/draw.html", None
    if last is not None and last.state == Round.State.DRAFT:
        last.tournament = tournament
        board = board_of(tournament, last)
        template, fragment = "organise/board.html", "organise/_board.html"
        preview, found = _preview(board, request)
        n_seated = sum(len(table.seats) for table in board.tables) + len(board.came) - len(board.gone)
        context |= {
            "board": board,
            "preview": preview,
            "refusal": refusal or found,
            "who": request.GET.get("who", ""),
            "to": request.GET.get("to", ""),
            "splits": splits_for(tournament, max(0, n_seated), last.number),
        }
        if "who" in request.GET and wants_fragment(request):
            fragment = "organise/_preview.html"
    elif last is not None and last.state == Round.State.PUBLISHED:
        template = "organise/open_round.html"
        context["open"] = open_round_of(last)
    else:
        number = next_round_number(tournament)
        known = statuses(tournament, number)
        splits = splits_for(tournament, sum(status in SEATED for status in known.values()), number)
        context |= {"number": number, "splits": splits, "over": number > tournament.n_rounds}
    with in_zone(tournament.club.time_zone):
        response = render_page(
            request,
            template,
            context,
            section="tournaments",
            fragment=fragment,
            status=refusal.status if refusal else 200,
        )
    response["Cache-Control"] = "no-store"  # a draft stays in no cache on any road (scenarios.md S23)
    return response


def _preview(board: Board, request: HttpRequest) -> tuple[Preview | None, EldestHandError | None]:
    if request.method == "POST":
        return None, None
    try:
        change = read_change(board, request.GET)
        return (preview_of(board, change) if change else None), None
    except EldestHandError as error:
        return None, error


def _draft(request: HttpRequest, tournament: Tournament) -> Round:
    """The draft the form was made from; a `RoundConflict` when it is gone or published."""
    text = request.POST.get("draft", "")
    drafts = tournament.rounds.filter(state=Round.State.DRAFT)
    drafted = drafts.filter(pk=int(text)).first() if _is_id(text) else None
    if drafted is None:
        raise RoundConflict(_("This draft is gone: look at what stands now."))
    drafted.tournament = tournament
    return drafted


def _sizes(request: HttpRequest) -> list[int] | None:
    """The sizes of the chosen split, `4-3`; None leaves the choice to the tournament's own sizes."""
    text = request.POST.get("sizes", "")
    parts = text.split("-") if text else []
    return [int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 3] or None


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19


def _refused(request: HttpRequest, tournament: Tournament, error: EldestHandError) -> HttpResponse:
    return refused(request, error, back=_here(tournament), back_text=_("To the board as it stands"))


def _here(tournament: Tournament) -> str:
    return reverse("draw", args=[tournament.slug])
