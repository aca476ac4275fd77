"""Events and states in the database, in bulk: COPY and arrays on PostgreSQL, executemany on SQLite.

`bulk_create` and `save()` are too slow here: 45-57k and 443 rows/s against 143k and more (`ratings.md` 7).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import connection

from ratings.models import RatingEvent, RatingState
from ratings.services.board import CHUNK, chunked, played_at
from ratings.services.replaying import Event, State

EVENTS = RatingEvent._meta.db_table
STATES = RatingState._meta.db_table
_EVENT_COLUMNS = (
    "epoch_id, order_key, seat, player_id, game_id, revision, "
    "n_before, r_before, delta, peak_before, prev_key"
)
_STATE_COLUMNS = "epoch_id, player_id, rating, games, last_key, last_played, peak, listed"
_STATE_CHANGES = """
ON CONFLICT (epoch_id, player_id) DO UPDATE SET rating = EXCLUDED.rating, games = EXCLUDED.games,
last_key = EXCLUDED.last_key, last_played = EXCLUDED.last_played, peak = EXCLUDED.peak, listed = EXCLUDED.listed
"""


def insert_events(epoch_id: int, events: Collection[Event], *, table: str = EVENTS) -> None:
    """Store what games did; a key that stands already is an IntegrityError."""
    if not events:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({_EVENT_COLUMNS}) FROM STDIN") as copy:
                lines = [f"{epoch_id}\t" + "\t".join(map(str, event)) for event in events]
                copy.write("\n".join(lines) + "\n")
            return
        marks = ", ".join(["%s"] * 11)
        cursor.executemany(
            f"INSERT INTO {table} ({_EVENT_COLUMNS}) VALUES ({marks})",
            [(epoch_id, *event) for event in events],
        )


def load_states(epoch_id: int, players: Collection[int]) -> dict[int, State]:
    """States by player; who has none is absent."""
    rows = RatingState.objects.filter(epoch_id=epoch_id)
    return {
        player: (rating, games, peak, last_key)
        for chunk in chunked(sorted(players), CHUNK)
        for player, rating, games, peak, last_key in rows.filter(player_id__in=chunk).values_list(
            "player_id", "rating", "games", "peak", "last_key"
        )
    }


def states_from_events(epoch_id: int, *, table: str = EVENTS) -> dict[int, State]:
    """Everybody's state after the last event, from the events alone."""
    last_of_each = {
        "postgresql": f"""
            SELECT DISTINCT ON (player_id) player_id, r_before + delta, n_before + 1,
            GREATEST(peak_before, r_before + delta), order_key
            FROM {table} WHERE epoch_id = %s ORDER BY player_id, order_key DESC""",
        # SQLite: bare columns follow the row of MAX.
        "sqlite": f"""
            SELECT player_id, r_before + delta, n_before + 1,
            MAX(peak_before, r_before + delta), MAX(order_key)
            FROM {table} WHERE epoch_id = %s GROUP BY player_id""",
    }
    with connection.cursor() as cursor:
        cursor.execute(last_of_each[connection.vendor], [epoch_id])
        return {row[0]: (row[1], row[2], row[3], row[4]) for row in cursor.fetchall()}


def store_states(epoch_id: int, states: Mapping[int, State], listed: Collection[int]) -> None:
    """Insert or replace the states; those without games are deleted. `listed` names who is on the board."""
    gone = [player for player, state in states.items() if state[1] == 0]
    for chunk in chunked(gone, CHUNK):
        RatingState.objects.filter(epoch_id=epoch_id, player_id__in=chunk).delete()
    rows = [
        (player, rating, games, key, played_at(key), peak, player in listed)
        for player, (rating, games, peak, key) in sorted(states.items())
        if games
    ]
    if not rows:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                f"INSERT INTO {STATES} ({_STATE_COLUMNS}) SELECT %s, * FROM unnest(%s::bigint[], %s::int[], "
                f"%s::int[], %s::text[], %s::timestamptz[], %s::int[], %s::bool[]) {_STATE_CHANGES}",
                [epoch_id, *(list(column) for column in zip(*rows, strict=True))],
            )
            return
        marks = ", ".join(["%s"] * 8)
        cursor.executemany(
            f"INSERT INTO {STATES} ({_STATE_COLUMNS}) VALUES ({marks}) {_STATE_CHANGES}",
            [_sqlite_row(epoch_id, row) for row in rows],
        )


def _sqlite_row(epoch_id: int, row: Iterable[Any]) -> tuple[Any, ...]:
    player, rating, games, key, played, peak, listed = row
    moment = connection.ops.adapt_datetimefield_value(played)
    return epoch_id, player, rating, games, key, moment, peak, listed
