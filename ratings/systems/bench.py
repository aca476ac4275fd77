"""How many games a second each form rates (ratings.md section 11, "kernel").

Seconds are those of the processor: on an idle machine the same as on the clock, on a busy one still comparable.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from time import process_time

from ratings.systems.system import System

Rate = Callable[[Sequence[int], Sequence[int], Sequence[int]], list[int]]
Table = tuple[list[int], list[int]]
"""Player numbers and places of one game."""

REPEATS = 3


@dataclass(frozen=True, slots=True)
class Figures:
    """Games per second, best of three, and whether both forms gave the same integers in every game."""

    canonical_games_per_s: int
    fast_games_per_s: int
    equal: bool


def draw_tables(*, games: int, size: int, players: int, seed: int) -> list[Table]:
    """Random tables; about one seat in twenty shares the place above it."""
    rng = Random(seed)
    tables = []
    for _ in range(games):
        places = [1]
        for place in range(2, size + 1):
            places.append(places[-1] if rng.random() < 0.05 else place)
        rng.shuffle(places)
        tables.append((rng.sample(range(players), size), places))
    return tables


def replay(rate: Rate, tables: Sequence[Table], *, players: int, start_milli: int) -> list[int]:
    """Rate all tables in order from fresh players; the ratings at the end."""
    ratings = [start_milli] * players
    games = [0] * players
    for seats, places in tables:
        deltas = rate([ratings[seat] for seat in seats], [games[seat] for seat in seats], places)
        for seat, delta in zip(seats, deltas):  # noqa: B905 - the cost of strict would be measured too
            ratings[seat] += delta
            games[seat] += 1
    return ratings


def measure(system: System, *, games: int, size: int, players: int, seed: int) -> Figures:
    """Time both forms on the same chain of games, reading and writing the states included."""
    tables = draw_tables(games=games, size=size, players=players, seed=seed)
    return Figures(
        canonical_games_per_s=games_per_second(system.rate_canonical, system, tables, players),
        fast_games_per_s=games_per_second(system.rate, system, tables, players),
        equal=_gives_equal_chains(system, tables, players),
    )


def games_per_second(rate: Rate, system: System, tables: Sequence[Table], players: int) -> int:
    """Best of three over the whole chain."""
    best = float("inf")
    for _ in range(REPEATS):
        begun = process_time()
        replay(rate, tables, players=players, start_milli=system.start_milli)
        best = min(best, process_time() - begun)
    return round(len(tables) / best)


def _gives_equal_chains(system: System, tables: Sequence[Table], players: int) -> bool:
    """Both forms on every table of the chain, seat by seat."""
    is_equal = True

    def rate_both(ratings: Sequence[int], games: Sequence[int], places: Sequence[int]) -> list[int]:
        nonlocal is_equal
        deltas = system.rate(ratings, games, places)
        is_equal = is_equal and deltas == system.rate_canonical(ratings, games, places)
        return deltas

    replay(rate_both, tables, players=players, start_milli=system.start_milli)
    return is_equal
