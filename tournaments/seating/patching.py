"""Least change after somebody left or came (seating.md section 9)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .annealing import Anneal, anneal
from .chance import shuffle
from .instance import Instance, Plan
from .measures import measure

TRIES = 120
RESTARTS = 4
NEAR_MOVES = 40_000
NEAR_HEATS = (0.12, 0.2, 0.12, 0.2, 0.3)
GRAIN = 8
"""A repeat is this many units of `home_price` in the search near an old plan."""


@dataclass(slots=True)
class Patch:
    """An old plan mended for the present players.

    `homes[r][p]` is the seat group (round << 10) + place of the table where the old company of
    player p sits, -1 for newcomers; as `Anneal.homes`.
    """

    plan: Plan
    homes: list[list[int]]


def patch(instance: Instance, previous: Plan, rng: random.Random) -> Patch:
    """The old rounds with as few players moved as the new table sizes allow.

    `previous` holds present players only; rounds it does not have are seated afresh. Where all
    sizes already fit nobody moves. Otherwise random choices of who moves are compared, and the best
    one polished by swaps that move no more people.
    """
    best: Patch | None = None
    for _ in range(RESTARTS):
        found = _mend(instance, previous, rng)
        found.plan = _near(instance, found, rng, NEAR_MOVES, price=3 * GRAIN, heat=0.6)
        if best is None or _key(instance, found) < _key(instance, best):
            best = found
        if not _key(instance, best)[1]:
            break
    assert best is not None
    return best


def near_search(instance: Instance, old: Patch, rng: random.Random, *, moves: int) -> Iterator[Plan]:
    """Cheaper plans that still resemble the patch, each with part of the moves.

    A player moved costs an eighth of a repeat; cooler and warmer searches stay nearer or go further.
    """
    for heat in NEAR_HEATS:
        yield _near(instance, old, rng, moves // len(NEAR_HEATS), price=1, heat=heat)


def changed_tables(plan: Plan, previous: Sequence[Sequence[Sequence[int]]]) -> int:
    """Tables of the plan whose company did not sit together in the same round of the old plan.

    `previous` may hold negative numbers for players who left: their tables changed.
    """
    changed = 0
    for r, tables in enumerate(plan):
        old = {frozenset(table) for table in previous[r]} if r < len(previous) else set()
        changed += sum(frozenset(table) not in old for table in tables if table)
    return changed


def _key(instance: Instance, found: Patch) -> tuple[int, float, int]:
    cost = measure(instance, found.plan).cost
    moved = sum(
        found.homes[r][player] != (r << 10) + place
        for r, tables in enumerate(found.plan)
        for place, table in enumerate(tables)
        for player in table
    )
    return cost.apart_broken, cost.priced, moved


def _near(instance: Instance, old: Patch, rng: random.Random, moves: int, *, price: int, heat: float) -> Plan:
    scaled = replace(
        instance,
        base=[[cost * GRAIN for cost in row] for row in instance.base],
        repeat_price=instance.repeat_price * GRAIN,
    )
    how = Anneal(
        moves,
        target=-(10**12),
        visit_price=0,
        homes=old.homes,
        home_price=price * max(1, instance.repeat_price),
        heat=heat,
    )
    return anneal(scaled, old.plan, rng, how)


def _mend(instance: Instance, previous: Plan, rng: random.Random) -> Patch:
    """Round after round, the cheapest of some random ways to reach the new sizes."""
    step = instance.repeat_price
    price = [list(row) for row in instance.base]
    for tables in previous[: instance.rounds]:
        _enter(price, tables, step)
    plan: Plan = []
    homes = []
    for r in range(instance.rounds):
        old = previous[r] if r < len(previous) else []
        _enter(price, old, -step)
        best: tuple[int, Plan, list[int]] | None = None
        for _ in range(TRIES):
            tables, home, is_forced = _one_way(instance, r, old, rng)
            cost = sum(price[a][b] for t in tables for i, a in enumerate(t) for b in t[:i])
            if best is None or cost < best[0]:
                best = cost, [tables], home
            if is_forced:
                break
        assert best is not None
        plan += best[1]
        homes.append(best[2])
        _enter(price, best[1][0], step)
    return Patch(plan, homes)


def _one_way(
    instance: Instance, r: int, old: Sequence[Sequence[int]], rng: random.Random
) -> tuple[list[list[int]], list[int], bool]:
    """One way to fill the round's tables from the old ones, the homes, and whether it is the only.

    Old tables go to the new sizes in order of length; who is too many leaves at random, and those
    without a table fill the free seats.
    """
    locks = instance.locks[r]
    locked = {player for table in locks.values() for player in table}
    groups = [[p for p in table if p not in locked] for table in old]
    groups = [group for group in groups if group]
    shuffle(groups, rng)
    groups.sort(key=len, reverse=True)
    places = [place for place in range(len(instance.tables)) if place not in locks]
    tables: list[list[int]] = [[] for _ in instance.tables]
    home = [-1] * instance.n
    for place, table in locks.items():
        tables[place] = list(table)
        for player in table:
            home[player] = (r << 10) + place
    is_forced = True
    loose: list[int] = []
    for place, group in zip(places, groups, strict=False):
        size = instance.tables[place]
        if len(group) > size:
            shuffle(group, rng)
            is_forced = False
        tables[place] = group[:size]
        loose += group[size:]
        for player in group:
            home[player] = (r << 10) + place
    for group in groups[len(places) :]:
        is_forced = False
        loose += group
    seated = {player for group in groups for player in group} | locked
    loose += [player for player in range(instance.n) if player not in seated]
    shuffle(loose, rng)
    is_forced = is_forced and len(loose) <= 1
    for place in places:
        while len(tables[place]) < instance.tables[place]:
            tables[place].append(loose.pop())
    return tables, home, is_forced


def _enter(price: list[list[int]], tables: Sequence[Sequence[int]], step: int) -> None:
    for table in tables:
        for i, a in enumerate(table):
            for b in table[:i]:
                price[a][b] += step
                price[b][a] += step
