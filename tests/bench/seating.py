"""The seating bar: ``python -m tests.bench.seating`` prints each case with its peers, measured in the same run.

Peers re-implemented here: one plain shuffle per round; the best of 1000 shuffles per round (fewest earlier meetings);
for next rounds the greedy by standing (best unseated player, then always the highest one with the fewest earlier
meetings) and the plain cut of the standings. Columns: what was reached, CPU seconds, the bar, met or MISSED, the peers.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from tournaments.seating import NextRound, SeatingProblem, next_round
from tournaments.seating.benching import (
    plan_case,
    small_club_case,
    split_case,
    state_case,
    state_problem,
)
from tournaments.seating.splitting import best_tables

FILES = Path(__file__).parents[1] / "data"
SHUFFLES = 1000
MOST_FOR_SHUFFLES = 200

Tables = list[list[str]]
Met = dict[tuple[str, str], int]


def main() -> None:
    bar = json.loads((FILES / "seating_bar.json").read_text())
    states = json.loads((FILES / "swiss_states.json").read_text())["states"]
    verdicts = [
        *_plans(bar["plan"]),
        *_small_clubs(bar["small_clubs"]),
        *_splits(bar["split"]),
        *_states(states),
        *_event(40, 8),
    ]
    print(f"\n{sum(verdicts)} of {len(verdicts)} rows of the bar met")


def _plans(cases: Sequence[Mapping[str, Any]]) -> Iterator[bool]:
    print("Plans: figures of the bar, CPU s; peers: repeats of one shuffle / best of 1000 per round")
    for case in cases:
        line = plan_case(case, time.process_time)
        figures = " ".join(f"{name} {line[name]}<={most}" for name, most in case["max"].items())
        stretch = ""
        if "stretch" in line:
            stretch = ", stretch met" if line["stretch"] else ", stretch missed"
        peers = _shuffled_repeats(SeatingProblem.from_json(case["input"]))
        best = case.get("best_alternative")
        other = f"; {best['tool']} {best['repeats']}" if best else ""
        print(
            f"  {line['id']}: {figures}; {line['cpu_s']:.3f} of {line['within']} s; {_met(line)}{stretch};"
            f" peers {peers}{other}"
        )
        yield line["ok"]


def _small_clubs(clubs: Mapping[str, Any]) -> Iterator[bool]:
    print("Small clubs at (4,3): pairs_cost against the best known, with the library and without")
    searched = []
    for cell in clubs["cells"]:
        line = small_club_case(cell, clubs, time.process_time)
        alone = small_club_case(cell, clubs, time.process_time, use_library=False)
        searched.append(alone["ok"])
        print(
            f"  {line['id']}: {line['pairs_cost']}<={line['most']} (bound {line['bound']}),"
            f" {line['cpu_s']:.3f} s, {_met(line)}; search alone {alone['pairs_cost']},"
            f" target {alone['most']}, {alone['cpu_s']:.2f} s"
        )
        yield line["ok"]
    share = sum(searched) / len(searched)
    wanted = clubs["search_only"]["share"]
    print(f"  search alone reaches {share:.0%} of its targets; {wanted:.0%} wanted")
    yield share >= wanted


def _splits(cases: Sequence[Mapping[str, Any]]) -> Iterator[bool]:
    lines = [split_case(case) for case in cases]
    print(f"Splits: {sum(line['ok'] for line in lines)} of {len(lines)} as expected")
    yield from (line["ok"] for line in lines)


def _states(states: Sequence[Mapping[str, Any]]) -> Iterator[bool]:
    print("Next rounds, (rematches, spread); peers: cut of the standings, greedy by standing")
    for state in states:
        line = state_case(state, time.process_time)
        problem = state_problem(state)
        print(
            f"  {line['id']}: ({line['rematches']}, {line['spread']}) bar (0, {line['most']:.0f}),"
            f" {line['cpu_s']:.2f} of {line['within']} s, {_met(line)};"
            f" peers {_valued(problem, _cut(problem))} {_valued(problem, _greedy(problem))}"
        )
        yield line["ok"]


def _event(players: int, rounds: int) -> Iterator[bool]:
    """One event seated round by round with little effort, its standings drawn at random."""
    print(f"One event of {players}, quick: rematches and CPU s; peer: greedy by standing")
    rng = Random(1)
    names = [f"P{k:02d}" for k in range(1, players + 1)]
    scores = dict.fromkeys(names, 0)
    history: list[Tables] = []
    for number in range(1, rounds + 1):
        document = {"players": names, "sizes": [4, 3], "scores": scores, "history": history}
        problem = SeatingProblem.from_json({**document, "seed": number, "effort": "quick"})
        began = time.process_time()
        found: NextRound = next_round(problem)
        cpu = time.process_time() - began
        is_met = found.rematches == 0 and cpu <= 0.5
        peer = _valued(problem, _greedy(problem))
        print(f"  round {number}: {found.rematches}, {cpu:.2f} s, {_met({'ok': is_met})}; peer {peer}")
        yield is_met
        history.append([list(table) for table in found.tables])
        for table in found.tables:
            order = sorted(table, key=lambda _: rng.random())
            for place, name in enumerate(order):
                scores[name] += len(order) - place


def _shuffled_repeats(problem: SeatingProblem) -> str:
    """Repeats of one shuffle per round, and of the best of 1000 per round."""
    tables = best_tables(len(problem.present), problem.sizes) or ()
    found = []
    for tries in (1, SHUFFLES):
        if tries > 1 and len(problem.present) > MOST_FOR_SHUFFLES:
            found.append("-")
            continue
        rng = Random(1)
        met = _meetings(problem.history)
        repeats = 0
        for _ in range(problem.rounds or 0):
            best = min(
                (_shuffled(problem.present, tables, rng) for _ in range(tries)),
                key=lambda seated: _again(seated, met),
            )
            repeats += sum(met.get(pair, 0) > 0 for table in best for pair in combinations(sorted(table), 2))
            for table in best:
                for pair in combinations(sorted(table), 2):
                    met[pair] = met.get(pair, 0) + 1
        found.append(str(repeats))
    return " / ".join(found)


def _shuffled(players: Sequence[str], tables: Sequence[int], rng: Random) -> Tables:
    names = list(players)
    rng.shuffle(names)
    seats = iter(names)
    return [[next(seats) for _ in range(size)] for size in tables]


def _cut(problem: SeatingProblem) -> Tables:
    seats = iter(_standing(problem))
    return [[next(seats) for _ in range(size)] for size in _sizes(problem)]


def _greedy(problem: SeatingProblem) -> Tables:
    met = _meetings(problem.history)
    left = _standing(problem)
    tables = []
    for size in _sizes(problem):
        table = [left.pop(0)]
        while len(table) < size:
            earlier = [sum(met.get((min(a, b), max(a, b)), 0) for b in table) for a in left]
            table.append(left.pop(earlier.index(min(earlier))))
        tables.append(table)
    return tables


def _standing(problem: SeatingProblem) -> list[str]:
    scores = dict(problem.scores or ())
    return sorted(problem.present, key=lambda player: (-scores.get(player, 0), player))


def _sizes(problem: SeatingProblem) -> tuple[int, ...]:
    return best_tables(len(problem.present), problem.sizes) or ()


def _valued(problem: SeatingProblem, tables: Tables) -> tuple[int, float]:
    scores = dict(problem.scores or ())
    spread = sum(
        (scores.get(a, 0) - scores.get(b, 0)) ** 2 for table in tables for a, b in combinations(table, 2)
    )
    return _again(tables, _meetings(problem.history)), spread


def _meetings(rounds: Sequence[Sequence[Sequence[str]]]) -> Met:
    met: Met = {}
    for tables in rounds:
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
    return met


def _again(tables: Tables, met: Met) -> int:
    return sum(met.get(pair, 0) for table in tables for pair in combinations(sorted(table), 2))


def _met(line: Mapping[str, Any]) -> str:
    return "met" if line["ok"] else "MISSED"


if __name__ == "__main__":
    main()
