"""What an act leads to in one drawn deal, played out with purpose: plain packs by `playout`, Rage by `rage_playout`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from games.engine.bots.knowledge import leader, n_unseen, trick_cards, turned_cards
from games.engine.bots.playout import Position, play_out
from games.engine.bots.rage_odds import tables
from games.engine.bots.rage_playout import play_out as play_out_rage
from games.engine.bots.rage_position import RagePosition, RageTerms
from games.engine.bots.worlds import Hands
from games.engine.cards import MINUS_FIVE, PLUS_FIVE
from games.engine.rules import RuleSet
from games.engine.scoring import points_table
from games.engine.tricks import best_index
from games.engine.view import DealView

ALL_RANKS = 0x1FFF
ALL_RAGE_RANKS = 0xFFFF


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
    """With action cards, on a playout of its own; places instead of seats."""

    def __init__(self, rules: RuleSet, seen: DealView, rivalry: float) -> None:
        assert seen.seat is not None
        setup = seen.setup
        self.seen = seen
        self.seats = setup.seats
        self.me = setup.place[seen.seat]
        self.points = points_table(rules, setup.hand_size)
        self.others_weight = rivalry / (setup.n_players - 1)
        self.n_left = setup.hand_size - len(seen.winners)
        self.terms = self._terms(rules)
        scoring = rules.scoring
        self.taken = [seen.tricks[seat] for seat in setup.seats]
        self.extra = [
            scoring.plus_five * seen.plus_fives[seat] + scoring.minus_five * seen.minus_fives[seat]
            for seat in setup.seats
        ]
        self.live = [ALL_RAGE_RANKS] * 6
        for card in (*seen.played, *turned_cards(seen)):
            if card < PLUS_FIVE:
                self.live[card >> 4] &= ~(1 << (card & 15))
        self.table = [(setup.place[seat], card) for seat, card in trick_cards(seen)]
        self.bids: list[int] = []
        self.position: RagePosition | None = None

    def _terms(self, rules: RuleSet) -> RageTerms:
        setup = self.seen.setup
        unseen = n_unseen(self.seen)
        lacks = []
        for n_left in range(self.n_left + 1):
            n_out = max(1, unseen - (setup.n_players - 1) * (self.n_left - n_left))
            share = min(1.0, n_left / n_out)
            lacks.append([(1 - share) ** n_cards for n_cards in range(17)])
        rate = rules.scoring.trick_always
        return RageTerms(
            n_players=setup.n_players,
            tables=tables(setup.n_players, len(setup.deck.cards)),
            made=self.points[0][0] - self.points[0][1] + rate,
            rate=rate,
            fives={PLUS_FIVE: rules.scoring.plus_five, MINUS_FIVE: rules.scoring.minus_five},
            second_joker_higher=setup.second_joker_higher,
            no_trump_lasts=setup.no_trump_lasts,
            lacks=lacks,
        )

    def enter(self, hands: Hands, rest: Sequence[int], bids: list[int]) -> None:
        seen = self.seen
        self.bids = [bids[seat] for seat in self.seats]
        self.position = RagePosition(
            self.terms,
            [list(hands[seat]) for seat in self.seats],
            [bid - taken for bid, taken in zip(self.bids, self.taken, strict=True)],
            self.extra[:],
            self.live[:],
            pile=rest,
            trump=seen.trump,
            is_suspended=seen.is_suspended,
            n_left=self.n_left,
            place=0 if seen.legal_bids else self.me,
            led=seen.led,
            table=self.table[:],
        )

    def worth_of_card(self, card: int) -> float:
        assert self.position is not None
        trial = self.position.copy()
        trial.play(card)
        return self._worth(self.bids, trial)

    def worth_of_bid(self, bid: int) -> float:
        assert self.position is not None
        trial = self.position.copy()
        bids = self.bids[:]
        bids[self.me] = trial.need[self.me] = bid
        trial.count_asked()
        return self._worth(bids, trial)

    def _worth(self, bids: Sequence[int], trial: RagePosition) -> float:
        play_out_rage(trial)
        me, points = self.me, self.points
        worth = 0
        for bid, need, extra in zip(bids, trial.need, trial.extra, strict=True):
            worth += points[bid][bid - need] + extra
        own = points[bids[me]][bids[me] - trial.need[me]] + trial.extra[me]
        return own - self.others_weight * (worth - own)
