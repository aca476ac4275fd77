"""The ladders: all of them, one of them, and how a rating comes about."""

from __future__ import annotations

from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.models import Club, Player
from clubs.namesakes import tell_apart
from clubs.pages import render_page, wants_fragment
from clubs.paging import Keyset, KeysetPage
from clubs.querysets import leave_names_out
from clubs.templatetags.figures import PROVISIONAL_GAMES
from games.models import Game
from ratings.forms import BoardFilter
from ratings.models import Ladder, RatingState
from ratings.services.explaining import GameOnLadder, SeatInWords, explain_game, k_range, say, without_hidden
from ratings.services.ladders import DEFAULT_SYSTEM, system_of
from ratings.services.unseen import Unseen, find_unseen, shown_on
from ratings.systems import System, get_system
from ratings.views.board import (
    HIGHEST_FIRST,
    N_ABOVE,
    BoardLine,
    count_before,
    find_absence,
    ranked,
    searched,
    states_of,
    with_changes,
    with_rank,
)
from ratings.visibility import ladder_name, leave_out, listed_ladders, may_ask_for, visible_ladders

BY_SLUG = Keyset("slug", "id", str)
N_TOP = 5
N_CLUBS = 50


@require_safe
def ladder_list(request: HttpRequest) -> HttpResponse:
    """The ladders of everybody with their first five, then those of clubs."""
    everybody = list(listed_ladders().filter(club__isnull=True).order_by("family"))
    now = timezone.now()
    boards = [list(find_unseen(ladder, now=now).listed(states_of(ladder))[:N_TOP]) for ladder in everybody]
    leave_out([state for board in boards for state in board], request.user)
    for board in boards:
        tell_apart([state.player for state in board])
    tops = [
        {"ladder": ladder, "name": ladder_name(ladder), "lines": ranked(board)}
        for ladder, board in zip(everybody, boards, strict=True)
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
    """The board, 50 to a page by key; `BoardFilter` says what may be asked, `?player=` asks where somebody stands."""
    ladder = get_object_or_404(visible_ladders(request.user), slug=slug)
    unseen = find_unseen(ladder, now=timezone.now())
    chosen = BoardFilter(
        request.GET,
        queryset=states_of(ladder),
        ladder=ladder,
        known=unseen,
        games=shown_on(ladder),
        request=request,
    )
    shown, asked = chosen.qs, chosen.asked
    sought = asked.get("q", "")
    wanted = _wanted(request)
    page, lines = _page(request, shown, ladder, unseen, wanted=wanted, is_search=bool(sought))
    leave_out(page.rows, request.user, ladder)
    # Not only those on this board: a mark would tell of games that the reader may not see.
    known = Player.objects.current().findable_by(request.user)
    tell_apart([state.player for state in page.rows], among=known)
    is_there = wanted is not None and any(state.player_id == wanted.pk for state in page.rows)
    context = {
        "ladder": ladder,
        "name": ladder_name(ladder),
        "lines": with_changes(lines, ladder, request.user),
        "askable": may_ask_for(ladder, request.user),
        "page": page,
        "query": urlencode(asked),
        "sought": sought,
        "asked": asked,
        "form": chosen.form,
        "wanted": wanted,
        "absence": find_absence(ladder, wanted, unseen) if wanted is not None and not is_there else None,
        "own": _own_player(request),
        "provisional_games": PROVISIONAL_GAMES,
    }
    if not wants_fragment(request):
        context["n_listed"] = unseen.listed(states_of(ladder)).count()
        context["clubs"] = (
            Club.objects.listed().order_by("sorts_as", "pk")[:N_CLUBS] if ladder.club is None else []
        )
    return render_page(
        request, "ratings/ladder.html", context, section="ratings", fragment="ratings/_board.html"
    )


def _page(
    request: HttpRequest,
    shown: QuerySet[RatingState],
    ladder: Ladder,
    unseen: Unseen,
    *,
    wanted: Player | None,
    is_search: bool,
) -> tuple[KeysetPage, list[BoardLine]]:
    """The rows asked for. Places are counted among who is shown; who is searched keeps the place on the board."""
    if is_search:
        page = HIGHEST_FIRST.page(with_rank(shown, ladder, unseen), request.GET)
        unseen.mark(page.rows)
        return page, searched(page.rows)
    state = shown.filter(player=wanted).first() if wanted is not None else None
    if state is not None:
        page = HIGHEST_FIRST.page_around(shown, state, above=N_ABOVE)
    else:
        page = HIGHEST_FIRST.page(shown, request.GET)
    unseen.mark(page.rows)
    if not page.rows or page.before is None:
        return page, ranked(page.rows)
    n_before, n_above = count_before(unseen.listed(shown), page.rows[0])
    return page, ranked(page.rows, n_before=n_before, n_above=n_above)


def _wanted(request: HttpRequest) -> Player | None:
    """Whose place `?player=` asks for, by number; nobody for anything else."""
    text = request.GET.get("player", "")
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        return None
    player = Player.objects.select_related("merged_into").filter(pk=int(text)).first()
    if player is None:
        return None
    person = player.merged_into or player
    leave_names_out([person], request.user)
    return person


def _own_player(request: HttpRequest) -> Player | None:
    user = request.user
    return Player.objects.current().filter(user=user).first() if user.is_authenticated else None


@require_safe
def ratings_how(request: HttpRequest) -> HttpResponse:
    """The formula in plain words, worked out on the reader's own last game, else on the newest public one."""
    own = _own_player(request)
    game = _example_game(request, own)
    on_ladder = _first_told(game) if game is not None else None
    if game is not None and on_ladder is not None:
        tell_apart([seat.player for seat in on_ladder.seats], club=game.club)
    epoch = on_ladder.ladder.active_epoch if on_ladder is not None else None
    system = system_of(epoch) if epoch is not None else get_system(*DEFAULT_SYSTEM)
    k_first, k_least, k_games = k_range(system)
    context = {
        "game": game if on_ladder else None,
        "example": on_ladder,
        "ladder": ladder_name(on_ladder.ladder) if on_ladder else "",
        "told": _most_concerned(on_ladder, own) if on_ladder else None,
        "made_up": [] if on_ladder else _made_up_table(system),
        "k_first": k_first,
        "k_least": k_least,
        "k_games": k_games,
        "provisional_games": PROVISIONAL_GAMES,
        "system": system,
    }
    return render_page(request, "ratings/how.html", context, section="ratings")


def _example_game(request: HttpRequest, own: Player | None) -> Game | None:
    if own is not None:
        mine = Game.objects.visible_to(request.user).rated_games().for_player(own)
        if (last := mine.select_related("club").order_by("-order_key").first()) is not None:
            return last
    return Game.objects.listed().rated_games().select_related("club").order_by("-order_key").first()


def _first_told(game: Game) -> GameOnLadder | None:
    """The game on the ladder of everybody; None until the writer has come to it."""
    told = next((found for found in explain_game(game) if found.seats), None)
    return without_hidden(told, game) if told is not None else None


def _most_concerned(on_ladder: GameOnLadder, own: Player | None) -> SeatInWords:
    """The reader's own seat, else that of the winner."""
    mine = [seat for seat in on_ladder.seats if own is not None and seat.player.pk == own.pk]
    return mine[0] if mine else min(on_ladder.seats, key=lambda seat: seat.place)


def _made_up_table(system: System) -> list[dict[str, object]]:
    """Four people who never were, for a site without a rated game."""
    names = ["Frank", "Evelyn", "Helen", "George"]  # by place
    before, games, places = [1_500_000, 1_560_000, 1_440_000, 1_500_000], [40, 52, 0, 6], [1, 2, 3, 4]
    told = system.explain(before, games, places)
    return [
        {
            "name": name,
            "r_before": r,
            "n_before": n,
            "place": place,
            "said": say(r, why),
        }
        for name, r, n, place, why in zip(names, before, games, places, told, strict=True)
    ]
