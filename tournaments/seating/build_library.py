"""Build the library of schedules: `python -m tournaments.seating.build_library [PART ...]`.

Starts from the shipped file, replaces an entry only by a better one and saves after each, so it may
be stopped and run again with other seeds or more moves (`--fresh` starts from nothing). One process,
no clock. The searches run in C (`build_search.c`, needs a C compiler `cc`); without one the slower
searches of the engine itself are used.

Parts: `cells` (few players at fours and threes, so many rounds that repeats are certain: plain
schedules), `fives` (the same with fives), and of starters `equal` (one size), `mixed` (two
neighbouring sizes) and `five` (one table of 5 beside fours).
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
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
from .relabelling import choose_rounds
from .splitting import best_tables
from .spread import pairs, repeats_between, table_pairs
from .starters import Shape, Starter, search_starters, shapes

MOST_ROUNDS = 13
SHAPES_TRIED = 4
Case = tuple[tuple[int, ...], int]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("parts", nargs="*", default=list(PARTS), metavar="PART")
    parser.add_argument("--moves", type=float, default=2e6, help="moves of one try")
    parser.add_argument("--tries", type=int, default=8, help="tries of one case")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", default="3-200", help="only these numbers of players: 20-24")
    parser.add_argument("--fresh", action="store_true", help="start from an empty library")
    options = parser.parse_args()
    low, high = map(int, options.players.split("-"))
    with tempfile.TemporaryDirectory() as folder:
        builder = Builder(options, _compiled(Path(folder)))
        for part in options.parts:
            for tables, rounds in PARTS[part]():
                if not low <= sum(tables) <= high:
                    continue
                if part in ("cells", "fives"):
                    builder.improve_cell(tables, rounds)
                else:
                    builder.lengthen(tables, rounds)
        builder.save()


def _cells() -> Iterator[Case]:
    for n in range(8, 25):
        for rounds in range(3, 9):
            yield best_tables(n, (4, 3)) or (), rounds
    yield (4,) * 8, 10


def _fives() -> Iterator[Case]:
    for n in (8, 9, 10, *range(12, 26)):
        for rounds in range(2, 8):
            yield best_tables(n, (5, 4)) or (), rounds
    for n in (9, 13, 17, 21):
        for rounds in range(2, 9):
            yield best_tables(n, (4, 3, 5)) or (), rounds


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


PARTS = {"cells": _cells, "fives": _fives, "equal": _equal, "mixed": _mixed, "five": _five}


class Builder:
    """The library being built and the searches that improve it."""

    def __init__(self, options: argparse.Namespace, program: Path | None) -> None:
        self.moves: float = options.moves
        self.tries: int = options.tries
        self.seed: int = options.seed
        self.program = program
        entries = [] if options.fresh else all_entries()
        self.library = {_key(entry): entry for entry in entries}

    def improve_cell(self, tables: tuple[int, ...], rounds: int) -> None:
        """Look for a cheaper or better balanced plain schedule of just so many rounds."""
        instance = _blank(tables, rounds)
        bound = lower_bound(instance)
        even = even_visits(instance, seats=plan_visits(tables, rounds)) if instance.is_mixed else 0
        old = self.library.get((table_key(tables), rounds, False))
        candidates: list[tuple[Measures, Plan]] = []
        if old is not None:
            candidates.append((measure(instance, old.schedule()), old.schedule()))
        for entry in self._starters_of(tables):
            if entry.rounds >= rounds:
                plan = choose_rounds(instance, entry.schedule(), seeded(self.seed), tries=400)
                candidates.append((measure(instance, plan), plan))
        spared = (
            self._starter(tables, rounds, spare=1)
            if bound == 0 and all(f.pairs_cost for f, _ in candidates)
            else None
        )
        if spared is not None:
            plan = spared.develop()[:rounds]
            candidates.append((measure(instance, plan), plan))
        for visit_price in (1, 0, 1, 0):
            if any(f.pairs_cost == bound and f.cost.visits <= even for f, _ in candidates):
                break
            self.seed += 1
            plan = self._plan(instance, bound, visit_price)
            candidates.append((measure(instance, plan), plan))
        figures, plan = min(candidates, key=lambda one: one[0].cost)
        known = None if old is None else measure(instance, old.schedule()).cost
        if known is None or figures.cost < known:
            frozen = tuple(tuple(tuple(table) for table in seats) for seats in plan)
            self._put(Entry(tables, rounds, figures.pairs_cost, plan=frozen))
            self._report(tables, rounds, figures, bound)

    def lengthen(self, tables: tuple[int, ...], most: int) -> None:
        """Look for starters without a repeat, with more and more rounds."""
        n = sum(tables)
        capacity = min(pairs(n) // table_pairs(tables), (n - 1) // (tables[-1] - 1), most)
        if repeats_between(tables, tables):
            return
        longest = len(algebraic_plan(tables, most) or (1,))
        longest = max([longest, *(e.rounds for e in self._starters_of(tables))])
        while longest < capacity:
            found = self._starter(tables, longest + 1)
            if found is None:
                return
            longest = len(found.rounds) * found.steps
            for entry in self._starters_of(tables):
                del self.library[_key(entry)]
            self._put(Entry(tables, longest, 0, starter=found))
            self._report(tables, longest, measure(_blank(tables, longest), found.develop()), 0)

    def save(self) -> None:
        """Write the file, one entry a line, in an order that does not depend on the search."""
        entries = sorted(self.library.values(), key=lambda e: (sum(e.tables), e.tables, _key(e)))
        lines = ",\n".join(json.dumps(e.to_json(), separators=(",", ":")) for e in entries)
        text = f'{{"version":{LIBRARY_VERSION},"entries":[\n{lines}\n]}}\n'
        Path(__file__).with_name(FILE).write_text(text, encoding="ascii")

    def _put(self, entry: Entry) -> None:
        self.library[_key(entry)] = entry

    def _starters_of(self, tables: tuple[int, ...]) -> list[Entry]:
        return [e for e in self.library.values() if e.tables == tables and e.starter is not None]

    def _starter(self, tables: tuple[int, ...], rounds: int, *, spare: int = 0) -> Starter | None:
        if self.program is None:
            rng = seeded(self.seed)
            moves = int(self.moves) * self.tries
            return next(search_starters(tables, rounds, rng, moves=moves), None)
        for shape in shapes(tables, rounds)[:SHAPES_TRIED]:
            lines = self._run("starters", tables, *_shape_arguments(shape), spare)
            if lines:
                starts = tuple(tuple(tuple(table) for table in _cut(line, tables)) for line in lines)
                return Starter(starts, shape.cycle, shape.orbits, shape.steps)
        return None

    def _plan(self, instance: Instance, bound: int, visit_price: int) -> Plan:
        if self.program is None:
            rng = seeded(self.seed)
            how = Anneal(int(self.moves), bound, visit_price)
            return anneal(instance, random_plan(instance, rng), rng, how)
        lines = self._run("plan", instance.tables, instance.rounds, bound, visit_price)
        return [_cut(line, instance.tables) for line in lines]

    def _run(self, search: str, tables: Sequence[int], *arguments: int) -> list[list[int]]:
        command = [self.program, search, self.seed, self.moves, self.tries, *arguments, *tables]
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
        return [[int(player) for player in line.split()] for line in done.stdout.splitlines()]

    def _report(self, tables: Sequence[int], rounds: int, figures: Measures, bound: int) -> None:
        self.save()
        sys.stdout.write(
            f"{table_key(tables)} {rounds}: {figures.pairs_cost} (bound {bound}),"
            f" visits {figures.small_table_spread}\n"
        )
        sys.stdout.flush()


def _key(entry: Entry) -> tuple[str, int, bool]:
    """What there is one entry of: tables, rounds, and whether it is a starter."""
    return table_key(entry.tables), entry.rounds, entry.starter is not None


def _compiled(folder: Path) -> Path | None:
    """The program of build_search.c, or None where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        sys.stderr.write("no C compiler: searching in Python, which is slower\n")
        return None
    program = folder / "build_search"
    source = Path(__file__).with_name("build_search.c")
    subprocess.run([compiler, "-O3", "-o", str(program), str(source), "-lm"], check=True)
    return program


def _shape_arguments(shape: Shape) -> tuple[int, int, int, int]:
    return shape.cycle, shape.orbits, shape.starters, int(shape.steps < shape.cycle)


def _cut(players: Sequence[int], tables: Sequence[int]) -> list[list[int]]:
    seats = iter(players)
    return [[next(seats) for _ in range(size)] for size in tables]


def _blank(tables: Sequence[int], rounds: int) -> Instance:
    problem = SeatingProblem.from_json({"players": sum(tables), "rounds": rounds})
    return make_instance(problem, tables, rounds)


if __name__ == "__main__":
    main()
