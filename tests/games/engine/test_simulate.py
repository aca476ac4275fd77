"""The fused kernel plays by the same rules as the event engine."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.engine.cards import bits, deck
from games.engine.replay import seat_points
from games.engine.rules import RuleSet
from games.engine.setup import deal_setup
from games.engine.shuffle import deal_out
from games.engine.simulate import Kernel, kernel_cards
from games.engine.state import DealState, new_deal


def engine_deal(rules: RuleSet, kernel: Kernel, dealer: int, trump: int | None) -> DealState:
    """The deal the kernel has just dealt, before its first bid."""
    pack = deck(rules.deck_for(kernel.n_players))
    order = [16 * suit + bit.bit_length() - 1 for suit, bit in kernel.cards]
    setup = deal_setup(rules, pack, n_seats=kernel.n_players, hand_size=kernel.hand_size, dealer=dealer)
    dealt = deal_out(
        order,
        n_seats=kernel.n_players,
        seats=setup.seats,
        hand_size=kernel.hand_size,
        turns=kernel.turns,
        keeps_pile=False,
    )
    start = dealt.turn_up >> 4 if dealt.turn_up is not None else -1 if trump is None else trump
    return new_deal(setup, dealt, start)


SHAPES = [
    ("open-spiel", 3, 7, True, None), ("open-spiel", 4, 5, True, None), ("open-spiel", 7, 7, True, None),
    ("la-podrida", 5, 6, True, None), ("la-podrida", 4, 13, False, None), ("oh-hell", 6, 8, False, None),
    ("kachuful", 4, 8, False, 2),
]  # fmt: skip


@pytest.mark.parametrize(("preset", "n_players", "hand_size", "turns", "trump"), SHAPES)
def test_a_kernel_deal_is_legal_and_scores_as_in_the_engine(
    preset: str, n_players: int, hand_size: int, turns: bool, trump: int | None
) -> None:
    rules = RuleSet.from_value(preset)
    kernel = Kernel(rules, n_players, hand_size, turns=turns, trump=trump)
    rng = Random(5)
    for number in range(40):
        dealer = number % n_players
        plays: list[tuple[int, int, int]] = []
        found = kernel.deal(rng.random, dealer, plays)
        deal = engine_deal(rules, kernel, dealer, trump)
        for seat in deal.setup.seats:
            assert found.bids[seat] in deal.legal_bids()
            deal.bid(seat, found.bids[seat])
        for place, suit, bit in plays:
            card = 16 * suit + bit.bit_length() - 1
            assert deal.turn == deal.setup.seats[place]
            assert card in bits(deal.legal_mask())
            deal.play(card)
        assert deal.is_over
        assert deal.tricks == found.tricks
        assert seat_points(rules, deal) == found.points


def test_the_kernel_chooses_evenly_among_the_legal_cards() -> None:
    rules = RuleSet.from_value("open-spiel")
    kernel = Kernel(rules, 3, 4)
    rng = Random(11)
    chosen: Counter[tuple[int, int]] = Counter()
    for _ in range(3000):
        plays: list[tuple[int, int, int]] = []
        found = kernel.deal(rng.random, 0, plays)
        deal = engine_deal(rules, kernel, 0, None)
        for seat in deal.setup.seats:
            deal.bid(seat, found.bids[seat])
        for _, suit, bit in plays:
            card = 16 * suit + bit.bit_length() - 1
            legal = bits(deal.legal_mask())
            chosen[len(legal), legal.index(card)] += 1
            deal.play(card)
    for n_legal in (2, 3, 4):
        counts = [chosen[n_legal, index] for index in range(n_legal)]
        mean = sum(counts) / n_legal
        assert all(abs(count - mean) < 5 * mean**0.5 for count in counts), (n_legal, counts)


def test_the_kernel_deals_and_bids_evenly() -> None:
    kernel = Kernel(RuleSet.from_value("open-spiel"), 3, 2)
    rng = Random(12)
    first: Counter[tuple[int, int]] = Counter()
    bids: Counter[int] = Counter()
    for _ in range(5200):
        found = kernel.deal(rng.random, 2)
        first[kernel.cards[0]] += 1
        bids[found.bids[0]] += 1
        assert sum(found.bids) != 2
        assert sum(found.tricks) == 2
    assert set(first) == set(kernel_cards(deck("standard-52")))
    assert all(50 <= count <= 160 for count in first.values())
    assert all(abs(bids[bid] - 5200 / 3) < 200 for bid in range(3))


def test_the_kernel_refuses_what_it_does_not_know() -> None:
    for value in ("rage", {"preset": "oh-hell", "bidding": "secret"}):
        with pytest.raises(ValueError, match="plain packs"):
            Kernel(RuleSet.from_value(value), 4, 5)
