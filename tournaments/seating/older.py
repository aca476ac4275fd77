"""The open rounds of an older plan, in numbers (seating.md section 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .instance import Plan as Rounds
from .problem import SeatingProblem

GONE = -1
"""Stands for players of an older plan who are not here any more, counting down."""


def older_rounds(problem: SeatingProblem, index: Mapping[str, int]) -> Rounds:
    """The open rounds of the older plan; players who are not here are numbers below 0."""
    left: dict[str, int] = {}
    rounds = []
    for then in (problem.previous or ())[: problem.rounds]:
        tables = []
        for table in then:
            for player in table:
                if player not in index:
                    left.setdefault(player, GONE - len(left))
            tables.append([index[p] if p in index else left[p] for p in table])
        rounds.append(tables)
    return rounds


def older_seats(
    rounds: Rounds, previous: Sequence[Sequence[Sequence[int]]]
) -> tuple[dict[int, list[int]], list[dict[int, int]]]:
    """Seat orders by identity of table, and table numbers by place, of tables that live on.

    A table lives on where at least half of an old table sits at it.
    """
    orders: dict[int, list[int]] = {}
    numbers: list[dict[int, int]] = []
    for r, tables in enumerate(rounds):
        here: dict[int, int] = {}
        for number, old in enumerate(previous[r] if r < len(previous) else (), start=1):
            for place, table in enumerate(tables):
                if 2 * len(set(table).intersection(old)) > max(len(table), len(old)) - 1:
                    if place not in here:
                        here[place] = number
                        orders[id(table)] = [p for p in old if p in table]
                    break
        numbers.append(here)
    return orders, numbers
