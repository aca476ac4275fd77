"""One short plan for a seat whose cards are known, with any pack: the deals the odds are fitted on are played by it.

Who needs tricks takes them cheaply, who has enough ducks and throws its dangerous cards away.
"""

from __future__ import annotations

from games.engine.cards import (
    ACTION_MASK,
    CHANGE_TRUMP,
    COLOUR_MASKS,
    JOKER,
    MINUS_FIVE,
    NO_TRUMP,
    PLAYED_JOKER,
    PLUS_FIVE,
)
from games.engine.state import DealState

JOKER_RANK = 16
HIGH_TRUMP = 12
"""A trump rank worth leading for who needs a trick."""
HIGH = 13
"""The same for another colour."""
DUCKING = (MINUS_FIVE, NO_TRUMP, CHANGE_TRUMP, PLUS_FIVE)
"""Action cards in the order a player who wants no trick gets rid of them."""


def purposeful_card(deal: DealState, *, is_greedy: bool) -> int:
    """The card the seat at turn plays; `is_greedy`: tricks beyond the bid are worth having."""
    seat = deal.turn
    wanted = (deal.bids[seat] or 0) - deal.tricks[seat]
    wants = wanted > 0 or (is_greedy and wanted < 0)
    hand = deal.hands[seat]
    led = deal.led
    trump = deal.trump_now
    if led < 0:
        needs_all = wanted >= deal.setup.hand_size - len(deal.winners)
        return _lead(hand, trump, wants=wants, needs_all=needs_all)
    following = hand & COLOUR_MASKS[led]
    colour, rank = best_so_far(deal, trump)
    is_last = deal.n_in_trick == deal.setup.n_players - 1
    if following:
        return _follow(following, rank if colour == led else 99, wants, is_last)
    return _void(deal, hand, trump, colour, rank, wants, is_last)


def best_so_far(deal: DealState, trump: int) -> tuple[int, int]:
    """Colour and rank of the card that wins the trick on the table as it stands; it has a led colour."""
    best_colour, best_rank = deal.led, -1
    for card in deal.played[len(deal.played) - deal.n_in_trick :]:
        if card < PLUS_FIVE:
            colour, rank = card >> 4, card & 15
        elif card >= PLAYED_JOKER:
            colour, rank = card - PLAYED_JOKER, JOKER_RANK
        else:
            continue
        if colour == best_colour:
            best_rank = max(best_rank, rank)
        elif colour == trump:
            best_colour, best_rank = colour, rank
    return best_colour, best_rank


def _follow(following: int, rank: int, wants: bool, is_last: bool) -> int:
    base = _top(following) & ~15
    above = following >> base >> (rank + 1) << (rank + 1) if rank < JOKER_RANK else 0
    below = (following >> base) ^ above
    if wants:
        if not above:
            return base + _bottom(below)
        return base + (_bottom(above) if is_last else _top(above))
    if below:
        return base + _top(below)
    return base + (_top(above) if is_last else _bottom(above))


def _void(deal: DealState, hand: int, trump: int, colour: int, rank: int, wants: bool, is_last: bool) -> int:
    trumps = hand & COLOUR_MASKS[trump] if trump >= 0 else 0
    winning = trumps
    if trump >= 0 and colour == trump:
        winning = trumps & (-1 << 16 * trump + rank + 1) if rank < JOKER_RANK else 0
    if deal.setup.must_trump and trumps:
        return _bottom(winning) if winning and (wants or winning == trumps) else _top(trumps & ~winning)
    has_joker = hand >> JOKER & 1
    if wants:
        if winning:
            return _bottom(winning)
        if has_joker and (trump < 0 or colour != trump or rank < JOKER_RANK):
            return PLAYED_JOKER + (trump if trump >= 0 else deal.led)
        return _cheapest(hand, trump)
    for card in DUCKING:
        if hand >> card & 1:
            return card
    thrown = _dangerous(hand & ~winning, trump, deal.led)
    return _bottom(winning) if thrown is None else thrown


def _lead(hand: int, trump: int, *, wants: bool, needs_all: bool) -> int:
    colours = hand & ~ACTION_MASK
    if not wants:
        for card in DUCKING:
            if hand >> card & 1:
                return card
    if not colours:
        return _action(hand, trump)
    trumps = colours & COLOUR_MASKS[trump] if trump >= 0 else 0
    if needs_all and trumps:
        return _top(trumps)
    best = worst = -1
    for mask in COLOUR_MASKS:
        held = colours & mask & ~trumps
        if held:
            high, low = _top(held), _bottom(held)
            if best < 0 or high & 15 > best & 15:
                best = high
            if worst < 0 or low & 15 < worst & 15:
                worst = low
    if wants and trumps and _top(trumps) & 15 >= HIGH_TRUMP:
        return _top(trumps)
    if wants and best >= 0 and (needs_all or best & 15 >= HIGH):
        return best
    return worst if worst >= 0 else _bottom(trumps)


def _cheapest(hand: int, trump: int) -> int:
    """What a player who needs tricks throws away: the lowest card beside trump, then an action card."""
    lowest = -1
    for colour, mask in enumerate(COLOUR_MASKS):
        if colour != trump and hand & mask:
            low = _bottom(hand & mask)
            if lowest < 0 or low & 15 < lowest & 15:
                lowest = low
    if lowest >= 0:
        return lowest
    for card in DUCKING:
        if hand >> card & 1:
            return card
    colours = hand & ~ACTION_MASK
    return _bottom(colours) if colours else _action(hand, trump)


def _dangerous(hand: int, trump: int, led: int) -> int | None:
    """What a player who wants no trick throws away first; None for an empty hand."""
    highest = -1
    for mask in COLOUR_MASKS:
        if hand & mask:
            high = _top(hand & mask)
            if highest < 0 or high & 15 > highest & 15:
                highest = high
    if hand >> JOKER & 1:
        return PLAYED_JOKER + next(colour for colour in range(6) if colour not in (trump, led))
    return highest if highest >= 0 else None


def _action(hand: int, trump: int) -> int:
    """An action card of a hand without colour cards."""
    for card in DUCKING:
        if hand >> card & 1:
            return card
    return PLAYED_JOKER + max(trump, 0)


def _top(mask: int) -> int:
    return mask.bit_length() - 1


def _bottom(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
