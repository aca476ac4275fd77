"""Games in, events and states out: the arithmetic of a ladder in memory. Knows no database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from ratings.errors import PoisonGame
from ratings.services.reading import ReadGame
from ratings.systems import System

State: TypeAlias = tuple[int, int, int, str]
"""Rating and peak in milli-points: (rating, games, peak, last_key). A plain tuple: millions are made."""

Event: TypeAlias = tuple[str, int, int, int, int, int, int, int, int, str]
"""(order_key, seat, player, game, revision, n_before, r_before, delta, peak_before, prev_key)."""


Rated: TypeAlias = tuple[ReadGame, list[State], list[int]]
"""A game, the states of its players before it and what it gave each of them, in the order of its seats."""


Rate: TypeAlias = Callable[[Sequence[int], Sequence[int], Sequence[int]], list[int]]
"""`System.rate` or `System.rate_canonical`."""


def fresh_state(system: System) -> State:
    """Where everybody starts; the peak of somebody who only lost is the start."""
    return system.start_milli, 0, system.start_milli, ""


def replay(
    games: Iterable[ReadGame], states: dict[int, State], system: System, *, rate: Rate | None = None
) -> Iterator[Event]:
    """The events of `rate_games`, a seat at a time."""
    for game in rate_games(games, states, system, rate=rate):
        yield from events_of(game)


def events_of(rated: Rated) -> list[Event]:
    """What a game did to each of its seats."""
    (game_id, key, revision, seats, players, _places), before, deltas = rated
    return [
        (key, seat, player, game_id, revision, n, rating, delta, peak, last)
        for seat, player, (rating, n, peak, last), delta in zip(seats, players, before, deltas, strict=True)
    ]


def rate_games(
    games: Iterable[ReadGame], states: dict[int, State], system: System, *, rate: Rate | None = None
) -> Iterator[Rated]:
    """Rate the games in the order given; `states` (by player) is read and brought up to date as the games come.

    `rate` is the form of the system to use, the fast one if None. `PoisonGame` at the first game that cannot be
    rated; `states` is then worth nothing.
    """
    fresh = fresh_state(system)
    rate = rate or system.rate
    get = states.get
    for game in games:
        game_id, key, _revision, _seats, players, places = game
        if len(set(players)) < len(players):
            raise PoisonGame(game_id, key, "one player holds two of its seats")
        before = [get(player, fresh) for player in players]
        try:
            deltas = rate([state[0] for state in before], [state[1] for state in before], places)
        except (ArithmeticError, AssertionError, LookupError, RuntimeError, TypeError, ValueError) as error:
            raise PoisonGame(game_id, key, f"{type(error).__name__}: {error}") from error
        for player, (rating, n, peak, _last), delta in zip(  # noqa: B905 - `rate` checks the lengths
            players, before, deltas
        ):
            after = rating + delta
            states[player] = (after, n + 1, peak if peak > after else after, key)
        yield game, before, deltas
