"""What a seat may see, and that nothing else reaches it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.engine.cards import deck, face_of, hand_of
from games.engine.commands import Advance, Command, MakeBid, PlayCard, StartGame, VoidDeal
from games.engine.decide import decide
from games.engine.game import GameState, apply
from games.engine.legality import Rejection
from games.engine.view import deal_view, view

from .tables import PLAYERS, SEED, VARIANTS, begun, done, random_game, short

SECRETIVE = ["plain", "hook", "simultaneous", "secret", "rage", "rage-secret", "rage-anytime"]


def states(name: str, seed: int) -> Iterator[GameState]:
    state = None
    for event in random_game(VARIANTS[name], seed):
        state = apply(state, event)
        yield state


def shown(state: GameState, seat: int | None) -> str:
    return json.dumps(view(state, seat), sort_keys=True)


def with_other_secrets(state: GameState, seat: int | None, rng: Random) -> GameState:
    """The same table to that seat: other hands, another pile, other unrevealed bids, other automatic marks."""
    twin = state.copy()
    deal = twin.current
    if deal is None or twin.current_event is None:
        return twin
    setup = deal.setup
    mine = [] if seat is None else [face_of(card) for card in _held(deal.hands[seat])]
    seen = [card if card < 128 else 112 for card in deal.played]
    seen += [card for turn in deal.turns for card in turn.cards] + list(deal.passed)
    seen += [] if deal.turn_up is None else [deal.turn_up]
    hidden = list(setup.deck.cards)
    for card in mine + seen:
        hidden.remove(card)
    rng.shuffle(hidden)
    for other in range(setup.n_seats):
        if other != seat:
            n_held = deal.hands[other].bit_count()
            deal.hands[other] = hand_of(hidden[:n_held])
            del hidden[:n_held]
    n_below = len(deal.pile) - deal.pile_at
    deal.pile = deal.pile[: deal.pile_at] + tuple(hidden[:n_below])
    dealt = replace(twin.current_event.dealt, hands=tuple((card,) for card in hidden[:3]), pile=deal.pile)
    twin.current_event = replace(twin.current_event, dealt=dealt)
    if setup.bidding != "open" and (deal.is_bidding or (setup.bidding == "secret" and not deal.is_over)):
        for other, bid in enumerate(deal.bids):
            if bid is not None and other != seat:
                deal.bids[other] = rng.randrange(setup.hand_size + 1)
    if not deal.is_over:
        before_last = (setup.hand_size - 1) * setup.n_players
        twin.autos = tuple(at for at in range(len(deal.played)) if at >= before_last or rng.random() < 0.5)
        twin.autos = tuple(at for at in twin.autos if _owner(state, at) != seat or at in state.autos)
        own_or_last = [at for at in state.autos if at >= before_last or _owner(state, at) == seat]
        twin.autos = tuple(
            at for at in sorted({*twin.autos, *own_or_last}) if at < before_last or at in state.autos
        )
    return twin


def _held(hand: int) -> list[int]:
    return [card for card in range(hand.bit_length()) if hand >> card & 1]


def _owner(state: GameState, at: int) -> int:
    """Who played the card at that place of the deal."""
    deal = state.current
    assert deal is not None
    trick, index = divmod(at, deal.setup.n_players)
    seat = deal.winners[trick - 1] if trick else deal.setup.seats[0]
    for _ in range(index):
        seat = deal.setup.next_seat[seat]
    return seat


def asked(state: GameState, seat: int) -> list[Command]:
    """Acts of that seat, legal and not."""
    tokens = [state.deck.text(card) for card in state.deck.copies] + ["J=R", "J=S", "XX"]
    return [
        *(PlayCard(seat, token) for token in tokens),
        *(PlayCard(seat, token, auto=True) for token in tokens[:8]),
        *(MakeBid(seat, bid) for bid in range(-1, 8)),
        MakeBid(seat, 0, seen=state.n_events - 3),
        VoidDeal(" "),
    ]


def refusals(state: GameState, seat: int) -> list[object]:
    answers = [decide(state, command) for command in asked(state, seat)]
    return [answer if isinstance(answer, Rejection) else "accepted" for answer in answers]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", SECRETIVE)
def test_states_that_differ_only_in_secrets_show_the_same_bytes(name: str, seed: int) -> None:
    rng = Random(seed)
    differing = 0
    for state in states(name, seed):
        for seat in (None, 0, 1, 2):
            twin = with_other_secrets(state, seat, rng)
            differing += twin != state
            assert shown(twin, seat) == shown(state, seat)
    assert differing > 10


@pytest.mark.parametrize("name", SECRETIVE)
def test_refusals_tell_nothing_of_secrets(name: str) -> None:
    rng = Random(4)
    for number, state in enumerate(states(name, 4)):
        seat = number % 3
        twin = with_other_secrets(state, seat, rng)
        assert refusals(twin, seat) == refusals(state, seat)


@pytest.mark.parametrize("name", SECRETIVE)
def test_no_card_is_named_that_the_seat_cannot_know(name: str) -> None:
    names = set(deck("rage-112").faces if "rage" in name else deck("standard-52").faces)
    for state in states(name, 5):
        deal = state.current
        if deal is None:
            continue
        text = state.deck.text
        public = {text(card).partition("=")[0] for card in deal.played}
        public |= {text(card) for turn in deal.turns for card in turn.cards} | {
            text(card) for card in deal.passed
        }
        public |= set() if deal.turn_up is None else {text(deal.turn_up)}
        for seat in (None, 0, 1, 2):
            own = set() if seat is None else set(state.deck.texts_of(deal.hands[seat]))
            told = {token.partition("=")[0] for token in _texts(view(state, seat))} & names
            assert told <= public | own


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for entry in value.values():
            yield from _texts(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from _texts(entry)


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_spectator_sees_no_more_than_any_seat(name: str) -> None:
    for state in states(name, 6):
        spectator = view(state, None)
        for seat in range(3):
            own = view(state, seat)
            assert spectator.keys() == own.keys()
            for key, value in spectator.items():
                if key == "deal" and isinstance(value, dict):
                    _assert_subset(value, own["deal"])
                elif key != "seat":
                    assert value == own[key]


def _assert_subset(spectator: Any, own: Any) -> None:
    """Equal, or blank where the seat sees something of its own."""
    for key, value in spectator.items():
        if key in ("hand", "legal"):
            assert value == []
        elif key == "bids":
            assert all(bid is None or bid == seen for bid, seen in zip(value, own[key], strict=True))
        elif key == "played":
            bare = [
                [{"seat": card["seat"], "card": card["card"]} for card in trick["cards"]] for trick in value
            ]
            seen = [
                [{"seat": card["seat"], "card": card["card"]} for card in trick["cards"]]
                for trick in own[key]
            ]
            assert bare == seen
        else:
            assert value == own[key]


def test_a_seat_sees_its_hand_and_what_it_may_do() -> None:
    state = begun(short([2], hook=True))
    assert state.current is not None
    seen = view(state, 1)["deal"]
    other = view(state, 2)["deal"]
    assert isinstance(seen, dict)
    assert isinstance(other, dict)
    assert seen["hand"] == state.deck.texts_of(state.current.hands[1])
    assert seen["legal"] == [0, 1, 2]
    assert other["legal"] == []
    state = done(state, MakeBid(1, 1), MakeBid(2, 0))
    dealer = view(state, 0)["deal"]
    assert isinstance(dealer, dict)
    assert dealer["legal"] == [0, 2]


def test_unrevealed_bids_show_only_that_they_were_made() -> None:
    state = done(begun(VARIANTS["secret"]), MakeBid(1, 2), MakeBid(0, 1))
    for seat, bids in ((None, [None] * 3), (0, [1, None, None]), (1, [None, 2, None]), (2, [None] * 3)):
        seen = view(state, seat)["deal"]
        assert isinstance(seen, dict)
        assert seen["bids"] == bids
        assert seen["has_bid"] == [True, True, False]


def test_secret_bids_stay_hidden_until_the_last_trick() -> None:
    hidden = shows = 0
    for state in states("secret", 7):
        deal = state.current
        if deal is None or deal.is_bidding:
            continue
        seen = deal_view(deal, None)
        if deal.is_over:
            shows += 1
            assert seen.bids == tuple(deal.bids)
        else:
            hidden += 1
            assert seen.bids == (None, None, None)
    assert hidden
    assert shows


def test_an_automatic_card_is_told_only_when_everybody_knows_it_was_forced() -> None:
    state = begun(short([2]))
    for seat in (1, 2, 0):
        state = done(state, MakeBid(seat, 0))
    for _ in range(3):
        assert state.current is not None
        seat = state.current.turn
        choices = deal_view(state.current, seat).legal_cards
        state = done(state, PlayCard(seat, state.deck.text(choices[0]), auto=len(choices) == 1))
    early = [at for at in state.autos if at < 3]
    assert state.current is not None
    for viewer in (None, 0, 1, 2):
        marks = _auto_marks(state, viewer)
        assert marks == [at for at in early if _owner(state, at) == viewer]
    for _ in range(3):
        seat = state.current.turn
        choices = deal_view(state.current, seat).legal_cards
        state = done(state, PlayCard(seat, state.deck.text(choices[0]), auto=True))
        assert state.current is not None
    assert _auto_marks(state, None) == [*early, 3, 4, 5]


def _auto_marks(state: GameState, viewer: int | None) -> list[int]:
    deal = view(state, viewer)["deal"]
    assert isinstance(deal, dict)
    cards = [card for trick in deal["played"] for card in trick["cards"]]
    return [at for at, card in enumerate(cards) if card.get("auto")]


def test_a_void_deal_shows_no_bids() -> None:
    state = done(begun(VARIANTS["secret"]), MakeBid(1, 2), VoidDeal("misdeal"))
    record: Any = view(state, None)["deals"]
    assert record[0]["void"] is True
    assert "bids" not in record[0]
    assert view(state, None)["deal"] is None


def test_the_seed_is_in_no_view_before_the_end() -> None:
    state = done(None, StartGame(VARIANTS["plain"], PLAYERS[:3], 0, SEED), Advance(SEED))
    for seat in (None, 0, 1, 2):
        assert SEED.seed.hex() not in shown(state, seat)
