"""A list of points by table size: no table is drawn or made by hand that it says nothing about."""

from __future__ import annotations

from typing import Any

import pytest

from clubs.activity import By
from clubs.models import Club
from clubs.services.clubs import add_player
from tests.evenings import Evening, make_evening, tables_of
from tournaments.errors import TournamentError
from tournaments.models import Standing
from tournaments.services import rounds, standings
from tournaments.services.entries import enter_player
from tournaments.services.joining import join_table
from tournaments.services.moving import move_to_table
from tournaments.services.settings import change_settings

pytestmark = pytest.mark.django_db

BY_SIZE = "list:4=50-30-20-10;3=50-25-10"


@pytest.fixture
def seven(club: Club, by_alice: By) -> Evening:
    """A table of 4 and one of 3, and points for both."""
    return make_evening(club, by=by_alice, n_players=7, sizes=(4, 3), table_points=BY_SIZE)


def unrankable(caught: pytest.ExceptionInfo[TournamentError]) -> bool:
    return caught.value.code == "bad_table_points" and "add one for 5 seats" in caught.value.message


def test_a_size_without_a_list_is_refused_before_anybody_plays(club: Club, by_alice: By) -> None:
    with pytest.raises(TournamentError) as caught:
        make_evening(club, by=by_alice, sizes=(4, 3, 5), table_points=BY_SIZE)
    assert unrankable(caught)
    make_evening(club, by=by_alice, sizes=(4, 3, 5), table_points=f"{BY_SIZE};5-3-1")


@pytest.mark.parametrize("changes", [{"table_sizes": [4, 3, 5]}, {"table_points": "list:4=5-3"}])
def test_it_is_refused_in_the_settings_too(seven: Evening, changes: dict[str, Any]) -> None:
    with pytest.raises(TournamentError) as caught:
        change_settings(seven.tournament, by=seven.by, changes=changes)
    assert caught.value.code == "bad_table_points"
    change_settings(seven.tournament, by=seven.by, changes={"name": "Another evening"})


def test_points_must_fit_the_tables_that_were_played(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=5, sizes=(5,), table_points="rank")
    evening.play_round()
    with pytest.raises(TournamentError) as caught:
        change_settings(
            evening.tournament,
            by=by_alice,
            changes={"table_sizes": [4, 3], "table_points": BY_SIZE},
            confirmed=True,
        )
    assert unrankable(caught)


def test_a_draft_with_such_a_table_made_by_hand_is_not_published(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=8, sizes=(4, 3), table_points=BY_SIZE)
    drafted = evening.draw()
    first, second = tables_of(drafted)
    who = first.seats.select_related("entry").get(seat=0).entry
    move_to_table(drafted, entry=who, table_number=second.number, by=by_alice)
    with pytest.raises(TournamentError) as caught:
        rounds.publish_round(drafted, by=by_alice)
    assert unrankable(caught)
    drafted.refresh_from_db()
    assert drafted.state == "draft"


def test_a_late_comer_joins_a_table_that_has_points_for_one_more(seven: Evening) -> None:
    published = seven.publish()
    small, large = sorted(tables_of(published), key=lambda table: table.seats.count())
    late = enter_player(
        seven.tournament, add_player(seven.tournament.club, name="Late Comer", by=seven.by), by=seven.by
    )
    with pytest.raises(TournamentError) as caught:
        join_table(published, entry=late, table_number=large.number, by=seven.by)
    assert unrankable(caught)
    join_table(published, entry=late, table_number=small.number, by=seven.by)
    for table in tables_of(published):
        seven.enter(table)
    standings.refresh(seven.tournament.pk)
    assert Standing.objects.filter(tournament=seven.tournament, after_round=1).count() == 8
