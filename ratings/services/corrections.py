"""What a rewind changed, kept for the players concerned (`ratings.md` 6.1, `CorrectionLog`)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from clubs.models import Activity
from ratings.models import CorrectionLog, Ladder


def write(
    ladder: Ladder,
    *,
    from_key: str,
    n_games: int,
    before: Mapping[int, int],
    after: Mapping[int, int],
    actor_id: int | None,
    at: datetime,
) -> CorrectionLog:
    """One line per rewind. `players` maps id to [before, after] where they differ; None = not on the ladder."""
    players = {
        player: [before.get(player), after.get(player)]
        for player in sorted({*before, *after})
        if before.get(player) != after.get(player)
    }
    moved = [abs(old - new) for old, new in players.values() if old is not None and new is not None]
    return CorrectionLog.objects.create(
        ladder=ladder,
        from_key=from_key,
        games=n_games,
        max_abs_delta=max(moved, default=0),
        actor_id=actor_id if actor_id is not None else _actor_of(from_key),
        at=at,
        players={str(player): change for player, change in players.items()},
    )


def _actor_of(order_key: str) -> int | None:
    """Who acted last on the game at that key: its fact led to the rewind."""
    if not order_key:
        return None
    last = Activity.objects.filter(subject=f"game:{int(order_key[34:])}").order_by("-id").first()
    return last.actor_id_at if last is not None else None
