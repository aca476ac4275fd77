"""Cyclic starters: a few rounds that rotation develops into many (seating.md section 5.3)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .chance import chances, cooling, shuffle
from .instance import Plan
from .spread import table_pairs

MOST_STARTERS = 3
FORBIDDEN_COUNT = 3
STAGES = 24
FIRST_MOVES = 8_000


@dataclass(frozen=True, slots=True)
class Starter:
    """Rounds to develop: `orbits` orbits of `cycle` points each, then the fixed points.

    Point (o, x) is player o * cycle + x. Adding 1 to every x develops each round `steps` times.
    """

    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    cycle: int
    orbits: int
    steps: int

    def develop(self) -> Plan:
        """All rounds, the developments of one starter after another."""
        return [
            [[self._turned(point, step) for point in table] for table in tables]
            for tables in self.rounds
            for step in range(self.steps)
        ]

    def _turned(self, point: int, step: int) -> int:
        orbit, x = divmod(point, self.cycle)
        if orbit >= self.orbits:
            return point
        return orbit * self.cycle + (x + step) % self.cycle


@dataclass(frozen=True, slots=True)
class Shape:
    """A way to cut n points into orbits: m starters of `steps` rounds each."""

    starters: int
    cycle: int
    orbits: int
    fixed: int
    steps: int
    load: float


def shapes(tables: Sequence[int], rounds: int) -> list[Shape]:
    """Feasible shapes, the loosest first (pairs to be used / classes there are)."""
    n, pairs_of_round = sum(tables), table_pairs(tables)
    full = sum(1 for size in tables if size == max(tables))
    found = []
    for m in range(1, MOST_STARTERS + 1):
        for cycle in range(2, n + 1):
            for steps in {cycle, cycle // 2} if cycle % 2 == 0 else {cycle}:
                if m * steps < rounds or (m > 1 and (m - 1) * steps >= rounds):
                    continue
                for orbits in range(1, n // cycle + 1):
                    fixed = n - orbits * cycle
                    if fixed > full:
                        continue
                    classes = orbits * (orbits - 1) // 2 * cycle
                    classes += orbits * ((cycle - 1) // 2 + (steps < cycle)) + fixed * orbits
                    if classes and m * pairs_of_round <= classes:
                        load = m * pairs_of_round / classes
                        found.append(Shape(m, cycle, orbits, fixed, steps, load))
    found.sort(key=lambda shape: (shape.load + shape.starters / 8, shape.cycle, shape.steps))
    return found


def search_starters(
    tables: Sequence[int], rounds: int, rng: random.Random, *, moves: int
) -> Iterator[Starter]:
    """Starters without a repeat, each better balanced over small tables than the one before.

    Ends when the moves are used up or the small-table seats are even over the orbits.
    """
    open_shapes = shapes(tables, rounds)
    if not open_shapes:
        return
    budget = float(FIRST_MOVES)
    least_uneven = None
    while moves > 0:
        for shape in open_shapes[:12]:
            if moves <= 0:
                return
            search = _StarterSearch(tables, shape, rng)
            moves -= search.anneal(min(int(budget), moves))
            if search.cost == 0 and (least_uneven is None or search.uneven < least_uneven):
                least_uneven = search.uneven
                yield search.starter()
                if search.is_even:
                    return
        budget *= 1.5


class _StarterSearch:
    """Annealing on how often each class of pairs is used."""

    def __init__(self, tables: Sequence[int], shape: Shape, rng: random.Random) -> None:
        self.shape = shape
        self.rng = rng
        self.n = sum(tables)
        self.class_of = self._classes()
        self.counts = [0] * (self.n_classes + 1)
        self.counts[self.n_classes] = FORBIDDEN_COUNT
        largest = max(tables)
        self.rounds: list[list[list[int]]] = []
        points = list(range(self.n))
        for _ in range(shape.starters):
            shuffle(points, rng)
            # fixed points first: they take seats at the full tables, which stand first
            order = [p for p in points if p >= shape.orbits * shape.cycle]
            order += [p for p in points if p < shape.orbits * shape.cycle]
            seats: list[list[int]] = [[] for _ in tables]
            for k, point in enumerate(order[: shape.fixed]):
                seats[k].append(point)
            rest = iter(order[shape.fixed :])
            for table, size in zip(seats, tables, strict=True):
                while len(table) < size:
                    table.append(next(rest))
            self.rounds.append(seats)
        self.small = [size < largest for size in tables]
        self.visits = [0] * shape.orbits
        for seats in self.rounds:
            for table, small in zip(seats, self.small, strict=True):
                for point in table if small else ():
                    self.visits[point // shape.cycle] += 1
        self.cost = 0
        for seats in self.rounds:
            for table in seats:
                for i, a in enumerate(table):
                    for b in table[:i]:
                        kind = self.class_of[a][b]
                        self.cost += self.counts[kind]
                        self.counts[kind] += 1

    @property
    def uneven(self) -> int:
        return max(self.visits) - min(self.visits)

    @property
    def is_even(self) -> bool:
        return self.uneven <= 1

    def starter(self) -> Starter:
        shape = self.shape
        rounds = tuple(tuple(tuple(table) for table in seats) for seats in self.rounds)
        return Starter(rounds, shape.cycle, shape.orbits, shape.steps)

    def anneal(self, moves: int) -> int:
        """Search until no class is used twice; returns the moves made.

        A swap between a small and a full table also pays for uneven visits of the two orbits.
        """
        rnd = self.rng.random
        shape, counts, class_of, visits = self.shape, self.counts, self.class_of, self.visits
        cycle, orbit_points = shape.cycle, shape.orbits * shape.cycle
        seats = [
            (table, k, small, t)
            for tables in self.rounds
            for t, (table, small) in enumerate(zip(tables, self.small, strict=True))
            for k in range(len(table))
        ]
        n = self.n
        n_seats = len(seats)
        per_stage = max(1, moves // STAGES)
        made = 0
        cost = self.cost
        for likely in [chances(heat) for heat in cooling(0.8, 0.15, STAGES)]:
            end = len(likely)
            for _ in range(per_stage):
                if cost == 0:
                    break
                made += 1
                i = int(rnd() * n_seats)
                j = i - i % n + int(rnd() * n)
                table, k, small, _here = seats[i]
                other, m, is_small, _there = seats[j]
                if table is other:
                    continue
                p, q = table[k], other[m]
                d = 0
                if small != is_small:
                    if p >= orbit_points or q >= orbit_points:
                        continue
                    v, w = p // cycle, q // cycle
                    d = visits[w] - visits[v] + 1 if small else visits[v] - visits[w] + 1
                    if v == w:
                        d = 0
                of_p, of_q = class_of[p], class_of[q]
                for y in table:
                    if y != p:
                        kind = of_p[y]
                        counts[kind] -= 1
                        d -= counts[kind]
                for y in other:
                    if y != q:
                        kind = of_q[y]
                        counts[kind] -= 1
                        d -= counts[kind]
                for y in table:
                    if y != p:
                        kind = of_q[y]
                        d += counts[kind]
                        counts[kind] += 1
                for y in other:
                    if y != q:
                        kind = of_p[y]
                        d += counts[kind]
                        counts[kind] += 1
                if d <= 0 or (d < end and rnd() < likely[d]):
                    table[k] = q
                    other[m] = p
                    cost += d
                    if small != is_small and v != w:
                        cost -= visits[w] - visits[v] + 1 if small else visits[v] - visits[w] + 1
                        step = 1 if small else -1
                        visits[w] += step
                        visits[v] -= step
                    continue
                for y in table:
                    if y != p:
                        counts[of_q[y]] -= 1
                        counts[of_p[y]] += 1
                for y in other:
                    if y != q:
                        counts[of_p[y]] -= 1
                        counts[of_q[y]] += 1
        self.cost = cost
        return made

    def _classes(self) -> list[list[int]]:
        """The class of every pair of points; the last class is forbidden."""
        shape = self.shape
        cycle, orbits = shape.cycle, shape.orbits
        numbers: dict[tuple[int, int, int], int] = {}
        keys: list[list[tuple[int, int, int] | None]] = []
        for p in range(self.n):
            row: list[tuple[int, int, int] | None] = []
            for q in range(self.n):
                (o, x), (u, y) = sorted((divmod(p, cycle), divmod(q, cycle)))
                if p == q or o >= orbits:
                    key = None
                elif u >= orbits:
                    key = (o, max(p, q), -1)
                elif o == u:
                    d = (y - x) % cycle
                    d = min(d, cycle - d)
                    key = None if 2 * d == cycle and shape.steps == cycle else (o, o, d)
                else:
                    key = (o, u, (y - x) % cycle)
                if key is not None:
                    numbers.setdefault(key, len(numbers))
                row.append(key)
            keys.append(row)
        self.n_classes = len(numbers)
        return [[self.n_classes if key is None else numbers[key] for key in row] for row in keys]
