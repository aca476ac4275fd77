"""Where the events of one epoch lie. A big epoch on PostgreSQL has a table of its own, attached once it is full:
loaded without indexes, dropped in an instant (`ratings.md` 7). All others share the default partition.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from django.db import OperationalError, connection, connections, transaction
from django.db.backends.utils import CursorWrapper

from ratings.models import LadderEpoch, RatingEvent
from ratings.services.rows import EVENTS

_DELETED_AT_ONCE = 10_000
_LOCK_NOT_AVAILABLE = "55P03"


def own_table(epoch_id: int) -> str:
    return f"{EVENTS}_e{epoch_id}"


def table_of(epoch_id: int) -> str:
    """The table to write to while the epoch is being filled: its own if it has one."""
    return own_table(epoch_id) if has_own_table(epoch_id) else EVENTS


def has_own_table(epoch_id: int) -> bool:
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [own_table(epoch_id)])
        return bool(cursor.fetchone()[0])


def make_own_table(epoch_id: int) -> None:
    """A table for the events of one epoch, not yet part of the whole.

    Events come in played order, so the index by key grows at its end, while the next games are computed; the others
    wait for `indexing_own_table`.
    """
    table = own_table(epoch_id)
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE {table} (LIKE {EVENTS} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)")
        # Spares the scan of the new table when it is attached.
        cursor.execute(f"ALTER TABLE {table} ADD CONSTRAINT {table}_epoch CHECK (epoch_id = {epoch_id:d})")
        cursor.execute(f"ALTER TABLE {table} ADD PRIMARY KEY (epoch_id, order_key, seat)")


@contextmanager
def indexing_own_table(epoch_id: int, *, beside: bool) -> Iterator[None]:
    """The other indexes of the loaded table are made while the block runs, and stand at its end.

    `beside`: on connections of their own, which must see the table and all that was loaded. May be done again.
    """
    others = (("game", "game_id"), ("player", "epoch_id, player_id, order_key"))
    if not beside:
        for other in others:
            _index(epoch_id, *other)
        yield
        return
    with ThreadPoolExecutor(len(others), thread_name_prefix="index") as threads:
        begun = [threads.submit(_index_beside, epoch_id, *other) for other in others]
        yield
        for one in begun:
            one.result()


def _index_beside(epoch_id: int, name: str, columns: str) -> None:
    try:
        with transaction.atomic():
            _index(epoch_id, name, columns)
    finally:
        connections.close_all()  # this thread's own


def _index(epoch_id: int, name: str, columns: str) -> None:
    """In one process: helpers of the one would take the core from the other."""
    table = own_table(epoch_id)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL max_parallel_maintenance_workers = 0")
        cursor.execute(f"CREATE INDEX IF NOT EXISTS {table}_{name} ON {table} ({columns})")


def attach_own_table(epoch_id: int) -> None:
    """Make the indexed table a partition. Readers of the default partition wait while that is scanned."""
    with connection.cursor() as cursor:
        _wait_briefly(cursor)
        cursor.execute(
            f"ALTER TABLE {EVENTS} ATTACH PARTITION {own_table(epoch_id)} FOR VALUES IN ({epoch_id:d})"
        )


def drop_events(epoch: LadderEpoch) -> None:
    """Delete the events of an epoch nobody reads: its table at once, shared rows ten thousand at a time."""
    if has_own_table(epoch.pk):
        with transaction.atomic(), connection.cursor() as cursor:
            _wait_briefly(cursor)
            cursor.execute(f"DROP TABLE {own_table(epoch.pk)}")
        return
    while _delete_some(epoch):
        pass


def is_busy(error: OperationalError) -> bool:
    """Whether a table was in use for too long, so that the same may be tried again later."""
    return getattr(error.__cause__, "sqlstate", "") == _LOCK_NOT_AVAILABLE


def _wait_briefly(cursor: CursorWrapper) -> None:
    """Up to the end of the transaction: do not queue behind a long reader, for everybody else queues behind us."""
    cursor.execute("SET LOCAL lock_timeout = '2s'")


def _delete_some(epoch: LadderEpoch) -> bool:
    """One statement of its own; False when it was the last."""
    keys = RatingEvent.objects.filter(epoch=epoch).order_by("order_key").values_list("order_key", flat=True)
    edge = next(iter(keys[_DELETED_AT_ONCE : _DELETED_AT_ONCE + 1]), None)
    with connection.cursor() as cursor:
        if edge is None:
            cursor.execute(f"DELETE FROM {EVENTS} WHERE epoch_id = %s", [epoch.pk])
        else:
            cursor.execute(f"DELETE FROM {EVENTS} WHERE epoch_id = %s AND order_key < %s", [epoch.pk, edge])
    return edge is not None
