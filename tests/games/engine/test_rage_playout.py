"""The fast playout of Rage: the same deal as the engine's, card by card, and by what a seat may know."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from games.engine.bots import BOTS
from games.engine.bots.knowledge import doubts, known_voids, unseen_mask
from games.engine.bots.lookahead import RageLookahead
from games.engine.bots.rage_odds import Rest, tables
from games.engine.bots.rage_playout import choice, play_out
from games.engine.bots.rage_position import RagePosition
from games.engine.bots.search import SearchBot
from games.engine.bots.worlds import Worlds
from games.engine.cards import bits, deck, face_of
from games.engine.rules import RuleSet
from games.engine.setup import deal_setup
from games.engine.shuffle import deal_out
from games.engine.state import DealState, new_deal
from games.engine.view import deal_view

RULES = {
    "rage": RuleSet.valid_from("rage"),
    "fundex": RuleSet.valid_from("rage-fundex"),
    "anytime": RuleSet.valid_from({"preset": "rage", "action_anytime": True}),
}


def dealt(rules: RuleSet, n_players: int, hand_size: int, rng: Random) -> DealState:
    """A random deal, bid at random."""
    pack = deck(rules.deck_for(n_players))
    setup = deal_setup(rules, pack, n_seats=n_players, hand_size=hand_size, dealer=rng.randrange(n_players))
    order = list(pack.cards)
    rng.shuffle(order)
    cards = deal_out(
        order, n_seats=n_players, seats=setup.seats, hand_size=hand_size, turns=True, keeps_pile=True
    )
    assert cards.turn_up is not None
    deal = new_deal(setup, cards, cards.turn_up >> 4)
    while deal.is_bidding:
        deal.bid(deal.turn, min(hand_size, rng.choice((0, 0, 1, 1, 2, 3))))
    return deal


def begun(rules: RuleSet, rng: Random) -> DealState:
    """A random deal after some random cards, not yet over."""
    n_players, hand_size = rng.randint(3, 6), rng.randint(1, 7)
    deal = dealt(rules, n_players, hand_size, rng)
    for _ in range(rng.randrange(n_players * hand_size)):
        deal.play(rng.choice(deal.legal_cards()))
    return deal


def position_of(rules: RuleSet, deal: DealState) -> RagePosition:
    """The position with the true hands and pile."""
    future = RageLookahead(rules, deal_view(deal, deal.turn), 0.5)
    hands = [[face_of(card) for card in bits(hand)] for hand in deal.hands]
    future.enter(hands, deal.pile[deal.pile_at :], [bid or 0 for bid in deal.bids])
    assert future.position is not None
    return future.position


def deals(name: str, n_deals: int) -> Iterator[tuple[DealState, RagePosition]]:
    rng = Random(f"playout {name}")
    for _ in range(n_deals):
        deal = begun(RULES[name], rng)
        yield deal, position_of(RULES[name], deal)


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_playout_is_the_deal_the_engine_plays(name: str) -> None:
    """Every card legal, the same turn and trump after each, the same tricks and ±5 cards in the end."""
    scoring = RULES[name].scoring
    for deal, position in deals(name, 150):
        seats = deal.setup.seats
        while position.n_left:
            assert seats[position.place] == deal.turn
            assert position.trump_now == deal.trump_now
            card = choice(position)
            assert card in deal.legal_cards()
            position.play(card)
            deal.play(card)
        assert deal.is_over
        for place, seat in enumerate(seats):
            assert position.need[place] == (deal.bids[seat] or 0) - deal.tricks[seat]
            fives = scoring.plus_five * deal.plus_fives[seat] + scoring.minus_five * deal.minus_fives[seat]
            assert position.extra[place] == fives


@pytest.mark.parametrize("name", sorted(RULES))
def test_any_legal_card_may_be_played_in_a_position(name: str) -> None:
    """Jokers and action cards led, thrown and doubled: the winner is that of the engine."""
    rng = Random(4)
    for deal, position in deals(name, 150):
        while position.n_left:
            card = rng.choice(deal.legal_cards())
            position.play(card)
            deal.play(card)
            assert deal.is_over or deal.setup.seats[position.place] == deal.turn
        assert position.asked == sum(need for need in position.need if need > 0)


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_playout_in_one_go_ends_as_card_by_card(name: str) -> None:
    for _, position in deals(name, 150):
        trial = position.copy()
        play_out(trial)
        while position.n_left:
            position.play(choice(position))
        assert (trial.need, trial.extra, trial.n_left) == (position.need, position.extra, 0)


def test_a_seat_chooses_by_its_own_cards() -> None:
    """The other hands and the pile may be exchanged for any others of the same size."""
    rng = Random(8)
    for deal, position in deals("rage", 100):
        card = choice(position)
        others = [place for place in range(len(position.held)) if place != position.place]
        unseen = [held for place in others for held in position.held[place]] + list(position.pile)
        rng.shuffle(unseen)
        hands = [list(cards) for cards in position.held]
        for place in others:
            n_held = len(hands[place])
            hands[place], unseen = unseen[:n_held], unseen[n_held:]
        twin = RagePosition(
            position.terms, hands, position.need[:], position.extra[:], position.live[:], pile=unseen,
            trump=position.trump, is_suspended=position.is_suspended, n_left=position.n_left,
            place=position.place, led=position.led, table=position.table[:],
        )  # fmt: skip
        assert choice(twin) == card
        assert deal.turn == deal.setup.seats[position.place]


def test_a_playout_leaves_the_position_it_was_copied_from() -> None:
    for _, position in deals("rage", 20):
        before = choice(position), [cards[:] for cards in position.held], position.need[:], position.live[:]
        trial = position.copy()
        while trial.n_left:
            trial.play(choice(trial))
        assert before == (choice(position), position.held, position.need, position.live)


@pytest.mark.parametrize("need", [-1, 0, 1, 2, 3, 4])
def test_the_rest_of_a_hand_is_counted_out(need: int) -> None:
    """The worth without a card is the exact chance of just so many tricks from the others, and their tricks."""
    table = tables(4, 112).get(5, need, 2, 0)
    cards = [3, 15, 40, 34, 112]
    for gone in cards:
        spread = [1.0]
        total = 0.0
        for card in cards:
            if card != gone:
                chance = table.odds[card]
                total += chance
                spread = [
                    low * (1 - chance) + high * chance
                    for low, high in zip([*spread, 0.0], [0.0, *spread], strict=True)
                ]
        exact = spread[need] if need >= 0 else 0.0
        worth = Rest(table, cards, need, made=15.0, sure=1.0).worth(gone)
        assert worth == pytest.approx(15 * exact + total + 1)


def test_tables_are_told_apart_however_many_tricks_are_wanted() -> None:
    """Eight players who all bid ten ask for seventy tricks too many."""
    found = tables(8, 112)
    kinds = [
        (n_left, need, trump, surplus)
        for n_left in (1, 9, 10)
        for need in (-9, 0, 10)
        for trump in (-1, 0, 5)
        for surplus in (-10, 0, 71)
    ]
    first = [found.get(*kind).odds for kind in kinds]
    for kind, odds in zip(kinds, first, strict=True):
        fresh = tables.__wrapped__(8, 112).get(*kind)
        assert fresh.odds == odds


def test_bids_tell_of_the_hands_drawn() -> None:
    """A seat that has bid three is drawn stronger cards than one that has bid none."""
    rng = Random(12)
    strength = {0: 0.0, 3: 0.0}
    for _ in range(20):
        deal = dealt(RULES["rage"], 4, 8, rng)
        me, other = deal.turn, deal.setup.next_seat[deal.turn]
        for bid in strength:
            deal.bids[other] = bid
            worlds = Worlds(deal_view(deal, me), Random(5))
            for _ in range(10):
                hands, _ = worlds.draw()
                strength[bid] += sum(worlds.strengths[card] for card in hands[other]) / 200
    assert strength[3] - strength[0] > 1


def test_what_a_player_would_have_thrown_away_is_rarely_in_the_hand() -> None:
    """Against the share of doubted cards among all that a hand could hold, in deals of the heuristic bot."""
    rng = Random(13)
    n_held, n_expected = 0, 0.0
    for _ in range(25):
        deal = dealt(RULES["rage"], 4, 7, rng)
        while not deal.is_over:
            seen = deal_view(deal, deal.turn)
            voids, unseen = known_voids(seen), unseen_mask(seen)
            for seat, mask in enumerate(doubts(seen)):
                free = unseen & ~voids[seat]
                if seat == deal.turn:
                    assert not mask
                elif mask & free:
                    held = deal.hands[seat] & free
                    n_held += (held & mask).bit_count()
                    n_expected += held.bit_count() * (free & mask).bit_count() / free.bit_count()
            deal.play(BOTS["heuristic"].card(RULES["rage"], seen, rng))
    assert n_expected > 100
    assert n_held < n_expected / 2


def test_a_clear_choice_is_made_early() -> None:
    """The budget is a limit; where one choice is far ahead the rest of it is not spent."""
    bot = SearchBot()
    spent = dict.fromkeys((1, 2, 3), 0)

    class Future:
        def enter(self, *_: object) -> None:
            pass

        def worth_of_card(self, card: int) -> float:
            spent[card] += 1
            return {1: 9.0, 2: 0.0, 3: 8.9}[card] + spent[card] % 3

        worth_of_bid = worth_of_card

    deal = dealt(RULES["rage"], 4, 8, Random(1))
    future = Future()
    seen = deal_view(deal, deal.turn)
    assert bot._best(dict.fromkeys(spent, 0.0), future, seen, Random(2), future.worth_of_card) in (1, 3)
    assert spent[2] < spent[1] <= bot.n_playouts
    assert sum(spent.values()) <= bot.n_playouts
    assert BOTS["search"] == bot
