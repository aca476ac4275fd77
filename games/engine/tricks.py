"""Following suit and winning a trick (rules.md T10-T12, T20, R6-R13, E1-E8).

Trump and led colour are colour numbers, `NO_COLOUR` when there is none; hands are masks of `cards`.
"""

from __future__ import annotations

from collections.abc import Sequence

from .cards import ACTION_MASK, COLOUR_MASKS, PLAYED_JOKER, PLUS_FIVE


def legal_mask(hand: int, led: int, trump: int, *, must_trump: bool, action_anytime: bool) -> int:
    """The cards of the hand that may be played to a trick led in `led`.

    A joker in hand is no card of any colour (E2). `must_trump` binds a hand that is void of the led colour (T20).
    """
    if led < 0:
        return hand
    following = hand & COLOUR_MASKS[led]
    if following:
        return following | hand & ACTION_MASK if action_anytime else following
    if must_trump and trump >= 0:
        return hand & COLOUR_MASKS[trump] or hand
    return hand


def led_colour(cards: Sequence[int]) -> int:
    """The colour a trick is led in: that of its first colour card or named joker (R12, E1)."""
    for card in cards:
        if card < PLUS_FIVE:
            return card >> 4
        if card >= PLAYED_JOKER:
            return card - PLAYED_JOKER
    return -1


def winning_index(cards: Sequence[int], led: int, trump: int, *, second_joker_higher: bool = True) -> int:
    """Which card of a full trick, in the order played, wins it; `trump` is the one in force at its end (E12)."""
    if led < 0:
        return 0  # only action cards and no joker: the first card (R13)
    for colour in (trump, led):
        if colour < 0:
            continue
        named = [index for index, card in enumerate(cards) if card == PLAYED_JOKER + colour]
        if named:
            return named[-1] if second_joker_higher else named[0]
        best = max((card for card in cards if card >> 4 == colour), default=-1)
        if best >= 0:
            return cards.index(best)
    raise AssertionError("a led trick holds a card of the led colour")


def best_index(cards: Sequence[int], led: int, trump: int) -> int:
    """`winning_index` for a trick of colour cards only."""
    best = -1
    if trump >= 0:
        low, high = trump << 4, (trump << 4) + 16
        for card in cards:
            if best < card < high and card >= low:
                best = card
    if best < 0:
        low, high = led << 4, (led << 4) + 16
        for card in cards:
            if best < card < high and card >= low:
                best = card
    return cards.index(best)
