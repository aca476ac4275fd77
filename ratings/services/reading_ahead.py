"""The next games are read while the last ones are still being rated: PostgreSQL and Python work at once."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Self

from django.db import connection, connections, transaction

from ratings.services.ladders import Scope
from ratings.services.reading import ReadGame, plan_plainly, read_games


class ReadAhead:
    """`read_games` in batches of `limit`, each begun as soon as the one before is there; a context manager.

    For an epoch that every fact touches already: what changes after it was read is redone by its touch, so reading
    early misses nothing. It reads on a connection of its own; on SQLite, or where the caller's transaction holds what
    others cannot see yet, nothing is read ahead.
    """

    def __init__(self, scope: Scope, *, limit: int) -> None:
        self._scope, self.limit = scope, limit
        self._thread: ThreadPoolExecutor | None = None
        self._ahead: tuple[str, Future[list[ReadGame]]] | None = None

    def __enter__(self) -> Self:
        if connection.vendor == "postgresql" and not connection.in_atomic_block:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="read-ahead")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._thread is not None:
            self._thread.submit(connections.close_all)
            self._thread.shutdown()

    def games(self, *, after: str) -> list[ReadGame]:
        """The next rated games beyond the key `after`, at most `limit`."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None and ahead[0] == after:
            games = ahead[1].result()
        else:
            games = read_games(self._scope, after=after, limit=self.limit)
        if self._thread is not None and len(games) == self.limit:
            key = games[-1].order_key
            self._ahead = key, self._thread.submit(self._read, key)
        return games

    def _read(self, after: str) -> list[ReadGame]:
        with transaction.atomic():
            plan_plainly()
            return read_games(self._scope, after=after, limit=self.limit)
