"""Plans without a repeat by algebra, at once (seating.md section 5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from .fields import field_tables, is_field_order
from .instance import Plan

LARGEST_FIELD = 64


def algebraic_plan(tables: Sequence[int], rounds: int) -> Plan | None:
    """A plan without repeats for tables of s (and some of s - 1), with up to `rounds` rounds.

    The longest one known to algebra, cut to `rounds`; None where these sizes are not of that kind.
    Player i * g + x of a design with g tables is point (i, x). Sizes stand in the order of `tables`.
    """
    size = max(tables)
    n_short = sum(1 for k in tables if k == size - 1)
    if n_short + sum(1 for k in tables if k == size) != len(tables):
        return None
    if n_short == len(tables) or len(tables) < 2:
        return None
    plan = equal_tables(size, len(tables), rounds)
    if n_short:
        # the tables that lose a point come last; rounds inside the classes lose the guarantee
        short = _without_points(plan[: len(tables)], len(tables), n_short)
        wanted = sorted(tables)
        plan = [seated for seated in short if sorted(map(len, seated)) == wanted]
    return plan[:rounds] or None


def equal_tables(size: int, n_tables: int, rounds: int) -> Plan:
    """The algebraic rounds of size x n_tables: at least one."""
    if n_tables < size:
        if n_tables == 1:
            return [[list(range(size))]]
        return [[list(range(k * size, (k + 1) * size)) for k in range(n_tables)]]
    if n_tables <= LARGEST_FIELD and is_field_order(n_tables):
        plan = _transversal(size, n_tables, min(rounds, n_tables))
    else:
        plan = _cyclic_shift(size, n_tables, rounds)
    if n_tables % size == 0 and len(plan) < rounds and len(plan) == n_tables:
        inside = equal_tables(size, n_tables // size, rounds - len(plan))
        for tables in inside:
            plan.append([[i * n_tables + x for x in table] for i in range(size) for table in tables])
    return plan


def _transversal(size: int, g: int, rounds: int) -> Plan:
    """Round k, table t: the points (i, t + k * e_i) with different field elements e_i."""
    add, times = field_tables(g)
    return [[[i * g + add[t][times[k][i]] for i in range(size)] for t in range(g)] for k in range(rounds)]


def _cyclic_shift(size: int, g: int, rounds: int) -> Plan:
    """The same with Z_g and e_i = i, while no difference brings a pair together again."""
    most = min((g // gcd(g, d) for d in range(1, size)), default=1)
    return [
        [[i * g + (t + k * i) % g for i in range(size)] for t in range(g)] for k in range(min(rounds, most))
    ]


def _without_points(plan: Plan, g: int, n_gone: int) -> Plan:
    """Remove the last points of the first class and close the gap in the numbers."""
    first_gone = g - n_gone
    shortened = []
    for tables in plan:
        kept = [
            [p if p < first_gone else p - n_gone for p in table if not first_gone <= p < g]
            for table in tables
        ]
        kept.sort(key=len, reverse=True)
        shortened.append(kept)
    return shortened
