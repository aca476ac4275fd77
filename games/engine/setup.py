"""What stays the same through one deal: its rules, size and seats."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from .cards import Deck
from .rules import RuleSet

NOBODY: Final = -1


@dataclass(frozen=True, slots=True)
class DealSetup:
    """The public terms of a deal, without any card.

    `seats` are the players of this deal in bidding order, eldest first and dealer last; `next_seat` and `place` (in
    `seats`) are indexed by table seat, `NOBODY` for one that sits out. `is_hooked`: the last bidder is bound.
    """

    deck: Deck
    n_seats: int
    hand_size: int
    dealer: int
    seats: tuple[int, ...]
    bidding: str
    is_hooked: bool
    must_trump: bool
    action_anytime: bool
    no_trump_lasts: bool
    second_joker_higher: bool
    n_players: int = field(init=False)
    has_actions: bool = field(init=False)
    next_seat: tuple[int, ...] = field(init=False)
    place: tuple[int, ...] = field(init=False)
    no_fives: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        seats = self.seats
        following = {seat: seats[(at + 1) % len(seats)] for at, seat in enumerate(seats)}
        places = {seat: at for at, seat in enumerate(seats)}
        every = range(self.n_seats)
        object.__setattr__(self, "n_players", len(seats))
        object.__setattr__(self, "has_actions", self.deck.has_actions)
        object.__setattr__(self, "next_seat", tuple(following.get(seat, NOBODY) for seat in every))
        object.__setattr__(self, "place", tuple(places.get(seat, NOBODY) for seat in every))
        object.__setattr__(self, "no_fives", (0,) * self.n_seats)


def deal_setup(
    rules: RuleSet, deck: Deck, *, n_seats: int, hand_size: int, dealer: int, out: tuple[int, ...] = ()
) -> DealSetup:
    """The terms of a deal under these rules; `out` are the seats that do not play it."""
    return DealSetup(
        deck=deck,
        n_seats=n_seats,
        hand_size=hand_size,
        dealer=dealer,
        seats=seats_from(dealer, n_seats, out),
        bidding=rules.bidding,
        is_hooked=rules.hook_applies(hand_size),
        must_trump=rules.void_rule == "must-trump",
        action_anytime=rules.action_anytime,
        no_trump_lasts=rules.no_trump_card == "deal",
        second_joker_higher=rules.second_joker == "higher",
    )


def seats_from(dealer: int, n_seats: int, out: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The seats of a deal in bidding order: from the dealer's left round to the dealer."""
    order = ((dealer + step) % n_seats for step in range(1, n_seats + 1))
    return tuple(seat for seat in order if seat not in out)
