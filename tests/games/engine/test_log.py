"""game/1: written, read, replayed, and refused when something in it does not follow."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest

from games.engine.bots import BOTS
from games.engine.commands import AdjustPoints, Advance, Command, ReplacePlayer, StartGame, VoidDeal
from games.engine.decide import decide
from games.engine.errors import EngineError, LogError
from games.engine.events import CardsDealt, Event
from games.engine.game import GameState, evolve, fold
from games.engine.legality import Rejection
from games.engine.log import deals_off_the_seed, log_document, read_log, replay_game, sheet_from_log
from games.engine.replay import replay_document
from games.engine.score import score_sheet
from games.engine.selfplay import next_command, play_game
from games.engine.shuffle import GameSeed

from .recorded import DATA, answer
from .tables import PLAYERS, SEED, VARIANTS, rage, random_game, short

DEMO: dict[str, Any] = json.loads((DATA / "demo_game.json").read_text(encoding="utf-8"))


def demo(at: int, **changes: object) -> dict[str, Any]:
    """The demo log with one event changed."""
    document = copy.deepcopy(DEMO)
    document["events"][at] |= changes
    return document


def without(at: int) -> dict[str, Any]:
    document = copy.deepcopy(DEMO)
    del document["events"][at]
    for number, event in enumerate(document["events"]):
        event["n"] = number
    return document


def test_the_demo_game_replays() -> None:
    replayed = replay_document(DEMO)
    assert replayed["totals"] == [11, 10, 10]
    assert replayed["places"] == [1, 2, 2]
    assert replayed["decided_by"] == [{"seats": [1, 2], "by": ["shared"]}]
    assert replayed["deals"] == [
        {
            "format": "replay/1",
            "legal": [[0, 1], [0, 1], [0, 1], ["4C"], ["QS"], ["KS"]],
            "turn": None,
            "bids": [1, 0, 0],
            "winners": [0],
            "tricks": [1, 0, 0],
            "trump": [None, None],
            "plus_fives": [0, 0, 0],
            "minus_fives": [0, 0, 0],
            "points": [11, 10, 10],
            "complete": True,
        }
    ]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_written_log_reads_back_and_replays(name: str) -> None:
    events = random_game(VARIANTS[name], 6)
    document = json.loads(json.dumps(log_document("g", events)))
    assert list(read_log(document)) == events
    replayed = replay_game(document)
    state = fold(events)
    assert state is not None
    assert state.finished is not None
    assert replayed["totals"] == list(state.finished.totals)
    assert replayed["places"] == list(state.finished.places)
    assert len(replayed["deals"]) == sum(isinstance(event, CardsDealt) for event in events)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", VARIANTS)
def test_the_score_of_the_log_is_the_score_of_its_sheet(name: str) -> None:
    document = log_document("g", random_game(VARIANTS[name], 7))
    replayed = replay_game(document)
    score = score_sheet(sheet_from_log(document))
    assert list(score.totals) == replayed["totals"]
    assert list(score.places) == replayed["places"]
    assert [tie.to_json() for tie in score.decided_by] == replayed["decided_by"]
    assert score.problems == ()


@pytest.mark.parametrize("name", ["plain", "secret", "rage", "decider"])
def test_a_log_cut_off_anywhere_replays(name: str) -> None:
    document = log_document("g", random_game(VARIANTS[name], 8))
    events = document["events"]
    assert isinstance(events, list)
    for length in range(1, len(events)):
        replayed = replay_game(document | {"events": events[:length]})
        assert replayed["places"] is None
        assert replayed["decided_by"] is None


@pytest.mark.parametrize(
    ("at", "changes", "code"),
    [
        (0, {"n": 1}, "event.format"),
        (0, {"type": "begin"}, "event.format"),
        (0, {"players": "Evelyn"}, "event.format"),
        (0, {"players": ["Evelyn", "Frank"]}, "players.range"),
        (0, {"first_dealer": 3}, "deal.dealer"),
        (0, {"rules": "oh-heaven"}, "rules.unknown-preset"),
        (0, {"rules": "plump"}, "rules.paper-only"),
        (0, {"rules": {"hok": 1}}, "rules.unknown-field"),
        (1, {"deal": 1}, "deal.field"),
        (1, {"hand_size": 2}, "deal.field"),
        (1, {"dealer": 1}, "deal.dealer"),
        (1, {"decider": [0, 1]}, "deal.field"),
        (1, {"out": [0, 1]}, "deal.field"),
        (1, {"out": [7]}, "deal.field"),
        (1, {"hands": [["4C"], ["QS"], []]}, "cards.count"),
        (1, {"hands": [["4C"], ["QS"], ["QS"]]}, "cards.duplicate"),
        (1, {"hands": [["4C"], ["QS"], ["R5"]]}, "cards.unknown"),
        (1, {"hands": [["4C"], ["QS"], [5]]}, "event.format"),
        (1, {"turn_up": "TS"}, "deal.turn-up"),
        (1, {"hand_size": "1"}, "event.format"),
        (2, {"seat": 1}, "not-your-turn"),
        (2, {"bid": 2}, "bad-bid"),
        (2, {"bid": "1"}, "event.format"),
        (2, {"type": "pass"}, "event.format"),
        (2, {"by": 7}, "event.format"),
        (5, {"by": ["bot"]}, "event.format"),
        (2, {"type": "reveal", "bids": [1, 0, 0]}, "log.derived"),
        (2, {"type": "trick", "winner": 0}, "log.derived"),
        (4, {"type": "play", "card": "KS"}, "wrong-phase"),
        (5, {"card": "QS"}, "not-in-hand"),
        (5, {"card": "4C=S"}, "colour-forbidden"),
        (5, {"seat": 1}, "not-your-turn"),
        (8, {"winner": 1}, "log.derived"),
        (8, {"winner": "0"}, "event.format"),
        (9, {"points": [11, 10, 11]}, "log.derived"),
        (9, {"tricks": [0, 1, 0]}, "log.derived"),
        (9, {"plus_fives": [1, 0, 0]}, "log.derived"),
        (9, {"deal": 1}, "log.derived"),
        (10, {"totals": [11, 10, 11]}, "log.derived"),
        (10, {"places": [1, 2, 3]}, "log.derived"),
        (10, {"decided_by": []}, "log.derived"),
        (10, {"seed": "ff" * 32}, "log.derived"),
        (10, {"seed": "00"}, "log.derived"),
        (10, {"seed": "xy"}, "event.format"),
    ],
)
def test_a_changed_event_is_found(at: int, changes: dict[str, object], code: str) -> None:
    assert answer(demo(at, **changes)) == {"error": {"code": code, "event": at}}


@pytest.mark.parametrize("at", range(1, 10))
def test_a_missing_event_is_found(at: int) -> None:
    assert "error" in answer(without(at))


def test_an_event_is_an_object_with_its_number() -> None:
    assert answer(DEMO | {"events": [*DEMO["events"][:3], 7]})["error"] == {
        "code": "event.format",
        "event": 3,
    }
    assert answer(DEMO | {"events": {}})["error"]["code"] == "deal.field"
    assert answer(DEMO | {"events": []})["error"]["code"] == "event.format"


def test_nothing_comes_after_the_finish() -> None:
    again = DEMO["events"][10] | {"n": 11}
    assert answer(DEMO | {"events": [*DEMO["events"], again]})["error"] == {"code": "game-over", "event": 11}


def test_a_seed_that_was_never_kept_is_not_missed() -> None:
    assert "error" not in answer(demo(10, seed=None))


def test_derived_events_of_a_rage_log_are_checked() -> None:
    document = log_document("g", random_game(rage([8, 8]), 2))
    events = document["events"]
    assert isinstance(events, list)
    turns = [event for event in events if event["type"] == "turn"]
    assert turns
    for turn in turns:
        changed = copy.deepcopy(document)
        changed["events"][turn["n"]]["trump"] = "R" if turn["trump"] != "R" else "B"  # type: ignore[index]
        assert answer(changed)["error"] == {"code": "log.derived", "event": turn["n"]}


def director_game() -> list[Event]:
    """A game with a void deal, adjustments and a new player, played out at random."""
    events: list[Event] = []
    state: GameState | None = None
    script: list[Command] = [
        StartGame(short([1, 2]), PLAYERS[:3], 0, SEED),
        Advance(SEED),
        AdjustPoints(1, -3, "late"),
        VoidDeal("misdeal"),
        Advance(SEED),
        ReplacePlayer(2, "Helen"),
        AdjustPoints(0, 2, "dealt twice"),
    ]
    rng = Random(3)
    while state is None or state.finished is None:
        if script:
            command = script.pop(0)
        else:
            assert state is not None
            command = next_command(state, SEED, [BOTS["random"]] * 3, rng)
        caused = decide(state, command)
        assert not isinstance(caused, Rejection), caused
        for event in caused:
            state = evolve(state, event)
        events += caused
    return events


def test_void_deals_adjustments_and_new_players_are_on_the_sheet() -> None:
    document = log_document("g", director_game())
    replayed = replay_game(document)
    sheet = sheet_from_log(document)
    deals: Any = sheet["deals"]
    assert [deal.get("void", False) for deal in deals] == [True, False, False]
    assert deals[0]["adjustments"] == [{"seat": 1, "points": -3, "reason": "late"}]
    assert deals[1]["adjustments"] == [{"seat": 0, "points": 2, "reason": "dealt twice"}]
    assert "bids" not in deals[0]
    assert sheet["players"] == ["Evelyn", "Frank", "Helen"]
    score = score_sheet(sheet)
    assert list(score.totals) == replayed["totals"]
    assert score.dealers == (0, 0, 1)
    assert score.problems == ()


@pytest.mark.parametrize("name", ["plain", "rage", "decider"])
def test_anybody_can_check_the_cards_of_a_finished_game(name: str) -> None:
    document = log_document("game 6", random_game(VARIANTS[name], 6))
    events: Any = document["events"]
    seed = GameSeed(bytes.fromhex(events[-1]["seed"]), "game 6")
    assert deals_off_the_seed(document, seed) == []
    dealt = [event["n"] for event in events if event["type"] == "deal"]
    assert deals_off_the_seed(document, GameSeed(seed.seed, "game 7")) == dealt
    first = events[dealt[0]]["hands"]
    first[0], first[1] = first[1], first[0]
    assert deals_off_the_seed(document, seed)[:1] == dealt[:1]


def test_void_deals_are_checked_with_their_own_stream() -> None:
    assert deals_off_the_seed(log_document("table", director_game()), SEED) == []


def test_a_log_without_a_start_has_no_sheet() -> None:
    with pytest.raises(LogError):
        sheet_from_log({"format": "game/1", "id": "g", "events": []})
    with pytest.raises(EngineError) as caught:
        list(read_log({"format": "game/1", "events": [{"n": 0, "type": "bid", "seat": 0, "bid": 1}]}))
    assert (caught.value.code, caught.value.where) == ("event.format", {"event": 0})


def test_the_same_seed_plays_the_same_game() -> None:
    rules = short([2, 3])
    logs = [play_game(rules, PLAYERS, seed=seed, game_id="g") for seed in (5, 5, 6)]
    assert logs[0] == logs[1] != logs[2]


def test_bots_must_be_known_and_one_for_each_seat() -> None:
    for bots in (["random"], "nobody", ["random"] * 3 + ["nobody"]):
        with pytest.raises(EngineError) as caught:
            play_game(short([1]), PLAYERS, seed=1, game_id="g", bots=bots)
        assert caught.value.code == "bots"
