"""Lines of a board: places, what the last game did, and where somebody stands on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from clubs.models import Player, User
from clubs.paging import Keyset, read_int
from games.models import Game
from ratings.models import Ladder, RatingEvent, RatingState
from ratings.services.unseen import Unseen

HIGHEST_FIRST = Keyset("rating", "player_id", read_int, descending=True)
N_ABOVE = 10


@dataclass(frozen=True, slots=True)
class BoardLine:
    """`rank` is shared by equal ratings and None for who rests; `change` is what the last rated game did, in
    milli-points, `game_id` that game where the reader may open it."""

    state: RatingState
    rank: int | None
    shared: bool
    change: int | None = None
    game_id: int | None = None


@dataclass(frozen=True, slots=True)
class Absence:
    """Why a player is not on the list: too few games, or none within a year, or left out by the filters."""

    player: Player
    few: bool
    resting: bool


def states_of(ladder: Ladder) -> QuerySet[RatingState]:
    return (
        RatingState.objects.filter(epoch=ladder.active_epoch_id)
        .select_related("player")
        .defer("player__uid", "player__created_at")  # to read them takes as long as to find the rows
        .order_by("-rating", "player_id")
    )


def ranked(states: Sequence[RatingState], *, n_before: int = 0, n_above: int = 0) -> list[BoardLine]:
    """Lines of a stretch of the board; equal ratings share the place, who is not listed has none.

    `n_before` listed players stand before the first of the stretch, `n_above` of them with a higher rating.
    """
    ratings = [state.rating for state in states if state.listed]
    begun = ratings[0] if ratings and n_before > n_above else None  # a tie that began on the page before
    lines: list[BoardLine] = []
    rank, last, seen = n_above + 1, None, 0
    for state in states:
        if not state.listed:
            lines.append(BoardLine(state, None, False))
            continue
        if last is not None and state.rating != last:
            rank = n_before + seen + 1
        lines.append(BoardLine(state, rank, state.rating == begun or ratings.count(state.rating) > 1))
        last, seen = state.rating, seen + 1
    return lines


def count_before(board: QuerySet[RatingState], first: RatingState) -> tuple[int, int]:
    """How many listed players stand before a row, and how many of them have a higher rating. Two counts by index."""
    listed = board.filter(listed=True).order_by()
    n_above = listed.filter(rating__gt=first.rating).count()
    return n_above + listed.filter(rating=first.rating, player_id__lt=first.player_id).count(), n_above


def with_rank(states: QuerySet[RatingState], ladder: Ladder, unseen: Unseen) -> QuerySet[RatingState]:
    """The place of scattered rows, each counted by the database."""
    higher = RatingState.objects.filter(epoch=ladder.active_epoch_id, rating__gt=OuterRef("rating"))
    above = unseen.listed(higher).order_by().values("epoch").annotate(n=Count("player_id")).values("n")
    return states.annotate(n_above=Coalesce(Subquery(above), 0))


def searched(states: Sequence[RatingState]) -> list[BoardLine]:
    return [
        BoardLine(state, state.n_above + 1 if state.listed else None, False)  # type: ignore[attr-defined]
        for state in states
    ]


def with_changes(lines: list[BoardLine], ladder: Ladder, user: User | AnonymousUser) -> list[BoardLine]:
    """Each line with what its last game did. One query; two on the ladder of a club that is closed to others."""
    if not lines:
        return lines
    wanted = {line.state.player_id: line.state.last_key for line in lines if line.state.last_key}
    events = RatingEvent.objects.filter(
        epoch=ladder.active_epoch_id, order_key__in=set(wanted.values()), player__in=set(wanted)
    )
    last = {
        (player, key): (delta, game)
        for player, key, delta, game in events.values_list("player_id", "order_key", "delta", "game_id")
    }
    opened = {game for _change, game in last.values()}
    if ladder.club is not None and ladder.club.visibility != "public":
        opened = set(Game.objects.visible_to(user).filter(pk__in=opened).values_list("pk", flat=True))
    found = [last.get((line.state.player_id, line.state.last_key), (None, None)) for line in lines]
    return [
        replace(line, change=change, game_id=game if game in opened else None)
        for line, (change, game) in zip(lines, found, strict=True)
    ]


def find_absence(ladder: Ladder, player: Player, unseen: Unseen) -> Absence:
    """Why the player is not among the rows shown. One query."""
    state = RatingState.objects.filter(epoch=ladder.active_epoch_id, player=player).first()
    if state is None or state.games < ladder.min_games or player.pk in unseen.few:
        return Absence(player, few=True, resting=False)
    return Absence(player, few=False, resting=not state.listed or player.pk in unseen.resting)
