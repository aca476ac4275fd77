"""Plain simulated annealing over whole plans (seating.md section 5.4)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from .chance import chances, cooling, shuffle
from .instance import Instance, Plan
from .measures import even_visits, plan_visits

HOT, COLD = 0.45, 0.18
STAGES = 32

Seat = tuple[list[int], int, int, int]
"""A movable seat: its table (a live list), place in it, whether small, number of the table."""


@dataclass(slots=True)
class Anneal:
    """How long to search, and what for.

    `moves`: budget. `target`: stop at this price when the visits are even too. `visit_price`: price
    of uneven small-table visits against whole units of the instance; 0 leaves them alone.
    `homes[r][p]`: table of round r where player p sat in an older plan (-1: none), and
    `home_price` what sitting elsewhere costs (seating.md section 9). `heat` scales
    the temperatures.
    """

    moves: int
    target: int = 0
    visit_price: int = 1
    homes: Sequence[Sequence[int]] = ()
    home_price: int = 0
    heat: float = 1.0


def random_plan(instance: Instance, rng: random.Random) -> Plan:
    """Everyone seated at random, locked tables as they are."""
    plan: Plan = []
    for r in range(instance.rounds):
        locks = instance.locks[r]
        taken = {player for table in locks.values() for player in table}
        if instance.sitters:
            taken.update(instance.sitters[r])
        free = [player for player in range(instance.n) if player not in taken]
        shuffle(free, rng)
        tables = []
        for place, size in enumerate(instance.tables):
            if place in locks:
                tables.append(list(locks[place]))
            else:
                tables.append([free.pop() for _ in range(size)])
        plan.append(tables)
    return plan


def anneal(instance: Instance, start: Plan, rng: random.Random, how: Anneal) -> Plan:
    """The best plan met on the way from `start`, which is left alone.

    Only free seats move; the price is that of `Cost`, visits second. A move swaps two players of
    one round; the price of the swap is read off the matrix of prices `price[a][b]` of the next
    meeting of a and b, which the search keeps up to date.
    """
    plan = [[list(table) for table in tables] for tables in start]
    step = instance.repeat_price
    price = [list(row) for row in instance.base]
    visits = list(instance.visits)
    cost = _enter(plan, price, visits, step)
    seats, first, span = _free_seats(instance, plan)
    if not seats:
        return plan
    visit_price = how.visit_price if instance.is_mixed else 0
    uneven = sum(count * (count - 1) // 2 for count in visits)
    even = 0
    if visit_price:
        squares = even_visits(instance, seats=plan_visits(instance.tables, instance.rounds))
        even = (squares - sum(visits)) // 2
    homes, home_price = how.homes, how.home_price
    away = _away(plan, homes) * home_price
    best_cost, best_uneven = cost + away, uneven
    since_best: list[tuple[list[int], int, list[int], int]] = []
    target = how.target
    if best_cost <= target and (not visit_price or uneven <= even):
        return plan
    unit = max(step, 1)
    rnd = rng.random
    n_seats = len(seats)
    stage_moves = max(1, how.moves // STAGES)
    for heat in cooling(HOT * how.heat * unit, COLD * how.heat * unit, STAGES):
        likely = chances(heat)
        end = len(likely)
        for _ in range(stage_moves):
            i = int(rnd() * n_seats)
            j = first[i] + int(rnd() * span[i])
            table, k, small, here = seats[i]
            other, m, is_small, there = seats[j]
            if table is other:
                continue
            p = table[k]
            q = other[m]
            of_p = price[p]
            of_q = price[q]
            d = step * (len(table) + len(other) - 2) - 2 * of_p[q] + of_p[p] + of_q[q]
            for y in table:
                d += of_q[y] - of_p[y]
            for y in other:
                d += of_p[y] - of_q[y]
            total = d
            if visit_price and small != is_small:
                v = visits[q] - visits[p] + 1 if small else visits[p] - visits[q] + 1
                total += v * visit_price
            if home_price:
                home = homes[here >> 10]
                d_home = (home[q] != here) + (home[p] != there) - (home[p] != here)
                d_home = (d_home - (home[q] != there)) * home_price
                d += d_home
                total += d_home
            if total > 0 and (total >= end or rnd() >= likely[total]):
                continue
            cost_now = d
            for y in table:
                if y != p:
                    of_y = price[y]
                    of_p[y] -= step
                    of_y[p] -= step
                    of_q[y] += step
                    of_y[q] += step
            for y in other:
                if y != q:
                    of_y = price[y]
                    of_q[y] -= step
                    of_y[q] -= step
                    of_p[y] += step
                    of_y[p] += step
            table[k] = q
            other[m] = p
            since_best.append((table, k, other, m))
            away += cost_now
            if small != is_small:
                if small:
                    uneven += visits[q] - visits[p] + 1
                    visits[q] += 1
                    visits[p] -= 1
                else:
                    uneven += visits[p] - visits[q] + 1
                    visits[p] += 1
                    visits[q] -= 1
            now = cost + away
            if now < best_cost or (now == best_cost and uneven < best_uneven):
                best_cost, best_uneven = now, uneven
                since_best.clear()
                if now <= target and (not visit_price or uneven <= even):
                    return plan
    for table, k, other, m in reversed(since_best):
        table[k], other[m] = other[m], table[k]
    return plan


def _enter(plan: Plan, price: list[list[int]], visits: list[int], step: int) -> int:
    """Enter a plan's meetings and visits into the matrices; its price above the history's."""
    cost = 0
    for tables in plan:
        largest = max(map(len, tables))
        for table in tables:
            for i, a in enumerate(table):
                of_a = price[a]
                for b in table[:i]:
                    cost += of_a[b]
                    of_a[b] += step
                    price[b][a] += step
                visits[a] += len(table) < largest
    return cost


def _free_seats(instance: Instance, plan: Plan) -> tuple[list[Seat], list[int], list[int]]:
    """Seats that may move; for each, where those of its round begin and how many they are."""
    seats: list[Seat] = []
    first: list[int] = []
    span: list[int] = []
    for r, tables in enumerate(plan):
        largest = max(map(len, tables))
        begin = len(seats)
        for place, table in enumerate(tables):
            if place not in instance.locks[r]:
                small = int(len(table) < largest)
                seats += [(table, k, small, (r << 10) + place) for k in range(len(table))]
        found = len(seats) - begin
        first += [begin] * found
        span += [found] * found
    return seats, first, span


def _away(plan: Plan, homes: Sequence[Sequence[int]]) -> int:
    """Players who do not sit where they sat in the older plan."""
    if not homes:
        return 0
    return sum(
        homes[r][player] != (r << 10) + place
        for r, tables in enumerate(plan)
        for place, table in enumerate(tables)
        for player in table
    )
