"""Two people bring the same file in at the same moment: it is there once."""

from __future__ import annotations

import pytest

from clubs.activity import By
from clubs.models import Club, Player, User
from games.models import Game, SheetRevision
from tests.evenings import Evening, make_club, make_evening
from tests.tournaments.test_two_at_once import at_once
from tests.tournaments.transfer.sites import BY_COMMAND, brought_in, exported
from tests.tournaments.transfer.test_results_csv import bring_in, file_of, rows_of
from tournaments.models import Penalty, Tournament
from tournaments.services.entries import give_penalty

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def played() -> Evening:
    owner = User.objects.create_user("alice")
    evening = make_evening(make_club(owner), by=By(owner, "web"), n_players=8)
    evening.play_round()
    return evening


def test_the_same_corrections_from_two_windows_are_stored_once(played: Evening) -> None:
    give_penalty(played.entries[0], points="-3", reason="late", by=played.by)
    played.play_round()
    raw = exported(played.tournament)
    text = raw.decode()
    for uid in [str(played.tournament.uid), *(str(game.uid) for game in Game.objects.all())]:
        text = text.replace(uid, "cccccccc" + uid[8:])  # an evening that is not here yet
    for uid in map(str, played.tournament.entries.values_list("uid", flat=True)):
        text = text.replace(uid, "cccccccc" + uid[8:])
    club = played.tournament.club

    def act(_number: int) -> str:
        return "new" if brought_in(text.encode(), club, by=BY_COMMAND).changes_anything else "same"

    assert at_once(4, act) == {"new": 1, "same": 3}
    assert (Tournament.objects.count(), Game.objects.count(), SheetRevision.objects.count()) == (2, 8, 8)
    assert (Penalty.objects.count(), Player.objects.count(), Club.objects.count()) == (2, 8, 1)


def test_the_same_table_of_results_from_two_windows_is_stored_once(played: Evening) -> None:
    club = played.tournament.club
    raw = file_of(rows_of(names=("Xa", "Yb", "Zc")))

    def act(_number: int) -> str:
        return "new" if bring_in(raw, club, played.by).changes_anything else "same"

    assert at_once(3, act) == {"new": 1, "same": 2}
    assert Tournament.objects.count() == 2
