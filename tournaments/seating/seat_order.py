"""Who deals first, who is eldest: the order of seats at each table (seating.md section 10)."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping, Sequence
from math import lcm
from types import MappingProxyType

from .chance import shuffle
from .instance import Plan
from .splitting import LARGEST_TABLE

WHOLE = lcm(*range(1, LARGEST_TABLE + 1))
"""A fair share of one pick at a table of s is WHOLE / s, an integer."""


def order_seats(
    plan: Plan,
    n: int,
    rng: random.Random,
    *,
    kept: Sequence[Sequence[int]] = (),
    past: Sequence[Sequence[Sequence[int]]] = (),
    wishes: Mapping[int, Sequence[int]] = MappingProxyType({}),
) -> None:
    """Order every table of a plan in place, seat after seat.

    Each player gets seat 0 within floor and ceiling of his fair share, and each later seat within
    that of what is left; at equal tables the counts of any two seats of a player differ by at most
    1. Tables that are members of `kept` (by identity) stay as they are; `past` rounds
    decide between equals only. `wishes` maps the identity of a table to the order it had in an
    older plan, which is kept where it is fair.
    """
    frozen = {id(table) for table in kept}
    left = [(table, list(table)) for tables in plan for table in tables if id(table) not in frozen]
    older = {id(table): list(wishes.get(id(table), ())) for table, _ in left}
    for table, _ in left:
        table.clear()
    rank = list(range(n))
    shuffle(rank, rng)
    for seat in range(LARGEST_TABLE):
        open_tables = [(table, rest) for table, rest in left if rest]
        if not open_tables:
            break
        before = [0] * n
        for round_then in past:
            for played in round_then:
                if len(played) > seat:
                    before[played[seat]] += 1
        wished = [next((p for p in older[id(t)] if p in rest), None) for t, rest in open_tables]
        picks = _fair_picks([rest for _, rest in open_tables], n, before, rank, wished)
        for (table, rest), player in zip(open_tables, picks, strict=True):
            table.append(player)
            rest.remove(player)


def _fair_picks(
    tables: Sequence[Sequence[int]],
    n: int,
    before: Sequence[int],
    rank: Sequence[int],
    wished: Sequence[int | None],
) -> list[int]:
    """One player per table, nobody picked less than floor or more than ceiling of his share."""
    share = [0] * n
    sits: list[list[int]] = [[] for _ in range(n)]
    for t, table in enumerate(tables):
        for player in table:
            share[player] += WHOLE // len(table)
            sits[player].append(t)
    picked = [0] * n
    picks = []

    def turn(player: int) -> tuple[int, int, int]:
        return picked[player] * WHOLE - share[player], before[player], rank[player]

    for table, wish in zip(tables, wished, strict=True):
        player = min(table, key=turn) if wish is None else wish
        picked[player] += 1
        picks.append(player)
    floor = [whole // WHOLE for whole in share]
    ceiling = [-(-whole // WHOLE) for whole in share]
    for player in range(n):
        while picked[player] > ceiling[player]:
            _shift_from(player, tables, picks, picked, ceiling, sits)
    for player in range(n):
        while picked[player] < floor[player]:
            _shift_to(player, tables, picks, picked, floor, sits)
    return picks


def _shift_from(
    start: int,
    tables: Sequence[Sequence[int]],
    picks: list[int],
    picked: list[int],
    ceiling: Sequence[int],
    sits: Sequence[Sequence[int]],
) -> None:
    """Take one pick from a player along the shortest path to somebody below his ceiling."""
    came: dict[int, tuple[int, int]] = {start: (-1, -1)}
    queue = deque([start])
    while queue:
        x = queue.popleft()
        for t in sits[x]:
            if picks[t] != x:
                continue
            for y in tables[t]:
                if y in came:
                    continue
                came[y] = (x, t)
                if picked[y] < ceiling[y]:
                    picked[y] += 1
                    picked[start] -= 1
                    while came[y][1] >= 0:
                        x, t = came[y]
                        picks[t] = y
                        y = x
                    return
                queue.append(y)
    raise AssertionError("no fair picks, against the theorem of seating.md section 10")


def _shift_to(
    end: int,
    tables: Sequence[Sequence[int]],
    picks: list[int],
    picked: list[int],
    floor: Sequence[int],
    sits: Sequence[Sequence[int]],
) -> None:
    """Give one pick to a player along the shortest path from somebody above his floor."""
    came: dict[int, tuple[int, int]] = {end: (-1, -1)}
    queue = deque([end])
    while queue:
        x = queue.popleft()
        for t in sits[x]:
            y = picks[t]
            if y in came:
                continue
            came[y] = (x, t)
            if picked[y] > floor[y]:
                picked[y] -= 1
                picked[end] += 1
                while came[y][1] >= 0:
                    x, t = came[y]
                    picks[t] = x
                    y = x
                return
            queue.append(y)
    raise AssertionError("no fair picks, against the theorem of seating.md section 10")


def order_one_round(tables: Sequence[list[int]], n: int, past: Plan, rng: random.Random) -> None:
    """Order the tables of a next round in place: least sum of squared seat counts of each table."""
    counts = [[0] * LARGEST_TABLE for _ in range(n)]
    for round_then in past:
        for table in round_then:
            for seat, player in enumerate(table[:LARGEST_TABLE]):
                counts[player][seat] += 1
    for table in tables:
        shuffle(table, rng)
        table[:] = _least_squares(table, counts)


def _least_squares(table: Sequence[int], counts: Sequence[Sequence[int]]) -> list[int]:
    """The best of all orders, by dynamic programming over who is seated already."""
    size = len(table)
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(size):
        grown: dict[int, tuple[int, tuple[int, ...]]] = {}
        for seated, (cost, order) in best.items():
            for k, player in enumerate(table):
                if seated >> k & 1:
                    continue
                key = seated | 1 << k
                found = cost + counts[player][seat]
                if key not in grown or found < grown[key][0]:
                    grown[key] = (found, (*order, player))
        best = grown
    return list(best[(1 << size) - 1][1])


def seat_spread(plan: Plan, n: int) -> int:
    """Equal tables: largest difference of a player's seat counts; mixed: of first deals.

    The first is taken over players, the second between players (seating.md section 10).
    """
    sizes = {len(table) for tables in plan for table in tables}
    most_seats = max(sizes, default=1)
    counts = [[0] * most_seats for _ in range(n)]
    for tables in plan:
        for table in tables:
            for seat, player in enumerate(table):
                counts[player][seat] += 1
    if len(sizes) <= 1:
        return max((max(row) - min(row) for row in counts), default=0)
    firsts = [row[0] for row in counts]
    return max(firsts) - min(firsts)
