"""Where the events of one epoch lie. A big epoch on PostgreSQL has a table of its own, attached once it is full:
loaded without indexes, dropped in an instant (`ratings.md` 7). All others share the default partition.
"""

from __future__ import annotations

from django.db import OperationalError, connection, transaction
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

    Events come in played order, so the indexes by key and by game grow at their end, while the next games are
    computed; the one by player would grow everywhere and waits for `index_own_table`.
    """
    table = own_table(epoch_id)
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE {table} (LIKE {EVENTS} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)")
        # Spares the scan of the new table when it is attached.
        cursor.execute(f"ALTER TABLE {table} ADD CONSTRAINT {table}_epoch CHECK (epoch_id = {epoch_id:d})")
        cursor.execute(f"ALTER TABLE {table} ADD PRIMARY KEY (epoch_id, order_key, seat)")
        cursor.execute(f"CREATE INDEX ON {table} (game_id)")


def index_own_table(epoch_id: int) -> None:
    """The last index of the loaded table, once; nobody but the builder sees it yet."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE INDEX IF NOT EXISTS {own_table(epoch_id)}_player "
            f"ON {own_table(epoch_id)} (epoch_id, player_id, order_key)"
        )


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
