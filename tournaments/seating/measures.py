"""What a finished plan costs, counted afresh from its tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .instance import Instance, Plan, meetings
from .spread import pairs


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """The order of plans: kept-apart pairs broken, priced repeats and club meetings, most meetings
    of one pair, visits.

    `visits` is the sum of squares of small-table visits, which is least when they are even.
    """

    apart_broken: int
    priced: float
    most: int
    visits: int


@dataclass(frozen=True, slots=True)
class Measures:
    """The figures of a plan. `pairs_cost` and `repeats` are what the plan adds to the history."""

    cost: Cost
    repeats: int
    pairs_cost: int
    max_meetings: int
    club_meetings: int
    small_table_spread: int


def measure(instance: Instance, plan: Plan) -> Measures:
    """Count a plan; costs one pass over its meetings."""
    planned: dict[tuple[int, int], int] = {}
    for pair in meetings(plan):
        planned[pair] = planned.get(pair, 0) + 1
    repeats = pairs_cost = 0
    most = max((max(row, default=0) for row in instance.met), default=0)
    for (a, b), count in planned.items():
        then = instance.met[a][b]
        pairs_cost += pairs(then + count) - pairs(then)
        repeats += max(0, then + count - 1) - max(0, then - 1)
        most = max(most, then + count)
    club = sum(planned.get(pair, 0) for pair in instance.club_pairs)
    apart = sum(planned.get(pair, 0) for pair in instance.apart_pairs)
    extra = sum(price * planned.get(pair, 0) for pair, price in instance.pair_prices.items())
    visits = small_table_visits(instance, plan)
    return Measures(
        Cost(
            apart,
            pairs_cost * instance.repeat_price + extra,
            most,
            sum(count * count for count in visits),
        ),
        repeats,
        pairs_cost,
        most,
        club,
        max(visits) - min(visits) if visits else 0,
    )


def small_table_visits(instance: Instance, plan: Plan) -> list[int]:
    """Rounds each player spent at a table below the round's largest, history included."""
    visits = list(instance.visits)
    for tables in plan:
        largest = max(map(len, tables))
        for table in tables:
            if len(table) < largest:
                for player in table:
                    visits[player] += 1
    return visits


def even_visits(instance: Instance, *, seats: int) -> int:
    """Least sum of squared visits when so many small-table seats are added to the history's."""
    counts = sorted(instance.visits)
    for _ in range(seats):
        counts[0] += 1
        k = 0
        while k + 1 < len(counts) and counts[k] > counts[k + 1]:
            counts[k], counts[k + 1] = counts[k + 1], counts[k]
            k += 1
    return sum(count * count for count in counts)


def plan_visits(tables: Sequence[int], rounds: int) -> int:
    """Small-table seats of so many rounds."""
    return rounds * sum(size for size in tables if size < max(tables))
