"""Judging one bid or one card: what it means, or why it is refused (rules.md 5.3, in the order given there).

A refusal tells only what the player who acts may know: it depends on public facts and on the own hand.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cards import COLOUR_MASKS, JOKER, PLAYED_JOKER, held_bit
from .state import DealState


@dataclass(frozen=True, slots=True)
class Rejection:
    """A command that was refused and changed nothing: `code` for programs, `message` for people."""

    code: str
    message: str
    newest: int | None = None
    """With `stale`: the number of the newest event, to catch up to."""


DEAL_OVER = Rejection("deal-over", "This deal is over; wait for the next one.")
NOT_YOUR_TURN = Rejection("not-your-turn", "It is another player's turn.")
ALREADY_BID = Rejection("already-bid", "This seat has bid; a bid stands.")
BIDS_FIRST = Rejection("wrong-phase", "No card may be played before everybody has bid.")
BIDS_DONE = Rejection("wrong-phase", "The bidding is over; play a card.")
NOT_IN_HAND = Rejection("not-in-hand", "That card is not in your hand; play one you hold.")
COLOUR_REQUIRED = Rejection("colour-required", "Name a colour for the joker.")
COLOUR_UNKNOWN = Rejection("colour-unknown", "The joker cannot name that colour; name one of the pack.")
COLOUR_FORBIDDEN = Rejection("colour-forbidden", "Only a joker names a colour; play the card without one.")
MUST_FOLLOW = Rejection("must-follow", "You hold the led suit; follow it.")
MUST_TRUMP = Rejection("must-trump", "You cannot follow and hold a trump; play a trump.")


def bid_refusal(deal: DealState, seat: int, bid: int) -> Rejection | None:
    """Why this seat may not make this bid now, None when it may."""
    if deal.is_over:
        return DEAL_OVER
    is_bidding = deal.is_bidding
    if is_bidding and deal.setup.bidding != "open":
        if deal.setup.place[seat] < 0:
            return NOT_YOUR_TURN
        if deal.bids[seat] is not None:
            return ALREADY_BID
    elif seat != deal.turn:
        return NOT_YOUR_TURN
    elif not is_bidding:
        return BIDS_DONE
    if not 0 <= bid <= deal.setup.hand_size:
        return Rejection("bad-bid", f"A bid is a number from 0 to {deal.setup.hand_size}.")
    if bid == deal.hooked_bid():
        return Rejection("hook", f"The bids may not add up to {deal.setup.hand_size}; bid another number.")
    return None


def read_play(deal: DealState, seat: int, token: str) -> int | Rejection:
    """The card this seat plays with that token (``TH``, ``R15``, ``J=R``), or why it may not."""
    if deal.is_over:
        return DEAL_OVER
    if deal.is_bidding:
        return BIDS_FIRST if deal.setup.bidding != "open" or seat == deal.turn else NOT_YOUR_TURN
    if seat != deal.turn:
        return NOT_YOUR_TURN
    face_text, names_colour, colour_text = token.partition("=")
    deck = deal.setup.deck
    face = deck.face(face_text)
    if face is None or not (bit := held_bit(deal.hands[seat], face)):
        return NOT_IN_HAND
    if face == JOKER:
        if not names_colour:
            return COLOUR_REQUIRED
        if len(colour_text) != 1 or colour_text not in deck.colours:
            return COLOUR_UNKNOWN
    elif names_colour:
        return COLOUR_FORBIDDEN
    if not bit & deal.legal_mask():
        return MUST_FOLLOW if deal.hands[seat] & COLOUR_MASKS[deal.led] else MUST_TRUMP
    return PLAYED_JOKER + deck.colour(colour_text) if face == JOKER else face
