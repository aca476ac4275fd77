"""Deals that agree with what one seat has seen: the other hands, drawn from the unseen cards.

Known voids are kept. Bids tell as well: of a few draws one is taken, the likelier the closer its hands come to what
was bid on them.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from random import Random

from games.engine.bots.knowledge import hand_counts, known_voids, unseen_cards
from games.engine.bots.odds import Outlook, card_odds
from games.engine.cards import JOKER, PLAYED_JOKER, PLUS_FIVE, Deck, bits, face_of
from games.engine.view import DealView

N_TRIES = 8
SPREAD = 1.0
"""How far, in tricks, the strength of a hand strays from the bid made on it."""

Hands = list[list[int]]


class Worlds:
    """Draws of the other hands for the seat of this view, each the best of `n_draws`."""

    def __init__(self, seen: DealView, rng: Random, *, n_draws: int = 3) -> None:
        assert seen.seat is not None
        setup = seen.setup
        self.random = rng.random
        self.n_draws = n_draws
        self.seat = seen.seat
        self.n_seats = setup.n_seats
        self.own = [face_of(card) for card in bits(seen.hand)]
        self.pool = unseen_cards(seen)
        voids, counts = known_voids(seen), hand_counts(seen)
        others = [seat for seat in setup.seats if seat != seen.seat]
        self.draws = sorted(  # whoever may hold the fewest cards draws first
            ((seat, counts[seat], voids[seat]) for seat in others), key=lambda draw: -draw[2].bit_count()
        )
        self.strengths = opening_strengths(setup.deck, setup.n_players, setup.hand_size, seen.trumps[0])
        self.bidders = [(seat, bid) for seat in others if (bid := seen.bids[seat]) is not None]
        self.shown = [0.0] * setup.n_seats
        for seat, card in _played_by(seen):
            self.shown[seat] += self.strengths[JOKER if card >= PLAYED_JOKER else card]

    def draw(self) -> tuple[Hands, list[int]]:
        """The cards of every seat by table seat, and the unseen cards that are left over."""
        best: tuple[Hands, list[int]] | None = None
        total = 0.0
        for _ in range(self.n_draws if self.bidders else 1):
            drawn = self._draw()
            weight = self._likelihood(drawn[0]) if self.bidders and self.n_draws > 1 else 1.0
            total += weight
            if best is None or self.random() * total < weight:
                best = drawn
        assert best is not None
        return best

    def _likelihood(self, hands: Hands) -> float:
        strengths = self.strengths
        misfit = 0.0
        for seat, bid in self.bidders:
            strength = self.shown[seat]
            for card in hands[seat]:
                strength += strengths[card]
            misfit += (strength - bid) ** 2
        return exp(-misfit / (2 * SPREAD * SPREAD)) + 1e-12

    def _draw(self) -> tuple[Hands, list[int]]:
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
        for i in range(len(pool) - 1, 0, -1):
            j = int(random() * (i + 1))
            pool[i], pool[j] = pool[j], pool[i]
        for seat, count, voids in self.draws:
            if not voids or not keep_voids:
                cut = len(pool) - count
                hands[seat] = pool[cut:]
                del pool[cut:]
                continue
            held: list[int] = []
            kept: list[int] = []
            for card in pool:
                if len(held) < count and (card >= PLUS_FIVE or not voids >> card & 1):
                    held.append(card)
                else:
                    kept.append(card)
            if len(held) < count:
                return None
            hands[seat], pool = held, kept
        return hands, pool


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
