"""Counting meetings without the engine: what the tests check its figures against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

Rounds = Sequence[Sequence[Sequence[Any]]]


def meetings(rounds: Rounds) -> Counter[tuple[Any, Any]]:
    """How often each pair shares a table."""
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))


def repeats(rounds: Rounds, history: Rounds = ()) -> int:
    """Repeats the rounds add to the history."""
    return _sum(rounds, history, lambda m: max(0, m - 1))


def pairs_cost(rounds: Rounds, history: Rounds = ()) -> int:
    """Sum of C(m, 2) the rounds add to the history."""
    return _sum(rounds, history, lambda m: m * (m - 1) // 2)


def shared_between_rounds(rounds: Rounds) -> int:
    """The same as `pairs_cost` without a history, by the identity of seating.md section 3."""
    return sum(
        len(set(meetings([first])) & set(meetings([second]))) for first, second in combinations(rounds, 2)
    )


def assert_everyone_sits_once(
    rounds: Rounds, players: Iterable[Any], sizes: Iterable[int], sitting_out: Rounds | None = None
) -> None:
    """Each round seats each player once, at tables of the allowed sizes."""
    everyone = sorted(players)
    for r, tables in enumerate(rounds):
        seated = [player for table in tables for player in table]
        if sitting_out is not None:
            seated += sitting_out[r]
        assert sorted(seated) == everyone
        assert {len(table) for table in tables if table} <= set(sizes)


def _sum(rounds: Rounds, history: Rounds, price: Any) -> int:
    before = meetings(history)
    after = before + meetings(rounds)
    return int(sum(price(count) - price(before[pair]) for pair, count in after.items()))
