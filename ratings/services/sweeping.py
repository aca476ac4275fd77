"""Finds work whose message was lost: durability is in the database, not in the broker."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Exists, OuterRef, Q

from games.models import Game
from ratings.models import LadderEpoch, LadderTouch


def behind() -> list[int]:
    """Ids of the ladders whose active epoch has touches, or rated games beyond its cursor. Index look-ups only.

    An epoch that is being built is not asked for: `advance_ladder` cannot help it, and one left behind by a killed
    build would be asked for in vain until it is dropped. What a build is to take the place of has touches of its own.
    """
    return sorted(set(_behind()))


def _behind() -> Iterator[int]:
    beyond = Game.objects.filter(
        rated=True, family=OuterRef("ladder__family"), order_key__gt=OuterRef("cursor_key")
    )
    of_club = beyond.filter(club_id=OuterRef("ladder__club_id"))
    touched = LadderTouch.objects.filter(epoch=OuterRef("pk"))
    yield from (
        LadderEpoch.objects.filter(status=LadderEpoch.Status.ACTIVE)
        .filter(
            Exists(touched)
            | Q(Exists(of_club), ladder__scope="club")
            | Q(Exists(beyond), ladder__scope="global")
        )
        .values_list("ladder_id", flat=True)
    )
