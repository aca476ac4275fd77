"""The log of a hosted game, game/1: writing, reading, and replaying one that comes from elsewhere (rules.md 5.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from .dealing import next_cards
from .errors import EngineError, LogError
from .events import BidMade, CardPlayed, CardsDealt, Event
from .game import GameState, apply, evolve, fold
from .judging import judged
from .log_json import event_json, read_event
from .replay import FORMAT as REPLAY_FORMAT
from .replay import deal_replay, legal_texts
from .result import game_sheet, result
from .setup import NOBODY
from .shuffle import GameSeed
from .state import DealState

FORMAT = "game/1"


def log_document(game_id: str, events: Iterable[Event]) -> dict[str, object]:
    """The game/1 object of a game's events."""
    rows: list[dict[str, object]] = []
    deck = None
    for number, event in enumerate(events):
        if deck is None:
            deck = evolve(None, event).deck
        rows.append({"n": number} | event_json(event, deck))
    return {"format": FORMAT, "id": game_id, "events": rows}


def read_log(document: object) -> Iterator[Event]:
    """The events of a game/1 object, for `fold`; their form is checked, their legality is not."""
    deck = None
    for index, value in enumerate(_rows(document)):
        try:
            event = read_event(value, deck)
            if deck is None:
                deck = evolve(None, event).deck
        except EngineError as error:
            raise _placed(error, index) from error
        yield event


def game_state(document: object) -> GameState:
    """The state after all events of a game/1 object. For logs written here: acts are not judged again."""
    state = fold(read_log(document))
    if state is None:
        raise LogError("event.format", "The log has no start.", event=0)
    return state


def sheet_from_log(document: object) -> dict[str, object]:
    """The sheet/1 object of a game/1 log: bids, tricks, ±5 cards, void deals, adjustments, deciders."""
    return game_sheet(game_state(document)).to_json()


def deals_off_the_seed(document: object, seed: GameSeed) -> list[int]:
    """The numbers of the deal events whose cards are not those of that seed; an honest game has none.

    Anybody can check a finished game so, with the seed of its `finish` and the `id` of the log.
    """
    found = []
    state: GameState | None = None
    for number, event in enumerate(read_log(document)):
        if isinstance(event, CardsDealt) and state is not None:
            honest = next_cards(state, seed, out=event.out, decider=event.decider)
            found += [] if event == honest else [number]
        state = apply(state, event)
    return found


def replay_game(document: object) -> dict[str, object]:
    """Play a game/1 log again, judging every act and checking every derived event.

    Gives one replay per deal event, void ones included. `places` and `decided_by` are None before `finish`.
    LogError with the index of the event at fault as `event`: `log.derived`, or a code of rules.md 5.3.
    """
    state: GameState | None = None
    transcript = _Transcript()
    for index, value in enumerate(_rows(document)):
        try:
            event = judged(state, value, index)
            transcript.note(state, event)
            state = evolve(state, event)
        except EngineError as error:
            raise _placed(error, index) from error
        transcript.look(state)
    if state is None:
        raise LogError("event.format", "The log has no start.", event=0)
    score = result(state) if state.finished else None
    return {
        "format": REPLAY_FORMAT,
        "deals": transcript.replays(state),
        "totals": list(state.totals),
        "places": list(score.places) if score else None,
        "decided_by": [tie.to_json() for tie in score.decided_by] if score else None,
    }


@dataclass(slots=True)
class _Transcript:
    """What each deal's replay needs: the legal lists as they were, and the deal as it ended."""

    deals: list[tuple[DealState, list[list[int | str]]]] = field(default_factory=list)

    def note(self, state: GameState | None, event: Event) -> None:
        if isinstance(event, (BidMade, CardPlayed)) and state is not None and state.current is not None:
            self.deals[-1][1].append(legal_texts(state.current, event.seat))
        elif isinstance(event, CardsDealt):
            self.deals.append((_NOT_YET, []))

    def look(self, state: GameState) -> None:
        if state.current is not None and self.deals:
            self.deals[-1] = (state.current, self.deals[-1][1])

    def replays(self, state: GameState) -> list[dict[str, object]]:
        found = []
        for deal, legal in self.deals:
            if deal.turn != NOBODY:
                legal.append(legal_texts(deal, deal.turn))
            found.append(deal_replay(state.rules, deal, legal))
        return found


_NOT_YET = DealState.__new__(DealState)


def _rows(document: object) -> list[object]:
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise LogError("deal.format", f'The document must say "format": "{FORMAT}".')
    rows = document.get("events")
    if not isinstance(rows, list):
        raise LogError("deal.field", "events must be a list.")
    return rows


def _placed(error: EngineError, index: int) -> EngineError:
    """The same refusal with the index of the event it is about."""
    return type(error)(error.code, error.message, **(error.where | {"event": index}))
