"""Build the library of schedules: `python -m tournaments.seating.build_library [PART ...]`.

Starts from the shipped file and replaces an entry only by a better one, so it may be run again with
other seeds or more moves. Single process, no clock: the budget is `--moves` per case and try.
Parts: `cells` (8-24 players at fours and threes, 3-8 rounds), `equal` (one size), `mixed` (two
neighbouring sizes), `five` (one table of 5 beside fours).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from .annealing import Anneal, anneal, random_plan
from .bounds import lower_bound
from .chance import seeded
from .designs import algebraic_plan
from .instance import Instance, Plan, make_instance
from .library import FILE, LIBRARY_VERSION, Entry, all_entries, table_key
from .measures import Measures, even_visits, measure, plan_visits
from .problem import SeatingProblem
from .splitting import best_tables
from .spread import pairs, table_pairs
from .starters import search_starters

MOST_ROUNDS = 13
Case = tuple[tuple[int, ...], int]
Key = tuple[str, int]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("parts", nargs="*", default=["cells", "equal", "mixed", "five"])
    parser.add_argument("--moves", type=int, default=2_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", default="3-200", help="only these numbers of players: 20-24")
    options = parser.parse_args()
    low, high = map(int, options.players.split("-"))
    library = {(table_key(entry.tables), entry.rounds): entry for entry in all_entries()}
    for part in options.parts:
        for tables, rounds in PARTS[part]():
            if low <= sum(tables) <= high and part == "cells":
                _improve_cell(library, tables, rounds, options.moves, options.seed)
            elif low <= sum(tables) <= high:
                _lengthen(library, tables, rounds, options.moves, options.seed)
    _write(library)


def _cells() -> Iterator[Case]:
    for n in range(8, 25):
        for rounds in range(3, 9):
            yield best_tables(n, (4, 3)) or (), rounds


def _equal() -> Iterator[Case]:
    for size in range(3, 8):
        for n in range(2 * size, 101, size):
            yield (size,) * (n // size), MOST_ROUNDS


def _mixed() -> Iterator[Case]:
    for sizes, most in (((4, 3), 64), ((5, 4), 65), ((6, 5), 60), ((7, 6), 60)):
        for n in range(2 * sizes[1], most + 1):
            tables = best_tables(n, sizes)
            if tables and len(set(tables)) > 1:
                yield tables, MOST_ROUNDS


def _five() -> Iterator[Case]:
    for n in range(9, 66, 4):
        yield best_tables(n, (4, 3, 5)) or (), MOST_ROUNDS


PARTS = {"cells": _cells, "equal": _equal, "mixed": _mixed, "five": _five}


def _improve_cell(
    library: dict[Key, Entry], tables: tuple[int, ...], rounds: int, moves: int, seed: int
) -> None:
    """Look for a cheaper or better balanced plain schedule of just so many rounds."""
    instance = _blank(tables, rounds)
    bound = lower_bound(instance)
    even = even_visits(instance, seats=plan_visits(tables, rounds)) if instance.is_mixed else 0
    key = (table_key(tables), rounds)
    old = library.get(key)
    best = None if old is None else old.schedule()
    figures = None if best is None else measure(instance, best)
    rng = seeded(seed)

    def is_perfect(found: Measures | None) -> bool:
        return found is not None and found.pairs_cost == bound and found.cost.visits <= even

    def take(plan: Plan) -> None:
        nonlocal best, figures
        found = measure(instance, plan)
        if figures is None or found.cost < figures.cost:
            best, figures = plan, found

    for starter in search_starters(tables, rounds, rng, moves=moves // 4):
        take(starter.develop()[:rounds])
    for attempt in range(8):
        if is_perfect(figures):
            break
        start = random_plan(instance, rng) if best is None or attempt % 2 else best
        take(anneal(instance, start, rng, Anneal(moves // 4, bound, 1 if attempt < 4 else 0)))
    assert best is not None
    assert figures is not None
    if old is None or figures.cost < measure(instance, old.schedule()).cost:
        plan = tuple(tuple(tuple(table) for table in tables) for tables in best)
        library[key] = Entry(tables, rounds, figures.pairs_cost, plan=plan)
        _say(tables, rounds, figures, bound)


def _lengthen(library: dict[Key, Entry], tables: tuple[int, ...], most: int, moves: int, seed: int) -> None:
    """Look for starters without a repeat, with more and more rounds."""
    n = sum(tables)
    capacity = min(pairs(n) // table_pairs(tables), (n - 1) // (tables[-1] - 1), most)
    known = [e for e in library.values() if e.tables == tables and e.cost == 0]
    longest = max((entry.rounds for entry in known), default=1)
    longest = max(longest, len(algebraic_plan(tables, most) or ()))
    rng = seeded(seed)
    while longest < capacity:
        better = list(search_starters(tables, longest + 1, rng, moves=moves))
        if not better:
            return
        found = better[-1]
        longest = len(found.rounds) * found.steps
        library[table_key(tables), longest] = Entry(tables, longest, 0, starter=found)
        for entry in known:
            if entry.starter is not None:
                library.pop((table_key(tables), entry.rounds), None)
        known = [library[table_key(tables), longest]]
        _say(tables, longest, measure(_blank(tables, longest), found.develop()), 0)


def _blank(tables: Sequence[int], rounds: int) -> Instance:
    problem = SeatingProblem.from_json({"players": sum(tables), "rounds": rounds})
    return make_instance(problem, tables, rounds)


def _say(tables: Sequence[int], rounds: int, figures: Measures, bound: int) -> None:
    sys.stdout.write(
        f"{table_key(list(tables))} {rounds}: {figures.pairs_cost} (bound {bound}),"
        f" visits {figures.small_table_spread}\n"
    )
    sys.stdout.flush()


def _write(library: dict[Key, Entry]) -> None:
    """One entry a line, in an order that does not depend on how it was found."""
    entries = sorted(library.values(), key=lambda e: (sum(e.tables), e.tables, e.rounds))
    lines = ",\n".join(json.dumps(entry.to_json(), separators=(",", ":")) for entry in entries)
    text = f'{{"version":{LIBRARY_VERSION},"entries":[\n{lines}\n]}}\n'
    Path(__file__).with_name(FILE).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
