"""What the site proposes before anybody chooses, and what it warns of (users.md 6 and 7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from tournaments.standings.chains import DEFAULT_CHAINS
from tournaments.standings.ranking import Standings

Notice = Literal["raw-with-mixed-sizes", "last-round-is-the-total"]


def default_table_points(sizes: Iterable[int]) -> str:
    """`raw` only when all tables have one size, else `rank`.

    >>> default_table_points([4, 4, 4]), default_table_points([4, 4, 3])
    ('raw', 'rank')
    """
    return "raw" if len(set(sizes)) <= 1 else "rank"


def default_chain(sizes: Iterable[int]) -> tuple[str, ...]:
    """The chain of a club evening, or the one for mixed table sizes."""
    return DEFAULT_CHAINS["club-evening" if len(set(sizes)) <= 1 else "mixed-sizes"]


def warnings(standings: Standings) -> tuple[Notice, ...]:
    """What a director should know about settings that do work but say less than they seem to.

    `raw-with-mixed-sizes`: points of tables of different size are added up as they are. `last-round-is-the-total`:
    with one round the two are the same number, so `last-round` decides nothing (scenarios.md S30).
    """
    facts = standings.book.facts
    found: list[Notice] = []
    sizes = {len(table.seats) for round_ in facts.rounds for table in round_.tables}
    if facts.table_points == "raw" and len(sizes) > 1:
        found.append("raw-with-mixed-sizes")
    if len(facts.rounds) == 1 and "last-round" in facts.tie_breaks:
        found.append("last-round-is-the-total")
    return tuple(found)
