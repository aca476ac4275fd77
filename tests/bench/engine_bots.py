"""How strong the bots are: each alone against three of each kind, in whole games of four.

    nice python -m tests.bench.engine_bots [--games 1000] [--search-games 200] [--playouts N] [--only search:heuristic]

For each pairing: the share of games won (a shared first place counts in parts; par is 25 %), bids made and points a
game of the single bot and of the three, each with its 95 % interval over the games, and the CPU time of a decision.
The single bot changes its seat, the first dealer changes too, and every pairing plays the same cards.
Exit code 1 if a bar is missed: the heuristic wins 70 % against three random bots, the search 35 % against three
heuristic ones within 50 ms a decision on average.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random

from games.engine.bots import BOTS, Bot
from games.engine.bots.search import SearchBot
from games.engine.commands import StartGame
from games.engine.game import GameState, fold
from games.engine.rules import RuleSet
from games.engine.selfplay import NAMES, play_events
from games.engine.shuffle import GameSeed, seed_bytes
from games.engine.view import DealView

N_PLAYERS = 4
BARS = {("heuristic", "random"): 0.70, ("search", "heuristic"): 0.35}
SLOWEST_MS = 50.0


@dataclass
class Timed:
    """A bot and the CPU time of its decisions, in seconds."""

    bot: Bot
    name: str = "timed"
    spent: list[float] = field(default_factory=list)

    def bid(self, rules: RuleSet, seen: DealView, rng: Random) -> int:
        begin = time.process_time()
        choice = self.bot.bid(rules, seen, rng)
        self.spent.append(time.process_time() - begin)
        return choice

    def card(self, rules: RuleSet, seen: DealView, rng: Random) -> int:
        begin = time.process_time()
        choice = self.bot.card(rules, seen, rng)
        self.spent.append(time.process_time() - begin)
        return choice


@dataclass
class Side:
    """Per game: the part of the bids made, and the points a seat."""

    made: list[float] = field(default_factory=list)
    points: list[float] = field(default_factory=list)

    def note(self, state: GameState, seats: Sequence[int]) -> None:
        bids = [
            record.bids[seat] == record.tricks[seat]
            for record in state.counted
            for seat in seats
            if record.decider is None
        ]
        self.made.append(sum(bids) / len(bids))
        self.points.append(sum(state.totals[seat] for seat in seats) / len(seats))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument(
        "--search-games", type=int, default=200, help="games of a pairing with the search bot"
    )
    parser.add_argument("--playouts", type=int, help="budget of the search bot; its default without")
    parser.add_argument("--rules", nargs="*", default=["oh-hell", "rage"])
    parser.add_argument("--only", nargs="*", help="pairings such as search:heuristic")
    options = parser.parse_args()
    bots: dict[str, Bot] = dict(BOTS)
    if options.playouts:
        bots["search"] = SearchBot(n_playouts=options.playouts)
    pairs = [(one, many) for many in bots for one in bots]
    if options.only:
        pairs = [(one, many) for one, _, many in (pair.partition(":") for pair in options.only)]
    missed = 0
    for preset in options.rules:
        for one, many in pairs:
            n_games = options.search_games if "search" in (one, many) else options.games
            missed += not match(preset, one, many, bots, n_games)
    return 1 if missed else 0


def match(preset: str, one: str, many: str, bots: dict[str, Bot], n_games: int) -> bool:
    """Play and print one pairing; whether its bar, if it has one, is met."""
    rules = RuleSet.from_value(preset)
    single, three = Side(), Side()
    wins: list[float] = []
    timed = Timed(bots[one])
    for number in range(n_games):
        seat = number % N_PLAYERS
        table: list[Bot] = [timed if at == seat else bots[many] for at in range(N_PLAYERS)]
        secret = GameSeed(seed_bytes(number), f"bots {number}")
        start = StartGame(rules, NAMES[:N_PLAYERS], number // N_PLAYERS % N_PLAYERS, secret)
        state = fold(play_events(start, table, Random(number)))
        assert state is not None
        assert state.finished is not None
        places = state.finished.places
        wins.append((places[seat] == 1) / places.count(1))
        single.note(state, [seat])
        three.note(state, [at for at in range(N_PLAYERS) if at != seat])
    spent = sorted(timed.spent)
    mean_ms = 1000 * sum(spent) / len(spent)
    print(
        f"{preset:8} {one:9} v 3 {many:9} {n_games:5} games  wins {percent(wins)}  "
        f"made {percent(single.made)} v {percent(three.made)}  "
        f"points {plain(single.points)} v {plain(three.points)}  "
        f"{mean_ms:.1f} ms a decision, 99 % within {1000 * spent[int(0.99 * len(spent))]:.1f}",
        flush=True,
    )
    bar = BARS.get((one, many))
    return bar is None or (mean(wins) >= bar and mean_ms <= SLOWEST_MS)


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def margin(values: Sequence[float]) -> float:
    """Half of the 95 % interval of the mean."""
    middle = mean(values)
    variance = sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1)
    return 1.96 * sqrt(variance / len(values))


def percent(values: Sequence[float]) -> str:
    return f"{100 * mean(values):5.1f} +-{100 * margin(values):4.1f} %"


def plain(values: Sequence[float]) -> str:
    return f"{mean(values):6.1f} +-{margin(values):4.1f}"


if __name__ == "__main__":
    sys.exit(main())
