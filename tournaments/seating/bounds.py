"""Lower bounds on the cost of a plan (seating.md section 4)."""

from __future__ import annotations

from .instance import Instance, make_instance
from .prechecks import seated_tables
from .problem import SeatingProblem
from .spread import pairs, repeats_between, table_pairs, with_sit_outs


def rematches_certain(problem: SeatingProblem) -> int:
    """Rematches that no seating of the next round can avoid."""
    tables, _ = seated_tables(problem)
    return lower_bound(make_instance(problem, tables, 1))


def lower_bound(instance: Instance) -> int:
    """A pairs_cost no plan of the instance can go below; rules can only make it larger."""
    return max(_pigeonhole(instance), _counting(instance), _per_player(instance))


def _pigeonhole(instance: Instance) -> int:
    """Bounds 1 and 4: every pair of rounds shares some pairs of players."""
    tables = with_sit_outs(instance.tables, instance.n_sitting_out)
    bound = repeats_between(tables, tables) * pairs(instance.rounds)
    for round_then in instance.history:
        groups = [len(table) for table in round_then if table]
        groups += [1] * (instance.n - sum(groups))
        bound += instance.rounds * repeats_between(tables, groups)
    return bound


def _counting(instance: Instance) -> int:
    """Bound 2: pour all meetings into the pairs of players, lowest count first."""
    levels: dict[int, int] = {}
    for a, row in enumerate(instance.met):
        _count(row, levels, row[a])
    for count in levels:
        levels[count] //= 2
    return _pour(levels, instance.rounds * table_pairs(instance.tables))


def _per_player(instance: Instance) -> int:
    """Bound 3, with history: pour each player's meetings into the other players."""
    if instance.n_sitting_out:
        return 0
    meetings = instance.rounds * (instance.tables[-1] - 1)
    total = 0
    for a, row in enumerate(instance.met):
        levels: dict[int, int] = {}
        _count(row, levels, row[a])
        total += _pour(levels, meetings)
    return (total + 1) // 2


def _count(row: list[int], levels: dict[int, int], own: int) -> None:
    """Add how often each count stands in a row, leaving out the diagonal."""
    left = len(row)
    level = 0
    while left:
        found = row.count(level)
        if found:
            levels[level] = levels.get(level, 0) + found
        left -= found
        level += 1
    levels[own] -= 1


def _pour(levels: dict[int, int], meetings: int) -> int:
    """Least sum of counts paid when so many meetings fall on pairs that have met so often."""
    paid = 0
    level = min((count for count, n in levels.items() if n), default=0)
    width = 0
    while meetings > 0:
        width += levels.get(level, 0)
        if not width:
            return paid
        step = min(width, meetings)
        paid += step * level
        meetings -= step
        level += 1
    return paid
