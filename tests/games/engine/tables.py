"""Small hosted games for the tests of play."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.engine.bots import BOTS
from games.engine.commands import Advance, Command, StartGame
from games.engine.decide import decide
from games.engine.events import Event
from games.engine.game import GameState, evolve
from games.engine.legality import Rejection
from games.engine.rules import RuleSet
from games.engine.selfplay import play_events
from games.engine.shuffle import GameSeed, seed_bytes

PLAYERS = ("Evelyn", "Frank", "George", "Helen")
SEED = GameSeed(seed_bytes(1), "table")


def short(sizes: Sequence[int], **changes: Any) -> RuleSet:
    """Rules with that list of hand sizes."""
    schedule = {"shape": "list", "sizes": list(sizes), "max": "deck"}
    return RuleSet.valid_from({"preset": "oh-hell", "no_trump": "never", "schedule": schedule} | changes)


def rage(sizes: Sequence[int], **changes: Any) -> RuleSet:
    schedule = {"shape": "list", "sizes": list(sizes)}
    return RuleSet.valid_from({"preset": "rage", "schedule": schedule} | changes)


VARIANTS: dict[str, RuleSet] = {
    "plain": short([1, 2, 3]),
    "hook": short([3, 2, 1], hook=True),
    "last-no-trump": short([1, 3], no_trump="last"),
    "must-trump": short([4, 2], void_rule="must-trump"),
    "cycle": short([2, 2, 2], trump="cycle", trump_cycle=["S", "NT", "H"]),
    "no-trump": short([3], trump="none"),
    "simultaneous": short([2, 3], bidding="simultaneous"),
    "secret": short([2, 3], bidding="secret"),
    "decider": short([1, 1], tie_break=["decider", "shared"]),
    "rage": rage([5, 3, 1]),
    "rage-secret": rage([4, 2], bidding="secret"),
    "rage-anytime": rage([6], action_anytime=True, no_trump_card="deal", second_joker="lower"),
}


def random_game(rules: RuleSet, seed: int, *, n_players: int = 3) -> list[Event]:
    """Every event of a game of random bots."""
    start = StartGame(
        rules, PLAYERS[:n_players], seed % n_players, GameSeed(seed_bytes(seed), f"game {seed}")
    )
    return play_events(start, [BOTS["random"]] * n_players, Random(seed))


def begun(rules: RuleSet, *, n_players: int = 3, seed: GameSeed = SEED, first_dealer: int = 0) -> GameState:
    """A game whose first deal is on the table."""
    state = done(None, StartGame(rules, PLAYERS[:n_players], first_dealer, seed))
    return done(state, Advance(seed))


def done(state: GameState | None, *commands: Command) -> GameState:
    """The state after commands that must be accepted."""
    for command in commands:
        answer = decide(state, command)
        assert not isinstance(answer, Rejection), (command, answer)
        for event in answer:
            state = evolve(state, event)
    assert state is not None
    return state


def refused(state: GameState | None, command: Command) -> str:
    """The code of a command that must be refused; the state is checked to stay as it was."""
    before = None if state is None else state.copy()
    answer = decide(state, command)
    assert isinstance(answer, Rejection), answer
    assert answer.message
    assert state == before
    return answer.code
