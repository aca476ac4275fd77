"""What a standings document says, checked and with every player as a small number.

A player is an index into `Facts.players`, which are in order of their ids by code points: the order in
which rows of equal place stand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NewType

from tournaments.standings.exact import Exact

Player = NewType("Player", int)

PerSeat = tuple[Exact, ...]
PerSeatOrUnknown = tuple[Exact | None, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the standings. `ranked` is False for a guest, who stands in line without a place."""

    id: str
    ranked: bool


@dataclass(frozen=True, slots=True)
class TableResult:
    """One game of one round. Everything is per seat; `places` are competition places (1, 1, 3)."""

    number: int
    seats: tuple[Player, ...]
    points: PerSeat
    places: tuple[int, ...]
    last_deal: PerSeatOrUnknown | None
    bids_made: PerSeatOrUnknown | None
    deals: int | None


@dataclass(frozen=True, slots=True)
class Round:
    number: int
    weight: Exact
    tables: tuple[TableResult, ...]


@dataclass(frozen=True, slots=True)
class Absence:
    """The first `cap` missed rounds (None = all) get `points`, None = the mean of the player's own rounds.

    0 points are no compensation: the round stays blank.
    """

    points: Exact | None
    cap: int | None
    min_rounds: int


@dataclass(frozen=True, slots=True)
class Penalty:
    player: Player
    points: Exact
    reason: str


@dataclass(frozen=True, slots=True)
class Decider:
    """An extra game of one card each; its points order level players and never enter a total."""

    points: dict[Player, Exact]


@dataclass(frozen=True, slots=True)
class Facts:
    """A whole document of users.md 8; `rounds` in order of their numbers."""

    players: tuple[Entry, ...]
    rounds: tuple[Round, ...]
    table_points: str
    tie_breaks: tuple[str, ...]
    best_of: int | None
    absent: Absence
    penalties: tuple[Penalty, ...]
    deciders: tuple[Decider, ...]
    manual: dict[Player, Exact]
    lot_seed: str | None

    def until(self, number: int) -> Facts:
        """The same tournament when round `number` was its last."""
        return replace(self, rounds=tuple([one for one in self.rounds if one.number <= number]))
