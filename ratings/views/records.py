"""The facts behind a player's numbers: the games each of them counts, and the figures of bidding."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubs.pages import render_page
from games.models import Game, Seat
from games.services.plays import Outcome, Play, Tally
from ratings.forms import GamesAsked
from ratings.models import RatingEvent, RatingState
from ratings.services.explaining import explain_seats
from ratings.services.idlists import among
from ratings.services.unseen import shown_on
from ratings.systems import SeatExplanation
from ratings.views.person import (
    NEWEST_FIRST,
    Moved,
    find_person,
    ladder_states,
    main_state,
    profiles_of,
    seats_of,
)
from ratings.visibility import findable_ladders, ladder_name

N_GAMES = 20
_OF_HANDS = frozenset({"hand", "bid", "dealer"})


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game of a player; `hands` counts the hands asked for, `why` is None where the game is not rated."""

    seat: Seat
    hands: int | None
    why: SeatExplanation | None
    rating: int | None


@require_safe
def player_games(request: HttpRequest, pk: int) -> HttpResponse:
    """The games of a player, or those in which something happened: what stands behind every number of the profile.

    Those of a ladder are the ones its lines count, for whoever reads.
    Plays are short, so those of all games are read at once; the queries do not grow with the games.
    """
    try:
        player = find_person(pk, request.user)
    except Moved as moved:
        return HttpResponseRedirect(reverse("player_games", args=[moved.person.pk]))
    ladders = findable_ladders(request.user)
    states = {state.epoch.ladder.slug: state for state in ladder_states(player, ladders)}
    names = [(slug, ladder_name(state.epoch.ladder)) for slug, state in states.items()]
    form = GamesAsked(request.GET, ladders=names)
    asked = form.asked
    main = next(iter(states.values()), None)
    bound = None
    if slug := asked.get("ladder"):
        main = states[slug]
        rated = RatingEvent.objects.filter(epoch=main.epoch_id, player=player)
        counted = shown_on(main.epoch.ladder).filter(pk__in=rated.values("game"))
        game_id = asked.get("until") or asked.get("prior") or 0
        bound = counted.filter(pk=game_id).select_related("club").first()
        if bound is not None:
            compared = "order_key__lte" if "until" in asked else "order_key__lt"
            counted = counted.filter(**{compared: bound.order_key})
        seats = seats_of(profiles_of(player), counted)
    else:
        seats = seats_of(profiles_of(player))
    if place := asked.get("place"):
        seats = seats.filter(place=place)
    hands: Mapping[int, int] = {}
    n_games = None
    if _OF_HANDS & asked.keys():
        hands = _hands(seats, asked)
        seats = seats.filter(pk__in=among(hands))
        n_games = len(hands)
    page = NEWEST_FIRST.page(seats.defer("plays", "game__rules"), request.GET, size=N_GAMES)
    context = {
        "player": player,
        "form": form,
        "asked": asked,
        "query": urlencode(asked),
        "page": page,
        "rows": _rows(page.rows, hands, main),
        "main": ladder_name(main.epoch.ladder) if main is not None else "",
        "bound": bound,
        "n_games": seats.count() if n_games is None else n_games,
        "n_hands": sum(hands.values()) if hands else None,
    }
    return render_page(
        request, "ratings/games.html", context, section="players", fragment="ratings/_record.html"
    )


@require_safe
def player_figures(request: HttpRequest, pk: int) -> HttpResponse:
    """Bids by hand size, zero bids, over and under, as dealer; the best and the worst game. Eight queries."""
    try:
        player = find_person(pk, request.user)
    except Moved as moved:
        return HttpResponseRedirect(reverse("player_figures", args=[moved.person.pk]))
    plays = [
        play
        for row in seats_of(profiles_of(player)).order_by().values_list("plays", flat=True)
        for play in row
    ]
    sizes = {size: Tally(p for p in plays if p[0] == size) for size in sorted({play[0] for play in plays})}
    main = main_state(player)
    context = {
        "player": player,
        "sizes": sizes.items(),
        "all": Tally(plays),
        "dealers": (("yes", Tally(p for p in plays if p[3])), ("no", Tally(p for p in plays if not p[3]))),
        "extremes": _extremes(main) if main is not None else [],
        "main": ladder_name(main.epoch.ladder) if main is not None else "",
    }
    return render_page(request, "ratings/figures.html", context, section="players")


def _hands(seats: QuerySet[Seat], asked: Mapping[str, Any]) -> dict[int, int]:
    """By id of the seat: how many of its hands are as asked, where there are any. One query."""
    found = {}
    for pk, plays in seats.order_by().values_list("pk", "plays"):
        if n := sum(_is_as_asked(play, asked) for play in plays):
            found[pk] = n
    return found


def _is_as_asked(play: Play, asked: Mapping[str, Any]) -> bool:
    size, bid, outcome, is_dealer = play
    if asked.get("hand", size) != size:
        return False
    if asked.get("dealer") and (asked["dealer"] == "yes") != bool(is_dealer):
        return False
    match asked.get("bid"):
        case "made":
            return outcome == Outcome.MADE
        case "missed":
            return outcome != Outcome.MADE
        case "over":
            return outcome == Outcome.OVER
        case "under":
            return outcome == Outcome.UNDER
        case "zero":
            return bid == 0
        case "zero-made":
            return bid == 0 and outcome == Outcome.MADE
    return True


def _rows(seats: Iterable[Seat], hands: Mapping[int, int], main: RatingState | None) -> list[GameRow]:
    """One page with what was expected on the main ladder, and the rating after each game. Three queries."""
    page = list(seats)
    why: Mapping[int, SeatExplanation] = {}
    after: dict[int, int] = {}
    if main is not None:
        why = explain_seats(main.epoch, main.player_id, [seat.game for seat in page])
        events = RatingEvent.objects.filter(
            epoch=main.epoch_id, player=main.player_id, game__in=[seat.game_id for seat in page]
        )
        after = {game: r + delta for game, r, delta in events.values_list("game_id", "r_before", "delta")}
    return [
        GameRow(seat, hands.get(seat.pk), why.get(seat.game_id), after.get(seat.game_id)) for seat in page
    ]


def _extremes(main: RatingState) -> list[tuple[str, RatingEvent]]:
    """The games of the largest gain and of the largest loss. Two queries."""
    events = RatingEvent.objects.filter(
        epoch=main.epoch_id, player=main.player_id, game__in=Game.objects.listed()
    ).select_related("game__club")
    best = events.order_by("-delta", "order_key").first()
    worst = events.order_by("delta", "order_key").first()
    return [
        (kind, event)
        for kind, event in (("best", best), ("worst", worst))
        if event is not None and (event.delta > 0) == (kind == "best")
    ]
