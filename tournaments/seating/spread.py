"""Pigeonhole counting: how evenly a table can spread over the tables of another round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence


def pairs(n: int) -> int:
    """Number of pairs among n people."""
    return n * (n - 1) // 2


def table_pairs(sizes: Iterable[int]) -> int:
    """Meetings of one round with tables of these sizes."""
    return sum(size * (size - 1) // 2 for size in sizes)


def with_sit_outs(tables: Iterable[int], sit_outs: int) -> tuple[int, ...]:
    """The groups into which a round parts everybody: its tables, and those who sit out one by one.

    >>> with_sit_outs([4, 4], 1)
    (4, 4, 1)
    """
    return (*tables, *[1] * sit_outs)


def forced_pairs(k: int, seats: Sequence[int]) -> int:
    """Fewest pairs of a table of k that must share a table again, over tables with these seats.

    The people go one by one to the table with the fewest of them that still has a free seat
    (seating.md section 4). People for whom no seat is left are not counted.

    >>> forced_pairs(4, [4, 4, 4])
    1
    """
    parts = [0] * len(seats)
    for _ in range(k):
        best = -1
        for table, seat in enumerate(seats):
            if parts[table] < seat and (best < 0 or parts[table] < parts[best]):
                best = table
        if best < 0:
            break
        parts[best] += 1
    return table_pairs(parts)


def repeats_between(first: Sequence[int], second: Sequence[int]) -> int:
    """P of seating.md section 4: pairs that must share a table in both of two rounds.

    Works for groups of any sizes: the larger of the sum over rows and the sum over columns.
    """
    return max(_forced(first, second), _forced(second, first))


def _forced(groups: Sequence[int], seats: Sequence[int]) -> int:
    return sum(times * forced_pairs(k, seats) for k, times in Counter(groups).items() if k > 1)
