"""Take games back: every event carries the state before it, so no snapshot is needed (`ratings.md` 6.3, step 3)."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection

from ratings.models import LadderEpoch
from ratings.services.replaying import State
from ratings.services.rows import EVENTS

_FIRST_OF_EACH = {
    "postgresql": f"""
        SELECT DISTINCT ON (player_id) player_id, r_before, n_before, peak_before, prev_key
        FROM {EVENTS} WHERE epoch_id = %s AND order_key >= %s ORDER BY player_id, order_key""",
    # SQLite: bare columns follow the row of MIN.
    "sqlite": f"""
        SELECT player_id, r_before, n_before, peak_before, prev_key, MIN(order_key)
        FROM {EVENTS} WHERE epoch_id = %s AND order_key >= %s GROUP BY player_id""",
}


@dataclass(frozen=True, slots=True)
class Rewound:
    """What was taken back: the states before (to be stored), how many games, and where the ladder stands now."""

    states: dict[int, State]
    n_games: int
    cursor_key: str


def count_games_from(epoch: LadderEpoch, key: str, *, most: int) -> int:
    """How many games with events lie at or beyond `key`; counts to `most + 1` at most."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT COUNT(*) FROM (SELECT DISTINCT order_key FROM {EVENTS} "
            "WHERE epoch_id = %s AND order_key >= %s LIMIT %s) AS later",
            [epoch.pk, key, most + 1],
        )
        return int(cursor.fetchone()[0])


def states_before(epoch: LadderEpoch, key: str) -> dict[int, State]:
    """Where everybody stood before `key` who has an event at or beyond it. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_FIRST_OF_EACH[connection.vendor], [epoch.pk, key])
        return {row[0]: (row[1], row[2], row[3], row[4]) for row in cursor.fetchall()}


def last_key_before(epoch: LadderEpoch, key: str) -> str:
    """The key of the last game with events below `key`; empty if there is none."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT MAX(order_key) FROM {EVENTS} WHERE epoch_id = %s AND order_key < %s", [epoch.pk, key]
        )
        return cursor.fetchone()[0] or ""


def rewind(epoch: LadderEpoch, key: str, *, n_games: int) -> Rewound:
    """Delete the events at and beyond `key`. States are returned, not stored: the replay changes most of them."""
    states = states_before(epoch, key)
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {EVENTS} WHERE epoch_id = %s AND order_key >= %s", [epoch.pk, key])
        cursor.execute(f"SELECT MAX(order_key) FROM {EVENTS} WHERE epoch_id = %s", [epoch.pk])
        last = cursor.fetchone()[0]
    return Rewound(states, n_games, last or "")
