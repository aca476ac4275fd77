"""Two players: who was ahead when both sat at one table, and what the ratings had foretold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any
from urllib.parse import urlencode

from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubs.folding import in_order
from clubs.models import Player
from clubs.namesakes import tell_apart
from clubs.pages import render_page
from games.models import Seat
from ratings.forms import DuelsAsked
from ratings.models import RatingEvent, RatingState
from ratings.services.explaining import duel
from ratings.services.idlists import among
from ratings.services.ladders import system_of
from ratings.systems import SeatExplanation
from ratings.views.person import NEWEST_FIRST, Moved, find_person, main_state, profiles_of, seats_of
from ratings.views.players import rivals_of
from ratings.visibility import ladder_name

N_GAMES = 20
N_PEOPLE = 50


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game both played; `why` is the duel of the two on the main ladder, None where it is not rated there."""

    seat: Seat
    r_before: int | None
    their_r_before: int | None
    why: SeatExplanation | None


@require_safe
def player_rivals(request: HttpRequest, pk: int) -> HttpResponse:
    """Whom to compare a player with: those met most, or whoever is called `?q=`."""
    try:
        player = find_person(pk, request.user)
    except Moved as moved:
        return HttpResponseRedirect(reverse("player_rivals", args=[moved.person.pk]))
    sought = request.GET.get("q", "").replace("\x00", "").strip()[:100]
    context: dict[str, Any] = {"player": player, "sought": sought}
    if sought:
        people = Player.objects.current().named(sought).findable_by(request.user).exclude(pk=pk)
        found = list(people.order_by("sorts_as", "pk")[:N_PEOPLE])
        tell_apart([player, *found])
        context["people"] = sorted(found, key=lambda one: (in_order(one.display_name), one.pk))
    else:
        rivals = rivals_of(profiles_of(player), N_PEOPLE, request.user)
        tell_apart([player, *(rival["player"] for rival in rivals)])
        context["rivals"] = rivals
    return render_page(
        request, "ratings/rivals.html", context, section="players", fragment="ratings/_rivals.html"
    )


@require_safe
def player_against(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Counts, expectation and games of two players. The queries do not grow with the games they share."""
    if pk == other:
        raise Http404
    try:
        player, rival = find_person(pk, request.user), find_person(other, request.user)
    except Moved as moved:
        pair = [moved.person.pk if n == moved.merged else n for n in (pk, other)]
        return HttpResponseRedirect(reverse("player_against", args=pair))
    tell_apart([player, rival])
    asked = DuelsAsked(request.GET).asked
    meetings = _meetings(profiles_of(player), profiles_of(rival))
    places = {seat: (game, own, their) for seat, game, own, their in _places(meetings)}
    groups: dict[str, list[int]] = {"ahead": [], "level": [], "behind": []}
    for seat, (_game, own, their) in places.items():
        groups["ahead" if own < their else "level" if own == their else "behind"].append(seat)
    main = main_state(player)
    duels = _duels(main, rival, places.values()) if main is not None and places else {}
    counts = {name: len(group) for name, group in groups.items()}
    groups["rated"] = [seat for seat, (game, _own, _their) in places.items() if game in duels]
    shown = meetings.filter(pk__in=among(groups[asked["result"]])) if asked else meetings
    page = NEWEST_FIRST.page(shown.defer("plays", "game__rules"), request.GET, size=N_GAMES)
    context = {
        "player": player,
        "rival": rival,
        "asked": asked,
        "query": urlencode(asked),
        "page": page,
        "rows": [Meeting(seat, *duels.get(seat.game_id, (None, None, None))) for seat in page.rows],
        "n": len(places),
        "counts": counts,
        "n_rated": len(duels),
        "expected": fsum(why.expected for _own, _their, why in duels.values()),
        "scored": fsum(why.scored for _own, _their, why in duels.values()),
        "main": ladder_name(main.epoch.ladder) if main is not None else "",
    }
    return render_page(
        request, "ratings/against.html", context, section="players", fragment="ratings/_against.html"
    )


def _meetings(profiles: Sequence[int], others: Sequence[int]) -> QuerySet[Seat]:
    """Seats of the first in games where the second sat too, each with the other's place and total."""
    theirs = Seat.objects.filter(player__in=others, game=OuterRef("game"), place__isnull=False)
    theirs = theirs.order_by("number", "from_deal")
    return (
        seats_of(profiles)
        .annotate(
            their_place=Subquery(theirs.values("place")[:1]), their_total=Subquery(theirs.values("total")[:1])
        )
        .filter(their_place__isnull=False)
    )


def _places(meetings: QuerySet[Seat]) -> list[tuple[int, int, int, int]]:
    rows: Any = meetings.order_by().values_list("pk", "game_id", "place", "their_place")  # type: ignore[misc]
    return list(rows)


def _duels(main: RatingState, rival: Player, places: Any) -> Mapping[int, tuple[int, int, SeatExplanation]]:
    """By game id, where both are rated: the ratings of the two before it, and the duel. Two queries."""
    games = {game: (own, their) for game, own, their in places}
    events = RatingEvent.objects.filter(epoch=main.epoch_id, game__in=among(games))
    before = [
        dict(events.filter(player=player).values_list("game_id", "r_before"))
        for player in (main.player_id, rival.pk)
    ]
    system = system_of(main.epoch)
    return {
        game: (own, before[1][game], duel(system, (own, before[1][game]), games[game]))
        for game, own in before[0].items()
        if game in before[1]
    }
