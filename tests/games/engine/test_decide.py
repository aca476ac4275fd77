"""Commands: what they cause, what is refused, and that a refusal changes nothing."""

from __future__ import annotations

import pytest

from games.engine.commands import (
    AdjustPoints,
    Advance,
    Command,
    MakeBid,
    PlayCard,
    ReplacePlayer,
    StartGame,
    VoidDeal,
)
from games.engine.decide import decide
from games.engine.events import (
    BidMade,
    BidsRevealed,
    CardPlayed,
    DealScored,
    GameFinished,
    TrickWon,
)
from games.engine.game import GameState, evolve
from games.engine.legality import Rejection
from games.engine.presets import PRESETS
from games.engine.result import result
from games.engine.rules import RuleSet
from games.engine.shuffle import GameSeed, seed_bytes
from games.engine.view import deal_view

from .tables import PLAYERS, SEED, VARIANTS, begun, done, refused, short


def hand(state: GameState, seat: int) -> list[str]:
    assert state.current is not None
    return state.deck.texts_of(state.current.hands[seat])


def legal(state: GameState, seat: int) -> list[str]:
    assert state.current is not None
    return [state.deck.text(card) for card in deal_view(state.current, seat).legal_cards]


def bid_all(state: GameState, *bids: int) -> GameState:
    """All bids of three players, seat 1 being eldest."""
    for seat, bid in zip((1, 2, 0), bids, strict=True):
        state = done(state, MakeBid(seat, bid))
    return state


def play_on(state: GameState, n_cards: int) -> GameState:
    for _ in range(n_cards):
        assert state.current is not None
        seat = state.current.turn
        state = done(state, PlayCard(seat, legal(state, seat)[0]))
    return state


def test_a_game_starts_deals_and_waits_for_the_eldest() -> None:
    state = begun(VARIANTS["plain"])
    assert state.current is not None
    assert (state.current.turn, state.current.setup.dealer) == (1, 0)
    assert [len(hand(state, seat)) for seat in range(3)] == [1, 1, 1]
    assert state.commitment == SEED.commitment


def test_the_last_card_brings_trick_and_score() -> None:
    state = play_on(bid_all(begun(VARIANTS["plain"]), 0, 0, 0), 2)
    answer = decide(state, PlayCard(0, hand(state, 0)[0]))
    assert not isinstance(answer, Rejection)
    assert [type(event) for event in answer] == [CardPlayed, TrickWon, DealScored]


def test_simultaneous_bids_are_revealed_with_the_last() -> None:
    state = done(begun(VARIANTS["simultaneous"]), MakeBid(2, 1), MakeBid(0, 0))
    answer = decide(state, MakeBid(1, 2))
    assert answer == (BidMade(1, 2), BidsRevealed((0, 2, 1)))


def test_secret_bids_are_revealed_after_the_last_trick() -> None:
    state = bid_all(begun(VARIANTS["secret"]), 0, 1, 2)
    state = play_on(state, 5)
    assert state.current is not None
    seat = state.current.turn
    answer = decide(state, PlayCard(seat, hand(state, seat)[0]))
    assert not isinstance(answer, Rejection)
    assert [type(event) for event in answer] == [CardPlayed, TrickWon, BidsRevealed, DealScored]
    assert answer[2] == BidsRevealed((2, 0, 1))


def every_command(state: GameState | None) -> list[Command]:
    """One of each kind; where a card or a seat is asked for, one that is wrong everywhere."""
    return [
        StartGame(VARIANTS["plain"], PLAYERS[:3], 0, SEED),
        Advance(SEED),
        MakeBid(0, 0),
        PlayCard(0, "2C"),
        VoidDeal("misdeal"),
        AdjustPoints(0, -5, "late"),
        ReplacePlayer(0, "Helen"),
    ]


ACCEPTED_IN = {
    "nothing": ["StartGame"],
    "started": ["Advance", "ReplacePlayer"],
    "bidding": ["VoidDeal", "AdjustPoints", "ReplacePlayer"],
    "playing": ["VoidDeal", "AdjustPoints", "ReplacePlayer"],
    "between": ["Advance", "AdjustPoints", "ReplacePlayer"],
    "finished": [],
}


def in_phase(phase: str) -> GameState | None:
    if phase == "nothing":
        return None
    if phase == "started":
        return done(None, StartGame(VARIANTS["plain"], PLAYERS[:3], 0, SEED))
    state = begun(short([1]))
    if phase == "bidding":
        return state
    state = bid_all(state, 0, 0, 0)
    if phase == "playing":
        return state
    state = play_on(state, 3)
    return state if phase == "between" else done(state, Advance(SEED))


@pytest.mark.parametrize("phase", ACCEPTED_IN)
def test_each_command_belongs_to_its_phases(phase: str) -> None:
    state = in_phase(phase)
    for command in every_command(state):
        name = type(command).__name__
        if name in ACCEPTED_IN[phase]:
            done(state, command)
        else:
            assert refused(state, command), (phase, name)


@pytest.mark.parametrize(
    ("phase", "command", "code"),
    [
        ("nothing", MakeBid(0, 0), "wrong-phase"),
        ("nothing", Advance(SEED), "wrong-phase"),
        ("started", MakeBid(1, 0), "wrong-phase"),
        ("started", PlayCard(1, "2C"), "wrong-phase"),
        ("started", VoidDeal("x"), "wrong-phase"),
        ("started", AdjustPoints(0, 1, "x"), "wrong-phase"),
        ("started", Advance(GameSeed(seed_bytes(2), "table")), "seed.commitment"),
        ("started", Advance(SEED, out=(0, 1)), "deal.out"),
        ("started", Advance(SEED, out=(3,)), "deal.out"),
        ("bidding", Advance(SEED), "wrong-phase"),
        ("bidding", MakeBid(0, 0), "not-your-turn"),
        ("bidding", MakeBid(7, 0), "not-your-turn"),
        ("bidding", MakeBid(-1, 0), "not-your-turn"),
        ("bidding", MakeBid(1, 2), "bad-bid"),
        ("bidding", PlayCard(1, "2C"), "wrong-phase"),
        ("bidding", PlayCard(0, "2C"), "not-your-turn"),
        ("bidding", VoidDeal("  "), "reason"),
        ("bidding", AdjustPoints(0, 1, ""), "reason"),
        ("bidding", AdjustPoints(3, 1, "x"), "seat"),
        ("bidding", ReplacePlayer(3, "Helen"), "seat"),
        ("bidding", ReplacePlayer(0, "George"), "seat.taken"),
        ("playing", MakeBid(1, 0), "wrong-phase"),
        ("playing", MakeBid(0, 0), "not-your-turn"),
        ("playing", PlayCard(0, "2C"), "not-your-turn"),
        ("playing", PlayCard(7, "2C"), "not-your-turn"),
        ("playing", PlayCard(1, "??"), "not-in-hand"),
        ("between", MakeBid(1, 0), "deal-over"),
        ("between", PlayCard(1, "2C"), "deal-over"),
        ("between", VoidDeal("x"), "wrong-phase"),
        ("finished", Advance(SEED), "game-over"),
        ("finished", MakeBid(1, 0), "game-over"),
        ("finished", AdjustPoints(0, 1, "x"), "game-over"),
        ("finished", ReplacePlayer(0, "Helen"), "game-over"),
        ("finished", VoidDeal("x"), "game-over"),
    ],
)
def test_command_is_refused_with(phase: str, command: Command, code: str) -> None:
    assert refused(in_phase(phase), command) == code


@pytest.mark.parametrize(
    ("rules", "players", "first_dealer", "code"),
    [
        (PRESETS["pocha"], PLAYERS, 0, "rules.paper-only"),
        (RuleSet.from_value({"hook": True, "bidding": "secret"}), PLAYERS, 0, "rules.invalid"),
        (PRESETS["oh-hell"], PLAYERS[:2], 0, "players.range"),
        (PRESETS["oh-hell"], PLAYERS, 4, "deal.dealer"),
        (PRESETS["oh-hell"], PLAYERS, -1, "deal.dealer"),
    ],
)
def test_a_game_that_cannot_be_played_does_not_start(
    rules: RuleSet, players: tuple[str, ...], first_dealer: int, code: str
) -> None:
    assert refused(None, StartGame(rules, players, first_dealer, SEED)) == code


def test_an_act_on_an_older_state_is_stale_and_told_the_newest() -> None:
    state = begun(VARIANTS["plain"])
    newest = state.n_events - 1
    assert not isinstance(decide(state, MakeBid(1, 0, seen=newest)), Rejection)
    for seen in (newest - 1, newest + 1, -1):
        answer = decide(state, MakeBid(1, 0, seen=seen))
        assert isinstance(answer, Rejection)
        assert (answer.code, answer.newest) == ("stale", newest)


def test_a_double_click_plays_one_card() -> None:
    state = bid_all(begun(short([2])), 0, 0, 0)
    seen = state.n_events - 1
    first, second = hand(state, 1)
    state = done(state, PlayCard(1, first, seen=seen))
    assert refused(state, PlayCard(1, second, seen=seen)) == "stale"
    assert hand(state, 1) == [second]


def test_bids_in_any_order_do_not_make_each_other_stale() -> None:
    state = begun(VARIANTS["secret"])
    seen = state.n_events - 1
    state = done(state, MakeBid(0, 1, seen=seen), MakeBid(2, 0, seen=seen))
    assert refused(state, MakeBid(0, 1, seen=seen)) == "already-bid"
    assert refused(state, MakeBid(1, 1, seen=seen - 1)) == "stale"
    state = done(state, MakeBid(1, 1, seen=seen))
    assert state.current is not None
    assert not state.current.is_bidding


def test_the_table_plays_only_a_forced_card() -> None:
    state = bid_all(begun(short([2])), 0, 0, 0)
    assert refused(state, PlayCard(1, hand(state, 1)[0], auto=True)) == "not-forced"
    state = play_on(state, 3)
    assert state.current is not None
    seat = state.current.turn
    state = done(state, PlayCard(seat, hand(state, seat)[0], auto=True))
    assert state.autos == (3,)


def test_a_void_deal_is_dealt_again_by_the_same_dealer_with_new_cards() -> None:
    state = play_on(bid_all(begun(short([3, 2])), 0, 0, 0), 4)
    first = state.current_event
    again = done(state, VoidDeal("a card was seen"), Advance(SEED))
    second = again.current_event
    assert first is not None
    assert second is not None
    assert (second.deal, second.dealer, second.hand_size) == (first.deal, first.dealer, first.hand_size)
    assert second.dealt != first.dealt
    third = done(again, VoidDeal("again"), Advance(SEED)).current_event
    assert third is not None
    assert third.dealt not in (first.dealt, second.dealt)
    assert again.totals == (0, 0, 0)


def test_the_deal_goes_on_to_the_left_after_a_void_one() -> None:
    state = done(begun(short([1, 1])), VoidDeal("misdeal"), Advance(SEED))
    state = done(play_on(bid_all(state, 0, 0, 0), 3), Advance(SEED))
    assert state.current_event is not None
    assert (state.current_event.deal, state.current_event.dealer) == (1, 1)


def test_adjustments_count_in_their_deal() -> None:
    state = begun(short([1, 1]))
    state = done(state, AdjustPoints(2, -7, "late to the table"))
    state = play_on(bid_all(state, 0, 0, 0), 3)
    earned = state.records[0].points[2]
    assert earned is not None
    assert state.totals[2] == earned - 7
    state = done(
        state,
        AdjustPoints(2, 3, "came with cake"),
        Advance(SEED),
        AdjustPoints(2, 100, "now the second deal"),
    )
    assert [adjustment.entry for adjustment in state.adjustments] == [0, 0, 1]
    assert result(state).points[0][2] == earned - 4


def test_a_replaced_player_is_on_the_seat_from_then_on() -> None:
    state = done(begun(VARIANTS["plain"]), ReplacePlayer(1, "Helen"))
    assert state.players == ("Evelyn", "Helen", "George")
    assert refused(state, ReplacePlayer(2, "Helen")) == "seat.taken"


def test_a_seat_may_sit_a_deal_out() -> None:
    state = done(None, StartGame(short([2, 1]), PLAYERS, 0, SEED), Advance(SEED, out=(0,)))
    deal = state.current
    assert deal is not None
    assert deal.setup.seats == (2, 3, 1)
    assert hand(state, 0) == []
    assert refused(state, MakeBid(0, 0)) == "not-your-turn"
    for seat in deal.setup.seats:
        state = done(state, MakeBid(seat, 0))
    state = play_on(state, 6)
    assert state.records[0].points[0] is None
    assert state.totals[0] == 0
    state = done(state, Advance(SEED))
    assert state.current_event is not None
    assert state.current_event.dealer == 2


def test_a_tie_for_first_is_settled_by_deciders_that_never_count() -> None:
    found_loop = False
    for seed in range(40):
        secret = GameSeed(seed_bytes(seed), "decider")
        state = begun(short([1], tie_break=["decider", "shared"]), seed=secret)
        while state.finished is None:
            deal = state.current
            assert deal is not None
            if not state.is_dealing:
                state = done(state, Advance(secret))
            elif deal.is_bidding:
                first_of_decider = state.next_deal == 1 and deal.n_bids == 0
                state = done(state, MakeBid(deal.turn, int(first_of_decider)))
            else:
                state = play_on(state, 1)
        deciders = [record for record in state.records if record.decider is not None]
        found_loop = found_loop or len(deciders) > 1
        for before, record in zip(state.records, deciders, strict=False):
            assert record.hand_size == 1
            assert set(record.decider or ()) <= set(range(3))
            assert record.dealer in (record.decider or ())
            assert before.deal < record.deal
        best = max(state.totals)
        tied = [seat for seat in range(3) if state.totals[seat] == best]
        assert bool(deciders) == (len(tied) > 1)
        assert sum(state.totals) == sum(points or 0 for points in state.records[0].points)
        if deciders:
            assert state.finished.places.count(1) == 1
            assert deciders[0].decider == tuple(tied)
    assert found_loop


def test_the_game_finishes_once_with_the_seed() -> None:
    state = in_phase("finished")
    assert state is not None
    assert isinstance(state.finished, GameFinished)
    assert state.finished.seed == SEED.seed
    assert state.finished.totals == state.totals


def test_an_act_waits_until_the_log_has_what_the_last_one_caused() -> None:
    state = play_on(bid_all(begun(VARIANTS["plain"]), 0, 0, 0), 2)
    answer = decide(state, PlayCard(0, hand(state, 0)[0]))
    assert not isinstance(answer, Rejection)
    cut = evolve(state, answer[0])
    assert refused(cut, Advance(SEED)) == "log.due"
    assert cut.due == answer[1:]
