"""How many rounds can be played before anybody must meet again."""

from __future__ import annotations

from collections.abc import Sequence

from .patterns import longest_pattern
from .splitting import DEFAULT_SIZES, split
from .spread import pairs, repeats_between, table_pairs

MOST_COUNTED = 20


def rounds_without_repeat(
    n_players: int, sizes: Sequence[int] = DEFAULT_SIZES, *, most: int = MOST_COUNTED
) -> int:
    """Rounds of the rule's split for which a plan without a repeat is at hand, at least 1.

    Answers at once from the library and the algebra; "at least", since a search may find more.
    Counting stops at `most`. Raises `no_split` like `split`.

    >>> rounds_without_repeat(24, (4,))
    7
    """
    return free_rounds(split(n_players, sizes).tables, most=most)


def free_rounds(tables: Sequence[int], *, most: int = MOST_COUNTED) -> int:
    """The same for a split, largest table first.

    >>> free_rounds((4, 4, 3, 3, 3)), free_rounds((5, 4, 4, 4))
    (5, 1)
    """
    n_players = sum(tables)
    if len(tables) < 2 or repeats_between(tables, tables):
        return 1
    capacity = min(most, pairs(n_players) // table_pairs(tables), (n_players - 1) // (min(tables) - 1))
    return longest_pattern(tables, capacity)
