"""How the games in play stand, kept by this process, so that readers of one event share the reading of it.

No second truth: a value is found by the game's log (`text_of`) and the number of its events as the database has it
now. The log only grows, so that number names one state for ever. A value is put here after the commit that made it, or
by whoever has just read it outside a transaction, and nobody changes it (`sitting` copies a state before it goes on).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final, Generic, TypeVar
from uuid import UUID

from games.engine import GameState
from games.models import Game

Json = dict[str, Any]
Stand = tuple[GameState, Json | None]  # the state and the last full trick
Text = tuple[UUID, int]
T = TypeVar("T")

N_GAMES: Final = 256
"""Some thirty kilobytes each."""
N_TAIL: Final = 20
N_READERS: Final = 128
"""Languages and what seats see of bids; the names in a key can be changed without end."""


def text_of(game: Game) -> Text:
    """Which log, in the words it has now: a forgotten person's name goes out of it, and the game's version rises."""
    return game.uid, game.version


class Newest(Generic[T]):
    """The newest value of each game, for the games asked for last. Safe to use from threads."""

    def __init__(self, most: int = N_GAMES) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, tuple[int, T]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game: Hashable, n_events: int) -> T | None:
        """The value after exactly so many events, if it is kept."""
        with self._lock:
            found = self._values.get(game)
            if found is None or found[0] != n_events:
                return None
            self._values.move_to_end(game)
            return found[1]

    def newest(self, game: Hashable) -> tuple[int, T] | None:
        """After how many events the value is that is kept, and the value."""
        with self._lock:
            return self._values.get(game)

    def put(self, game: Hashable, n_events: int, value: T) -> None:
        """Keep it, unless a newer one is there: threads come late."""
        with self._lock:
            found = self._values.get(game)
            if found is not None and found[0] > n_events:
                return
            self._values[game] = (n_events, value)
            self._values.move_to_end(game)
            if len(self._values) > self._most:
                self._values.popitem(last=False)

    def kept(self, game: Hashable, n_events: int, first: T) -> T:
        """The value after so many events; `first`, kept from now on unless a newer one is, where there is none."""
        found = self.get(game, n_events)
        if found is None:
            self.put(game, n_events, first)
            return first
        return found

    def clear(self) -> None:
        with self._lock:
            self._values.clear()


stands: Final[Newest[Stand]] = Newest()
tails: Final[Newest[tuple[Json, ...]]] = Newest()
"""The last `N_TAIL` entries of the log, all of them public or said with what a reader's view shows."""
sentences: Final[Newest[dict[Hashable, Any]]] = Newest()
"""What is said of an event, by all that it depends on beside the event. Values are put in, none is changed."""
sheets: Final[Newest[dict[Hashable, str]]] = Newest()
"""The drawn sheets of the hands that are over, by their number in place of the events'."""


def made_once(values: dict[Hashable, T], key: Hashable, make: Callable[[], T]) -> T:
    """The value of a key among those that are kept together; made if it is not there."""
    found = values.get(key)
    if found is None:
        found = make()
        if len(values) >= N_READERS:
            values.clear()
        values[key] = found
    return found


def forget() -> None:
    """As in a process that has just started."""
    for kept in (stands, tails, sentences, sheets):
        kept.clear()
