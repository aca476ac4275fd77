"""Django's SQLite backend with a queue before `BEGIN IMMEDIATE`; named by `ENGINE = "config.sqlite"`.

SQLite admits one writer. Who comes second is not queued but sleeps and tries again, up to a tenth of a second each
time, while newcomers slip in. Threads of one process therefore take turns here, first come, first served; other
processes (commands) are waited for by SQLite's own timeout as before.
"""

from __future__ import annotations

from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from config.sqlite.turns import Turn, Turns

_QUEUES: dict[str, Turns] = {}
"""By the name of the database file."""


# The stubs leave out the methods overridden here.
class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that holds its turn from the start of a transaction to its end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._turn: Turn | None = None

    def _start_transaction_under_autocommit(self) -> None:
        if self._turn is None:
            seconds = self.settings_dict["OPTIONS"].get("timeout", 5)
            self._turn = _QUEUES.setdefault(str(self.settings_dict["NAME"]), Turns()).take(seconds)
            if self._turn is None:
                raise OperationalError("database is locked")
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.end()
