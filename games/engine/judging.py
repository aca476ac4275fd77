"""Judging the events of a log that comes from elsewhere: what `decide` would have refused is refused (rules.md 5.5)."""

from __future__ import annotations

from collections.abc import Mapping

from .cards import PLUS_FIVE
from .deal import check_copies, require_hosted
from .dealing import next_dealer, next_hand_size, turns_card
from .decide import decide
from .errors import LogError
from .events import CardsDealt, Derived, Event, GameFinished, Started
from .game import GameState, absent_seats
from .legality import Rejection
from .log_json import read_command, read_event
from .result import decider_due, result
from .shuffle import commitment_of


def judged(state: GameState | None, value: object, index: int) -> Event:
    """The event of a stored object if it may come next; LogError with the code of what is wrong with it.

    Derived events are only read: `evolve` compares them with what the facts call for.
    """
    if not isinstance(value, Mapping) or value.get("n") != index:
        raise LogError("event.format", f"Event {index} must be an object with n {index}.")
    if state is None:
        return _judged_start(read_event(value, None))
    if state.due:
        return read_event(value, state.deck)
    command = read_command(value)
    if command is not None:
        answer = decide(state, command)
        if isinstance(answer, Rejection):
            raise LogError(answer.code, answer.message)
        return answer[0]
    event = read_event(value, state.deck)
    if isinstance(event, Derived):
        raise LogError("log.derived", "Nothing before this calls for such an event here.")
    if state.finished is not None:
        raise LogError("game-over", "The game is finished; nothing comes after it.")
    if isinstance(event, CardsDealt):
        _judge_cards(state, event)
    elif isinstance(event, GameFinished):
        _judge_finish(state, event)
    else:
        raise LogError("wrong-phase", "The game has begun.")
    return event


def _judged_start(event: Event) -> Event:
    if not isinstance(event, Started):
        raise LogError("event.format", "A log begins with its start.")
    require_hosted(event.rules)
    low, high = event.rules.players
    if not low <= len(event.players) <= high:
        raise LogError("players.range", f"{len(event.players)} players; these rules are for {low} to {high}.")
    if not 0 <= event.first_dealer < len(event.players):
        raise LogError("deal.dealer", f"First dealer {event.first_dealer} is no seat (seats count from 0).")
    return event


def _judge_cards(state: GameState, event: CardsDealt) -> None:
    if state.is_dealing:
        raise LogError("wrong-phase", "The deal in progress must end first.")
    group = decider_due(state)
    if state.next_deal >= len(state.sizes) and group is None:
        raise LogError("wrong-phase", "The last deal has been played.")
    expected = {"deal": state.next_deal, "decider": group, "hand_size": next_hand_size(state, group)}
    for key, wanted in expected.items():
        if getattr(event, key) != wanted:
            raise LogError("deal.field", f"{key} must be {wanted} here, not {getattr(event, key)}.")
    absent = absent_seats(state, event)
    if len(set(event.out)) != len(event.out) or not set(event.out) <= set(range(state.n_seats)):
        raise LogError("deal.field", "out must list different seats of this table.")
    if state.n_seats - len(absent) < 2:
        raise LogError("deal.field", "At least two seats must play a deal.")
    dealer = next_dealer(state, out=event.out, decider=group)
    if event.dealer != dealer:
        raise LogError("deal.dealer", f"Seat {dealer} deals here, not {event.dealer}.")
    _judge_hands(state, event, absent)


def _judge_hands(state: GameState, event: CardsDealt, absent: tuple[int, ...]) -> None:
    dealt = event.dealt
    wanted = [0 if seat in absent else event.hand_size for seat in range(state.n_seats)]
    if [len(hand) for hand in dealt.hands] != wanted:
        raise LogError("cards.count", f"Every seat that plays must have {event.hand_size} cards.")
    turned = [] if dealt.turn_up is None else [dealt.turn_up]
    every = [card for hand in dealt.hands for card in hand]
    check_copies(state.deck, [*every, *turned, *dealt.passed, *dealt.pile])
    if dealt.turn_up is not None and dealt.turn_up >= PLUS_FIVE:
        raise LogError("deal.turn-up", "The turn-up must be a colour card.")
    if any(card < PLUS_FIVE for card in dealt.passed):
        raise LogError("deal.turn-up", "Only action cards are passed; the first colour card is the turn-up.")
    turns = turns_card(state, event)
    ran_dry = dealt.turn_up is None and state.deck.has_actions and not dealt.pile
    if turns != (dealt.turn_up is not None) and not ran_dry:
        raise LogError(
            "deal.turn-up", "A card is turned here." if turns else "No card is turned in this deal."
        )


def _judge_finish(state: GameState, event: GameFinished) -> None:
    if state.is_dealing or state.next_deal < len(state.sizes) or decider_due(state):
        raise LogError("log.derived", "The game is not over here.")
    score = result(state)
    if (event.totals, event.places, event.decided_by) != (score.totals, score.places, score.decided_by):
        raise LogError(
            "log.derived", f"The deals give totals {list(score.totals)}, places {list(score.places)}."
        )
    if event.seed is not None and state.commitment not in (None, commitment_of(event.seed)):
        raise LogError("log.derived", "The seed is not the one the commitment promised.")
