"""A bot that counts odds and looks at nothing but its own view: quick, and a fair opponent."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.engine.bots.odds import card_odds, trick_distribution
from games.engine.bots.outlooks import others_bids, outlook_of, promise
from games.engine.bots.taking import Table
from games.engine.cards import MINUS_FIVE, PLUS_FIVE, bits, held_bit
from games.engine.rules import RuleSet
from games.engine.scoring import points_table
from games.engine.view import DealView


@dataclass(frozen=True, slots=True)
class HeuristicBot:
    """Bids what the odds of its cards promise the most points for, and plays the card that keeps the most of them."""

    name: str = "heuristic"

    def bid(self, rules: RuleSet, seen: DealView, rng: Random) -> int:
        return best_bid(rules, seen)

    def card(self, rules: RuleSet, seen: DealView, rng: Random) -> int:
        if len(seen.legal_cards) == 1:
            return seen.legal_cards[0]
        return max(seen.legal_cards, key=Judge(rules, seen).worth)


def best_bid(rules: RuleSet, seen: DealView) -> int:
    """The legal bid with the highest promise; the lowest of equal ones."""
    promises = bid_promises(rules, seen)
    return max(promises, key=promises.__getitem__)


def bid_promises(rules: RuleSet, seen: DealView) -> dict[int, float]:
    """The points each legal bid promises, lowest bid first."""
    setup = seen.setup
    table = points_table(rules, setup.hand_size)
    known = [bid for seat, bid in enumerate(seen.bids) if bid is not None and seat != seen.seat]
    n_open = setup.n_players - 1 - len(known)

    def worth(bid: int) -> float:
        need = others_bids(setup.hand_size, bid, known, n_open)
        outlook = outlook_of(
            seen, n_left=setup.hand_size, others_need=need, leads=seen.seat == setup.seats[0]
        )
        return promise(seen.hand, bid, outlook, table[bid])

    return {bid: worth(bid) for bid in seen.legal_bids}


class Judge:
    """What a card is worth: its chance to take this trick, and the points to expect of the rest either way."""

    def __init__(self, rules: RuleSet, seen: DealView) -> None:
        assert seen.seat is not None
        self.rules = rules
        self.seen = seen
        self.table = Table(seen)
        self.taken = seen.tricks[seen.seat]
        self.bid = seen.bids[seen.seat] or 0
        self.points = points_table(rules, seen.setup.hand_size)[self.bid]
        others_need = sum(
            max(0, (bid or 0) - seen.tricks[seat]) for seat, bid in enumerate(seen.bids) if seat != seen.seat
        )
        n_left = seen.setup.hand_size - len(seen.winners) - 1
        self.outlook = outlook_of(seen, n_left=n_left, others_need=others_need, leads=False)
        self.led = {card: self.table.wins_led(card) for card in bits(seen.hand) if card < PLUS_FIVE}

    def worth(self, card: int) -> float:
        wins = self.table.wins(card)
        rest = self.seen.hand ^ held_bit(self.seen.hand, card)
        won = self._rest(rest, 1) + self._fives(card) if wins else 0.0
        lost = self._rest(rest, 0) if wins < 1 else 0.0
        return wins * won + (1 - wins) * lost

    def _rest(self, hand: int, more: int) -> float:
        """The points to expect when this trick has brought that many and this hand is left."""
        taken = self.taken + more
        odds = card_odds(hand, self.bid - taken, self.outlook)
        if more:
            self._lead(hand, self.bid - taken, odds)
        spread = trick_distribution(odds)
        return sum(chance * self.points[taken + later] for later, chance in enumerate(spread))

    def _lead(self, hand: int, need: int, odds: list[float]) -> None:
        """Who has taken a trick leads to the next: note the odds of the card that will do best there."""
        cards = bits(hand)
        leads = [(self.led[card], at) for at, card in enumerate(cards) if card < PLUS_FIVE]
        if not leads or (need <= 0 and len(leads) < len(cards)):
            return
        chance, at = max(leads) if need > 0 else min(leads)
        odds[at] = max(chance, odds[at]) if need > 0 else chance

    def _fives(self, card: int) -> int:
        """What the ±5 cards of this trick bring its winner."""
        cards = (*self.seen.trick, card)
        scoring = self.rules.scoring
        return scoring.plus_five * cards.count(PLUS_FIVE) + scoring.minus_five * cards.count(MINUS_FIVE)
