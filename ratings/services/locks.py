"""Locks beyond rows. SQLite needs none of them: its writing transactions are one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

# Two plain numbers name an advisory lock of PostgreSQL.
_EPOCHS = (7_104, 1)
_BUILDERS = 7_105


def see_all_epochs() -> None:
    """From here to the end of the transaction no epoch is born: whoever touches sees every one that will matter.

    Without it a fact could look up the epochs, an epoch be born and filled past its key, and the fact commit
    afterwards: the new epoch would never hear of it. Facts share the lock and do not wait for each other.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock_shared(%s, %s)", _EPOCHS)


def bear_epoch() -> None:
    """Wait until every fact under way has committed; hold new ones up to the end of the transaction."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", _EPOCHS)


@contextmanager
def only_builder(epoch_id: int) -> Iterator[bool]:
    """Whether this process alone fills the epoch. The lock falls with the connection of a killed process."""
    if connection.vendor != "postgresql":
        yield True
        return
    key = (_BUILDERS, epoch_id % 2**31)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", key)
        (mine,) = cursor.fetchone()
    try:
        yield bool(mine)
    finally:
        if mine:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", key)
