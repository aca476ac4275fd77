"""Finds work whose message was lost: durability is in the database, not in the broker."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Exists, OuterRef, Q

from games.models import Game
from ratings.models import LadderEpoch, LadderTouch
from ratings.services.touches import LIVE


def behind() -> list[int]:
    """Ids of the ladders with an epoch that has touches, or rated games beyond its cursor. Index look-ups only."""
    return sorted(set(_behind()))


def _behind() -> Iterator[int]:
    beyond = Game.objects.filter(
        rated=True, family=OuterRef("ladder__family"), order_key__gt=OuterRef("cursor_key")
    )
    of_club = beyond.filter(club_id=OuterRef("ladder__club_id"))
    touched = LadderTouch.objects.filter(epoch=OuterRef("pk"))
    yield from (
        LadderEpoch.objects.filter(status__in=LIVE)
        .filter(
            Exists(touched)
            | Q(Exists(of_club), ladder__scope="club")
            | Q(Exists(beyond), ladder__scope="global")
        )
        .values_list("ladder_id", flat=True)
    )
