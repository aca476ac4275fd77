"""An open night goes into a file and comes back: its tables, its queue, its list."""

from __future__ import annotations

import pytest

from clubs.activity import By
from clubs.models import Club
from tests.evenings import make_evening, tables_of
from tests.tournaments.transfer.sites import brought_in, catch_up, empty_site, exported, standings_now
from tournaments.models import Tournament
from tournaments.services.open_nights import start_table
from tournaments.services.queue import night_of

pytestmark = pytest.mark.django_db


def test_an_open_night_is_byte_identical_and_goes_on_where_it_was(club: Club, by_alice: By) -> None:
    absent = {"points": "mean", "cap": None, "min_rounds": 1}
    night = make_evening(club, by=by_alice, n_players=9, draw="open", sizes=(3, 4), absent=absent)
    for first in (0, 2):
        table = start_table(night.tournament, night.entries[first : first + 3], by=by_alice)
        night.enter(tables_of(table.round)[0])
        catch_up()
    start_table(night.tournament, night.entries[5:8], by=by_alice)
    catch_up()
    before, places = exported(night.tournament), standings_now()
    queue = [one.entry.player.name for one in night_of(night.tournament).waiting]
    empty_site()
    brought_in(before)
    catch_up()
    again = Tournament.objects.get(uid=night.tournament.uid)
    assert exported(again) == before
    assert standings_now() == places
    assert [one.entry.player.name for one in night_of(again).waiting] == queue
    assert [one.number for one in night_of(again).playing] == [1]
