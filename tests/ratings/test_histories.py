"""Whatever happens to the facts, in whatever order: the ladder equals a clean replay, integer for integer."""

from __future__ import annotations

import random

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from clubs.models import Club, Player
from ratings.models import Ladder, LadderTouch
from ratings.services import sweeping
from ratings.services.verifying import verify_ladder
from tests.evenings import make_players
from tests.ratings.histories import ACTS, History
from tests.ratings.oracle import replay_of, states_of
from tests.ratings.paper import BY

pytestmark = pytest.mark.django_db

MOVES = st.lists(st.sampled_from([*ACTS, "advance", "advance"]), min_size=10, max_size=45)


@pytest.fixture
def clubs(club: Club) -> list[Club]:
    return [club, Club.objects.create(slug="second", name="The Second Club")]


@pytest.fixture
def people(club: Club) -> list[Player]:
    return make_players(club, 10, by=BY)


def live_through(history: History, acts: list[str]) -> None:
    for act in acts:
        history.act(act)
    history.advance()


def assert_equal_to_a_replay() -> None:
    for ladder in Ladder.objects.all():
        assert states_of(ladder) == replay_of(ladder)
        report = verify_ladder(ladder)
        assert report.is_clean, report.differences
        assert report.lag_games == 0
    assert not LadderTouch.objects.exists()
    assert sweeping.behind() == []


@settings(
    max_examples=10,
    deadline=None,
    phases=[Phase.reuse, Phase.generate],  # shrinking a history takes minutes
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 10**6), acts=MOVES)
def test_every_history_ends_equal_to_a_clean_replay(
    clubs: list[Club], people: list[Player], seed: int, acts: list[str]
) -> None:
    with transaction.atomic():
        live_through(History(clubs, people, random.Random(seed)), acts)
        assert_equal_to_a_replay()
        transaction.set_rollback(True)


def test_a_long_history_meets_every_act_and_every_refusal(clubs: list[Club], people: list[Player]) -> None:
    rng = random.Random(5)
    history = History(clubs, people, rng)
    live_through(history, [rng.choice([*ACTS, "advance"]) for _act in range(220)])
    assert_equal_to_a_replay()
    assert {*ACTS} <= history.done.keys()
    assert {"merge refused: met_at_table", "reseat refused: duplicate_player"} <= history.done.keys()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_long_histories_end_equal_to_a_clean_replay(
    clubs: list[Club], people: list[Player], seed: int
) -> None:
    rng = random.Random(seed)
    live_through(History(clubs, people, rng), [rng.choice([*ACTS, "advance"]) for _act in range(600)])
    assert_equal_to_a_replay()
