"""A bot that looks ahead: it draws deals that agree with its view and plays each out for every act it may choose.

It knows no more than its view: the other hands and the pile are drawn, hidden and future bids are guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from games.engine.bots.heuristic import Judge, bid_promises
from games.engine.bots.lookahead import Lookahead, lookahead
from games.engine.bots.worlds import Hands, Worlds
from games.engine.rules import RuleSet
from games.engine.view import DealView

N_BIDS = 4
"""So many bids are tried, those that promise most."""
N_CHOICES = 6
"""So many cards are tried at most, those worth most by the odds."""
STAGE = 6
"""After so many drawn deals the choices that have fallen behind are dropped."""
CLEARLY = 2.0
"""So many standard errors behind is fallen behind."""
DOUBT = 16.0
"""Squared points added to what was seen: a few deals alike do not prove two choices alike."""
RAGE_SHARE = 2
"""So many thirds of the budget are spent with action cards, where a playout takes longer."""


@dataclass(frozen=True, slots=True)
class SearchBot:
    """`n_playouts` is the budget of one decision, `rivalry` how much a point of the others weighs
    against an own, `trust` how much the odds of the heuristic bot count beside the playouts."""

    n_playouts: int = 300
    rivalry: float = 0.5
    trust: float = 0.5
    name: str = "search"

    def bid(self, rules: RuleSet, seen: DealView, rng: Random) -> int:
        """Tries the bids around the one the odds promise most for."""
        promises = bid_promises(rules, seen)
        bids = sorted(promises, key=lambda bid: -promises[bid])[:N_BIDS]
        future = lookahead(rules, seen, self.rivalry)
        return self._best({bid: promises[bid] for bid in bids}, future, seen, rng, future.worth_of_bid)

    def card(self, rules: RuleSet, seen: DealView, rng: Random) -> int:
        future = lookahead(rules, seen, self.rivalry)
        if len(seen.legal_cards) == 1:
            return seen.legal_cards[0]
        judge = Judge(rules, seen)
        worths = {card: judge.worth(card) for card in seen.legal_cards}
        return self._best(worths, future, seen, rng, future.worth_of_card)

    def _best(
        self,
        choices: Mapping[int, float],
        future: Lookahead,
        seen: DealView,
        rng: Random,
        worth: Callable[[int], float],
    ) -> int:
        """The choice with the most worth on average, over as many drawn deals as it takes to tell or the budget allows.

        `choices` gives each what the odds alone promise, which counts besides.
        """
        left = sorted(choices, key=lambda choice: -choices[choice])[:N_CHOICES]
        if len(left) == 1:
            return left[0]
        worlds = Worlds(seen, rng)
        budget = self.n_playouts
        if seen.setup.has_actions:
            budget = budget * RAGE_SHARE // 3
        found: dict[int, list[float]] = {choice: [] for choice in left}
        while len(left) > 1 and budget > 0:
            n_more = max(2, min(STAGE, budget // len(left)))
            budget -= n_more * len(left)
            for _ in range(n_more):
                hands, rest = worlds.draw()
                future.enter(hands, rest, guessed_bids(seen, worlds, hands))
                for choice in left:
                    found[choice].append(worth(choice))
            left = self._still_open(left, found, choices)
        return left[0]

    def _still_open(
        self, left: Sequence[int], found: Mapping[int, list[float]], choices: Mapping[int, float]
    ) -> list[int]:
        """The best choice so far, then those that may yet turn out better, by how they did in the same deals."""
        total = {
            choice: sum(found[choice]) / len(found[choice]) + self.trust * choices[choice] for choice in left
        }
        best = max(left, key=total.__getitem__)
        kept = [best]
        n_worlds = len(found[best])
        for choice in left:
            if choice == best:
                continue
            gaps = [one - other for one, other in zip(found[best], found[choice], strict=True)]
            mean = sum(gaps) / n_worlds
            variance = (sum([gap * gap for gap in gaps]) - n_worlds * mean * mean + DOUBT) / n_worlds
            if total[best] - total[choice] < CLEARLY * sqrt(variance / n_worlds):
                kept.append(choice)
        return kept


def guessed_bids(seen: DealView, worlds: Worlds, hands: Hands) -> list[int]:
    """The bids by table seat; one that is hidden or still to come is what the hand is good for."""
    bids = [bid or 0 for bid in seen.bids]
    for seat in seen.setup.seats:
        if seen.bids[seat] is None:
            bids[seat] = max(0, min(seen.setup.hand_size, round(worlds.guessed_bid(seat, hands[seat]))))
    return bids
