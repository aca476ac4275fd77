"""What one seat can work out from its view: the unseen cards, who is void of what, how many cards each seat holds."""

from __future__ import annotations

from functools import cache

from games.engine.cards import COLOUR_MASKS, JOKER, PLAYED_JOKER, PLUS_FIVE, Deck, bits, face_of
from games.engine.view import DealView

LOW = 3
"""Under this rank a card is no danger to who wants no trick."""


@cache
def colour_cards(deck: Deck) -> int:
    """Every colour card of the pack as a mask."""
    return sum(1 << card for card in deck.copies if card < PLUS_FIVE)


def turned_cards(seen: DealView) -> list[int]:
    """Every card that was turned and is out of the deal."""
    up = [] if seen.turn_up is None else [seen.turn_up]
    return [*up, *seen.passed, *(card for turn in seen.turns for card in turn.cards)]


def unseen_mask(seen: DealView) -> int:
    """The colour cards that may be in other hands."""
    known = seen.hand
    for card in (*seen.played, *turned_cards(seen)):
        if card < PLUS_FIVE:
            known |= 1 << card
    return colour_cards(seen.setup.deck) & ~known


def unseen_cards(seen: DealView) -> list[int]:
    """Every card this seat has not seen, action cards by their face, in card order."""
    deck = seen.setup.deck
    cards = bits(unseen_mask(seen))
    if deck.has_actions:
        known = [face_of(card) for card in bits(seen.hand)]
        known += [JOKER if card >= PLAYED_JOKER else card for card in seen.played]
        known += turned_cards(seen)
        for face, count in deck.copies.items():
            if face >= PLUS_FIVE:
                cards += [face] * (count - known.count(face))
    return cards


def n_unseen(seen: DealView) -> int:
    """How many cards this seat has not seen, action cards included."""
    return len(seen.setup.deck.cards) - seen.hand.bit_count() - len(seen.played) - len(turned_cards(seen))


def trick_cards(seen: DealView) -> list[tuple[int, int]]:
    """(seat, card) of the trick on the table, in the order played."""
    setup = seen.setup
    seat = leader(seen)
    found = []
    for card in seen.trick:
        found.append((seat, card))
        seat = setup.next_seat[seat]
    return found


def leader(seen: DealView) -> int:
    """Who led the trick on the table, or leads the next one."""
    return seen.winners[-1] if seen.winners else seen.setup.seats[0]


def hand_counts(seen: DealView) -> list[int]:
    """How many cards each seat holds."""
    setup = seen.setup
    counts = [setup.hand_size - len(seen.winners) if place >= 0 else 0 for place in setup.place]
    for seat, _ in trick_cards(seen):
        counts[seat] -= 1
    return counts


def known_voids(seen: DealView) -> list[int]:
    """By seat, the mask of the colours it has shown not to hold, by not following."""
    setup = seen.setup
    voids = [0] * setup.n_seats
    n_players = setup.n_players
    for trick, start in enumerate(range(0, len(seen.played), n_players)):
        seat = seen.winners[trick - 1] if trick else setup.seats[0]
        led = -1
        for card in seen.played[start : start + n_players]:
            colour = named_colour(card)
            if led < 0:
                led = colour
            elif (card >= PLUS_FIVE and not setup.action_anytime) or (card < PLUS_FIVE and colour != led):
                voids[seat] |= COLOUR_MASKS[led]
            seat = setup.next_seat[seat]
    return voids


def doubts(seen: DealView) -> list[int]:
    """By seat, the mask of the colour cards it hardly holds, by how it got rid of others when it needed no trick.

    Who needs none and cannot follow throws the highest card; who follows plays the highest one that does not win. What
    was higher, or would have fitted better, is not there.
    """
    setup = seen.setup
    found = [0] * setup.n_seats
    need = [0 if bid is None else bid for bid in seen.bids]
    n_players = setup.n_players
    for trick, start in enumerate(range(0, len(seen.played), n_players)):
        seat = seen.winners[trick - 1] if trick else setup.seats[0]
        if trick:
            need[seat] -= 1
        trump = seen.trumps[trick]
        led = best_colour = best_rank = -1
        for card in seen.played[start : start + n_players]:
            colour, rank = named_colour(card), card & 15 if card < PLUS_FIVE else 16
            if led >= 0 and need[seat] == 0 and seen.bids[seat] is not None and seat != seen.seat:
                found[seat] |= _passed_over(card, led, trump, best_colour, best_rank)
            if led < 0 <= colour:
                led, best_colour, best_rank = colour, colour, rank
            elif colour == best_colour:
                best_rank = max(best_rank, rank)
            elif colour == trump >= 0:
                best_colour, best_rank = colour, rank
            seat = setup.next_seat[seat]
    return found


def _passed_over(card: int, led: int, trump: int, best_colour: int, best_rank: int) -> int:
    """What a player who wants no trick would have played before this card."""
    if card >= PLUS_FIVE:
        return 0 if card >= PLAYED_JOKER else _side(trump, LOW)
    colour, rank = card >> 4, card & 15
    if colour != led:
        return _side(trump, rank + 1) if colour != trump else 0
    higher = COLOUR_MASKS[led] & (-1 << card + 1)
    if best_colour != led:
        return higher
    below = COLOUR_MASKS[led] & ((1 << (led << 4) + best_rank) - 1)
    return below & higher if rank < best_rank else below


@cache
def _side(trump: int, rank: int) -> int:
    """The cards beside trump of that rank and above."""
    ranks = 0xFFFF >> rank << rank
    return sum(ranks << 16 * colour for colour in range(6) if colour != trump)


def named_colour(card: int) -> int:
    """The colour a played card counts as: its own, or that a joker named; -1 for other action cards."""
    if card < PLUS_FIVE:
        return card >> 4
    return card - PLAYED_JOKER if card >= PLAYED_JOKER else -1
