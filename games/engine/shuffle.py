"""The provable shuffle of a hosted game (rules.md 5.5, "Shuffle").

The game's 32-byte seed stays secret until `finish`; its SHA-256 is published before the first card. Every deal has its
own stream, so a deal that is dealt again gets new cards.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .cards import PLUS_FIVE, Deck


@dataclass(frozen=True, slots=True)
class GameSeed:
    """The secret of one game: who knows it knows every card."""

    seed: bytes
    game_id: str

    def __post_init__(self) -> None:
        if len(self.seed) != 32:
            raise ValueError(f"a game seed has 32 bytes, not {len(self.seed)}")

    def __repr__(self) -> str:
        """Without the seed: a traceback or a log line must not tell the cards."""
        return f"GameSeed(game_id={self.game_id!r})"

    @property
    def commitment(self) -> str:
        """What the `start` event publishes."""
        return commitment_of(self.seed)

    def cards(self, deck: Deck, deal: int, n_voids: int = 0) -> list[int]:
        """The shuffled pack for a deal, top card first; `n_voids` counts the earlier, void tries of this deal."""
        name = f"{self.game_id}/{deal}" + (f"v{n_voids}" if n_voids else "")
        return shuffled(deck.cards, _numbers(self.seed, name))


def commitment_of(seed: bytes) -> str:
    """SHA-256 of a seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


def seed_bytes(seed: int | bytes) -> bytes:
    """The 32 bytes of a small whole number, for games that only need to be repeatable; bytes are taken as they are."""
    if isinstance(seed, bytes):
        return seed
    return hashlib.sha256(f"eldest-hand {seed}".encode()).digest()


def shuffled(cards: Sequence[int], numbers: Iterator[int]) -> list[int]:
    """Fisher-Yates from the last card down, unbiased by rejection; `numbers` are 32-bit."""
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        limit = (1 << 32) - (1 << 32) % (i + 1)
        number = next(numbers)
        while number >= limit:
            number = next(numbers)
        j = number % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def _numbers(seed: bytes, name: str) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(seed, f"{name}/{counter}".encode(), "sha256")
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards of one deal: `hands` by seat (empty for a seat that is out), then what was turned and what is left.

    `turn_up` is None when no card is turned; `passed` and `pile` are empty with plain packs.
    """

    hands: tuple[tuple[int, ...], ...]
    turn_up: int | None
    passed: tuple[int, ...] = ()
    pile: tuple[int, ...] = ()


def deal_out(
    order: Sequence[int], *, n_seats: int, seats: Sequence[int], hand_size: int, turns: bool, keeps_pile: bool
) -> Dealt:
    """Deal one card at a time to `seats` (eldest first), then turn up (R3: on, until a colour card) if `turns`.

    Does not check that the cards suffice; `RuleSet.validate` has done that for every deal.
    """
    n_dealt = len(seats) * hand_size
    hands: list[tuple[int, ...]] = [()] * n_seats
    for place, seat in enumerate(seats):
        hands[seat] = tuple(order[place : n_dealt : len(seats)])
    at = n_dealt
    if turns:
        while at < len(order) and order[at] >= PLUS_FIVE:
            at += 1
    turn_up = order[at] if turns and at < len(order) else None
    passed = tuple(order[n_dealt:at])
    pile = tuple(order[at + 1 :]) if keeps_pile else ()
    return Dealt(tuple(hands), turn_up, passed, pile)
