"""One moment of the database, read while others write."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

from django.db import connection, transaction

Read = Callable[[str], Iterator[Sequence[Any]]]
AT_ONCE = 2000


@contextmanager
def snapshot() -> Iterator[Read]:
    """A function that gives the rows of a SELECT, all as of one moment. No writer waits for it.

    SQLite: a read transaction beside the log of the writers; PostgreSQL: REPEATABLE READ, READ ONLY.
    """
    with _sqlite() if connection.vendor == "sqlite" else _postgresql() as read:
        yield read


@contextmanager
def _sqlite() -> Iterator[Read]:
    # A connection of its own: Django's begin IMMEDIATE, which would keep every writer out.
    name = str(connection.settings_dict["NAME"])
    with closing(sqlite3.connect(name, isolation_level=None, timeout=20)) as own:
        own.execute("BEGIN")
        own.execute("SELECT count(*) FROM sqlite_master").fetchone()  # the moment is that of the first look

        def read(sql: str) -> Iterator[Sequence[Any]]:
            cursor = own.execute(sql)
            while rows := cursor.fetchmany(AT_ONCE):
                yield from rows

        yield read
        own.execute("ROLLBACK")


@contextmanager
def _postgresql() -> Iterator[Read]:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")

        def read(sql: str) -> Iterator[Sequence[Any]]:
            with connection.chunked_cursor() as cursor:
                cursor.execute(sql)
                while rows := cursor.fetchmany(AT_ONCE):
                    yield from rows

        yield read
