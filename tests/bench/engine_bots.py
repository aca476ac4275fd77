"""How strong the bots are: each alone against three of each kind, in whole games of four.

    nice python -m tests.bench.engine_bots [--games 1000] [--search-games 200] [--first-seed 0] [--workers 2]
        [--playouts N] [--rules rage] [--only search:heuristic] [--json] [--add FILE ...]

For each pairing: the share of games won (a shared first place counts in parts; par is 25 %), bids made and points a
game of the single bot and of the three, each with its 95 % interval over the games, and the CPU time of a decision.
The single bot changes its seat, the first dealer changes too, and every pairing plays the same cards.

Game k is the same whatever is played besides, so a long run may be cut into chunks: `--first-seed 200 --games 100`
plays games 200 to 299. `--json` prints one line of JSON a pairing; `--add` reads such lines instead of playing and
prints them added up. Seeds that two lines share are refused.

Exit code 1 if a bar is missed: the heuristic wins 70 % against three random bots, the search 35 % against three
heuristic ones within 50 ms a decision on average.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt
from pathlib import Path
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
CHUNK = 5
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
class Mean:
    """A mean that chunks add up to: how many values, their sum and the sum of their squares."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def note(self, value: float) -> None:
        self.add(Mean(1, value, value * value))

    def add(self, other: Mean) -> None:
        self.n += other.n
        self.total += other.total
        self.squares += other.squares

    @property
    def value(self) -> float:
        return self.total / self.n if self.n else 0.0

    @property
    def margin(self) -> float:
        """Half of the 95 % interval of the mean."""
        variance = (self.squares - self.n * self.value**2) / max(1, self.n - 1)
        return 1.96 * sqrt(max(0.0, variance) / self.n) if self.n else 0.0


MEANS = ("wins", "made", "made_of_three", "points", "points_of_three")


@dataclass
class Match:
    """One pairing over a set of seeds."""

    rules: str
    one: str
    many: str
    playouts: int | None = None
    seeds: list[tuple[int, int]] = field(default_factory=list)
    means: dict[str, Mean] = field(default_factory=lambda: {name: Mean() for name in MEANS})
    n_decisions: int = 0
    cpu_s: float = 0.0
    slowest_ms: float = 0.0

    @property
    def key(self) -> tuple[str, str, str, int | None]:
        return self.rules, self.one, self.many, self.playouts

    @property
    def mean_ms(self) -> float:
        return 1000 * self.cpu_s / self.n_decisions if self.n_decisions else 0.0

    @property
    def meets_bar(self) -> bool:
        bar = BARS.get((self.one, self.many))
        return bar is None or (self.means["wins"].value >= bar and self.mean_ms <= SLOWEST_MS)

    def add(self, other: Match) -> None:
        """Take in another chunk; ValueError when a game would count twice."""
        taken = sorted([*self.seeds, *other.seeds])
        for (_, last), (first, _) in pairwise(taken):
            if first <= last:
                raise ValueError(f"{self.rules} {self.one} v {self.many}: game {first} is there twice.")
        self.seeds = joined(taken)
        for name in MEANS:
            self.means[name].add(other.means[name])
        self.n_decisions += other.n_decisions
        self.cpu_s += other.cpu_s
        self.slowest_ms = max(self.slowest_ms, other.slowest_ms)

    def to_json(self) -> dict[str, object]:
        """What `from_json` reads, with the figures people want beside it."""
        return {
            "rules": self.rules, "one": self.one, "many": self.many, "playouts": self.playouts,
            "games": self.means["wins"].n, "wins": round(self.means["wins"].total, 4),
            "share": round(self.means["wins"].value, 4), "interval": self._interval("wins"),
            "ms": round(self.mean_ms, 2), "meets_bar": self.meets_bar, "seeds": self.seeds,
            "means": {name: [mean.n, mean.total, mean.squares] for name, mean in self.means.items()},
            "intervals": {name: self._interval(name) for name in MEANS},
            "n_decisions": self.n_decisions, "cpu_s": self.cpu_s, "slowest_ms": self.slowest_ms,
        }  # fmt: skip

    def _interval(self, name: str) -> list[float]:
        mean = self.means[name]
        return [round(mean.value - mean.margin, 4), round(mean.value + mean.margin, 4)]

    @classmethod
    def from_json(cls, line: str) -> Match:
        row = json.loads(line)
        return cls(
            rules=row["rules"],
            one=row["one"],
            many=row["many"],
            playouts=row["playouts"],
            seeds=[(first, last) for first, last in row["seeds"]],
            means={name: Mean(*row["means"][name]) for name in MEANS},
            n_decisions=row["n_decisions"],
            cpu_s=row["cpu_s"],
            slowest_ms=row["slowest_ms"],
        )

    def __str__(self) -> str:
        def shown(name: str, scale: float, unit: str) -> str:
            mean = self.means[name]
            return f"{scale * mean.value:5.1f} +-{scale * mean.margin:4.1f}{unit}"

        return (
            f"{self.rules:8} {self.one:9} v 3 {self.many:9} {self.means['wins'].n:5} games  "
            f"wins {shown('wins', 100, ' %')}  "
            f"made {shown('made', 100, ' %')} v {shown('made_of_three', 100, ' %')}  "
            f"points {shown('points', 1, '')} v {shown('points_of_three', 1, '')}  "
            f"{self.mean_ms:.1f} ms a decision, the slowest {self.slowest_ms:.0f}"
        )


def joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sorted spans of seeds, neighbours as one."""
    found: list[tuple[int, int]] = []
    for first, last in spans:
        if found and found[-1][1] + 1 == first:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    missed = 0
    for match in added(options.add) if options.add else _played(options):
        print(json.dumps(match.to_json()) if options.json else match, flush=True)
        missed += not match.meets_bar
    return 1 if missed else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--search-games", type=int, help="games of a pairing with the search bot, else 200")
    parser.add_argument("--first-seed", type=int, default=0, help="number of the first game")
    parser.add_argument("--workers", type=int, default=1, help="processes that play at once")
    parser.add_argument("--playouts", type=int, help="budget of the search bot; its default without")
    parser.add_argument("--rules", nargs="*", default=["oh-hell", "rage"])
    parser.add_argument("--only", nargs="*", help="pairings such as search:heuristic")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each pairing")
    parser.add_argument("--add", nargs="+", metavar="FILE", help="add up lines of --json, play nothing")
    options = parser.parse_args(arguments)
    for name, least in (
        ("games", 1),
        ("search_games", 1),
        ("first_seed", 0),
        ("workers", 1),
        ("playouts", 1),
    ):
        value = getattr(options, name)
        if value is not None and value < least:
            parser.error(f"--{name.replace('_', '-')} must be at least {least}")
    return options


def _played(options: argparse.Namespace) -> Iterator[Match]:
    pairs = [(one, many) for many in BOTS for one in BOTS]
    if options.only:
        pairs = [(one, many) for one, _, many in (pair.partition(":") for pair in options.only)]
    for preset in options.rules:
        for one, many in pairs:
            is_search = "search" in (one, many)
            n_games = (options.search_games or 200) if is_search else options.games
            playouts = options.playouts if is_search else None
            seeds = range(options.first_seed, options.first_seed + n_games)
            yield play(preset, one, many, seeds, playouts=playouts, n_workers=options.workers)


def play(
    preset: str, one: str, many: str, seeds: range, *, playouts: int | None = None, n_workers: int = 1
) -> Match:
    """The games of these seeds, in chunks over so many processes."""
    whole = Match(preset, one, many, playouts)
    chunks = [seeds[start : start + CHUNK] for start in range(0, len(seeds), CHUNK)]
    asked = [(preset, one, many, playouts, chunk) for chunk in chunks]
    if n_workers == 1:
        for job in asked:
            whole.add(play_chunk(job))
        return whole
    with ProcessPoolExecutor(n_workers) as pool:
        for chunk in pool.map(play_chunk, asked):
            whole.add(chunk)
    return whole


def play_chunk(job: tuple[str, str, str, int | None, range]) -> Match:
    """A few games, one after the other."""
    preset, one, many, playouts, seeds = job
    bots: dict[str, Bot] = dict(BOTS)
    if playouts:
        bots["search"] = SearchBot(n_playouts=playouts)
    match = Match(preset, one, many, playouts, [(seeds[0], seeds[-1])])
    timed = Timed(bots[one])
    rules = RuleSet.from_value(preset)
    for number in seeds:
        _play_game(match, rules, number, timed, bots[many])
    match.n_decisions, match.cpu_s = len(timed.spent), sum(timed.spent)
    match.slowest_ms = 1000 * max(timed.spent)
    return match


def _play_game(match: Match, rules: RuleSet, number: int, single: Bot, other: Bot) -> None:
    seat = number % N_PLAYERS
    table: list[Bot] = [single if at == seat else other for at in range(N_PLAYERS)]
    secret = GameSeed(seed_bytes(number), f"bots {number}")
    start = StartGame(rules, NAMES[:N_PLAYERS], number // N_PLAYERS % N_PLAYERS, secret)
    state = fold(play_events(start, table, Random(number)))
    assert state is not None
    assert state.finished is not None
    places = state.finished.places
    match.means["wins"].note((places[seat] == 1) / places.count(1))
    for suffix, seats in (("", [seat]), ("_of_three", [at for at in range(N_PLAYERS) if at != seat])):
        made, points = _figures(state, seats)
        match.means[f"made{suffix}"].note(made)
        match.means[f"points{suffix}"].note(points)


def _figures(state: GameState, seats: Sequence[int]) -> tuple[float, float]:
    """The part of their bids these seats made, and their points a seat."""
    bids = [
        record.bids[seat] == record.tricks[seat]
        for record in state.counted
        for seat in seats
        if record.decider is None
    ]
    return sum(bids) / len(bids), sum(state.totals[seat] for seat in seats) / len(seats)


def added(files: Iterable[str]) -> list[Match]:
    """The pairings of files of `--json` lines, chunk by chunk added up."""
    found: dict[tuple[str, str, str, int | None], Match] = {}
    for file in files:
        for line in Path(file).read_text(encoding="utf-8").splitlines():
            if not line.strip():
                continue
            chunk = Match.from_json(line)
            whole = found.setdefault(chunk.key, Match(*chunk.key))
            whole.add(chunk)
    return list(found.values())


if __name__ == "__main__":
    sys.exit(main())
