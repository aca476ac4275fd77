"""The fast kernel: random deals with plain packs in one fused loop, for measurements and for bots (rules.md 6).

A hand is four small integers here, one a suit, so that every step is cheap. Same rules and results as the event
engine, which the tests hold it to; no action cards (`playout` knows Rage).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from .cards import Deck
from .cards import deck as deck_named
from .rules import RuleSet
from .scoring import points_table


@dataclass(frozen=True, slots=True)
class RandomDeal:
    """One random deal: bids, tricks and points by seat."""

    bids: list[int]
    tricks: list[int]
    points: list[int]


class Kernel:
    """Random deals of one size under these rules; everybody bids and plays at random among what is legal.

    `turns` says whether a card is turned for trump; else `trump` is the trump suit of every deal, None for none.
    Plain packs and open bidding only: ValueError otherwise.
    """

    def __init__(
        self, rules: RuleSet, n_players: int, hand_size: int, *, turns: bool = True, trump: int | None = None
    ) -> None:
        deck = deck_named(rules.deck_for(n_players))
        if deck.has_actions or rules.bidding != "open":
            raise ValueError("the kernel deals plain packs with open bidding")
        self.n_players = n_players
        self.hand_size = hand_size
        self.is_hooked = rules.hook_applies(hand_size)
        self.must_trump = rules.void_rule == "must-trump"
        self.turns = turns
        self.trump = -1 if trump is None else trump
        self.points = points_table(rules, hand_size)
        self.cards = kernel_cards(deck)
        self.bits_of = rank_bits()

    def deal(
        self, random: Callable[[], float], dealer: int, plays: list[tuple[int, int, int]] | None = None
    ) -> RandomDeal:
        """Deal, bid, play and score; `random` gives numbers in [0, 1).

        `plays` takes (place, suit, rank bit) of every card if it is a list; `self.cards` begins with the cards as they
        were dealt, card i to place i mod players (0 is eldest), then the turned card.
        """
        n_players = self.n_players
        hand_size = self.hand_size
        bits_of = self.bits_of
        hands, trump = self._dealt(random)
        bids = self._bids(random)
        tricks = [0] * n_players
        must_trump = self.must_trump
        leader = 0
        for left in range(hand_size, 0, -1):
            led = best_suit = -1
            best = best_place = 0
            place = leader
            for _ in range(n_players):
                at = place * 4
                following = hands[at + led] if led >= 0 else 0
                if following:
                    suit = led
                elif must_trump and led >= 0 and trump >= 0 and hands[at + trump]:
                    following, suit = hands[at + trump], trump
                else:
                    pick = int(random() * left)
                    suit = 0
                    following = hands[at]
                    count = len(bits_of[following])
                    while pick >= count:
                        pick -= count
                        suit += 1
                        following = hands[at + suit]
                        count = len(bits_of[following])
                    bit = bits_of[following][pick]
                    following = 0
                if following:
                    choices = bits_of[following]
                    bit = choices[int(random() * len(choices))] if len(choices) > 1 else following
                hands[at + suit] ^= bit
                if suit == best_suit:
                    if bit > best:
                        best, best_place = bit, place
                elif led < 0:
                    led = best_suit = suit
                    best, best_place = bit, place
                elif suit == trump:
                    best_suit, best, best_place = suit, bit, place
                if plays is not None:
                    plays.append((place, suit, bit))
                place += 1
                if place == n_players:
                    place = 0
            tricks[best_place] += 1
            leader = best_place
        return self._by_seat(bids, tricks, dealer)

    def _dealt(self, random: Callable[[], float]) -> tuple[list[int], int]:
        """Hands by place (eldest first), four suits each, and the trump suit."""
        cards = self.cards
        n_cards = len(cards)
        n_players = self.n_players
        hands = [0] * (4 * n_players)
        n_dealt = n_players * self.hand_size
        place = 0
        for at in range(n_dealt):
            other = at + int(random() * (n_cards - at))
            card = cards[other]
            cards[other] = cards[at]
            cards[at] = card
            suit, bit = card
            hands[place + suit] += bit
            place += 4
            if place == 4 * n_players:
                place = 0
        if not self.turns:
            return hands, self.trump
        other = n_dealt + int(random() * (n_cards - n_dealt))
        cards[n_dealt], cards[other] = cards[other], cards[n_dealt]
        return hands, cards[n_dealt][0]

    def _bids(self, random: Callable[[], float]) -> list[int]:
        span = self.hand_size + 1
        bids = [int(random() * span) for _ in range(self.n_players - 1)]
        forbidden = self.hand_size - sum(bids)
        if self.is_hooked and forbidden >= 0:
            last = int(random() * (span - 1))
            bids.append(last + (last >= forbidden))
        else:
            bids.append(int(random() * span))
        return bids

    def _by_seat(self, bids: list[int], tricks: list[int], dealer: int) -> RandomDeal:
        points = self.points
        scored = [points[bid][taken] for bid, taken in zip(bids, tricks, strict=True)]
        first = self.n_players - 1 - dealer  # the place of seat 0; the dealer has the last place
        if first == 0:
            return RandomDeal(bids, tricks, scored)
        return RandomDeal(
            bids[first:] + bids[:first], tricks[first:] + tricks[:first], scored[first:] + scored[:first]
        )


def kernel_cards(deck: Deck) -> list[tuple[int, int]]:
    """The cards of a plain pack as (suit, rank bit)."""
    return [(card >> 4, 1 << (card & 15)) for card in deck.cards]


@cache
def rank_bits() -> list[tuple[int, ...]]:
    """For every set of the thirteen ranks, its single bits; built once, in a few milliseconds."""
    table: list[tuple[int, ...]] = [()]
    for rank in range(13):
        table += [(*bits, 1 << rank) for bits in table]
    return table
