"""Schedules without a repeat that are at hand for given tables (seating.md sections 5.1, 5.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .designs import algebraic_plan
from .instance import Plan, meetings
from .library import find_longer

SPARE_ROUNDS = 6
"""More rounds than asked for leave more pairs that never meet, for clubs to sit on."""


def patterns(tables: Sequence[int], rounds: int, *, use_library: bool) -> Iterator[Plan]:
    """Schedules of at least so many rounds, no pair twice; none, one or several.

    The library's longest, then algebra's, then longer ones of more players who are taken away.
    """
    for entry in find_longer(tables, rounds)[:2] if use_library else ():
        yield entry.schedule()
    algebraic = algebraic_plan(tables, rounds + SPARE_ROUNDS)
    if algebraic is not None and len(algebraic) >= rounds:
        yield algebraic
    size = max(tables)
    gone = sum(size - k for k in tables)
    if not gone or gone > len(tables) or min(tables) < size - 1:
        return
    whole = (size,) * len(tables)
    longer = [entry.schedule() for entry in find_longer(whole, rounds)[:1]] if use_library else []
    algebraic = algebraic_plan(whole, rounds + SPARE_ROUNDS)
    if algebraic is not None and len(algebraic) >= rounds:
        longer.append(algebraic)
    for plan in longer:
        short = shortened(plan, gone, rounds)
        if short is not None:
            yield short


def longest_pattern(tables: Sequence[int], most: int) -> int:
    """The most rounds, up to `most`, for which `patterns` has a schedule; at least 1."""
    algebraic = algebraic_plan(tables, most)
    longest = max([1, len(algebraic or ()), *(e.rounds for e in find_longer(tables, 2))])
    for rounds in range(most, longest, -1):
        if next(patterns(tables, rounds, use_library=True), None) is not None:
            return rounds
    return min(longest, most)


def shortened(plan: Plan, n_gone: int, rounds: int) -> Plan | None:
    """The plan without some players who never share a table in its first `rounds` rounds.

    At best they are a table of a round left out. None when there are no such players.
    """
    kept = plan[:rounds]
    n = sum(map(len, plan[0]))
    gone: list[int] | None = None
    if len(plan) > rounds and n_gone <= max(map(len, plan[rounds])):
        gone = max(plan[rounds], key=len)[:n_gone]
    else:
        gone = _strangers(kept, n, n_gone)
    if gone is None:
        return None
    names = {player: k for k, player in enumerate(p for p in range(n) if p not in gone)}
    short = []
    for tables in kept:
        left = [[names[p] for p in table if p in names] for table in tables]
        left.sort(key=len, reverse=True)
        short.append(left)
    return short


def _strangers(plan: Plan, n: int, wanted: int) -> list[int] | None:
    """Players no two of whom meet: greedily, from every player in turn."""
    met: list[set[int]] = [{player} for player in range(n)]
    for a, b in meetings(plan):
        met[a].add(b)
        met[b].add(a)
    everyone = set(range(n))
    for first in range(n):
        found = [first]
        open_to = everyone - met[first]
        while len(found) < wanted and open_to:
            best = max(sorted(open_to), key=lambda p: len(open_to - met[p]))
            found.append(best)
            open_to -= met[best]
        if len(found) >= wanted:
            return found[:wanted]
    return None
