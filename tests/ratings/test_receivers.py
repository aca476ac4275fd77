"""What a fact leaves behind in its own transaction: `ratings.md` 6.2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from clubs.models import Club, Player
from games.services.sheets import record_sheet, void_game
from ratings.models import Ladder, LadderEpoch, LadderTouch
from ratings.services import epochs
from ratings.services.writer import advance_ladder
from tests.evenings import make_players
from tests.ratings.paper import BY, correct, open_game, play, written_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club: Club) -> list[Player]:
    return make_players(club, 4, by=BY)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What was put on the queue."""
    messages: list[tuple[Any, ...]] = []
    monkeypatch.setattr("ratings.receivers.enqueue", lambda *message: messages.append(message))
    return messages


def test_a_final_sheet_touches_each_of_its_ladders_once_and_asks_for_each(
    club: Club, people: list[Player], asked: list[tuple[Any, ...]]
) -> None:
    game = play(club, people, [1, 2, 3, 4], minute=1)
    assert sorted(LadderTouch.objects.values_list("epoch__ladder__slug", "order_key")) == [
        ("oh-hell", game.order_key),
        (f"{club.slug}-oh-hell", game.order_key),
    ]
    ladders = Ladder.objects.order_by("pk").values_list("pk", flat=True)
    assert asked == [("ratings.tasks.advance_ladder", ladder) for ladder in ladders]


def test_a_building_epoch_is_touched_as_well_and_a_retired_one_is_not(
    club: Club, people: list[Player]
) -> None:
    game = play(club, people, [1, 2, 3, 4], minute=1)
    ladder = Ladder.objects.get(club=club)
    advance_ladder(ladder.pk)
    assert epochs.rebuild_beside(ladder.pk)
    ladder.refresh_from_db()
    assert ladder.active_epoch is not None
    epochs.start_epoch(ladder, ladder.active_epoch.system)
    LadderTouch.objects.all().delete()
    correct(game, people, [4, 3, 2, 1])
    touched = LadderEpoch.objects.filter(touches__isnull=False, ladder=ladder)
    assert sorted(touched.values_list("status", flat=True)) == ["active", "building"]


@pytest.mark.parametrize("settings", [{"casual": True}, {"verify": True}])
def test_a_sheet_that_does_not_count_touches_nothing_and_makes_no_ladder(
    club: Club, people: list[Player], asked: list[tuple[Any, ...]], settings: dict[str, bool]
) -> None:
    game = play(club, people, [1, 2, 3, 4], minute=1, **settings)
    correct(game, people, [2, 1, 3, 4])
    void_game(game, by=BY, reason="a card was missing")
    assert not LadderTouch.objects.exists()
    assert not Ladder.objects.exists()
    assert asked == []


def test_a_dead_broker_is_no_error_of_the_sheet(
    club: Club,
    people: list[Player],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise ConnectionError("the broker is down")

    monkeypatch.setattr("ratings.tasks.advance_ladder.apply_async", refuse)
    game = open_game(club, people, minute=1)
    with django_capture_on_commit_callbacks(execute=True):
        record_sheet(game, sheet=written_sheet(people, [1, 2, 3, 4]), by=BY)
    game.refresh_from_db()
    assert game.rated
    assert LadderTouch.objects.count() == 2


def test_a_rated_sheet_costs_few_queries_more_than_one_that_is_not(
    club: Club, people: list[Player], django_assert_max_num_queries: Callable[..., Any]
) -> None:
    play(club, people, [1, 2, 3, 4], minute=1)
    game = open_game(club, people, minute=2)
    with django_assert_max_num_queries(24):
        record_sheet(game, sheet=written_sheet(people, [1, 2, 3, 4]), by=BY)
