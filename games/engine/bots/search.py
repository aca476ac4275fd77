"""A bot that looks ahead: it draws deals that agree with its view and plays each out for every act it may choose.

It knows no more than its view: the other hands and the pile are drawn, hidden and future bids are guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from games.engine.bots.heuristic import Judge, bid_promises
from games.engine.bots.lookahead import Lookahead, lookahead
from games.engine.bots.worlds import Hands, Worlds
from games.engine.rules import RuleSet
from games.engine.view import DealView

N_BIDS = 4
"""So many bids are tried, those that promise most."""
RAGE_COST = 2
"""A playout with action cards costs so many of one with a plain pack."""


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
        """The choice with the most worth on average; the worse half is dropped after each third of the budget.

        `choices` gives each what the odds alone promise, which counts besides.
        """
        left = list(choices)
        if len(left) == 1:
            return left[0]
        worlds = Worlds(seen, rng)
        budget = self.n_playouts // (RAGE_COST if seen.setup.has_actions else 1)
        sums = dict.fromkeys(left, 0.0)
        n_worlds = 0
        for _ in range(3):
            n_more = max(2, budget // 3 // len(left))
            n_worlds += n_more
            for _ in range(n_more):
                hands, rest = worlds.draw()
                future.enter(hands, rest, guessed_bids(seen, worlds, hands))
                for choice in left:
                    sums[choice] += worth(choice)
            left.sort(key=lambda choice: -(sums[choice] / n_worlds + self.trust * choices[choice]))
            if len(left) > 2:
                del left[(len(left) + 1) // 2 :]
        return left[0]


def guessed_bids(seen: DealView, worlds: Worlds, hands: Hands) -> list[int]:
    """The bids by table seat; one that is hidden or still to come is the strength of the hand."""
    bids = [bid or 0 for bid in seen.bids]
    for seat in seen.setup.seats:
        if seen.bids[seat] is None:
            strength = worlds.shown[seat] + sum(worlds.strengths[card] for card in hands[seat])
            bids[seat] = min(seen.setup.hand_size, round(strength))
    return bids
