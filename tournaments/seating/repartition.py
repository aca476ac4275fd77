"""Exact re-partition of a few neighbouring tables (seating.md section 6)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .round_costs import RoundCosts

Found = tuple[list[list[int]], int, int]
"""Tables in the order of the sizes asked for, their price, and candidates looked at."""


def repartition(
    costs: RoundCosts, tables: Sequence[Sequence[int]], old: int, rng: random.Random
) -> Found | None:
    """One of the cheapest ways to seat the players of a few tables anew, chosen at random.

    Sizes stay those of `tables`; `old` is their present price and nothing dearer is looked at, so
    at least the present seating is found. None when there is nothing to choose.
    """
    players = sorted((player for table in tables for player in table), key=lambda p: (-costs.score[p], p))
    sizes = [len(table) for table in tables]
    good, price, looked = _cheap_tables(costs, players, sizes, old)
    everyone = (1 << len(players)) - 1
    if len(sizes) == 2:
        best, choices, more = _two_tables(good, price, everyone, sizes, old)
    else:
        best, choices, more = _three_tables(good, price, everyone, sizes, old)
    looked += more
    if not choices:
        return None
    chosen = choices[int(rng.random() * len(choices))]
    groups = [[players[i] for i in range(len(players)) if mask >> i & 1] for mask in chosen]
    by_size: dict[int, list[list[int]]] = {}
    for group in groups:
        by_size.setdefault(len(group), []).append(group)
    return [by_size[size].pop(0) for size in sizes], best, looked


def _cheap_tables(
    costs: RoundCosts, players: Sequence[int], sizes: Sequence[int], limit: int
) -> tuple[list[list[tuple[int, int, int]]], dict[int, int], int]:
    """Tables of the sizes that cost at most `limit`, as (price, mask, size), by first player.

    Also the price of each by its mask, and how many partial tables were looked at.
    """
    n = len(players)
    rows = [costs.pair[p] for p in players]
    near = [[row[q] for q in players] for row in rows]
    wanted = set(sizes)
    largest = max(wanted)
    good: list[list[tuple[int, int, int]]] = [[] for _ in range(n)]
    price: dict[int, int] = {}
    looked = 0
    for first in range(n):
        here = good[first]
        grown: list[tuple[int, int, tuple[int, ...]]] = [(0, 1 << first, (first,))]
        for size in range(2, largest + 1):
            grow = []
            for cost, mask, members in grown:
                for new in range(members[-1] + 1, n):
                    row = near[new]
                    total = cost
                    for member in members:
                        total += row[member]
                    if total <= limit:
                        grow.append((total, mask | 1 << new, (*members, new)))
            grown = grow
            looked += len(grow)
            if size in wanted:
                if size < costs.largest:
                    small = [costs.small[p] for p in players]
                    for cost, mask, members in grown:
                        total = cost + sum(small[m] for m in members)
                        if total <= limit:
                            here.append((total, mask, size))
                            price[mask] = total
                else:
                    for cost, mask, _ in grown:
                        here.append((cost, mask, size))
                        price[mask] = cost
        here.sort()
    return good, price, looked


def _two_tables(
    good: Sequence[Sequence[tuple[int, int, int]]],
    price: dict[int, int],
    everyone: int,
    sizes: Sequence[int],
    limit: int,
) -> tuple[int, list[tuple[int, ...]], int]:
    best = limit
    choices: list[tuple[int, ...]] = []
    looked = 0
    for cost, mask, size in good[0]:
        if cost > best:
            break
        looked += 1
        if size not in sizes:
            continue
        rest = everyone ^ mask
        other = price.get(rest)
        if other is None or cost + other > best or sorted(sizes) != sorted((size, rest.bit_count())):
            continue
        if cost + other < best:
            best = cost + other
            choices = []
        choices.append((mask, rest))
    return best, choices, looked


def _three_tables(
    good: Sequence[Sequence[tuple[int, int, int]]],
    price: dict[int, int],
    everyone: int,
    sizes: Sequence[int],
    limit: int,
) -> tuple[int, list[tuple[int, ...]], int]:
    best = limit
    choices: list[tuple[int, ...]] = []
    looked = 0
    order = sorted(sizes)
    for cost, mask, size in good[0]:
        if cost > best:
            break
        left = list(order)
        left.remove(size)
        rest = everyone ^ mask
        first = (rest & -rest).bit_length() - 1
        most = best - cost
        for second, other, second_size in good[first]:
            if second > most:
                break
            looked += 1
            if other & mask:
                continue
            last = rest ^ other
            third = price.get(last)
            if third is None or second + third > most or second_size not in left:
                continue
            if left[0] != left[1] and last.bit_count() == second_size:
                continue
            if second + third < most:
                best = cost + second + third
                most = best - cost
                choices = []
            choices.append((mask, other, last))
    return best, choices, looked
