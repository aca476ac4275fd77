"""Who stands on the board: enough games, played within a year, not hidden, not merged, not anonymised."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from clubs.live import announce
from clubs.models import Player
from ratings.models import Ladder, RatingState
from ratings.services.idlists import among

INACTIVE_AFTER = timedelta(days=365)
RECENT = timedelta(days=90)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def played_at(order_key: str) -> datetime:
    """When the game with this key was played."""
    return _EPOCH + timedelta(microseconds=int(order_key[:16]))


def is_listed(*, games: int, last_key: str, min_games: int, since: str, off_board: bool) -> bool:
    """The board rule of `ratings.md` 2 for one state; `since` is `year_before(now)`."""
    return not off_board and games >= min_games and last_key >= since


def year_before(now: datetime) -> str:
    """The least order key of a game that still counts as recent."""
    return f"{(now - INACTIVE_AFTER - _EPOCH) // timedelta(microseconds=1):016d}"


def off_board(player_ids: Collection[int]) -> set[int]:
    """Those of the players whose name does not belong on a board."""
    return set(_off_board().filter(pk__in=among(player_ids)).values_list("pk", flat=True))


def refresh_board(ladder_id: int, *, now: datetime) -> int:
    """Set `listed` of the active epoch by the board rule; returns how many states changed.

    The writer keeps the flag for whoever plays; this is for those who stop playing, hide, or are anonymised.
    """
    with transaction.atomic():
        ladder = Ladder.objects.select_for_update().get(pk=ladder_id)
        states = RatingState.objects.filter(epoch=ladder.active_epoch_id)
        belongs = Q(games__gte=ladder.min_games, last_played__gte=now - INACTIVE_AFTER) & ~Q(
            player_id__in=_off_board().values("pk")
        )
        changed = states.filter(belongs, listed=False).update(listed=True)
        changed += states.filter(~belongs, listed=True).update(listed=False)
        if changed:
            ladder.version += 1
            ladder.save(update_fields=["version"])
            announce(f"ladder:{ladder.pk}", ladder.version)
    return changed


def boards_of(player: Player) -> list[int]:
    """Ids of the ladders on which the player has a rating."""
    states = RatingState.objects.filter(player=player, epoch__active_of__isnull=False)
    return sorted(states.values_list("epoch__active_of", flat=True))


def _off_board() -> QuerySet[Player]:
    return Player.objects.filter(
        Q(hidden=True) | Q(anonymised_at__isnull=False) | Q(merged_into__isnull=False)
    )
