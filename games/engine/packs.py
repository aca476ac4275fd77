"""The packs of cards: how many cards, which suits, which action cards (rules.md 2 and 3.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

OH_HELL: Final = "oh-hell"
RAGE: Final = "rage"

PLAIN_RANKS: Final = "23456789TJQKA"
PLAIN_SUITS: Final = "CDHS"
RAGE_COLOURS: Final = "RBGYOP"
RAGE_RANKS: Final = tuple(str(number) for number in range(16))


@dataclass(frozen=True, slots=True)
class Pack:
    """One pack. `suits` are letters in card order, `ranks` the texts from low to high."""

    name: str
    family: str
    suits: str
    ranks: tuple[str, ...]
    n_jokers: int = 0
    n_no_trumps: int = 0
    n_changes: int = 0
    n_plus_fives: int = 0
    n_minus_fives: int = 0

    @property
    def n_action_cards(self) -> int:
        return self.n_jokers + self.n_no_trumps + self.n_changes + self.n_plus_fives + self.n_minus_fives

    @property
    def n_cards(self) -> int:
        return len(self.suits) * len(self.ranks) + self.n_action_cards


def _plain(name: str, n_ranks: int) -> Pack:
    """The lowest ranks are out."""
    return Pack(name, OH_HELL, PLAIN_SUITS, tuple(PLAIN_RANKS[-n_ranks:]))


def _rage(name: str, *, no_trumps: int, changes: int, fives: int) -> Pack:
    return Pack(
        name,
        RAGE,
        RAGE_COLOURS,
        RAGE_RANKS,
        n_jokers=2,
        n_no_trumps=no_trumps,
        n_changes=changes,
        n_plus_fives=fives,
        n_minus_fives=fives,
    )


_ALL: Final = (
    _plain("standard-52", 13),
    _plain("short-48", 12),
    _plain("short-40", 10),
    _plain("short-36", 9),
    _plain("short-32", 8),
    _plain("short-24", 6),
    _rage("rage-112", no_trumps=4, changes=4, fives=3),
    _rage("rage-110", no_trumps=4, changes=4, fives=2),
    _rage("rage-108", no_trumps=3, changes=3, fives=2),
)

PACKS: Final[Mapping[str, Pack]] = MappingProxyType({pack.name: pack for pack in _ALL})
