"""What every bot can be asked."""

from __future__ import annotations

from random import Random
from typing import Protocol

from games.engine.rules import RuleSet
from games.engine.view import DealView


class Bot(Protocol):
    """A bid or a card for the seat whose view it is given; `view.legal_bids` and `legal_cards` are never empty then."""

    @property
    def name(self) -> str: ...

    def bid(self, rules: RuleSet, seen: DealView, rng: Random) -> int:
        """One of `seen.legal_bids`."""
        ...

    def card(self, rules: RuleSet, seen: DealView, rng: Random) -> int:
        """One of `seen.legal_cards`."""
        ...
