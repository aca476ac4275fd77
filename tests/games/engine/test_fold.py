"""The state of a game is the fold of its events, at every prefix."""

from __future__ import annotations

import pytest

from games.engine.errors import LogError
from games.engine.events import BidMade, CardPlayed, DealScored, Event, PileTurned, TrickWon
from games.engine.game import evolve, fold
from games.engine.view import view

from .tables import VARIANTS, random_game


@pytest.mark.parametrize("name", VARIANTS)
def test_folding_any_prefix_is_evolving_step_by_step(name: str) -> None:
    events = random_game(VARIANTS[name], 3)
    state = None
    for length, event in enumerate(events, start=1):
        state = evolve(state, event)
        assert state == fold(events[:length])
        assert state.n_events == length


@pytest.mark.parametrize("name", ["plain", "secret", "rage"])
def test_evolving_leaves_the_old_state_alone(name: str) -> None:
    events = random_game(VARIANTS[name], 4)
    state = fold(events[:1])
    assert state is not None
    for event in events[1:]:
        kept = state.copy()
        shown = [view(state, seat) for seat in (None, 0, 1, 2)]
        following = evolve(state, event)
        assert state == kept
        assert [view(state, seat) for seat in (None, 0, 1, 2)] == shown
        state = following


def test_a_copy_is_equal_and_independent() -> None:
    events = random_game(VARIANTS["rage"], 5)
    state = fold(events[: len(events) // 2])
    assert state is not None
    twin = state.copy()
    assert twin == state
    for event in events[len(events) // 2 :]:
        twin = evolve(twin, event)
    assert twin != state
    assert state == fold(events[: len(events) // 2])


def test_no_events_are_no_game() -> None:
    assert fold([]) is None


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["plain", "secret", "rage"])
def test_a_changed_derived_event_does_not_fold(name: str, seed: int) -> None:
    events = random_game(VARIANTS[name], seed)
    for index, event in enumerate(events):
        wrong: Event
        if isinstance(event, TrickWon):
            wrong = TrickWon((event.winner + 1) % 3)
        elif isinstance(event, PileTurned):
            wrong = PileTurned(event.cards, (event.trump + 1) % 6)
        elif isinstance(event, DealScored):
            wrong = DealScored(event.deal, event.tricks, event.minus_fives, event.plus_fives, (99, 0, 0))
        else:
            continue
        with pytest.raises(LogError) as caught:
            fold([*events[:index], wrong])
        assert caught.value.code == "log.derived"


def test_a_derived_event_may_not_be_left_out() -> None:
    events = random_game(VARIANTS["plain"], 1)
    at = next(index for index, event in enumerate(events) if isinstance(event, TrickWon))
    with pytest.raises(LogError, match="trick"):
        fold([*events[:at], *events[at + 1 :]])


def test_a_derived_event_may_not_come_twice() -> None:
    events = random_game(VARIANTS["hook"], 1)
    at = next(index for index, event in enumerate(events) if isinstance(event, TrickWon))
    with pytest.raises(LogError) as caught:
        fold([*events[: at + 1], events[at]])
    assert caught.value.code == "log.derived"


def test_a_game_begins_with_its_start() -> None:
    for event in (BidMade(0, 1), CardPlayed(0, 5)):
        with pytest.raises(LogError):
            fold([event])
