"""Random deals played here and in OpenSpiel, move by move, if the wheel is installed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.engine.cards import deck
from games.engine.replay import seat_points
from games.engine.rules import RuleSet
from games.engine.setup import NOBODY, deal_setup
from games.engine.shuffle import Dealt
from games.engine.state import DealState, new_deal

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (requirements-bench.txt)")

RULES = RuleSet.from_value("open-spiel")
PLAIN = deck("standard-52")


def peer_card(action: int) -> int:
    """Our number of OpenSpiel's card: four times the rank plus the suit, suits in the order CDSH."""
    rank, suit = divmod(action, 4)
    return 16 * "CDHS".index("CDSH"[suit]) + rank


def begin(n_players: int, hand_size: int, dealer: int, rng: Random) -> tuple[Any, DealState]:
    """The same random deal on both sides, before the first bid."""
    peer = pyspiel.load_game(f"oh_hell(players={n_players},num_tricks_fixed={hand_size})").new_initial_state()
    peer.apply_action(hand_size)
    peer.apply_action(dealer)
    cards = []
    while peer.is_chance_node():
        action = rng.choice(peer.legal_actions())
        cards.append(peer_card(action))
        peer.apply_action(action)
    *held, turn_up = cards
    assert len(held) == n_players * hand_size
    hands = tuple(tuple(held[seat::n_players]) for seat in range(n_players))
    setup = deal_setup(RULES, PLAIN, n_seats=n_players, hand_size=hand_size, dealer=dealer)
    return peer, new_deal(setup, Dealt(hands, turn_up), turn_up >> 4)


def play_both(peer: Any, deal: DealState, rng: Random) -> None:
    """Random acts on both sides, comparing every list of choices and every turn."""
    while not peer.is_terminal():
        assert deal.turn == peer.current_player()
        theirs = peer.legal_actions()
        action = rng.choice(theirs)
        if deal.is_bidding:
            assert deal.legal_bids() == [choice - 52 for choice in theirs]
            deal.bid(deal.turn, action - 52)
        else:
            assert deal.legal_cards() == sorted(peer_card(choice) for choice in theirs)
            deal.play(peer_card(action))
        peer.apply_action(action)


@pytest.mark.slow
@pytest.mark.parametrize("n_players", [3, 4, 5, 6, 7])
def test_four_hundred_random_deals_agree_move_by_move(n_players: int) -> None:
    rng = Random(n_players)
    for number in range(400):
        hand_size = rng.randint(1, 51 // n_players)
        peer, deal = begin(n_players, hand_size, number % n_players, rng)
        play_both(peer, deal, rng)
        assert deal.turn == NOBODY
        assert deal.is_over
        assert seat_points(RULES, deal) == [int(points) for points in peer.returns()]
