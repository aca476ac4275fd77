"""What the bots do: legal, repeatable, from their view alone, and not with the known faults of other bots."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.engine.bots import BOTS, Bot
from games.engine.bots.knowledge import hand_counts, known_voids, unseen_cards
from games.engine.bots.odds import Outlook, card_odds, trick_distribution
from games.engine.bots.search import SearchBot
from games.engine.bots.worlds import Worlds, bidding_habit, opening_strengths
from games.engine.cards import bits, face_of
from games.engine.deal import read_deal
from games.engine.replay import act_on
from games.engine.rules import RuleSet
from games.engine.shuffle import GameSeed, seed_bytes
from games.engine.state import DealState
from games.engine.view import deal_view

from .recorded import case_id, rows
from .tables import VARIANTS, begun, random_game
from .test_view import states, with_other_secrets

QUICK: dict[str, Bot] = dict(BOTS) | {"search": SearchBot(n_playouts=60)}
THINKERS = ["heuristic", "search"]
ALL = sorted(QUICK)
RECORDED = [
    *rows("open_spiel_deals.jsonl")[::15],
    *rows("variant_deals.jsonl")[::3],
    *rows("rage_deals.jsonl")[::3],
]


def asked(rules: RuleSet, deal: DealState, seat: int, bot: Bot, rng: Random) -> int | str:
    """What the bot does at its turn, as an act."""
    seen = deal_view(deal, seat)
    if deal.is_bidding:
        return bot.bid(rules, seen, rng)
    return deal.setup.deck.text(bot.card(rules, seen, rng))


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("row", RECORDED, ids=case_id)
def test_every_act_of_a_bot_is_legal(row: dict[str, Any], name: str) -> None:
    rules, deal = read_deal(row["input"])
    rng = Random(1)
    while not deal.is_over:
        seat = deal.turn if deal.turn >= 0 else next(at for at in deal.setup.seats if deal.may_bid(at))
        assert act_on(deal, seat, asked(rules, deal, seat, QUICK[name], rng)) is None


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize("game", ["hook", "secret", "rage"])
def test_a_bot_acts_on_its_view_alone(game: str, name: str) -> None:
    bot = QUICK[name]
    for number, state in enumerate(states(game, 9)):
        deal = state.current
        if deal is None or deal.is_over or deal.turn < 0 or number % 3:
            continue
        twin = with_other_secrets(state, deal.turn, Random(number))
        assert twin.current is not None
        acts = [asked(state.rules, one, deal.turn, bot, Random(5)) for one in (deal, twin.current)]
        assert acts[0] == acts[1]


@pytest.mark.parametrize("name", ALL)
def test_a_bot_repeats_itself_with_the_same_generator(name: str) -> None:
    rules, deal = read_deal(RECORDED[3]["input"])
    acts = [asked(rules, deal, deal.turn, QUICK[name], Random(7)) for _ in range(3)]
    assert acts[0] == acts[1] == acts[2]


@pytest.mark.parametrize("name", ALL)
def test_a_bot_leaves_its_view_as_it_was(name: str) -> None:
    rules, deal = read_deal(RECORDED[2]["input"])
    kept = deal.copy()
    asked(rules, deal, deal.turn, QUICK[name], Random(7))
    assert deal == kept


def deal_of(
    rules: object, hands: list[str], turn_up: str | None, *, dealer: int, events: list[list[Any]]
) -> Any:
    """A deal of hands written as texts, after these events."""
    cards = [hand.split() for hand in hands]
    document = {
        "format": "deal/1", "rules": rules, "players": len(hands), "hand_size": len(cards[0]), "dealer": dealer,
        "hands": cards, "turn_up": turn_up, "events": events,
    }  # fmt: skip
    read_rules, deal = read_deal(document)
    for seat, act in events:
        refusal = act_on(deal, seat, act)
        assert refusal is None, refusal
    return read_rules, deal


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize("hands", [["5C", "7D", "9S", "AH"], ["KC", "QD", "JS", "AH"]])
def test_a_dealer_with_the_trump_ace_is_not_forced_off_its_bid_to_zero(name: str, hands: list[str]) -> None:
    """Three others bid 2 in three cards: the hook takes 1 from a dealer who holds a sure trick."""
    rules, deal = deal_of(
        {"preset": "oh-hell-german"},
        [f"{hands[0]} 6C 6D", f"{hands[1]} 8D 8C", f"{hands[2]} 3S 4S", f"{hands[3]} 2C 3D"],
        "2H",
        dealer=3,
        events=[[0, 1], [1, 1], [2, 0]],
    )
    assert deal.legal_bids() == [0, 2, 3]
    assert asked(rules, deal, 3, QUICK[name], Random(3)) == 2


@pytest.mark.parametrize("name", THINKERS)
def test_who_needs_every_trick_does_not_lead_a_low_trump(name: str) -> None:
    rules, deal = deal_of(
        "oh-hell-german",
        ["AH KH 3H", "QH 5C 7D", "JH 6C 9D", "TH 8C 4D"],
        "2H",
        dealer=3,
        events=[[0, 3], [1, 0], [2, 0], [3, 1]],
    )
    assert asked(rules, deal, 0, QUICK[name], Random(3)) in ("AH", "KH")


@pytest.mark.parametrize("name", THINKERS)
def test_the_boss_trump_is_kept_while_one_trick_is_needed(name: str) -> None:
    """Void of the led suit and in need of one trick only: the ace of trumps will take it later, and a high club left
    in hand could take a second one, so a high club goes now."""
    rules, deal = deal_of(
        "oh-hell-german",
        ["9S 5S 4D", "QS 6S 5D", "JS 7S 6D", "AH KC QC"],
        "2H",
        dealer=3,
        events=[[0, 1], [1, 0], [2, 0], [3, 1], [0, "9S"], [1, "QS"], [2, "JS"]],
    )
    assert asked(rules, deal, 3, QUICK[name], Random(3)) in ("KC", "QC")


@pytest.mark.parametrize("name", THINKERS)
def test_who_wants_no_trick_ducks_under_the_highest_card(name: str) -> None:
    rules, deal = deal_of(
        "oh-hell",
        ["QS 5C", "KS 3S", "7C 8C"],
        "2H",
        dealer=2,
        events=[[0, 1], [1, 0], [2, 0], [0, "QS"]],
    )
    assert asked(rules, deal, 1, QUICK[name], Random(3)) == "3S"


@pytest.mark.parametrize("name", THINKERS)
def test_a_sure_winner_is_bid_and_nothing_else(name: str) -> None:
    one_card = ["AH", "3C", "4D", "5S"]
    for seat in range(4):
        hands = one_card[-seat:] + one_card[:-seat] if seat else one_card
        rules, deal = deal_of("oh-hell", hands, "KH", dealer=3, events=[[at, 0] for at in range(seat)])
        assert asked(rules, deal, seat, QUICK[name], Random(3)) == 1


@pytest.mark.parametrize("game", ["must-trump", "rage", "rage-anytime"])
def test_drawn_worlds_agree_with_the_view(game: str) -> None:
    """Counts, voids and cards of every draw, at every point of a game."""
    rng = Random(2)
    for state in states(game, 12):
        deal = state.current
        if deal is None or deal.is_over or deal.turn < 0:
            continue
        seen = deal_view(deal, deal.turn)
        worlds = Worlds(seen, rng)
        counts, voids, unseen = hand_counts(seen), known_voids(seen), sorted(unseen_cards(seen))
        hands, rest = worlds.draw()
        assert [len(hand) for hand in hands] == counts
        assert sorted(hands[deal.turn]) == [face_of(card) for card in bits(seen.hand)]
        others = [card for seat, hand in enumerate(hands) if seat != deal.turn for card in hand]
        assert sorted(others + rest) == unseen
        for seat in deal.setup.seats:
            if seat != deal.turn:
                assert not any(voids[seat] >> card & 1 for card in hands[seat] if card < 96)
                assert not deal.hands[seat] & voids[seat]


@pytest.mark.parametrize("preset", ["rage", "oh-hell"])
@pytest.mark.parametrize("hand_size", [1, 5, 9])
def test_the_habit_of_bidding_foretells_bids_better_than_the_strength_alone(
    preset: str, hand_size: int
) -> None:
    rules = RuleSet.valid_from(
        {"preset": preset, "players": [4, 4], "schedule": {"shape": "list", "sizes": [hand_size]}}
    )
    off_habit = off_strength = 0.0
    for number in range(25):
        state = begun(rules, n_players=4, seed=GameSeed(seed_bytes(number), "habit"))
        deal = state.current
        assert deal is not None
        habit = bidding_habit(deal.setup.has_actions, 4, hand_size)
        strengths = opening_strengths(deal.setup.deck, 4, hand_size, deal.trump)
        for _ in range(4):
            bid = BOTS["heuristic"].bid(rules, deal_view(deal, deal.turn), Random(1))
            strength = sum(strengths[face_of(card)] for card in bits(deal.hands[deal.turn]))
            off_habit += (habit.bid(strength) - bid) ** 2
            off_strength += (strength - bid) ** 2
            deal.bid(deal.turn, bid)
    assert off_habit < 100
    assert off_habit <= off_strength * (1.1 if hand_size == 1 else 0.8)


def test_what_is_unseen_is_what_the_others_and_the_rest_hold() -> None:
    for state in states("rage", 13):
        deal = state.current
        if deal is None or deal.is_over:
            continue
        for seat in range(3):
            held = [face_of(card) for at in range(3) if at != seat for card in bits(deal.hands[at])]
            hidden = sorted(held + list(deal.pile[deal.pile_at :]))
            assert sorted(unseen_cards(deal_view(deal, seat))) == hidden


def test_the_odds_know_a_sure_and_a_hopeless_card() -> None:
    outlook = Outlook(
        "plain", n_others=3, n_left=1, trump=2, unseen=0xFFF << 32, n_unseen=12, others_need=0.0, leads=False
    )
    ace, two = card_odds(1 << 44, 1, outlook)[0], card_odds(1 << 16, 1, outlook)[0]
    assert ace > 0.9
    assert two < 0.2


def test_a_trick_distribution_is_one() -> None:
    assert trick_distribution([]) == [1.0]
    spread = trick_distribution([0.5, 0.25])
    assert spread == pytest.approx([0.375, 0.5, 0.125])


def test_games_of_the_test_tables_are_not_all_alike() -> None:
    assert random_game(VARIANTS["plain"], 1) != random_game(VARIANTS["plain"], 2)
