"""The bot that plays anything legal: the yardstick of the others."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.engine.rules import RuleSet
from games.engine.view import DealView


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Every legal bid and every legal card with the same chance."""

    name: str = "random"

    def bid(self, rules: RuleSet, seen: DealView, rng: Random) -> int:
        return rng.choice(seen.legal_bids)

    def card(self, rules: RuleSet, seen: DealView, rng: Random) -> int:
        return rng.choice(seen.legal_cards)
