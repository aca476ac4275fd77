"""Who stands on a ladder only by games that its readers may not know of (`users.md` 10).

A rating counts every rated game. Whether somebody is listed, how many games are shown and which was the last follow
from the games readers may know of, so that no line of a board tells of another game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, QuerySet
from django.utils import timezone

from games.models import Game
from games.querysets import GameQuerySet
from ratings.models import Ladder, RatingEvent, RatingState
from ratings.services.board import RECENT, played_at, year_before
from ratings.services.idlists import among


@dataclass(frozen=True, slots=True)
class Unseen:
    """Ids of players who without hidden games would have too few of them (`few`), or enough of them but none within a
    year (`resting`), or none within 90 days (`older`)."""

    few: frozenset[int] = frozenset()
    resting: frozenset[int] = frozenset()
    older: frozenset[int] = frozenset()

    def listed(self, states: QuerySet[RatingState]) -> QuerySet[RatingState]:
        """Those on the board."""
        return _without(states.filter(listed=True), self.few | self.resting)

    def recent(self, states: QuerySet[RatingState]) -> QuerySet[RatingState]:
        """Those who played within 90 days."""
        return _without(states.filter(last_played__gte=timezone.now() - RECENT), self.older)

    def enough(self, states: QuerySet[RatingState]) -> QuerySet[RatingState]:
        return _without(states, self.few)

    def mark(self, states: Iterable[RatingState]) -> None:
        """Take off the board, in memory, whom only hidden games keep on it."""
        for state in states:
            if state.player_id in self.few or state.player_id in self.resting:
                state.listed = False


def hidden_on(ladder: Ladder) -> GameQuerySet:
    """Games of which whoever may open the ladder need not know.

    The ladder of a club that is closed to others is read by those who may open the club: members know all of its
    games, who has the address of an unlisted one knows those that are public there.
    """
    if ladder.club is None or ladder.club.visibility == "public":
        return Game.objects.hidden()
    if ladder.club.visibility == "members":
        return Game.objects.none()
    return Game.objects.filter(club=ladder.club_id).exclude(visibility="public")


def shown_on(ladder: Ladder) -> GameQuerySet:
    """Games that whoever may open the ladder may know of, whether they were rated on it or not."""
    if ladder.club is None or ladder.club.visibility == "public":
        return Game.objects.listed()
    return Game.objects.filter(club=ladder.club_id).exclude(pk__in=hidden_on(ladder).values("pk"))


def find_unseen(ladder: Ladder, *, now: datetime) -> Unseen:
    """One query; three where hidden games were rated."""
    events = RatingEvent.objects.filter(epoch=ladder.active_epoch_id).order_by()
    hidden = hidden_on(ladder).values("pk")
    rows = events.filter(game__in=hidden).values("player").annotate(n=Count("seat"), last=Max("order_key"))
    played = {row["player"]: (row["n"], row["last"]) for row in rows}
    if not played:
        return Unseen()
    states = RatingState.objects.filter(epoch=ladder.active_epoch_id, player__in=among(played))
    whole = {player: (n, key) for player, n, key in states.values_list("player", "games", "last_key")}
    doubtful = {player for player, (_n, key) in whole.items() if key == played[player][1]}
    others = events.filter(player__in=among(doubtful)).exclude(game__in=hidden)
    last = dict(others.values("player").annotate(key=Max("order_key")).values_list("player", "key"))
    shown = {
        player: (n - played[player][0], last.get(player, "") if player in doubtful else key)
        for player, (n, key) in whole.items()
    }
    few = {player for player, (n, _key) in shown.items() if n < ladder.min_games}
    since = year_before(now)
    return Unseen(
        frozenset(few),
        frozenset(player for player, (_n, key) in shown.items() if key < since and player not in few),
        frozenset(player for player, (_n, key) in shown.items() if not key or played_at(key) < now - RECENT),
    )


def _without(states: QuerySet[RatingState], players: frozenset[int]) -> QuerySet[RatingState]:
    return states.exclude(player__in=among(sorted(players))) if players else states
