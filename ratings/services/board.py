"""Who stands on the board: enough games, played within a year, not hidden, not merged, not anonymised."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from django.db.models import Q

from clubs.models import Player

T = TypeVar("T")

INACTIVE_AFTER = timedelta(days=365)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CHUNK = 10_000  # SQLite takes 32,766 parameters a statement


def played_at(order_key: str) -> datetime:
    """When the game with this key was played."""
    return _EPOCH + timedelta(microseconds=int(order_key[:16]))


def is_listed(*, games: int, last_key: str, min_games: int, now: datetime, off_board: bool) -> bool:
    """The board rule of `ratings.md` 2 for one state."""
    return not off_board and games >= min_games and played_at(last_key) >= now - INACTIVE_AFTER


def off_board(player_ids: Collection[int]) -> set[int]:
    """Those of the players whose name does not belong on a board."""
    gone = Player.objects.filter(
        Q(hidden=True) | Q(anonymised_at__isnull=False) | Q(merged_into__isnull=False)
    )
    return {
        pk
        for chunk in chunked(sorted(player_ids), _CHUNK)
        for pk in gone.filter(pk__in=chunk).values_list("pk", flat=True)
    }


def chunked(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The items in slices of at most `size`."""
    return (items[start : start + size] for start in range(0, len(items), size))
