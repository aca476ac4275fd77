"""Cards as small integers, packs, and the text of both at the edge (rules.md 5.1).

A card is ``colour * 16 + rank``; a hand is one integer with bit ``card`` set. Action cards (Rage) start at 96, four
bits a face for its copies. Inside one hand the copies of a face always take the lowest bits, so equal hands are equal
integers. A joker that has been played is ``PLAYED_JOKER + colour``: it is then a card of the colour it named.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from .packs import PACKS, PLAIN_RANKS

PLUS_FIVE: Final = 96
MINUS_FIVE: Final = 100
NO_TRUMP: Final = 104
CHANGE_TRUMP: Final = 108
JOKER: Final = 112
PLAYED_JOKER: Final = 128

NO_COLOUR: Final = -1
"""Where a colour may be missing (no trump, nothing led yet)."""

COLOUR_MASKS: Final = tuple(0xFFFF << (16 * colour) for colour in range(6))
"""Bits of each colour; index 0 to 5, in the order of the pack's letters."""
ACTION_MASK: Final = 0xFFFFF << PLUS_FIVE
FACE_MASK: Final = (1 << PLUS_FIVE) - 1 | sum(1 << card for card in range(PLUS_FIVE, JOKER + 1, 4))
"""One bit a face: a hand's bits under this mask are its different faces."""

ACTION_TEXTS: Final = {PLUS_FIVE: "+5", MINUS_FIVE: "-5", NO_TRUMP: "NT", CHANGE_TRUMP: "CT", JOKER: "J"}


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """The cards of one pack as numbers, in card order, and their texts.

    ``cards`` lists every card, copies of a face by the same number. Decks are compared by identity.
    """

    name: str
    colours: str
    cards: tuple[int, ...]
    texts: dict[int, str]
    faces: dict[str, int]
    copies: dict[int, int]
    has_actions: bool

    def face(self, text: str) -> int | None:
        """The card a dealt token stands for, None when the pack has no such card."""
        return self.faces.get(text)

    def played_card(self, text: str) -> int | None:
        """The card a played token stands for, ``J=R`` included; None for any other text."""
        if text.startswith("J="):
            return next((card for card, known in self.texts.items() if known == text), None)
        card = self.faces.get(text)
        return None if card == JOKER else card

    def text(self, card: int) -> str:
        """The token of a card, held or played: ``TH``, ``R15``, ``J``, ``J=R``."""
        return self.texts[card]

    def texts_of(self, hand: int) -> list[str]:
        """The cards of a hand in card order, each copy once."""
        texts = self.texts
        return [texts[face_of(card)] for card in bits(hand)]

    def colour_text(self, colour: int) -> str | None:
        """The letter of a colour, None for no colour."""
        return None if colour < 0 else self.colours[colour]

    def colour(self, letter: str | None) -> int:
        """The number of a colour letter, `NO_COLOUR` for None. An unknown letter is a `ValueError`."""
        return NO_COLOUR if letter is None else self.colours.index(letter)


@cache
def deck(name: str) -> Deck:
    """The cards of the pack of that name; `KeyError` for an unknown one.

    >>> deck("short-24").text(deck("short-24").cards[0]), len(deck("rage-112").cards)
    ('9C', 112)
    """
    pack = PACKS[name]
    has_actions = pack.n_action_cards > 0
    lowest = 0 if has_actions else len(PLAIN_RANKS) - len(pack.ranks)
    texts = {
        16 * colour + lowest + rank: letter + number if has_actions else number + letter
        for colour, letter in enumerate(pack.suits)
        for rank, number in enumerate(pack.ranks)
    }
    copies = dict.fromkeys(texts, 1)
    named: dict[int, str] = {}
    if has_actions:
        counts = (pack.n_plus_fives, pack.n_minus_fives, pack.n_no_trumps, pack.n_changes, pack.n_jokers)
        copies |= dict(zip(ACTION_TEXTS, counts, strict=True))
        texts |= ACTION_TEXTS
        named = {PLAYED_JOKER + colour: f"J={letter}" for colour, letter in enumerate(pack.suits)}
    return Deck(
        name=name,
        colours=pack.suits,
        cards=tuple(card for card, count in copies.items() for _ in range(count)),
        texts=texts | named,
        faces={text: card for card, text in texts.items()},
        copies=copies,
        has_actions=has_actions,
    )


def bits(mask: int) -> list[int]:
    """The set bits of a mask, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def face_of(card: int) -> int:
    """The face of a bit of a hand: the card itself, or the first copy of an action card."""
    return card if card < PLUS_FIVE else card & ~3


def hand_of(cards: Iterable[int]) -> int:
    """The hand that holds these faces; copies of an action card take the next bit."""
    hand = 0
    for card in cards:
        bit = 1 << card
        while hand & bit:
            bit <<= 1
        hand |= bit
    return hand


def held_bit(hand: int, face: int) -> int:
    """The bit that playing this face takes out of the hand (its highest copy), 0 when it is not held."""
    if face >= PLAYED_JOKER:
        face = JOKER
    if face < PLUS_FIVE:
        return hand & 1 << face
    held = hand >> face & 15
    return 1 << face + held.bit_length() - 1 if held else 0
