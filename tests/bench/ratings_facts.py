"""Rated games by the hundred thousand, straight into the tables: what the writer reads, without sheets behind it."""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from clubs.models import Player
from games.models import Game, Seat
from games.order_key import order_key

AT_ONCE = 50_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_GAME_COLUMNS = (
    "id, uid, rules, rules_hash, family, source, count, casual, verify, played_at, order_key, revision, state, rated, "
    "unrated_reason, n_problems, version, visibility, occasion, occasion_url, created_at, bots"
)
_SEAT_COLUMNS = (
    "game_id, number, player_id, from_deal, total, place, deals, "
    "bids_made, zero_bids, zeros_made, table_size, plays"
)


def make_players(n: int) -> list[int]:
    """Ids of `n` new players."""
    Player.objects.bulk_create([Player(name=f"Player {number}") for number in range(n)], batch_size=5000)
    return list(Player.objects.order_by("pk").values_list("pk", flat=True))


def make_games(n: int, players: list[int], *, size: int = 4, seed: int = 1) -> None:
    """`n` rated games without a club, one a minute up to now, `size` players each, places drawn with few ties."""
    rng = random.Random(seed)
    first = (Game.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) + 1
    starts_at = timezone.now() - timedelta(minutes=n)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = replica")  # no look-up of each foreign key
        indexes = _drop_seat_indexes(cursor) if n >= AT_ONCE else []
    for begin in range(0, n, AT_ONCE):
        numbers = range(begin, min(begin + AT_ONCE, n))
        _insert(Game._meta.db_table, _GAME_COLUMNS, (_game(first + i, starts_at, i) for i in numbers))
        _insert(
            Seat._meta.db_table,
            _SEAT_COLUMNS,
            (
                (
                    first + i,
                    seat,
                    player,
                    0,
                    0,
                    rng.randint(1, size) if rng.random() < 0.05 else place,
                    0,
                    0,
                    0,
                    0,
                    size,
                    "[]",
                )
                for i in numbers
                for seat, (player, place) in enumerate(
                    zip(rng.sample(players, size), rng.sample(range(1, size + 1), size), strict=True)
                )
            ),
        )
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = origin")
            for index in indexes:
                cursor.execute(index)
            for model in (Game, Seat):
                table = model._meta.db_table
                cursor.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}"
                )
        cursor.execute("ANALYZE")


def _drop_seat_indexes(cursor: CursorWrapper) -> list[str]:
    """The statements that make them again. Only those that hold nothing true."""
    if connection.vendor != "postgresql":
        return []
    cursor.execute(
        "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = %s AND indexname NOT IN "
        "(SELECT conname FROM pg_constraint)",
        [Seat._meta.db_table],
    )
    indexes = cursor.fetchall()
    for name, _statement in indexes:
        cursor.execute(f"DROP INDEX {name}")
    return [statement for _name, statement in indexes]


def _game(pk: int, starts_at: datetime, minute: int) -> tuple[Any, ...]:
    at = starts_at + timedelta(minutes=minute)
    key = order_key((at - _EPOCH) // timedelta(microseconds=1), 0, 0, 0, pk)
    return (
        pk, uuid.UUID(int=pk), "{}", "", "oh-hell", "import", "written", False, False, at, key, 1, "final", True,
        "", 0, 1, "public", "", "", at, 0,
    )  # fmt: skip


def _insert(table: str, columns: str, rows: Iterator[tuple[Any, ...]]) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(columns.split(",")))
        cursor.executemany(
            f"INSERT INTO {table} ({columns}) VALUES ({marks})",
            [tuple(map(_for_sqlite, row)) for row in rows],
        )


def _for_sqlite(value: Any) -> Any:
    if isinstance(value, uuid.UUID):
        return value.hex
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
