"""Games per second of elo-mp beside the two libraries, in one run on the same games (ratings.md section 11).

`python -m tests.bench.ratings_kernel [--games N] [--size N] [--players N] [--seed N]`

Each system rates the same chain of games in one process, states kept in a list, best of three, in seconds of the
processor. The bar is 6 times openskill's Plackett-Luce. Exit code 1 if a bar is missed.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from time import process_time

from ratings.systems import get_system
from ratings.systems.bench import REPEATS, Table, draw_tables, games_per_second

LEAST_FAST = 300_000
LEAST_CANONICAL = 100_000
LEAST_TIMES_PLACKETT_LUCE = 6.0


def rate_by_openskill(tables: Sequence[Table], n_players: int) -> None:
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in range(n_players)]
    for seats, places in tables:
        ranks: list[float] = list(places)
        for seat, team in zip(
            seats, model.rate([[ratings[seat]] for seat in seats], ranks=ranks), strict=True
        ):
            ratings[seat] = team[0]


def rate_by_trueskill(tables: Sequence[Table], n_players: int) -> None:
    from trueskill import TrueSkill

    environment = TrueSkill()
    ratings = [environment.create_rating() for _ in range(n_players)]
    for seats, places in tables:
        groups = environment.rate([(ratings[seat],) for seat in seats], ranks=places)
        for seat, group in zip(seats, groups, strict=True):
            ratings[seat] = group[0]


def time_library(
    rate: Callable[[Sequence[Table], int], None], tables: Sequence[Table], n_players: int
) -> int:
    """Games per second, best of three."""
    best = float("inf")
    for _ in range(REPEATS):
        begun = process_time()
        rate(tables, n_players)
        best = min(best, process_time() - begun)
    return round(len(tables) / best)


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.ratings_kernel")
    for name, default in (("games", 60_000), ("size", 4), ("players", 2_000), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default, metavar="N")
    options = parser.parse_args(argv)
    tables = draw_tables(games=options.games, size=options.size, players=options.players, seed=options.seed)
    elo = get_system("elo-mp", 1)
    fast = games_per_second(elo.rate, elo, tables, options.players)
    canonical = games_per_second(elo.rate_canonical, elo, tables, options.players)
    print(f"Games a second, {options.size} players a table, {options.players} players, best of {REPEATS}")
    claims = []
    _print("elo-mp v1 fast", fast, fast)
    _print("elo-mp v1 canonical", canonical, fast)
    if options.size == 4:
        claims.append((f"fast >= {LEAST_FAST}", fast >= LEAST_FAST))
        claims.append((f"canonical >= {LEAST_CANONICAL}", canonical >= LEAST_CANONICAL))
    if find_spec("openskill"):
        # The slower ones get the first part of the same games: a sixth, a sixtieth.
        rated = time_library(rate_by_openskill, tables[: len(tables) // 6], options.players)
        _print(f"openskill {version('openskill')} PL", rated, fast)
        times = fast / rated
        claims.append(
            (f"fast >= {LEAST_TIMES_PLACKETT_LUCE} x openskill PL", times >= LEAST_TIMES_PLACKETT_LUCE)
        )
    if find_spec("trueskill"):
        rated = time_library(rate_by_trueskill, tables[: len(tables) // 60], options.players)
        _print(f"trueskill {version('trueskill')}", rated, fast)
    for claim, is_met in claims:
        print(f"  {'met   ' if is_met else 'MISSED'} {claim}")
    return 0 if all(is_met for _, is_met in claims) else 1


def _print(name: str, rated: int, fast: int) -> None:
    print(f"  {name:<22} {rated:>8,}   elo-mp is {fast / rated:.1f} times as fast")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
