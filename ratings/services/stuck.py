"""A ladder that cannot go on says so to the staff; the others go on."""

from __future__ import annotations

import logging

from django.db.models import Q

from ratings.errors import PoisonGame
from ratings.models import Ladder

logger = logging.getLogger(__name__)


def mark(ladder_id: int, poison: PoisonGame) -> None:
    """Name the game on its ladder. Logged once, however often the sweep tries again."""
    changed = (
        Ladder.objects.filter(pk=ladder_id)
        .filter(~Q(stuck_game_id=poison.game_id) | Q(stuck_game__isnull=True) | ~Q(stuck_reason=poison.why))
        .update(stuck_game_id=poison.game_id, stuck_reason=poison.why)
    )
    if changed:
        logger.error("Ladder %d is stuck. %s", ladder_id, poison)


def clear(ladder: Ladder) -> None:
    """It went on. Call under the ladder's lock."""
    ladder.stuck_game = None
    ladder.stuck_reason = ""
    ladder.save(update_fields=["stuck_game", "stuck_reason"])
