"""Epochs built beside: `ratings.md` 8."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.models import Club, Player
from ratings.models import CorrectionLog, Ladder, LadderEpoch, RatingEvent, RatingState
from ratings.services import building, epochs, writer
from ratings.services.writer import advance_ladder
from tests.evenings import make_players
from tests.ratings.paper import BY, correct, play

pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture
def people(club: Club) -> list[Player]:
    return make_players(club, 4, by=BY)


def rows(epoch: LadderEpoch) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """Everything an epoch says but its number."""
    events = RatingEvent.objects.filter(epoch=epoch).order_by("order_key", "seat")
    states = RatingState.objects.filter(epoch=epoch).order_by("player")
    return (
        list(
            events.values_list(
                "order_key", "seat", "player", "game", "revision", "n_before", "r_before", "delta",
                "peak_before", "prev_key",
            )
        ),
        list(states.values_list("player", "rating", "games", "last_key", "last_played", "peak", "listed")),
    )  # fmt: skip


def active(ladder: Ladder) -> LadderEpoch:
    ladder.refresh_from_db()
    assert ladder.active_epoch is not None
    return ladder.active_epoch


@pytest.mark.parametrize("big", [1, 10**9], ids=["own table", "shared table"])
def test_a_rebuilt_epoch_says_what_the_old_one_said(
    club: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch, big: int
) -> None:
    monkeypatch.setattr(building, "BIG", big)
    monkeypatch.setattr(building, "FILLED_AT_ONCE", {"postgresql": 3, "sqlite": 3})
    for minute in range(8):
        play(club, people, [1 + (minute + seat) % 4 for seat in range(4)], minute=minute)
    ladder = Ladder.objects.get(club=club)
    advance_ladder(ladder.pk)
    old = active(ladder)
    said = rows(old)
    assert epochs.rebuild_beside(ladder.pk)
    new = active(ladder)
    assert new != old
    assert rows(new) == said
    old.refresh_from_db()
    assert old.status == "retired"
    play(club, people, [1, 2, 3, 4], minute=9)
    assert advance_ladder(ladder.pk) == 1
    assert len(rows(active(ladder))[0]) == 36


def test_a_deep_correction_builds_a_new_epoch_and_says_who_moved(
    club: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "MOST_REWOUND", {"postgresql": 3, "sqlite": 3})
    games = [play(club, people, [1, 2, 3, 4], minute=minute) for minute in range(6)]
    ladder = Ladder.objects.get(club=club)
    advance_ladder(ladder.pk)
    old = active(ladder)
    correct(games[1], people, [2, 1, 3, 4])
    advance_ladder(ladder.pk)
    assert active(ladder) != old
    log = CorrectionLog.objects.get(ladder=ladder)
    assert log.from_key == games[1].order_key
    assert log.games == 5
    assert str(people[0].pk) in log.players
    second = active(ladder)
    correct(games[4], people, [2, 1, 3, 4])
    advance_ladder(ladder.pk)
    assert active(ladder) == second


def test_facts_that_come_while_an_epoch_is_built_reach_it(club: Club, people: list[Player]) -> None:
    games = [play(club, people, [1, 2, 3, 4], minute=minute) for minute in range(3)]
    ladder = Ladder.objects.get(club=club)
    advance_ladder(ladder.pk)
    epoch = epochs.start_epoch(ladder, active(ladder).system)
    assert building.build(epoch.pk, now=NOW)
    correct(games[0], people, [4, 3, 2, 1])
    play(club, people, [1, 1, 3, 4], minute=7)
    advance_ladder(ladder.pk)
    said = rows(active(ladder))
    assert epochs.swap_in(epoch.pk, now=NOW)
    assert rows(active(ladder)) == said
    assert not epochs.swap_in(epoch.pk, now=NOW)


def test_a_build_killed_before_its_table_was_attached_goes_on(
    club: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "BIG", 1)
    for minute in range(5):
        play(club, people, [1, 2, 3, 4], minute=minute)
    ladder = Ladder.objects.get(club=club)
    advance_ladder(ladder.pk)
    epoch = epochs.start_epoch(ladder, active(ladder).system)
    filling = building._Filling(epoch.pk)
    filling.fill_some(building._games_of(epoch.pk))
    assert filling.is_full
    play(club, people, [1, 2, 3, 4], minute=10)
    advance_ladder(ladder.pk)
    said = rows(active(ladder))
    assert epochs.rebuild_beside(ladder.pk)
    assert active(ladder) == epoch
    assert rows(epoch) == said


def test_a_killed_build_goes_on_where_it_stopped(
    club: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "BIG", 1)
    monkeypatch.setattr(building, "FILLED_AT_ONCE", {"postgresql": 2, "sqlite": 2})
    for minute in range(5):
        play(club, people, [1, 2, 3, 4], minute=minute)
    ladder = Ladder.objects.get(club=club)
    advance_ladder(ladder.pk)
    epoch = epochs.start_epoch(ladder, active(ladder).system)
    building._Filling(epoch.pk).fill_some(building._games_of(epoch.pk))
    epoch.refresh_from_db()
    assert epoch.cursor_key
    assert epoch.built_at is None
    said = rows(active(ladder))
    assert epochs.rebuild_beside(ladder.pk)
    assert active(ladder) == epoch
    assert rows(epoch) == said


@pytest.mark.parametrize("big", [1, 10**9], ids=["own table", "shared table"])
def test_epochs_retired_a_month_ago_are_dropped(
    club: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch, big: int
) -> None:
    monkeypatch.setattr(building, "BIG", big)
    monkeypatch.setattr("ratings.services.partitions._DELETED_AT_ONCE", 5)
    for minute in range(3):
        play(club, people, [1, 2, 3, 4], minute=minute)
    ladder = Ladder.objects.get(club=club)
    advance_ladder(ladder.pk)
    for _again in range(2):
        assert epochs.rebuild_beside(ladder.pk)
    kept = active(ladder)
    assert epochs.drop_old_epochs(now=NOW + timedelta(days=29)) == 0
    assert epochs.drop_old_epochs(now=NOW + timedelta(days=31)) == 2
    assert list(LadderEpoch.objects.filter(ladder=ladder)) == [kept]
    assert RatingEvent.objects.filter(epoch__ladder=ladder).count() == 12
    with pytest.raises(RuntimeError, match="active"):
        epochs.drop_epoch(kept)


def test_no_more_than_three_retired_epochs_are_kept_of_a_ladder(club: Club, people: list[Player]) -> None:
    play(club, people, [1, 2, 3, 4], minute=1)
    ladder = Ladder.objects.get(club=club)
    advance_ladder(ladder.pk)
    made = [active(ladder).pk]
    for _again in range(5):
        assert epochs.rebuild_beside(ladder.pk)
        made.append(active(ladder).pk)
    kept = LadderEpoch.objects.filter(ladder=ladder).order_by("pk")
    assert list(kept.values_list("pk", flat=True)) == made[-4:]
