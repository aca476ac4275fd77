"""Events and states in the database, in bulk: COPY and arrays on PostgreSQL, executemany on SQLite.

`bulk_create` and `save()` are too slow here: 45-57k and 443 rows/s against 143k and more (`ratings.md` 7).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import islice

from django.db import connection

from ratings.models import RatingEvent, RatingState
from ratings.services.board import played_at
from ratings.services.idlists import among
from ratings.services.packing import COPY_BEGINS, COPY_ENDS, packed_events
from ratings.services.replaying import Rated, State, events_of

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

SENT_AT_ONCE = 1024
"""Games."""

# The first 16 digits of a key are the microseconds since 1970.
_UPSERT = f"""
INSERT INTO {STATES} ({_STATE_COLUMNS})
SELECT %s, player, rating, games, key,
    timestamptz '1970-01-01 00:00:00+00' + left(key, 16)::bigint * interval '1 microsecond', peak, listed
FROM unnest(%s::bigint[], %s::int[], %s::int[], %s::int[], %s::text[], %s::bool[])
    AS state (player, rating, games, peak, key, listed)
{_STATE_CHANGES}
"""


def insert_events(epoch_id: int, rated: Iterable[Rated], *, table: str = EVENTS) -> None:
    """Store what games did; a key that stands already is an IntegrityError.

    PostgreSQL takes the events while the next ones are computed. If `rated` raises, the transaction must end.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({_EVENT_COLUMNS}) FROM STDIN (FORMAT BINARY)") as copy:
                copy.write(COPY_BEGINS)
                rest = iter(rated)
                while packed := packed_events(epoch_id, islice(rest, SENT_AT_ONCE)):
                    copy.write(packed)
                copy.write(COPY_ENDS)
            return
        marks = ", ".join(["%s"] * 11)
        cursor.executemany(
            f"INSERT INTO {table} ({_EVENT_COLUMNS}) VALUES ({marks})",
            [(epoch_id, *event) for game in rated for event in events_of(game)],
        )


def load_states(epoch_id: int, players: Collection[int]) -> dict[int, State]:
    """States by player; who has none is absent."""
    rows = RatingState.objects.filter(epoch_id=epoch_id, player_id__in=among(players))
    return {
        player: (rating, games, peak, last_key)
        for player, rating, games, peak, last_key in rows.values_list(
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
    if gone:
        RatingState.objects.filter(epoch_id=epoch_id, player_id__in=among(gone)).delete()
    rows = sorted((player, *state) for player, state in states.items() if state[1])
    if not rows:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            flags = ["t" if row[0] in listed else "f" for row in rows]
            columns = [*zip(*rows, strict=True), flags]
            # Arrays as text: psycopg takes ten times as long for a list.
            cursor.execute(_UPSERT, [epoch_id, *(f"{{{','.join(map(str, column))}}}" for column in columns)])
            return
        marks = ", ".join(["%s"] * 8)
        cursor.executemany(
            f"INSERT INTO {STATES} ({_STATE_COLUMNS}) VALUES ({marks}) {_STATE_CHANGES}",
            [
                (epoch_id, player, rating, games, key, _moment(key), peak, player in listed)
                for player, rating, games, peak, key in rows
            ],
        )


def _moment(key: str) -> str | None:
    return connection.ops.adapt_datetimefield_value(played_at(key))
