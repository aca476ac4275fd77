"""Exact re-partition of a few neighbouring tables (seating.md section 6)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from operator import itemgetter

from .round_costs import RoundCosts

Candidate = tuple[int, int, int]
"""Price of a table, its players as a bit mask, its size."""

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
) -> tuple[list[list[Candidate]], dict[int, int], int]:
    """Tables of the sizes that cost at most `limit`, by their first player, the cheapest first.

    Also the price of each by its mask, and how many tables were looked at.
    """
    pick = itemgetter(*players)
    near = [pick(costs.pair[p]) for p in players]
    found = _up_to_four(near, limit, 3 in sizes, 4 in sizes)
    looked = len(found) + len(players)
    if max(sizes) > 4:
        large, grown = _more_than_four(near, limit, sizes)
        found += large
        looked += 4 * grown
    if min(sizes) < costs.largest:
        found = _with_visits(found, pick(costs.small), limit, costs.largest)
    good: list[list[Candidate]] = [[] for _ in players]
    for candidate in found:
        mask = candidate[1]
        good[(mask & -mask).bit_length() - 1].append(candidate)
    for here in good:
        here.sort()
    return good, {mask: cost for cost, mask, _ in found}, looked


def _up_to_four(near: Sequence[Sequence[int]], limit: int, threes: bool, fours: bool) -> list[Candidate]:
    """Tables of three and four; the loops are written out because everything waits for them."""
    n = len(near)
    found: list[Candidate] = []
    for a in range(n - 2):
        of_a = near[a]
        for b in range(a + 1, n - 1):
            two = of_a[b]
            if two > limit:
                continue
            of_b = near[b]
            for c in range(b + 1, n):
                three = two + of_a[c] + of_b[c]
                if three > limit:
                    continue
                mask = 1 << a | 1 << b | 1 << c
                if threes:
                    found.append((three, mask, 3))
                if fours:
                    of_c = near[c]
                    room = limit - three
                    for d in range(c + 1, n):
                        more = of_a[d] + of_b[d] + of_c[d]
                        if more <= room:
                            found.append((three + more, mask | 1 << d, 4))
    return found


def _more_than_four(
    near: Sequence[Sequence[int]], limit: int, sizes: Sequence[int]
) -> tuple[list[Candidate], int]:
    """Tables of five and more, grown player by player, and how many partial ones there were."""
    n = len(near)
    looked = 0
    found: list[Candidate] = []
    grown: list[tuple[int, int, tuple[int, ...]]] = [(0, 1 << k, (k,)) for k in range(n)]
    for size in range(2, max(sizes) + 1):
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
        if size > 4 and size in sizes:
            found += [(cost, mask, size) for cost, mask, _ in grown]
    return found, looked


def _with_visits(
    found: Sequence[Candidate], small: Sequence[int], limit: int, largest: int
) -> list[Candidate]:
    """The candidates with the price of small-table seats added where the table is small."""
    low, high = _sums_by_mask(small[:7]), _sums_by_mask(small[7:])
    priced = [
        (cost if size == largest else cost + low[mask & 127] + high[mask >> 7], mask, size)
        for cost, mask, size in found
    ]
    return [candidate for candidate in priced if candidate[0] <= limit]


def _sums_by_mask(numbers: Sequence[int]) -> list[int]:
    """The sum of every subset, by its mask."""
    sums = [0]
    for number in numbers:
        sums += [total + number for total in sums]
    return sums


def _two_tables(
    good: Sequence[Sequence[Candidate]],
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
    good: Sequence[Sequence[Candidate]],
    price: dict[int, int],
    everyone: int,
    sizes: Sequence[int],
    limit: int,
) -> tuple[int, list[tuple[int, ...]], int]:
    best = limit
    choices: list[tuple[int, ...]] = []
    looked = 0
    order = sorted(sizes)
    least = min(price.values(), default=0)
    for cost, mask, size in good[0]:
        if cost + 2 * least > best:
            break
        left = list(order)
        left.remove(size)
        rest = everyone ^ mask
        first = (rest & -rest).bit_length() - 1
        most = best - cost
        for second, other, second_size in good[first]:
            if second + least > most:
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
