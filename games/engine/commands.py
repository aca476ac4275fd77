"""What somebody asks of a hosted table. `decide` answers with events or a `Rejection`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .rules import RuleSet
from .shuffle import GameSeed


@dataclass(frozen=True, slots=True)
class StartGame:
    """Begin; the seed's commitment is published, the seed is not."""

    rules: RuleSet
    players: tuple[str, ...]
    first_dealer: int
    seed: GameSeed


@dataclass(frozen=True, slots=True)
class Advance:
    """The table goes on after a deal: it deals the next one, a decider, or finishes the game.

    `out` are the seats that sit the next deal out.
    """

    seed: GameSeed
    out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MakeBid:
    """Bid. `seen` is the number of the last event the player had seen; None skips that check."""

    seat: int
    bid: int
    by: str | None = None
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play the card of that token (``TH``, ``J=R``). `auto`: the table plays it because nothing else is legal."""

    seat: int
    card: str
    by: str | None = None
    auto: bool = False
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class VoidDeal:
    """Throw the deal in progress away and deal again."""

    reason: str


@dataclass(frozen=True, slots=True)
class AdjustPoints:
    """Add points to a seat in the current deal, with the director's reason."""

    seat: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class ReplacePlayer:
    """Put another player on the seat from now on."""

    seat: int
    player: str


Command: TypeAlias = StartGame | Advance | MakeBid | PlayCard | VoidDeal | AdjustPoints | ReplacePlayer
