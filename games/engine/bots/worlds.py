"""Deals that agree with what one seat has seen: the other hands, drawn from the unseen cards.

Known voids are kept. Bids tell as well: of a few draws one is taken, the likelier the closer its hands come to what
was bid on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from random import Random

from games.engine.bots.knowledge import doubts, hand_counts, known_voids, unseen_cards
from games.engine.bots.odds import Outlook, card_odds
from games.engine.cards import JOKER, PLAYED_JOKER, PLUS_FIVE, Deck, bits, face_of
from games.engine.view import DealView

N_TRIES = 8
N_EXCHANGES = 12
N_TURNED = 12
"""So many cards of the pile are shuffled: those a change of trump may turn."""
DOUBTED = 0.2
"""How often a hand gets a card it is doubted to hold, beside any other."""

Hands = list[list[int]]


class Worlds:
    """Draws of the other hands for the seat of this view.

    Hands are drawn one after the other. Each is then improved by a few exchanges with the cards not yet given out,
    made or not by how likely the bid is on the hand before and after (Metropolis). What a player who wants no trick
    would have got rid of is rarely in its hand.
    """

    def __init__(self, seen: DealView, rng: Random, *, n_exchanges: int = N_EXCHANGES) -> None:
        assert seen.seat is not None
        setup = seen.setup
        self.random = rng.random
        self.n_exchanges = n_exchanges
        self.seat = seen.seat
        self.n_seats = setup.n_seats
        self.own = [face_of(card) for card in bits(seen.hand)]
        self.pool = unseen_cards(seen)
        voids, counts = known_voids(seen), hand_counts(seen)
        others = [seat for seat in setup.seats if seat != seen.seat]
        self.draws = sorted(  # whoever may hold the fewest cards draws first
            ((seat, counts[seat], voids[seat]) for seat in others), key=lambda draw: -draw[2].bit_count()
        )
        deck = setup.deck
        self.doubted = doubts(seen) if deck.has_actions else [0] * setup.n_seats
        strengths = opening_strengths(deck, setup.n_players, setup.hand_size, seen.trumps[0])
        self.strengths = strengths
        self.habit = bidding_habit(deck.has_actions, setup.n_players, setup.hand_size)
        shown = [0.0] * setup.n_seats
        for seat, card in _played_by(seen):
            shown[seat] += strengths[JOKER if card >= PLAYED_JOKER else card]
        self.shown = shown
        self.wanted: list[float | None] = [None] * setup.n_seats
        for seat in others:
            bid = seen.bids[seat]
            if bid is not None:
                self.wanted[seat] = self.habit.strength(bid) - shown[seat]

    def guessed_bid(self, seat: int, hand: Sequence[int]) -> float:
        """What this seat would bid on the cards it holds and has played."""
        return self.habit.bid(self.shown[seat] + sum([self.strengths[card] for card in hand]))

    def draw(self) -> tuple[Hands, list[int]]:
        """The cards of every seat by table seat, and the unseen cards that are left over."""
        for _ in range(N_TRIES):
            drawn = self._deal(keep_voids=True)
            if drawn is not None:
                return drawn
        drawn = self._deal(keep_voids=False)
        assert drawn is not None
        return drawn

    def _deal(self, *, keep_voids: bool) -> tuple[Hands, list[int]] | None:
        hands: Hands = [[] for _ in range(self.n_seats)]
        hands[self.seat] = self.own
        pool = self.pool[:]
        random = self.random
        for seat, count, voids in self.draws:
            barred = voids if keep_voids else 0
            doubted = self.doubted[seat]
            held = self._hand(pool, count, barred, doubted)
            if len(held) < count:
                held += self._hand(pool, count - len(held), barred, 0)
                if len(held) < count:
                    return None
            wanted = self.wanted[seat]
            if wanted is not None and held and pool:
                self._exchange(held, pool, barred, doubted, wanted)
            hands[seat] = held
        n_pool = len(pool)
        for at in range(min(n_pool, N_TURNED)):
            pick = at + int(random() * (n_pool - at))
            pool[at], pool[pick] = pool[pick], pool[at]
        return hands, pool

    def _hand(self, pool: list[int], count: int, barred: int, doubted: int) -> list[int]:
        """Up to so many cards out of the pool, in which the others stay in some order."""
        random = self.random
        shy = barred | doubted
        held: list[int] = []
        at = n_pool = len(pool)
        while len(held) < count and at:
            pick = int(random() * at)
            at -= 1
            card = pool[pick]
            pool[pick] = pool[at]
            if shy and card < PLUS_FIVE and shy >> card & 1 and (barred >> card & 1 or random() > DOUBTED):
                pool[at] = card
            else:
                held.append(card)
                n_pool -= 1
                pool[at] = pool[n_pool]
                pool.pop()
        return held

    def _exchange(self, held: list[int], pool: list[int], barred: int, doubted: int, wanted: float) -> None:
        """Let single cards change places, so that the hand comes to fit the bid."""
        random, strengths = self.random, self.strengths
        n_held, n_pool = len(held), len(pool)
        weight = self.habit.weight
        shy = barred | doubted
        off = sum([strengths[card] for card in held]) - wanted
        for _ in range(self.n_exchanges):
            out, pick = int(random() * n_held), int(random() * n_pool)
            card, new = held[out], pool[pick]
            after = off + strengths[new] - strengths[card]
            if after * after > off * off and random() > exp(weight * (off * off - after * after)):
                continue
            if shy and new < PLUS_FIVE and shy >> new & 1 and (barred >> new & 1 or random() > DOUBTED):
                continue
            held[out], pool[pick] = new, card
            off = after


@dataclass(frozen=True, slots=True)
class Habit:
    """How bids go with the strength of a hand: `mean` on one of `share`, `slope` more for each trick more of strength.

    `weight` says how closely: so much times the square of what the strength is off goes from the log likelihood.
    """

    share: float
    mean: float
    slope: float
    weight: float

    def strength(self, bid: int) -> float:
        return self.share + (bid - self.mean) / self.slope

    def bid(self, strength: float) -> float:
        return self.mean + self.slope * (strength - self.share)


def bidding_habit(has_actions: bool, n_players: int, hand_size: int) -> Habit:
    """Fitted on bids of the heuristic bot: it bids less than its share, and a strong hand more than it is stronger."""
    share = hand_size / n_players
    if has_actions:
        slope = 0.9 if hand_size == 1 else 1.2 if hand_size == 2 else 1.9 if hand_size < 8 else 1.5
        mean = max(0.95 * share - 0.27, 0.72 * share)
        spread = 0.6
    elif hand_size < 3:
        slope, mean, spread = 1.0, share, 0.5
    else:
        slope, mean, spread = 1.9, 0.88 * share, 0.4 + 0.07 * hand_size
    return Habit(share, mean, slope, 0.5 * (slope / spread) ** 2)


def _played_by(seen: DealView) -> list[tuple[int, int]]:
    """(seat, card) of every card played."""
    setup = seen.setup
    found = []
    for start in range(0, len(seen.played), setup.n_players):
        trick = start // setup.n_players
        seat = seen.winners[trick - 1] if trick else setup.seats[0]
        for card in seen.played[start : start + setup.n_players]:
            found.append((seat, card))
            seat = setup.next_seat[seat]
    return found


@lru_cache(maxsize=256)
def opening_strengths(deck: Deck, n_players: int, hand_size: int, trump: int) -> dict[int, float]:
    """What each card is worth in tricks before the first one, so that an average hand makes an average share."""
    every = sum(1 << card for card in deck.copies if card < PLUS_FIVE)
    need = round(hand_size / n_players)
    strengths = {}
    for card in deck.copies:
        outlook = Outlook(
            family="rage" if deck.has_actions else "plain",
            n_others=n_players - 1,
            n_left=hand_size,
            trump=trump,
            unseen=every & ~(1 << card),
            n_unseen=len(deck.cards) - hand_size,
            others_need=float(hand_size - need),
            leads=False,
        )
        strengths[card] = card_odds(1 << card, need, outlook)[0]
    mean = sum(strengths[card] for card in deck.cards) / len(deck.cards)
    scale = 1 / (n_players * mean)
    return {card: strength * scale for card, strength in strengths.items()}
