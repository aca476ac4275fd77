"""The same press from eight browsers at once: columns change once, a season is made once, the absent are noted once."""

from __future__ import annotations

import pytest

from clubs.activity import By
from clubs.models import User
from games.models import SheetRevision
from tests.evenings import Evening, make_club, make_evening, make_players, tables_of
from tests.tournaments.test_two_at_once import at_once
from tournaments.models import Presence, Season
from tournaments.services.door import mark_blanks_absent
from tournaments.services.entries import enter_player
from tournaments.services.exchanging import exchange_people
from tournaments.services.seasons import create_season

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> Evening:
    owner = User.objects.create_user("alice")
    return make_evening(make_club(owner), by=By(owner, "web"), n_players=8, sizes=(4,))


@pytest.mark.scenario("S25")
def test_eight_presses_exchange_two_people_once(evening: Evening) -> None:
    published = evening.publish()
    table = tables_of(published)[0]
    game = evening.enter(table).game
    before = {seat.seat: seat.entry_id for seat in table.seats.all()}

    def exchange(_number: int) -> str:
        mine = tables_of(published)[0]
        exchange_people(mine, first=0, second=3, by=evening.by, reason="swapped", seen=game.version)
        return "exchanged"

    assert at_once(8, exchange) == {"exchanged": 1, "sheet_conflict": 7}
    assert SheetRevision.objects.filter(game=game).count() == 2
    after = {seat.seat: seat.entry_id for seat in table.seats.all()}
    assert after == before | {0: before[3], 3: before[0]}


def test_eight_sends_make_one_season(evening: Evening) -> None:
    club = evening.tournament.club

    def make(_number: int) -> str:
        return str(create_season(club, name="Spring", best_of=6, by=evening.by).pk)

    (pk,) = at_once(8, make)
    assert [str(season.pk) for season in Season.objects.all()] == [pk]


@pytest.mark.scenario("S19")
def test_eight_presses_note_the_absent_once(evening: Evening) -> None:
    late = make_players(evening.tournament.club, 10, by=evening.by)[8:]
    shown = {enter_player(evening.tournament, player, by=evening.by).pk for player in late}

    def mark(_number: int) -> str:
        return str(len(mark_blanks_absent(evening.tournament, shown=shown, by=evening.by)))

    assert at_once(8, mark) == {"2": 1, "0": 7}
    assert Presence.objects.filter(entry__in=shown).count() == 2
