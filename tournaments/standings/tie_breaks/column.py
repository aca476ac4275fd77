"""What a tie-break is and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tournaments.standings.book import Book
from tournaments.standings.exact import Exact
from tournaments.standings.facts import Player

Key: TypeAlias = tuple[Exact, ...]
"""What players are compared by, higher first; a shorter one that agrees as far as it goes is below."""

Cell: TypeAlias = str | list[str | None] | None
"""What a column shows for one player; None = no data, or not used for this player."""

Direction = Literal["higher", "lower"]

SkipReason = Literal["no-data", "never-met", "no-common-game"]


@dataclass(frozen=True, slots=True)
class Column:
    """One key and one cell per player; a key of None means that the datum is not known."""

    keys: list[Key | None]
    cells: list[Cell]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a group criterion says about one group: a key and a cell per member, in the group's order."""

    keys: list[Key]
    cells: list[Cell]


@dataclass(frozen=True, slots=True)
class Skip:
    """Why a criterion decided nothing about a group, and whom that is about."""

    reason: SkipReason
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A criterion that gives every player a number of his own."""

    key: str
    name: str
    direction: Direction
    source: str
    needs: str
    compute: Callable[[Book], Column]


@dataclass(frozen=True, slots=True)
class GroupTieBreak:
    """A criterion that only means something inside a group of level players."""

    key: str
    name: str
    direction: Direction
    source: str
    needs: str
    compute: Callable[[Book, Sequence[Player]], Verdict | Skip]


Criterion: TypeAlias = TieBreak | GroupTieBreak
