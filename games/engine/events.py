"""What happened at a hosted table, one value per entry of the log (rules.md 5.5).

Facts are what players and the table did. Derived events follow from the facts before them; they are stored for
readers and checked again on every replay. Cards are numbers here; `log` knows their text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .ranking import Tie
from .rules import RuleSet
from .shuffle import Dealt


@dataclass(frozen=True, slots=True)
class Started:
    """The game begins; `players` are names in seat order, `commitment` the SHA-256 of the seed in hex."""

    rules: RuleSet
    players: tuple[str, ...]
    first_dealer: int
    commitment: str | None


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """A deal begins. `decider` names the tied seats of an extra deal, `out` the seats that sit this one out."""

    deal: int
    hand_size: int
    dealer: int
    dealt: Dealt
    decider: tuple[int, ...] | None = None
    out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat bids; `by` is "bot" when a stand-in did."""

    seat: int
    bid: int
    by: str | None = None


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat plays a card; `auto` says that it was forced and played by the table (E28)."""

    seat: int
    card: int
    auto: bool = False
    by: str | None = None


@dataclass(frozen=True, slots=True)
class DealVoided:
    """The deal in progress does not count and is dealt again by the same dealer (E26)."""

    reason: str


@dataclass(frozen=True, slots=True)
class PointsAdjusted:
    """The director adds points (or takes them) in the current deal (E26)."""

    seat: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerReplaced:
    """Another player takes the seat."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class BidsRevealed:
    """Derived: simultaneous bids after the last one, secret bids after the last trick."""

    bids: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class PileTurned:
    """Derived: pile cards turned in order and the trump they made; `NO_COLOUR` when the pile ran out (E10)."""

    cards: tuple[int, ...]
    trump: int


@dataclass(frozen=True, slots=True)
class TrickWon:
    """Derived: who took the trick."""

    winner: int


@dataclass(frozen=True, slots=True)
class DealScored:
    """Derived: a deal is over. `points` come from the formula alone; None for a seat that sat out."""

    deal: int
    tricks: tuple[int, ...]
    plus_fives: tuple[int, ...]
    minus_fives: tuple[int, ...]
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class GameFinished:
    """Derived: the result; `seed` opens the commitment (None where it was never kept)."""

    totals: tuple[int, ...]
    places: tuple[int, ...]
    decided_by: tuple[Tie, ...]
    seed: bytes | None


Fact: TypeAlias = (
    Started | CardsDealt | BidMade | CardPlayed | DealVoided | PointsAdjusted | PlayerReplaced | GameFinished
)
Derived: TypeAlias = BidsRevealed | PileTurned | TrickWon | DealScored
Event: TypeAlias = Fact | Derived
