"""The one writer of ratings (`ratings.md` 6.3). Takes no payload; may be called at any time, any number of times.

Cursor, events, states and outbox commit together: that is the whole argument for running it twice.
"""

from __future__ import annotations

from datetime import datetime

from django.db import connection, transaction
from django.utils import timezone

from clubs.live import announce
from ratings.errors import PoisonGame
from ratings.models import Ladder, LadderEpoch
from ratings.services import stuck
from ratings.services.epochs import rebuild_beside
from ratings.services.rounds import Round, advance_epoch

MOST_REWOUND = {"postgresql": 20_000, "sqlite": 5_000}
"""More games than this are not redone in place: a new epoch is built beside."""


def advance_ladder(ladder_id: int, *, now: datetime | None = None) -> int:
    """Bring the ladder's ratings up to its facts; returns the games rated, redone ones included.

    A game that cannot be rated stops this ladder alone: it is marked stuck and goes on when the game is mended.
    """
    n_games = 0
    while True:
        try:
            done = _advance_active(ladder_id, now or timezone.now())
            if done.is_too_deep and not rebuild_beside(ladder_id):
                return n_games  # another process is building; the sweep comes back
        except PoisonGame as poison:
            stuck.mark(ladder_id, poison)
            return n_games
        n_games += done.n_games
        if done.is_idle:
            return n_games


def _advance_active(ladder_id: int, now: datetime) -> Round:
    with transaction.atomic():
        ladder = Ladder.objects.select_for_update().filter(pk=ladder_id).first()
        if ladder is None or ladder.active_epoch_id is None:
            return Round(is_idle=True)
        # Read after the lock is held: in a join with it the epoch would be as old as the wait.
        epoch = LadderEpoch.objects.select_related("system").get(pk=ladder.active_epoch_id)
        done = advance_epoch(ladder, epoch, now=now, most_rewound=MOST_REWOUND[connection.vendor])
        if ladder.stuck_reason and not done.is_too_deep:
            stuck.clear(ladder)
        if done.n_games or done.n_undone:
            ladder.version += 1
            ladder.save(update_fields=["version"])
            announce(f"ladder:{ladder.pk}", ladder.version)
    return done
