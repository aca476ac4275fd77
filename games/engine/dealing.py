"""The next deal of a game: its number, size, dealer and cards (rules.md E22, E23, 5.5)."""

from __future__ import annotations

from .events import CardsDealt
from .game import GameState, absent_seats, has_no_trump
from .setup import seats_from
from .shuffle import Dealt, GameSeed, deal_out


def next_cards(
    state: GameState, seed: GameSeed, *, out: tuple[int, ...] = (), decider: tuple[int, ...] | None = None
) -> CardsDealt:
    """Deal the next deal of the schedule, or a decider between those seats.

    A void deal is dealt again by the same dealer with new cards. Does not ask whether it is time to deal.
    """
    deal = state.next_deal
    bare = CardsDealt(
        deal=deal,
        hand_size=next_hand_size(state, decider),
        dealer=next_dealer(state, out=out, decider=decider),
        dealt=_no_cards(state),
        decider=decider,
        out=() if decider else tuple(sorted(out)),
    )
    dealt = deal_out(
        seed.cards(state.deck, deal, state.n_voids),
        n_seats=state.n_seats,
        seats=seats_from(bare.dealer, state.n_seats, absent_seats(state, bare)),
        hand_size=bare.hand_size,
        turns=turns_card(state, bare),
        keeps_pile=state.deck.has_actions,
    )
    return CardsDealt(bare.deal, bare.hand_size, bare.dealer, dealt, bare.decider, bare.out)


def next_hand_size(state: GameState, decider: tuple[int, ...] | None) -> int:
    """Cards each: from the schedule, one in a decider (G11)."""
    return 1 if decider else state.sizes[state.next_deal]


def next_dealer(state: GameState, *, out: tuple[int, ...], decider: tuple[int, ...] | None) -> int:
    """The next seat that plays, from the dealer before; the same dealer after a void deal (E22)."""
    absent = set(range(state.n_seats)) - set(decider) if decider else set(out)
    before = state.counted
    if state.n_voids:
        seat = state.records[-1].dealer
    else:
        seat = before[-1].dealer + 1 if before else state.first_dealer
    while seat % state.n_seats in absent:
        seat += 1
    return seat % state.n_seats


def turns_card(state: GameState, event: CardsDealt) -> bool:
    """Whether a card is turned for trump after that deal."""
    return state.rules.trump == "turn-up" and not has_no_trump(state, event)


def _no_cards(state: GameState) -> Dealt:
    return Dealt(((),) * state.n_seats, None)
