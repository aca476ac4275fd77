"""Every deal and every play of tiny packs, every bid of small deals, against the rules read once more, slowly."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from games.engine.cards import Deck, deck
from games.engine.rules import RuleSet
from games.engine.scoring import deal_points
from games.engine.setup import deal_setup
from games.engine.shuffle import Dealt
from games.engine.state import DealState, new_deal

TEXTS = ["2C", "3C", "4C", "2D", "3D", "4D"]
_PLAIN = deck("standard-52")
_FACES = {text: _PLAIN.faces[text] for text in TEXTS}
TINY = Deck(
    "tiny", "CDHS", tuple(_FACES.values()), {card: text for text, card in _FACES.items()}, _FACES,
    dict.fromkeys(_FACES.values(), 1), has_actions=False,
)  # fmt: skip


def dealings(n_players: int, hand_size: int) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to deal the six cards to these hands."""
    if n_players == 0:
        yield ()
        return
    for rest in dealings(n_players - 1, hand_size):
        dealt = {card for hand in rest for card in hand}
        for hand in combinations([text for text in TEXTS if text not in dealt], hand_size):
            yield (*rest, hand)


def tiny_deal(hands: tuple[tuple[str, ...], ...], rules: RuleSet, trump: str | None) -> DealState:
    setup = deal_setup(rules, TINY, n_seats=len(hands), hand_size=len(hands[0]), dealer=len(hands) - 1)
    dealt = Dealt(tuple(tuple(_FACES[text] for text in hand) for hand in hands), None)
    deal = new_deal(setup, dealt, TINY.colour(trump))
    for seat in range(len(hands)):
        deal.bid(seat, 0)
    return deal


def law_legal(hand: list[str], trick: list[str], trump: str | None, *, must_trump: bool) -> list[str]:
    """The cards the law allows, in words."""
    if not trick:
        return hand
    following = [card for card in hand if card[1] == trick[0][1]]
    if following:
        return following
    trumps = [card for card in hand if card[1] == trump]
    return trumps if must_trump and trumps else hand


def law_winner(trick: list[str], trump: str | None) -> int:
    """Which card the law says wins."""
    trumps = [card for card in trick if card[1] == trump]
    led = [card for card in trick if card[1] == trick[0][1]]
    return trick.index(max(trumps or led))


def explore(
    deal: DealState, hands: list[list[str]], trick: list[str], trump: str | None, must_trump: bool
) -> int:
    """Follow every legal line; how many deals end."""
    if deal.is_over:
        return 1
    seat = deal.turn
    legal = law_legal(hands[seat], trick, trump, must_trump=must_trump)
    assert [TINY.text(card) for card in deal.legal_cards()] == sorted(legal, key=TEXTS.index)
    n_ends = 0
    for card in legal:
        following = deal.copy()
        following.play(_FACES[card])
        held = [[own for own in hand if own != card] for hand in hands]
        on_table = [*trick, card]
        if len(on_table) == len(hands):
            leader = (seat + 1) % len(hands)
            winner = (leader + law_winner(on_table, trump)) % len(hands)
            assert following.winners[-1] == winner
            assert following.turn == (-1 if following.is_over else winner)
            on_table = []
        n_ends += explore(following, held, on_table, trump, must_trump)
    return n_ends


@pytest.mark.parametrize("must_trump", [False, True])
@pytest.mark.parametrize("trump", ["C", "D", "H", None])
@pytest.mark.parametrize(("n_players", "hand_size"), [(3, 1), (3, 2), (2, 3)])
def test_every_play_of_every_deal_of_six_cards(
    n_players: int, hand_size: int, trump: str | None, must_trump: bool
) -> None:
    value = {"preset": "oh-hell", "players": [2, 7], "schedule": {"max": 1}}
    rules = RuleSet.from_value(value | {"void_rule": "must-trump" if must_trump else "free"})
    n_ends = 0
    for hands in dealings(n_players, hand_size):
        deal = tiny_deal(hands, rules, trump)
        n_ends += explore(deal, [list(hand) for hand in hands], [], trump, must_trump)
    n_deals = sum(1 for _ in dealings(n_players, hand_size))
    assert n_deals == {(3, 1): 120, (3, 2): 90, (2, 3): 20}[n_players, hand_size]
    assert n_ends >= n_deals


@pytest.mark.parametrize("n_players", [2, 3, 4])
@pytest.mark.parametrize("hand_size", [1, 2, 3, 4])
@pytest.mark.parametrize("hook", [False, True])
def test_every_bidding_of_small_deals(n_players: int, hand_size: int, hook: bool) -> None:
    rules = RuleSet.from_value({"preset": "open-spiel", "players": [2, 7], "hook": hook})
    plain = deck("standard-52")
    setup = deal_setup(rules, plain, n_seats=n_players, hand_size=hand_size, dealer=n_players - 1)
    found = set()

    def bid_on(deal: DealState, bids: tuple[int, ...]) -> None:
        if not deal.is_bidding:
            found.add(bids)
            return
        choices = deal.legal_bids()
        assert choices
        for bid in choices:
            following = deal.copy()
            following.bid(deal.turn, bid)
            bid_on(following, (*bids, bid))

    bid_on(new_deal(setup, Dealt(((),) * n_players, None), -1), ())
    every = set(product(range(hand_size + 1), repeat=n_players))
    assert found == {bids for bids in every if not hook or sum(bids) != hand_size}


def decider_outcomes(n_players: int, *, hook: bool) -> tuple[int, int]:
    """How many combinations of bids and winner leave the best tied, and how many there are (rules.md E23)."""
    rules = RuleSet.from_value({"preset": "oh-hell", "players": [2, 7], "hook": hook})
    n_tied = n_all = 0
    for bids in product((0, 1), repeat=n_players):
        if hook and sum(bids) == 1:
            continue
        for winner in range(n_players):
            points = [
                deal_points(rules, hand_size=1, bid=bid, tricks=int(seat == winner)) or 0
                for seat, bid in enumerate(bids)
            ]
            n_all += 1
            n_tied += points.count(max(points)) > 1
    return n_tied, n_all


@pytest.mark.parametrize(
    ("n_players", "hook", "tied", "outcomes"), [(2, True, 0, 4), (2, False, 2, 8), (3, True, 6, 15)]
)
def test_how_often_a_decider_does_not_decide(n_players: int, hook: bool, tied: int, outcomes: int) -> None:
    assert decider_outcomes(n_players, hook=hook) == (tied, outcomes)


def test_the_oracle_of_this_file_knows_a_trick() -> None:
    assert law_winner(["2C", "4C", "2D"], "D") == 2
    assert law_winner(["2C", "4C", "2D"], None) == 1
