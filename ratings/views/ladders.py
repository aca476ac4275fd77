"""The ladders: all of them, one of them, and how a rating comes about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from clubs.pages import render_page
from clubs.paging import Keyset, read_int
from clubs.templatetags.figures import PROVISIONAL_GAMES
from ratings.models import Ladder, RatingEvent, RatingState
from ratings.systems import get_system
from ratings.visibility import ladder_name, listed_ladders, visible_ladders

HIGHEST_FIRST = Keyset("rating", "player_id", read_int, descending=True)
BY_SLUG = Keyset("slug", "id", str)
N_TOP = 5


@dataclass(frozen=True, slots=True)
class BoardLine:
    """`rank` is shared by equal ratings; `change` is what the last rated game did, in milli-points."""

    state: RatingState
    rank: int
    shared: bool
    change: int | None


@require_safe
def ladder_list(request: HttpRequest) -> HttpResponse:
    """The ladders of everybody with their first five, then those of clubs."""
    everybody = list(listed_ladders().filter(club__isnull=True).order_by("family"))
    tops = [
        {"ladder": ladder, "name": ladder_name(ladder), "lines": ranked(_board(ladder)[:N_TOP], 1)}
        for ladder in everybody
    ]
    page = BY_SLUG.page(listed_ladders().filter(club__isnull=False), request.GET)
    context = {
        "tops": tops,
        "page": page,
        "clubs": [{"ladder": ladder, "name": ladder_name(ladder)} for ladder in page.rows],
    }
    return render_page(
        request, "ratings/list.html", context, section="ratings", fragment="ratings/_clubs.html"
    )


@require_safe
def ladder_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """The board: 50 to a page by key, or those whose name holds `?q=`. Places are shared on equal ratings."""
    ladder = get_object_or_404(visible_ladders(request.user), slug=slug)
    sought = request.GET.get("q", "").replace("\x00", "").strip()[:100]
    board = _board(ladder)
    if sought:
        named = board.filter(player__name__icontains=sought)
        page = HIGHEST_FIRST.page(_with_rank(named, ladder), request.GET)
        lines = _searched(page.rows)
    else:
        page = HIGHEST_FIRST.page(board, request.GET)
        lines = ranked(page.rows, _rank_of(ladder, page.rows[0].rating) if page.rows else 1)
    context = {
        "ladder": ladder,
        "name": ladder_name(ladder),
        "lines": _with_changes(lines),
        "page": page,
        "sought": sought,
        "n_listed": board.count(),
        "provisional_games": PROVISIONAL_GAMES,
    }
    return render_page(
        request, "ratings/ladder.html", context, section="ratings", fragment="ratings/_board.html"
    )


@require_safe
def ratings_how(request: HttpRequest) -> HttpResponse:
    """The formula in plain words, with an evening that is worked out by the code itself."""
    system = get_system("elo-mp", 1)
    names = ["Frank", "Evelyn", "Helen", "George"]  # by place
    before, games, places = [1_500_000, 1_560_000, 1_440_000, 1_500_000], [40, 52, 0, 6], [1, 2, 3, 4]
    told = system.explain(before, games, places)
    example = [
        {"name": name, "before": r, "games": n, "place": place, "why": why, "after": r + why.delta_milli}
        for name, r, n, place, why in zip(names, before, games, places, told, strict=True)
    ]
    context = {
        "example": example,
        "provisional_games": PROVISIONAL_GAMES,
        "system": system,
    }
    return render_page(request, "ratings/how.html", context, section="ratings")


def ranked(states: Iterable[RatingState], first_rank: int) -> list[BoardLine]:
    """Lines of a stretch of the board that begins at `first_rank`; equal ratings share the place."""
    rows = list(states)
    lines: list[BoardLine] = []
    for offset, state in enumerate(rows):
        above = rows[offset - 1] if offset else None
        level = above is not None and above.rating == state.rating
        rank = lines[-1].rank if level else first_rank + offset
        follows = offset + 1 < len(rows) and rows[offset + 1].rating == state.rating
        lines.append(BoardLine(state, rank, level or follows, None))
    return lines


def _board(ladder: Ladder) -> QuerySet[RatingState]:
    return (
        RatingState.objects.filter(epoch=ladder.active_epoch_id, listed=True)
        .select_related("player")
        .order_by("-rating", "player_id")
    )


def _rank_of(ladder: Ladder, rating: int) -> int:
    return (
        RatingState.objects.filter(epoch=ladder.active_epoch_id, listed=True, rating__gt=rating).count() + 1
    )


def _with_rank(states: QuerySet[RatingState], ladder: Ladder) -> QuerySet[RatingState]:
    """The place of scattered rows, each counted by the database."""
    above = (
        RatingState.objects.filter(epoch=ladder.active_epoch_id, listed=True, rating__gt=OuterRef("rating"))
        .order_by()
        .values("epoch")
        .annotate(n=Count("player_id"))
        .values("n")
    )
    return states.annotate(n_above=Coalesce(Subquery(above), 0))


def _searched(states: Sequence[RatingState]) -> list[BoardLine]:
    return [BoardLine(state, state.n_above + 1, False, None) for state in states]  # type: ignore[attr-defined]


def _with_changes(lines: list[BoardLine]) -> list[BoardLine]:
    """Each line with what its last game did. One query."""
    if not lines:
        return lines
    wanted = {line.state.player_id: line.state.last_key for line in lines if line.state.last_key}
    events = RatingEvent.objects.filter(
        Q(epoch=lines[0].state.epoch_id), order_key__in=set(wanted.values()), player__in=set(wanted)
    )
    change = {
        (player, key): delta for player, key, delta in events.values_list("player_id", "order_key", "delta")
    }
    return [
        BoardLine(line.state, line.rank, line.shared, change.get((line.state.player_id, line.state.last_key)))
        for line in lines
    ]
