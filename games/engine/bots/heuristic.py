"""A bot that counts chances: quick, and a fair opponent."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random

from games.engine.bots.chances import Chances, hand_faces, trick_distribution, trick_seats
from games.engine.cards import (
    ACTION_MASK,
    CHANGE_TRUMP,
    COLOUR_MASKS,
    JOKER,
    MINUS_FIVE,
    NO_TRUMP,
    PLAYED_JOKER,
    PLUS_FIVE,
    held_bit,
)
from games.engine.rules import RuleSet
from games.engine.scoring import deal_points
from games.engine.tricks import winning_index
from games.engine.view import DealView


@dataclass(frozen=True, slots=True)
class HeuristicBot:
    """Bids what its cards' chances promise the most points for, and plays the card that keeps the most of them."""

    name: str = "heuristic"

    def bid(self, rules: RuleSet, seen: DealView, rng: Random) -> int:
        chances = Chances(seen)
        spread = trick_distribution(later_chances(chances, seen.hand))
        hand_size = seen.setup.hand_size

        def worth(bid: int) -> float:
            return sum(
                chance * (deal_points(rules, hand_size=hand_size, bid=bid, tricks=tricks) or 0)
                for tricks, chance in enumerate(spread)
            )

        return max(seen.legal_bids, key=worth)

    def card(self, rules: RuleSet, seen: DealView, rng: Random) -> int:
        if len(seen.legal_cards) == 1:
            return seen.legal_cards[0]
        chances = Chances(seen)
        seat = chances.seat
        taken, bid = seen.tricks[seat], seen.bids[seat] or 0
        hand_size = seen.setup.hand_size
        points = [
            deal_points(rules, hand_size=hand_size, bid=bid, tricks=tricks) or 0
            for tricks in range(hand_size + 1)
        ]

        def worth(card: int) -> float:
            rest = seen.hand ^ held_bit(seen.hand, card)
            spread = trick_distribution(later_chances(chances, rest))
            lost = sum(chance * points[taken + more] for more, chance in enumerate(spread))
            won = sum(chance * points[taken + more + 1] for more, chance in enumerate(spread))
            wins = wins_now(chances, card)
            return wins * (won + trick_fives(rules, seen, card)) + (1 - wins) * lost

        return max(seen.legal_cards, key=worth)


def trick_fives(rules: RuleSet, seen: DealView, card: int) -> int:
    """What the ±5 cards of the trick on the table are worth to its winner, with this card on it."""
    cards = (*seen.trick, card)
    return rules.scoring.plus_five * cards.count(PLUS_FIVE) + rules.scoring.minus_five * cards.count(
        MINUS_FIVE
    )


def later_chances(chances: Chances, hand: int) -> list[float]:
    """For each card of the hand, the chance that it takes a trick later on."""
    trump = chances.trump
    n_trumps = (hand & COLOUR_MASKS[trump]).bit_count() if trump >= 0 else 0
    return [_later(chances, card, hand, n_trumps) for card in hand_faces(hand)]


def _later(chances: Chances, card: int, hand: int, n_trumps: int) -> float:
    if card == JOKER:
        return 0.85
    if card >= PLUS_FIVE:
        return 0.03
    trump = chances.trump
    top = float((1 - chances.density) ** chances.higher(card))
    if card >> 4 == trump:
        return top + (1 - top) * 0.35
    if trump < 0:
        return top * 0.75
    own = (hand & COLOUR_MASKS[card >> 4]).bit_count()
    unseen = (chances.unseen & COLOUR_MASKS[card >> 4]).bit_count()
    n_trumps_out = (chances.unseen & COLOUR_MASKS[trump]).bit_count() * chances.density
    expected = unseen * chances.density / max(1, chances.n_others)
    ruffed = (
        1 - (1 - min(1.0, n_trumps_out / max(1, chances.n_others) / 3) * exp(-expected)) ** chances.n_others
    )
    return top * (1 - ruffed) * (0.9 if own <= 3 else 0.75)


def wins_now(chances: Chances, card: int) -> float:
    """The chance that this card takes the trick on the table."""
    seen = chances.seen
    setup = seen.setup
    if PLUS_FIVE <= card < PLAYED_JOKER:
        return 0.0 if seen.n_in_trick or card in (NO_TRUMP, CHANGE_TRUMP) else 0.05
    on_table = trick_seats(seen)
    cards = [played for _, played in on_table] + [card]
    colour = card - PLAYED_JOKER if card >= PLAYED_JOKER else card >> 4
    led = seen.led if seen.led >= 0 else colour
    index = winning_index(cards, led, chances.trump, second_joker_higher=setup.second_joker_higher)
    if index != len(cards) - 1:
        return 0.0
    seat = setup.next_seat[chances.seat]
    holds = 1.0
    for _ in range(setup.n_players - len(cards)):
        holds *= 1 - _beats(chances, seat, card, colour, led)
        seat = setup.next_seat[seat]
    return holds


def _beats(chances: Chances, seat: int, card: int, colour: int, led: int) -> float:
    trump = chances.trump
    above = 0 if card >= PLAYED_JOKER else COLOUR_MASKS[colour] & (-1 << card + 1)
    wants = chances.wants(seat)
    if colour == trump:
        if led == trump:
            return wants * (1 - chances.lacks(seat, above))
        return wants * chances.lacks(seat, COLOUR_MASKS[led]) * (1 - chances.lacks(seat, above))
    in_suit = 1 - chances.lacks(seat, above)
    ruffs = 0.0
    if trump >= 0:
        ruffs = chances.lacks(seat, COLOUR_MASKS[led]) * (1 - chances.lacks(seat, COLOUR_MASKS[trump]))
    return wants * min(1.0, in_suit + ruffs)


__all__ = ["ACTION_MASK", "HeuristicBot"]
