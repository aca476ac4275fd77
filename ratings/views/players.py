"""A player: how good, how lately; and the search for one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Count, F, OuterRef, Q, QuerySet, Subquery, Sum, When
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.models import Membership, Player, User
from clubs.namesakes import tell_apart
from clubs.pages import render_page
from clubs.paging import BY_NAME
from clubs.querysets import leave_names_out
from clubs.services.members import known_as
from clubs.templatetags.figures import is_provisional
from games.models import Game, Seat
from ratings.models import Ladder, RatingEvent, RatingState
from ratings.services.board import played_at
from ratings.services.unseen import find_unseen
from ratings.views.person import NEWEST_FIRST, Moved, find_person, main_state, seats_of
from ratings.visibility import ladder_name, leave_out_hidden, listed_ladders

MOST_POINTS = 400
N_GAMES = 20
N_RIVALS = 8


@dataclass(frozen=True, slots=True)
class LadderLine:
    """A player's number on one ladder; `rank` only on the main one and only when listed."""

    name: str
    slug: str
    url: str
    state: RatingState
    rank: int | None
    peak_game_id: int | None

    @property
    def games(self) -> str:
        """The games behind the number."""
        asked = urlencode({"ladder": self.slug})
        return f"{reverse('player_games', args=[self.state.player_id])}?{asked}"

    @property
    def highest(self) -> str:
        """The game after which the rating was at its highest; who never was above the start began there."""
        if self.peak_game_id is not None:
            return reverse("game_detail", args=[self.peak_game_id])
        return self.games

    @property
    def where(self) -> str:
        """The board, opened where the player stands."""
        return f"{self.url}?player={self.state.player_id}#here"


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The rating after a game, in whole points; `games` counts those that readers may see."""

    at: datetime
    rating: int
    games: int
    game_id: int

    @property
    def provisional(self) -> bool:
        return is_provisional(self.games)


@require_safe
def player_list(request: HttpRequest) -> HttpResponse:
    """Everybody whose name may be shown, by name; `?q=` looks for a part of it."""
    sought = request.GET.get("q", "").replace("\x00", "").strip()[:100]
    players = Player.objects.current().named(sought).findable_by(request.user)
    page = BY_NAME.page(players, request.GET, size=100)
    tell_apart(page.rows, among=Player.objects.current().findable_by(request.user))
    clubs: dict[int, list[str]] = {}
    roster = Membership.objects.current().filter(player__in=[player.pk for player in page.rows])
    for player_id, club in roster.filter(club__visibility="public", club__closed_at__isnull=True).values_list(
        "player_id", "club__name"
    ):
        clubs.setdefault(player_id, []).append(club)
    context = {
        "page": page,
        "players": [(player, ", ".join(sorted(clubs.get(player.pk, [])))) for player in page.rows],
        "sought": sought,
    }
    return render_page(
        request, "ratings/players.html", context, section="players", fragment="ratings/_players.html"
    )


@require_safe
def player_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """Ratings, curve, figures and games. A merged profile leads to the person it belongs to now."""
    player = get_object_or_404(Player.objects.select_related("merged_into"), pk=pk)
    if player.merged_into is not None:
        return HttpResponseRedirect(player.merged_into.get_absolute_url())
    leave_names_out([player], request.user)
    profiles = [player.pk, *player.merged_from.values_list("pk", flat=True)]
    seats = seats_of(profiles)
    page = NEWEST_FIRST.page(seats, request.GET, size=N_GAMES)
    ladders = _ladders(player)
    main = ladders[0].state if ladders else None
    context: dict[str, Any] = {
        "player": player,
        "page": page,
        "games": _games(page.rows, main),
        "ladders": ladders,
        "main": ladders[0] if ladders else None,
    }
    if not request.headers.get("HX-Request"):
        points = _curve(main)
        rivals = rivals_of(profiles, N_RIVALS, request.user)
        tell_apart([player, *(rival["player"] for rival in rivals)])
        context |= {
            "figures": _figures(seats),
            "points": [[int(point.at.timestamp()), point.rating] for point in points],
            "n_provisional": sum(point.provisional for point in points),
            "months": _by_month(points),
            "rivals": rivals,
            "clubs": _clubs(player),
            "known_as": [] if player.hidden or player.anonymised_at else known_as(player),
        }
    return render_page(
        request, "ratings/player.html", context, section="players", fragment="ratings/_games.html"
    )


@require_safe
def player_curve(request: HttpRequest, pk: int) -> HttpResponse:
    """What the points of the curve are, in its order: the page of the game, and where it was played.

    Asked for when a reader points at the curve, since few do. Three queries, a fourth who reads.
    """
    try:
        player = find_person(pk, request.user)
    except Moved as moved:
        return HttpResponseRedirect(reverse("player_curve", args=[moved.person.pk]))
    points = _curve(main_state(player))
    games = Game.objects.select_related("club").only("occasion", "club__name")
    known = games.in_bulk([point.game_id for point in points])
    rows = []
    for point in points:
        game = known[point.game_id]
        rows.append([game.get_absolute_url(), game.occasion or (game.club.name if game.club else "")])
    return JsonResponse({"games": rows})


def _ladders(player: Player) -> list[LadderLine]:
    """Main ladder first: the one of everybody with most games. Six queries; more where games are hidden."""
    ladders = {
        ladder.active_epoch_id: ladder
        for ladder in listed_ladders().filter(active_epoch__states__player=player)
    }
    states = list(RatingState.objects.filter(player=player, epoch__in=list(ladders)))
    states.sort(key=lambda s: (ladders[s.epoch_id].club_id is not None, -s.games, ladders[s.epoch_id].slug))
    leave_out_hidden(states)  # only now: the curve and the lists take the same ladder for the main one
    lines = []
    peaks = _peaks(states)
    for position, state in enumerate(states):
        rank = None
        ladder = ladders[state.epoch_id]
        if position == 0 and state.listed:
            rank = _rank(ladder, state)
        url, peak = ladder.get_absolute_url(), peaks.get(state.epoch_id)
        lines.append(LadderLine(ladder_name(ladder), ladder.slug, url, state, rank, peak))
    return lines


def _rank(ladder: Ladder, state: RatingState) -> int | None:
    """The place on the board; None where only hidden games keep the player on it. Two queries, or four."""
    unseen = find_unseen(ladder, now=timezone.now())
    if state.player_id in unseen.few | unseen.resting:
        return None
    board = unseen.listed(RatingState.objects.filter(epoch=state.epoch_id))
    return board.filter(rating__gt=state.rating).count() + 1


def _peaks(states: Sequence[RatingState]) -> dict[int, int]:
    """By id of the epoch: the first listed game after which the rating was at its highest. One query."""
    if not states:
        return {}
    at_peak = Q()
    for state in states:
        at_peak |= Q(epoch=state.epoch_id, after=state.peak)
    events = RatingEvent.objects.filter(
        epoch__in=[state.epoch_id for state in states],
        player=states[0].player_id,
        game__in=Game.objects.listed(),
    ).annotate(after=F("r_before") + F("delta"))
    found = events.filter(at_peak).order_by("-order_key").values_list("epoch_id", "game_id")
    return dict(found)


def _curve(state: RatingState | None) -> list[CurvePoint]:
    """The rating after each game, thinned evenly to what a chart can show; the newest is always kept."""
    if state is None:
        return []
    rows = list(
        RatingEvent.objects.filter(
            epoch=state.epoch_id, player=state.player_id, game__in=Game.objects.listed()
        )
        .order_by("order_key")
        .values_list("order_key", "r_before", "delta", "game_id")
    )
    points = [
        CurvePoint(played_at(key), (r + delta + 500) // 1000, n, game)
        for n, (key, r, delta, game) in enumerate(rows, start=1)
    ]
    step = max(1, -(-len(points) // MOST_POINTS))
    return points[::-1][::step][::-1]


def _by_month(points: Sequence[CurvePoint]) -> list[CurvePoint]:
    """The last point of each month, newest first: the curve as a table."""
    months = [list(group)[-1] for _month, group in groupby(points, key=lambda p: (p.at.year, p.at.month))]
    return months[::-1]


def _figures(seats: QuerySet[Seat]) -> dict[str, Any]:
    return seats.aggregate(
        games=Count("game", distinct=True),
        won=Count("pk", filter=Q(place=1)),
        n_deals=Sum("deals", default=0),
        made=Sum("bids_made", default=0),
        zeros=Sum("zero_bids", default=0),
        zero_made=Sum("zeros_made", default=0),
        over=Sum("overs", default=0),
        under=Sum("unders", default=0),
    )


def _games(seats: Sequence[Seat], main: RatingState | None) -> list[dict[str, Any]]:
    """Games of one page with the size of the table and the change on the main ladder. Two queries."""
    ids = [seat.game_id for seat in seats]
    sizes = dict(
        Seat.objects.filter(game__in=ids)
        .values("game")
        .order_by()
        .annotate(n=Count("number", distinct=True))
        .values_list("game", "n")
    )
    events = {}
    if main is not None:
        rows = RatingEvent.objects.filter(epoch=main.epoch_id, player=main.player_id, game__in=ids)
        events = {
            game: (delta, r + delta) for game, delta, r in rows.values_list("game_id", "delta", "r_before")
        }
    return [
        {"seat": seat, "size": sizes.get(seat.game_id), "change": events.get(seat.game_id, (None, None))}
        for seat in seats
    ]


def rivals_of(profiles: Sequence[int], n: int, user: User | AnonymousUser) -> list[dict[str, Any]]:
    """Whom the player met most, and who was ahead. Three queries; merged profiles count as one person."""
    mine = Seat.objects.filter(player__in=profiles, game=OuterRef("game"), place__isnull=False).order_by(
        "number"
    )
    met = (
        Seat.objects.filter(
            game__in=Game.objects.listed().scored().filter(seats__player__in=profiles),
            place__isnull=False,
            player__isnull=False,
        )
        .exclude(player__in=profiles)
        .annotate(
            person=Case(
                When(player__merged_into__isnull=False, then=F("player__merged_into")), default=F("player")
            ),
            own=Subquery(mine.values("place")[:1]),
        )
        .values("person")
        .annotate(
            n=Count("pk"),
            ahead=Count("pk", filter=Q(own__lt=F("place"))),
            level=Count("pk", filter=Q(own=F("place"))),
            behind=Count("pk", filter=Q(own__gt=F("place"))),
        )
        .order_by("-n", "person")[:n]
    )
    rows = list(met)
    people = Player.objects.in_bulk([row["person"] for row in rows])
    leave_names_out(people.values(), user)
    return [{**row, "player": people[row["person"]]} for row in rows]


def _clubs(player: Player) -> list[Membership]:
    rows = Membership.objects.current().filter(
        player=player, club__visibility="public", club__closed_at__isnull=True
    )
    return list(rows.select_related("club").order_by("joined_at", "pk"))
