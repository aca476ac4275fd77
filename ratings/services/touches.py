"""The outbox: which order keys of which epochs a fact concerns (`ratings.md` 6.2).

A touch is written in the transaction of the fact, so no fact can be missed.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import connection
from django.db.models import Q

from games.models import Game
from games.services.facts import RatingFacts, rating_facts
from ratings.models import Ladder, LadderEpoch, LadderTouch
from ratings.services.ladders import ensure_ladder, scopes_of
from ratings.services.locks import see_all_epochs

LIVE = (LadderEpoch.Status.ACTIVE, LadderEpoch.Status.BUILDING)


def touch_ladders(game: Game, old: RatingFacts | None, *, actor_id: int | None = None) -> list[int]:
    """Touch every epoch whose ladder the game counts for now or counted for before; returns the ladders' ids.

    One touch per epoch and key, so a moved game leaves two. `actor_id` only where the game's own log does not
    tell who acted (a merge). Makes the ladders a newly rated game needs.
    """
    if not connection.in_atomic_block:
        raise RuntimeError(f"The touches of game {game.pk} must be written in the transaction of its fact.")
    now = rating_facts(game)
    counted = [facts for facts in (old, now) if facts is not None and facts.rated]
    if not counted:
        return []
    if now.rated:
        for scope in scopes_of(now.family, now.club_id):
            ensure_ladder(scope)
    see_all_epochs()
    touches = {
        (epoch_id, facts.order_key): ladder_id
        for facts in counted
        for epoch_id, ladder_id in _live_epochs(facts)
    }
    LadderTouch.objects.bulk_create(
        [
            LadderTouch(epoch_id=epoch_id, order_key=key, actor_id=actor_id)
            for epoch_id, key in sorted(touches)
        ]
    )
    return sorted(set(touches.values()))


def _live_epochs(facts: RatingFacts) -> Iterable[tuple[int, int]]:
    scope = Q(ladder__scope=Ladder.Scope.GLOBAL)
    if facts.club_id is not None:
        scope |= Q(ladder__club_id=facts.club_id)
    return (
        LadderEpoch.objects.filter(scope, status__in=LIVE, ladder__family=facts.family)
        .values_list("pk", "ladder_id")
        .iterator()
    )
