"""Terms: the numbers that go into a cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tournaments.standings.rows import Shown

Method = Literal[
    "sum",
    "mean",
    "first",
    "largest",
    "in-order",
    "count",
    "rate",
    "table-points",
    "made-up",
    "given",
    "sha-256",
]
"""How terms make the cell: `first` is the first term alone, `rate` the sum by the sum of `deals`."""

Note = Literal["", "dropped", "missed", "made-up", "penalty", "weight", "own-seat"]


@dataclass(frozen=True, slots=True)
class Term:
    """One number that goes into a cell, as text of at most 4 decimals; None = there is none.

    `round` is a round number; `table` counts the tables of that round as listed, from 1; `player` is whom
    the number is about when the row's own player is not meant; `place` is a place at the table; `reason` is
    the reason of a penalty. Terms noted `dropped` or `missed` do not count.
    """

    value: str | None
    round: int | None = None
    table: int | None = None
    player: str | None = None
    place: int | None = None
    deals: int | None = None
    note: Note = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """What a cell shows, how it is worked out and from which terms.

    `formula` names the table points that were used, if any.
    """

    player: str
    column: str
    shown: Shown
    method: Method
    terms: tuple[Term, ...]
    formula: str = ""


Working: TypeAlias = tuple[Method, list[Term], str]
"""Method, terms and formula of one cell."""
