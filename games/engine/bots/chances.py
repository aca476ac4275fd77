"""How likely a card is to win: what the heuristic bot counts with.

All figures are estimates from one seat's view. The unseen cards are taken as shuffled among the other hands and the
undealt rest; known voids are kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.cards import COLOUR_MASKS, JOKER, PLAYED_JOKER, PLUS_FIVE, bits
from games.engine.view import DealView

WANTS_MORE = 0.9
WANTS_NONE = 0.3
"""How often a player still to come beats a card it could beat: one who needs tricks, one who has enough."""


class Chances:
    """What one seat can count: the unseen cards, how many of them are in play, who is void of what."""

    def __init__(self, seen: DealView) -> None:
        setup = seen.setup
        self.seen = seen
        self.seat = setup.seats[0] if seen.seat is None else seen.seat
        self.n_others = setup.n_players - 1
        self.trump = -1 if seen.is_suspended else seen.trump
        self.unseen = unseen_mask(seen)
        self.n_unseen = max(1, n_unseen(seen))
        self.voids = known_voids(seen)
        self.n_left = [0] * setup.n_seats
        for seat in setup.seats:
            self.n_left[seat] = setup.hand_size - len(seen.winners)
        for seat, _ in trick_seats(seen):
            self.n_left[seat] -= 1
        n_held = sum(self.n_left[seat] for seat in setup.seats if seat != self.seat)
        self.density = min(1.0, n_held / self.n_unseen)

    def higher(self, card: int) -> int:
        """How many unseen cards of its colour are above this one."""
        colour = card >> 4
        above = self.unseen & COLOUR_MASKS[colour] & (-1 << card + 1)
        return above.bit_count()

    def lacks(self, seat: int, mask: int) -> float:
        """The chance that this seat holds none of these unseen cards."""
        count = (mask & self.unseen & ~self.voids[seat]).bit_count()
        return float((1 - min(1.0, self.n_left[seat] / self.n_unseen)) ** count)

    def wants(self, seat: int) -> float:
        """How often this seat beats a card it could beat."""
        bid = self.seen.bids[seat]
        return WANTS_MORE if bid is None or self.seen.tricks[seat] < bid else WANTS_NONE


def unseen_mask(seen: DealView) -> int:
    """The colour cards that may be in other hands."""
    known = seen.hand
    setup = seen.setup
    for card in (*seen.played, *_turned(seen)):
        if card < PLUS_FIVE:
            known |= 1 << card
    every = 0
    for card in setup.deck.copies:
        if card < PLUS_FIVE:
            every |= 1 << card
    return every & ~known


def n_unseen(seen: DealView) -> int:
    """How many cards this seat has not seen, action cards included."""
    return len(seen.setup.deck.cards) - seen.hand.bit_count() - len(seen.played) - len(_turned(seen))


def _turned(seen: DealView) -> list[int]:
    up = [] if seen.turn_up is None else [seen.turn_up]
    return [*up, *seen.passed, *(card for turn in seen.turns for card in turn.cards)]


def trick_seats(seen: DealView) -> list[tuple[int, int]]:
    """(seat, card) of the trick on the table, in the order played."""
    setup = seen.setup
    seat = seen.winners[-1] if seen.winners else setup.seats[0]
    found = []
    for card in seen.trick:
        found.append((seat, card))
        seat = setup.next_seat[seat]
    return found


def known_voids(seen: DealView) -> list[int]:
    """By seat, the mask of the colours it has shown not to hold."""
    setup = seen.setup
    voids = [0] * setup.n_seats
    n_players = setup.n_players
    may_keep = setup.action_anytime
    for trick, start in enumerate(range(0, len(seen.played), n_players)):
        seat = seen.winners[trick - 1] if trick else setup.seats[0]
        led = -1
        for card in seen.played[start : start + n_players]:
            colour = card >> 4 if card < PLUS_FIVE else card - PLAYED_JOKER if card >= PLAYED_JOKER else -1
            if led < 0:
                led = colour
            elif colour != led or card >= PLAYED_JOKER:
                if card < PLUS_FIVE or not may_keep:
                    voids[seat] |= COLOUR_MASKS[led]
            seat = setup.next_seat[seat]
    return voids


def trick_distribution(chances: Sequence[float]) -> list[float]:
    """The chance of every number of winners among independent cards, index 0 to len(chances)."""
    spread = [1.0]
    for chance in chances:
        spread = [
            (spread[index] * (1 - chance) if index < len(spread) else 0.0)
            + (spread[index - 1] * chance if index else 0.0)
            for index in range(len(spread) + 1)
        ]
    return spread


def hand_faces(hand: int) -> list[int]:
    """The cards of a hand, one number a card; copies of an action card by its face."""
    return [card if card < PLUS_FIVE else card & ~3 for card in bits(hand)]


__all__ = [
    "JOKER",
    "Chances",
    "hand_faces",
    "known_voids",
    "trick_distribution",
    "trick_seats",
    "unseen_mask",
]
