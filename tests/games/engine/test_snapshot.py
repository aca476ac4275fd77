"""A snapshot is the state, at every event of every kind of game."""

from __future__ import annotations

import json

import pytest

from games.engine import PRESETS, RuleSet, VoidDeal, evolve, play_game
from games.engine.decide import decide
from games.engine.game import apply
from games.engine.legality import Rejection
from games.engine.log import read_log
from games.engine.snapshot import restore, snapshot

SHORT = {"schedule": {"shape": "list", "sizes": [1, 3, 2]}}
RULES = [
    {"preset": "oh-hell-german", **SHORT, "tie_break": ["decider", "shared"]},
    {"preset": "oh-hell", **SHORT, "bidding": "secret"},
    {"preset": "oh-hell", **SHORT, "bidding": "simultaneous", "void_rule": "must-trump"},
    {"preset": "rage", "schedule": {"shape": "list", "sizes": [4, 2]}},
    {"preset": "rage-fundex", "schedule": {"shape": "list", "sizes": [4, 2]}},
]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(3))
def test_a_snapshot_taken_between_acts_is_the_state_again(rules: dict[str, object], seed: int) -> None:
    log = play_game(RuleSet.from_value(rules), ("a", "b", "c"), seed=seed, game_id="t")
    state = None
    n_taken = 0
    for event in read_log(log):
        state = apply(state, event)
        if state.due:
            with pytest.raises(ValueError, match="due"):
                snapshot(state)
            continue
        again = restore(json.loads(json.dumps(snapshot(state))))
        assert again == state
        n_taken += 1
    assert n_taken > 20


def test_a_game_goes_on_from_a_snapshot_as_from_its_log() -> None:
    log = play_game(PRESETS["rage"], ("a", "b", "c", "d"), seed=5, game_id="t")
    whole = None
    carried = None
    for event in read_log(log):
        whole = apply(whole, event)
        carried = evolve(carried, event)
        if not carried.due:
            carried = restore(snapshot(carried))
    assert carried == whole
    assert whole is not None
    assert whole.finished is not None


def test_a_void_deal_keeps_its_tries() -> None:
    log = play_game(RuleSet.from_value(RULES[0]), ("a", "b", "c"), seed=1, game_id="t")
    events = list(read_log(log))
    state = apply(apply(None, events[0]), events[1])
    answer = decide(state, VoidDeal("a card lay open"))
    assert not isinstance(answer, Rejection)
    state = apply(state, answer[0])
    assert state.n_voids == 1
    assert restore(snapshot(state)) == state
