"""What an act leads to in one drawn deal, played out with purpose: plain packs by `playout`, Rage on `state`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from games.engine.bots.knowledge import leader, trick_cards, turned_cards
from games.engine.bots.playout import Position, play_out
from games.engine.bots.purpose import purposeful_card
from games.engine.bots.worlds import Hands
from games.engine.cards import hand_of
from games.engine.rules import RuleSet
from games.engine.scoring import points_table
from games.engine.state import DealState
from games.engine.tricks import best_index
from games.engine.view import DealView

ALL_RANKS = 0x1FFF


class Lookahead(Protocol):
    """Enter a drawn deal, then ask what acts are worth in it: own points less those of the others, weighed."""

    def enter(self, hands: Hands, rest: Sequence[int], bids: list[int]) -> None: ...

    def worth_of_card(self, card: int) -> float: ...

    def worth_of_bid(self, bid: int) -> float: ...


def lookahead(rules: RuleSet, seen: DealView, rivalry: float) -> Lookahead:
    """The fitting one for the pack."""
    if seen.setup.has_actions:
        return RageLookahead(rules, seen, rivalry)
    return PlainLookahead(rules, seen, rivalry)


class PlainLookahead:
    """Without action cards, on the fused playout; places instead of seats."""

    def __init__(self, rules: RuleSet, seen: DealView, rivalry: float) -> None:
        assert seen.seat is not None
        setup = seen.setup
        self.seen = seen
        self.seats = setup.seats
        self.me = setup.place[seen.seat]
        self.points = points_table(rules, setup.hand_size)
        self.is_greedy = rules.scoring.trick_always > 0
        self.others_weight = rivalry / (setup.n_players - 1)
        self.taken = [seen.tricks[seat] for seat in setup.seats]
        self.live = [ALL_RANKS] * 4
        for card in (*seen.played, *turned_cards(seen)):
            self.live[card >> 4] &= ~(1 << (card & 15))
        self.bids: list[int] = []
        self.position = self._position([[] for _ in range(setup.n_seats)], [])

    def enter(self, hands: Hands, rest: Sequence[int], bids: list[int]) -> None:
        self.bids = [bids[seat] for seat in self.seats]
        self.position = self._position(hands, self.bids)

    def worth_of_card(self, card: int) -> float:
        need = play_out(self.position.after(card >> 4, 1 << (card & 15)))
        return self._worth(self.bids, need)

    def worth_of_bid(self, bid: int) -> float:
        bids = self.bids[:]
        bids[self.me] = bid
        return self._worth(bids, play_out(self.position.with_need(bids)))

    def _worth(self, bids: Sequence[int], need: Sequence[int]) -> float:
        points = self.points
        worth = 0
        for bid, wanted in zip(bids, need, strict=True):
            worth += points[bid][bid - wanted]
        own = points[bids[self.me]][bids[self.me] - need[self.me]]
        return own - self.others_weight * (worth - own)

    def _position(self, hands: Hands, bids: Sequence[int]) -> Position:
        seen = self.seen
        setup = seen.setup
        packed = [0] * (4 * setup.n_players)
        for place, seat in enumerate(self.seats):
            for card in hands[seat]:
                packed[4 * place + (card >> 4)] |= 1 << (card & 15)
        position = Position(
            setup.n_players,
            packed,
            [bid - taken for bid, taken in zip(bids, self.taken, strict=False)],
            self.live[:],
            seen.trump,
            setup.must_trump,
            self.is_greedy,
            setup.hand_size - len(seen.winners),
            setup.place[leader(seen)],
        )
        on_table = trick_cards(seen)
        if on_table:
            cards = [card for _, card in on_table]
            seat, card = on_table[best_index(cards, seen.led, seen.trump)]
            position.n_on_table = len(cards)
            position.led = seen.led
            position.best_suit, position.best_rank = card >> 4, 1 << (card & 15)
            position.best_place = setup.place[seat]
            position.place = self.me
        return position


class RageLookahead:
    """With action cards, on the engine's own state."""

    def __init__(self, rules: RuleSet, seen: DealView, rivalry: float) -> None:
        assert seen.seat is not None
        self.seen = seen
        self.me = seen.seat
        self.scoring = rules.scoring
        self.points = points_table(rules, seen.setup.hand_size)
        self.is_greedy = rules.scoring.trick_always > 0
        self.others_weight = rivalry / (seen.setup.n_players - 1)
        self.deal = drawn_deal(seen, [[] for _ in seen.bids], (), [0 for _ in seen.bids])

    def enter(self, hands: Hands, rest: Sequence[int], bids: list[int]) -> None:
        self.deal = drawn_deal(self.seen, hands, rest, bids)

    def worth_of_card(self, card: int) -> float:
        trial = self.deal.copy()
        trial.play(card)
        return self._worth(trial)

    def worth_of_bid(self, bid: int) -> float:
        trial = self.deal.copy()
        trial.bids[self.me] = bid
        return self._worth(trial)

    def _worth(self, deal: DealState) -> float:
        is_greedy = self.is_greedy
        while deal.turn >= 0:
            deal.play(purposeful_card(deal, is_greedy=is_greedy))
        worth = own = 0
        scoring = self.scoring
        for seat in deal.setup.seats:
            points = self.points[deal.bids[seat] or 0][deal.tricks[seat]]
            points += scoring.plus_five * deal.plus_fives[seat] + scoring.minus_five * deal.minus_fives[seat]
            worth += points
            if seat == self.me:
                own = points
        return own - self.others_weight * (worth - own)


def drawn_deal(seen: DealView, hands: Hands, rest: Sequence[int], bids: list[int]) -> DealState:
    """The deal of the view with drawn hands, a drawn pile and every bid made, at the turn of whoever acts next."""
    setup = seen.setup
    deal = DealState(
        setup, [hand_of(hand) for hand in hands], seen.trump, seen.turn_up, seen.passed, tuple(rest)
    )
    deal.bids = list(bids)
    deal.n_bids = setup.n_players
    deal.turn = setup.seats[0] if seen.legal_bids else seen.turn
    deal.is_suspended = seen.is_suspended
    deal.led = seen.led
    deal.n_in_trick = seen.n_in_trick
    deal.played = list(seen.played)
    deal.winners = seen.winners
    deal.tricks = list(seen.tricks)
    deal.plus_fives = seen.plus_fives
    deal.minus_fives = seen.minus_fives
    deal.trumps = seen.trumps
    return deal
