"""Who stands on the board: `ratings.md` 2."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.models import Club, Player
from games.services.people import merge_players, unmerge_player
from ratings.models import Ladder, RatingState
from ratings.services.board import is_listed, refresh_board, year_before
from ratings.services.verifying import verify_ladder
from ratings.services.writer import advance_ladder
from tests.evenings import make_players
from tests.ratings.paper import BY, NOON, play

pytestmark = pytest.mark.django_db

SOON = NOON + timedelta(days=1)


@pytest.fixture
def ladder(club: Club) -> Ladder:
    """Three games of Ada, Bo and Cleo; Dag was there twice."""
    ada, bo, cleo, dag = make_players(club, 4, by=BY)
    for minute in range(3):
        play(
            club, [ada, bo, cleo, *([dag] if minute else [])], [1, 2, 3, 4][: 3 + bool(minute)], minute=minute
        )
    ladder = Ladder.objects.get(club=club)
    advance_ladder(ladder.pk, now=SOON)
    return ladder


def listed(ladder: Ladder) -> list[str]:
    rows = RatingState.objects.filter(epoch__active_of=ladder, listed=True).order_by("player__name")
    return list(rows.values_list("player__name", flat=True))


def test_a_club_ladder_lists_from_the_third_game_on(ladder: Ladder) -> None:
    assert listed(ladder) == ["Ada", "Bo", "Cleo"]


def test_the_global_ladder_lists_from_the_tenth_game_on(ladder: Ladder) -> None:
    worldwide = Ladder.objects.get(club=None)
    advance_ladder(worldwide.pk, now=SOON)
    assert worldwide.min_games == 10
    assert listed(worldwide) == []


def test_who_has_not_played_for_a_year_leaves_and_comes_back_with_the_same_rating(
    ladder: Ladder, club: Club
) -> None:
    ada = RatingState.objects.get(epoch__active_of=ladder, player__name="Ada")
    version = ladder.version
    later = NOON + timedelta(days=366)
    assert refresh_board(ladder.pk, now=later) == 3
    assert listed(ladder) == []
    ladder.refresh_from_db()
    assert ladder.version > version
    play(club, [ada.player, Player.objects.get(name="Dag")], [1, 2], minute=366 * 24 * 60)
    advance_ladder(ladder.pk, now=later)
    assert listed(ladder) == ["Ada", "Dag"]
    again = RatingState.objects.get(epoch__active_of=ladder, player__name="Ada")
    assert again.rating > ada.rating


def test_the_365th_day_still_counts() -> None:
    def at(days: float) -> bool:
        key = f"{int(NOON.timestamp() * 10**6):016d}" + "0" * 30
        since = year_before(NOON + timedelta(days=days))
        return is_listed(games=3, last_key=key, min_games=3, since=since, off_board=False)

    assert at(365)
    assert not at(365 + 1e-9)


def hide(player: Player) -> None:
    player.hidden = True
    player.save(update_fields=["hidden"])


def anonymise(player: Player) -> None:
    player.name, player.anonymised_at = "", timezone.now()
    player.save()


@pytest.mark.parametrize("leave", [hide, anonymise])
def test_who_hides_or_is_anonymised_leaves_the_board_at_once_and_no_number_moves(
    ladder: Ladder,
    leave: Callable[[Player], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = list(RatingState.objects.order_by("pk").values_list("player", "rating", "games", "peak"))
    asked: list[tuple[str, int]] = []
    monkeypatch.setattr("ratings.receivers.enqueue", lambda name, number: asked.append((name, number)))
    leave(Player.objects.get(name="Bo"))
    assert asked == [("ratings.tasks.refresh_board", ladder.pk)]
    assert refresh_board(ladder.pk, now=SOON) == 1
    assert listed(ladder) == ["Ada", "Cleo"]
    assert refresh_board(ladder.pk, now=SOON) == 0
    assert (
        list(RatingState.objects.order_by("pk").values_list("player", "rating", "games", "peak")) == numbers
    )
    assert verify_ladder(ladder).is_clean


def test_saving_anything_else_of_a_player_asks_for_nothing(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr("ratings.receivers.enqueue", lambda *args: asked.append(args))
    player = Player.objects.get(name="Bo")
    player.name = "Bodil"
    player.save(update_fields=["name"])
    Player.objects.create(name="New")
    assert asked == []


def test_a_merged_profile_leaves_the_ladder_and_comes_back(ladder: Ladder, club: Club) -> None:
    ann = Player.objects.create(name="Ann")
    elin = Player.objects.create(name="Elin")
    for minute in range(10, 13):
        play(club, [ann, elin], [1, 2], minute=minute)
    advance_ladder(ladder.pk, now=SOON)
    assert listed(ladder) == ["Ada", "Ann", "Bo", "Cleo", "Elin"]
    merge_players(ann, into=Player.objects.get(name="Ada"), by=BY, reason="one person")
    advance_ladder(ladder.pk, now=SOON)
    assert listed(ladder) == ["Ada", "Bo", "Cleo", "Elin"]
    assert not RatingState.objects.filter(epoch__active_of=ladder, player=ann).exists()
    unmerge_player(ann, by=BY, reason="two people")
    advance_ladder(ladder.pk, now=SOON)
    assert listed(ladder) == ["Ada", "Ann", "Bo", "Cleo", "Elin"]
