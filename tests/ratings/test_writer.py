"""The one writer: `ratings.md` 6.3 and 6.4."""

from __future__ import annotations

import pytest

from clubs.models import Club, Player
from ratings.models import CorrectionLog, Ladder, LadderTouch, RatingEvent, RatingState
from ratings.services import sweeping
from ratings.services.epochs import start_epoch
from ratings.services.writer import advance_ladder
from tests.evenings import make_players
from tests.ratings.paper import BY, correct, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club: Club) -> list[Player]:
    return make_players(club, 4, by=BY)


def standing(ladder: Ladder) -> dict[str, tuple[int, int]]:
    rows = RatingState.objects.filter(epoch=ladder.active_epoch).select_related("player")
    return {row.player.name: (row.rating, row.games) for row in rows}


def ladder_of(club: Club | None) -> Ladder:
    return Ladder.objects.get(family="oh-hell", club=club)


def test_a_final_game_is_rated_on_the_global_ladder_and_on_that_of_its_club(
    club: Club, people: list[Player]
) -> None:
    play(club, people, [1, 2, 3, 4], minute=0)
    for ladder in (ladder_of(None), ladder_of(club)):
        assert advance_ladder(ladder.pk) == 1
        assert standing(ladder) == {
            "Ada": (1_550_000, 1),
            "Bo": (1_516_667, 1),
            "Cleo": (1_483_333, 1),
            "Dag": (1_450_000, 1),
        }


def test_a_late_sheet_is_rated_where_it_was_played(club: Club, people: list[Player]) -> None:
    ada, bo, cleo, dag = people
    play(club, people, [1, 2, 3, 4], minute=1)
    play(club, [bo, cleo, dag], [1, 1, 3], minute=3)
    ladder = ladder_of(club)
    advance_ladder(ladder.pk)
    play(club, [ada, bo, cleo], [2, 1, 3], minute=2)
    play(club, people, [4, 3, 2, 1], minute=4)
    advance_ladder(ladder.pk)
    assert standing(ladder) == {
        "Ada": (1_495_042, 3),
        "Bo": (1_546_899, 4),
        "Cleo": (1_489_016, 4),
        "Dag": (1_466_322, 3),
    }
    assert CorrectionLog.objects.filter(ladder=ladder).count() == 1
    assert not LadderTouch.objects.filter(epoch=ladder.active_epoch).exists()


def test_a_correction_replays_everything_after_it(club: Club, people: list[Player]) -> None:
    game = play(club, people, [2, 1, 3, 4], minute=1)
    play(club, people[1:], [1, 2, 3], minute=2)
    ladder = ladder_of(club)
    advance_ladder(ladder.pk)
    wrong = standing(ladder)
    correct(game, people, [1, 2, 3, 4])
    assert sweeping.behind() == sorted([ladder.pk, ladder_of(None).pk])
    assert advance_ladder(ladder.pk) == 2
    assert standing(ladder)["Ada"] == (1_550_000, 1)
    assert standing(ladder) != wrong
    assert RatingEvent.objects.filter(epoch=ladder.active_epoch).count() == 7


def test_a_build_that_was_killed_does_not_keep_the_sweep_busy(club: Club, people: list[Player]) -> None:
    play(club, people, [1, 2, 3, 4], minute=1)
    for ladder in Ladder.objects.select_related("active_epoch__system"):
        advance_ladder(ladder.pk)
        assert ladder.active_epoch is not None
        start_epoch(ladder, ladder.active_epoch.system)  # and the process is killed
    assert sweeping.behind() == []
    play(club, people, [1, 2, 3, 4], minute=2)
    assert sweeping.behind() == sorted(Ladder.objects.values_list("pk", flat=True))
