"""A check reads one moment, holds nobody up and leaves the connection as it was."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections

from clubs.models import Club, Player, User
from ratings.models import Ladder
from ratings.services.snapshot import snapshot
from ratings.services.verifying import verify_ladder
from ratings.services.writer import advance_ladder
from tests.evenings import make_club, make_players
from tests.ratings.paper import BY, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def home() -> Club:
    return make_club(User.objects.create_user("carla", "carla@example.org", "carla-pass-1"))


def test_a_ladder_is_verified_outside_of_any_transaction(home: Club) -> None:
    people = make_players(home, 4, by=BY)
    play(home, people, [1, 2, 3, 4], minute=1)
    ladder = Ladder.objects.get(club=home)
    advance_ladder(ladder.pk)
    assert verify_ladder(ladder).is_clean
    assert not connection.in_atomic_block
    play(home, people, [4, 3, 2, 1], minute=2)
    assert verify_ladder(ladder).lag_games == 1


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="the threads of a test share SQLite's memory")
def test_what_is_committed_meanwhile_is_not_seen(home: Club) -> None:
    def arrive() -> None:
        Player.objects.create(name="Late")
        connections.close_all()

    with snapshot():
        before = Player.objects.count()
        with ThreadPoolExecutor(1) as pool:
            pool.submit(arrive).result(20)
        assert Player.objects.count() == before
    assert Player.objects.count() == before + 1
