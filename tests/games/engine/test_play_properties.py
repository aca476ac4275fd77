"""Properties of every deal, whatever the rules, the cards and the acts."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import ACTION_MASK, COLOUR_MASKS, JOKER, PLAYED_JOKER, PLUS_FIVE, bits, deck, face_of
from games.engine.legality import Rejection, bid_refusal, read_play
from games.engine.replay import act_on, legal_texts, seat_points
from games.engine.rules import RuleSet
from games.engine.setup import NOBODY, deal_setup
from games.engine.shuffle import deal_out
from games.engine.state import DealState, new_deal

VALUES: dict[str, dict[str, object]] = {
    "plain": {"preset": "open-spiel"},
    "must-trump": {"preset": "open-spiel", "void_rule": "must-trump"},
    "short": {"preset": "open-spiel", "deck": "short-24", "schedule": {"max": 1}},
    "secret": {"preset": "open-spiel", "hook": False, "bidding": "secret"},
    "rage": {"preset": "rage", "schedule": {"max": 5}},
    "rage-anytime": {"preset": "rage-fundex", "schedule": {"max": 5}, "action_anytime": True},
    "rage-hook": {"preset": "rage-1983", "schedule": {"max": 5}, "hook": True},
}
RULES = {name: RuleSet.valid_from(value | {"players": [2, 10]}) for name, value in VALUES.items()}


@st.composite
def deals(draw: st.DrawFn) -> tuple[RuleSet, DealState, Random]:
    """A deal before its first bid, and a generator for the acts."""
    rules = RULES[draw(st.sampled_from(sorted(RULES)))]
    n_seats = draw(st.integers(2, 8))
    pack = deck(rules.deck_for(n_seats))
    out = (n_seats - 1,) if n_seats > 2 and draw(st.booleans()) else ()
    n_players = n_seats - len(out)
    hand_size = draw(st.integers(1, min(8, (len(pack.cards) - 1) // n_players)))
    dealer = draw(st.integers(0, n_seats - 1 - len(out)))
    rng = Random(draw(st.integers(0, 2**32)))
    order = list(pack.cards)
    rng.shuffle(order)
    setup = deal_setup(rules, pack, n_seats=n_seats, hand_size=hand_size, dealer=dealer, out=out)
    dealt = deal_out(
        order,
        n_seats=n_seats,
        seats=setup.seats,
        hand_size=hand_size,
        turns=True,
        keeps_pile=pack.has_actions,
    )
    trump = -1 if dealt.turn_up is None or draw(st.booleans()) else dealt.turn_up >> 4
    return rules, new_deal(setup, dealt, trump), rng


def next_seats(deal: DealState) -> list[int]:
    """The seats that may act."""
    if deal.turn != NOBODY:
        return [deal.turn]
    return [seat for seat in deal.setup.seats if deal.bids[seat] is None]


def play_out(deal: DealState, rng: Random) -> None:
    while not deal.is_over:
        seat = rng.choice(next_seats(deal))
        assert act_on(deal, seat, rng.choice(legal_texts(deal, seat))) is None


@settings(max_examples=60, deadline=None)
@given(deals())
def test_tricks_add_up_and_every_trick_has_one_winner(drawn: tuple[RuleSet, DealState, Random]) -> None:
    rules, deal, rng = drawn
    play_out(deal, rng)
    setup = deal.setup
    assert sum(deal.tricks) == setup.hand_size == len(deal.winners)
    assert [deal.winners.count(seat) for seat in range(setup.n_seats)] == deal.tricks
    assert len(deal.played) == setup.hand_size * setup.n_players
    assert len(deal.trumps) == setup.hand_size + 1
    assert sum(deal.plus_fives) == deal.played.count(PLUS_FIVE)
    assert all(
        deal.tricks[seat] for seat in range(setup.n_seats) if deal.plus_fives[seat] + deal.minus_fives[seat]
    )
    points = seat_points(rules, deal)
    assert [seat for seat, own in enumerate(points) if own is None] == sorted(
        set(range(setup.n_seats)) - set(setup.seats)
    )


@settings(max_examples=40, deadline=None)
@given(deals())
def test_no_card_is_lost_or_made(drawn: tuple[RuleSet, DealState, Random]) -> None:
    _, deal, rng = drawn
    whole = cards_about(deal)
    assert not whole - Counter(deal.setup.deck.cards)
    while not deal.is_over:
        seat = rng.choice(next_seats(deal))
        act_on(deal, seat, rng.choice(legal_texts(deal, seat)))
        assert cards_about(deal) == whole
    assert not any(deal.hands)


def cards_about(deal: DealState) -> Counter[int]:
    """Every card that is in a hand, played, turned or in the pile."""
    held = [face_of(card) for hand in deal.hands for card in bits(hand)]
    played = [JOKER if card >= PLAYED_JOKER else card for card in deal.played]
    turned = [card for turn in deal.turns for card in turn.cards]
    up = [] if deal.turn_up is None else [deal.turn_up]
    return Counter([*held, *played, *turned, *up, *deal.passed, *deal.pile[deal.pile_at :]])


@settings(max_examples=25, deadline=None)
@given(deals())
def test_there_is_always_a_legal_act_and_every_other_is_refused(
    drawn: tuple[RuleSet, DealState, Random],
) -> None:
    _, deal, rng = drawn
    pack = deal.setup.deck
    tokens = sorted(set(pack.texts.values()) | {"J=S", "", "1C"})
    while not deal.is_over:
        movers = next_seats(deal)
        assert movers
        for seat in range(deal.setup.n_seats):
            legal = legal_texts(deal, seat)
            assert bool(legal) == (seat in movers)
            accepted = [
                bid for bid in range(-1, deal.setup.hand_size + 2) if bid_refusal(deal, seat, bid) is None
            ]
            accepted_cards = [
                token for token in tokens if not isinstance(read_play(deal, seat, token), Rejection)
            ]
            assert accepted == (legal if deal.is_bidding else [])
            assert sorted(accepted_cards) == ([] if deal.is_bidding else sorted(map(str, legal)))
        seat = rng.choice(movers)
        act_on(deal, seat, rng.choice(legal_texts(deal, seat)))
    for seat in range(deal.setup.n_seats):
        assert legal_texts(deal, seat) == []
        assert isinstance(read_play(deal, seat, tokens[3]), Rejection)


@settings(max_examples=40, deadline=None)
@given(deals())
def test_a_refusal_and_a_copy_change_nothing(drawn: tuple[RuleSet, DealState, Random]) -> None:
    _, deal, rng = drawn
    while not deal.is_over:
        kept = deal.copy()
        assert kept == deal
        assert act_on(deal, rng.choice(deal.setup.seats), "1C") is not None
        assert act_on(deal, rng.choice(deal.setup.seats), 99) is not None
        assert deal == kept
        seat = rng.choice(next_seats(deal))
        act = rng.choice(legal_texts(deal, seat))
        act_on(deal, seat, act)
        assert deal != kept
        act_on(kept, seat, act)
        assert kept == deal


@settings(max_examples=60, deadline=None)
@given(deals())
def test_suit_is_followed_wherever_it_can_be(drawn: tuple[RuleSet, DealState, Random]) -> None:
    """Judged afterwards from the dealt hands, with no help of the legal lists."""
    _, deal, rng = drawn
    hands = list(deal.hands)
    play_out(deal, rng)
    setup = deal.setup
    for trick in range(setup.hand_size):
        seat = deal.winners[trick - 1] if trick else setup.seats[0]
        led = -1
        for card in deal.played[trick * setup.n_players : (trick + 1) * setup.n_players]:
            colour = card >> 4 if card < PLUS_FIVE else -1
            if led >= 0 and colour != led and hands[seat] & COLOUR_MASKS[led]:
                assert setup.action_anytime
                assert card >= PLUS_FIVE
            if led < 0:
                led = card - PLAYED_JOKER if card >= PLAYED_JOKER else colour
            if card < PLUS_FIVE:
                hands[seat] ^= 1 << card
            seat = setup.next_seat[seat]
    assert not any(hand & ~ACTION_MASK for hand in hands)


@settings(max_examples=60, deadline=None)
@given(deals())
def test_the_last_bidder_under_a_hook_never_makes_the_bids_total_the_tricks(
    drawn: tuple[RuleSet, DealState, Random],
) -> None:
    _, deal, rng = drawn
    while deal.is_bidding:
        seat = rng.choice(next_seats(deal))
        act_on(deal, seat, rng.choice(legal_texts(deal, seat)))
    if deal.setup.is_hooked:
        assert sum(bid or 0 for bid in deal.bids) != deal.setup.hand_size
