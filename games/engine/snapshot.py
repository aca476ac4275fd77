"""A game between two events as JSON values and back, so that an act need not fold the whole log again.

Derived, and as secret as the log itself: it holds every hand. `restore(snapshot(state)) == state`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from .cards import deck as deck_named
from .events import CardsDealt, GameFinished
from .game import Adjustment, DealRecord, GameState, absent_seats
from .log_json import event_json, read_event
from .rules import RuleSet
from .setup import deal_setup
from .state import DealState, Turn, new_deal

Json = dict[str, Any]

_PLAIN = ("n_bids", "turn", "trump", "is_suspended", "led", "n_in_trick", "pile_at")
_LISTS = ("bids", "played", "tricks")
_TUPLES = ("winners", "plus_fives", "minus_fives", "trumps")


def snapshot(state: GameState) -> Json:
    """The state as JSON values. ValueError while derived events are due: they belong to the act before them."""
    if state.due:
        raise ValueError("an act is not complete: append what is due first")
    deck = state.deck
    return {
        "rules": state.rules.to_json(),
        "players": list(state.players),
        "first_dealer": state.first_dealer,
        "commitment": state.commitment,
        "n_events": state.n_events,
        "records": [_record_json(record) for record in state.records],
        "adjustments": [asdict(adjustment) for adjustment in state.adjustments],
        "dealt": None if state.current_event is None else event_json(state.current_event, deck),
        "deal": None if state.current is None else _deal_json(state.current),
        "dealt_at": state.dealt_at,
        "n_voids": state.n_voids,
        "autos": list(state.autos),
        "finished": None if state.finished is None else event_json(state.finished, deck),
    }


def restore(value: Mapping[str, Any]) -> GameState:
    """The state of a snapshot made here; trusted, not judged."""
    rules = RuleSet.from_value(value["rules"])
    players = tuple(value["players"])
    deck = deck_named(rules.deck_for(len(players)))
    dealt = None if value["dealt"] is None else read_event(value["dealt"], deck)
    finished = None if value["finished"] is None else read_event(value["finished"], deck)
    assert dealt is None or isinstance(dealt, CardsDealt)
    assert finished is None or isinstance(finished, GameFinished)
    state = GameState(
        rules=rules,
        players=players,
        first_dealer=value["first_dealer"],
        commitment=value["commitment"],
        deck=deck,
        sizes=rules.hand_sizes(len(players)),
        n_events=value["n_events"],
        records=tuple(DealRecord(**_as_tuples(record)) for record in value["records"]),
        adjustments=tuple(Adjustment(**adjustment) for adjustment in value["adjustments"]),
        current_event=dealt,
        dealt_at=value["dealt_at"],
        n_voids=value["n_voids"],
        autos=tuple(value["autos"]),
        finished=finished,
    )
    if value["deal"] is not None and dealt is not None:
        state.current = _deal(state, dealt, value["deal"])
    return state


@lru_cache(maxsize=4096)
def _record_json(record: DealRecord) -> Json:
    """Shared by all snapshots that hold the deal: to be read only."""
    return _as_lists(asdict(record))


def _as_lists(row: Mapping[str, Any]) -> Json:
    return {name: list(cell) if isinstance(cell, tuple) else cell for name, cell in row.items()}


def _as_tuples(row: Mapping[str, Any]) -> Json:
    return {name: tuple(cell) if isinstance(cell, list) else cell for name, cell in row.items()}


def _deal_json(deal: DealState) -> Json:
    """Hands as hexadecimal text: they do not fit the numbers every JSON reader knows."""
    shown: Json = {name: getattr(deal, name) for name in _PLAIN}
    shown |= {name: list(getattr(deal, name)) for name in (*_LISTS, *_TUPLES)}
    shown["hands"] = [f"{hand:x}" for hand in deal.hands]
    shown["turns"] = [[turn.n_played, list(turn.cards), turn.trump] for turn in deal.turns]
    return shown


def _deal(state: GameState, event: CardsDealt, value: Mapping[str, Any]) -> DealState:
    setup = deal_setup(
        state.rules,
        state.deck,
        n_seats=state.n_seats,
        hand_size=event.hand_size,
        dealer=event.dealer,
        out=absent_seats(state, event),
    )
    deal = new_deal(setup, event.dealt, value["trumps"][0])
    for name in _PLAIN:
        setattr(deal, name, value[name])
    for name in _LISTS:
        setattr(deal, name, list(value[name]))
    for name in _TUPLES:
        setattr(deal, name, tuple(value[name]))
    deal.hands = [int(hand, 16) for hand in value["hands"]]
    deal.turns = tuple(Turn(n_played, tuple(cards), trump) for n_played, cards, trump in value["turns"])
    return deal
