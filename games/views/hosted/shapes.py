"""The small values a table's page is drawn from: seats, cards, tricks, hands. Equal ones are drawn once."""

from __future__ import annotations

from dataclasses import dataclass

from games.views.hosted.faces import Face


@dataclass(frozen=True, slots=True)
class Line:
    """A seat on the score pad."""

    number: int
    name: str
    is_own: bool
    deals: bool
    is_out: bool
    bid: int | None
    has_bid: bool
    taken: int
    total: int
    place: int | None
    is_turn: bool
    stand_in: str  # "bot", "away" or ""
    wants_pause: bool
    plus: int = 0
    minus: int = 0


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of the trick, in playing order; `card` None while it is open."""

    order: int
    seat: int
    name: str
    is_own: bool
    card: Face | None
    bid: int | None
    taken: int
    wins: bool
    is_next: bool
    is_stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """A card of the own hand; a joker offers its colours."""

    card: Face
    is_playable: bool
    colours: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class HandLine:
    """How a hand came out for one seat."""

    name: str
    bid: int | None
    taken: int
    points: int | None
    made: bool


@dataclass(frozen=True, slots=True)
class LastHand:
    number: int
    is_void: bool
    is_decider: bool
    lines: tuple[HandLine, ...]
    n_made: int


@dataclass(frozen=True, slots=True)
class TrickCard:
    name: str
    card: Face
    wins: bool


@dataclass(frozen=True, slots=True)
class LastTrick:
    """The trick that was taken last, in playing order."""

    hand: int
    winner: str
    cards: tuple[TrickCard, ...]
