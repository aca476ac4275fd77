"""Whose turn it is to write, in the order of asking."""

from __future__ import annotations

from collections import deque
from threading import Lock


class Turns:
    """One turn at a time; who asked first has it first.

    A plain lock lets a thread that asks again at once overtake all who wait; SQLite itself lets each sleep ever
    longer between two tries. With thirty people saving either makes somebody wait for seconds.
    """

    def __init__(self) -> None:
        self._guard = Lock()
        self._is_taken = False
        self._waiting: deque[Lock] = deque()

    def take(self, timeout: float) -> Turn | None:
        """The turn, as soon as all who asked before had theirs; None after `timeout` seconds."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return Turn(self)
            called = Lock()
            called.acquire()
            self._waiting.append(called)
        if called.acquire(timeout=timeout):
            return Turn(self)
        with self._guard:
            if called in self._waiting:
                self._waiting.remove(called)
                return None
        return Turn(self)  # called in the moment it gave up

    def _next(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False


class Turn:
    """Held until `end`, or until whoever held it is gone."""

    def __init__(self, turns: Turns) -> None:
        self._turns: Turns | None = turns

    def end(self) -> None:
        """Let the next one write. Twice is harmless."""
        turns, self._turns = self._turns, None
        if turns is not None:
            turns._next()

    def __del__(self) -> None:
        self.end()
