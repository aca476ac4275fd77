"""The outbox: which order keys of which epochs a fact concerns (`ratings.md` 6.2).

A touch is written in the transaction of the fact, so no fact can be missed.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from django.db import connection
from django.db.models import Q

from games.models import Game
from games.services.facts import RatingFacts, rating_facts
from ratings.models import Ladder, LadderEpoch, LadderTouch
from ratings.services.ladders import ensure_ladder, scopes_of
from ratings.services.locks import see_all_epochs

Epoch: TypeAlias = tuple[int, int, int | None]
"""Ids of an epoch, of its ladder, and of the ladder's club (None = of everybody)."""

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
    see_all_epochs()
    live = {facts: _live_epochs(facts) for facts in counted}
    if now.rated and _make_missing_ladders(now, live[now]):
        live = {facts: _live_epochs(facts) for facts in counted}
    touches = {
        (epoch_id, facts.order_key): ladder_id
        for facts, epochs in live.items()
        for epoch_id, ladder_id, _club_id in epochs
    }
    LadderTouch.objects.bulk_create(
        [
            LadderTouch(epoch_id=epoch_id, order_key=key, actor_id=actor_id)
            for epoch_id, key in sorted(touches)
        ]
    )
    return sorted(set(touches.values()))


def _make_missing_ladders(facts: RatingFacts, epochs: Collection[Epoch]) -> bool:
    """Make the ladders a rated game counts for and that have no epoch yet; whether there were any to make."""
    there = {club_id for _epoch_id, _ladder_id, club_id in epochs}
    missing = [scope for scope in scopes_of(facts.family, facts.club_id) if scope.club_id not in there]
    for scope in missing:
        ensure_ladder(scope)
    return bool(missing)


def _live_epochs(facts: RatingFacts) -> list[Epoch]:
    scope = Q(ladder__scope=Ladder.Scope.GLOBAL)
    if facts.club_id is not None:
        scope |= Q(ladder__club_id=facts.club_id)
    live = LadderEpoch.objects.filter(scope, status__in=LIVE, ladder__family=facts.family)
    return list(live.values_list("pk", "ladder_id", "ladder__club_id"))
