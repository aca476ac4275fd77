"""Late-comers and leavers at a published round (scenarios.md S14, S15): one table changes, all others stay."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.activity import By
from clubs.errors import NotAllowed
from clubs.models import Activity, Club, User
from games.models import Game
from tests.evenings import Evening, make_evening, tables_of
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import Round
from tournaments.services.entries import set_presence, statuses
from tournaments.services.joining import free_tables, join_table, leave_round
from tournaments.services.rounds import discard_draft, unpublish_round


@pytest.fixture
def published(evening: Evening) -> Round:
    """Seven at tables of 4 and 3; Hal (the eighth) is late."""
    set_presence(evening.entries[7], status="late", by=evening.by)
    made = evening.publish()
    made.tournament = evening.tournament
    return made


def people(published: Round) -> dict[int, list[int]]:
    return {
        table.number: list(table.seats.order_by("seat").values_list("entry__number", flat=True))
        for table in tables_of(published)
    }


def small_and_large(published: Round) -> tuple[int, int]:
    sizes = sorted(people(published).items(), key=lambda one: len(one[1]))
    return sizes[0][0], sizes[1][0]


@pytest.mark.scenario("S14")
def test_a_late_comer_sits_at_the_end_of_an_untouched_table(evening: Evening, published: Round) -> None:
    small, large = small_and_large(published)
    before = people(published)
    games = {table.number: (table.sheet_number, table.game_id) for table in tables_of(published)}
    join_table(published, entry=evening.entries[7], table_number=small, by=evening.by)
    assert people(published) == {large: before[large], small: [*before[small], 8]}
    after = {table.number: (table.sheet_number, table.game_id) for table in tables_of(published)}
    assert after[large] == games[large]
    assert after[small][0] == games[small][0]
    assert Game.objects.count() == 2
    assert Game.objects.get(table__number=small).seats.count() == 4
    assert statuses(evening.tournament, 2)[evening.entries[7].pk] == "present"
    assert Activity.objects.get(verb="round.joined").details["table_number"] == small


@pytest.mark.scenario("S14")
def test_a_table_that_has_begun_is_not_offered_and_refuses(evening: Evening, published: Round) -> None:
    small, large = small_and_large(published)
    late = evening.entries[7]
    assert [free.number for free in free_tables(published, late)] == [small, large]
    evening.enter(published.tables.get(number=small))
    assert [free.number for free in free_tables(published, late)] == [large]
    before = people(published)
    with pytest.raises(RoundConflict, match=f"Table {small} has begun"):
        join_table(published, entry=late, table_number=small, by=evening.by)
    with pytest.raises(TournamentError, match="no table 9"):
        join_table(published, entry=late, table_number=9, by=evening.by)
    assert people(published) == before


def test_joining_twice_is_a_conflict(evening: Evening, published: Round) -> None:
    small, large = small_and_large(published)
    join_table(published, entry=evening.entries[7], table_number=small, by=evening.by)
    with pytest.raises(RoundConflict):
        join_table(published, entry=evening.entries[7], table_number=large, by=evening.by)


def test_a_leaver_gives_up_the_seat_of_an_untouched_table(evening: Evening, published: Round) -> None:
    _small, large = small_and_large(published)
    who = evening.entries[people(published)[large][1] - 1]
    before = people(published)
    assert leave_round(published, entry=who, by=evening.by)
    assert people(published)[large] == [number for number in before[large] if number != who.number]
    assert statuses(evening.tournament, 2)[who.pk] == "left"


@pytest.mark.scenario("S15")
def test_a_leaver_of_a_table_that_has_begun_keeps_the_seat_and_gets_none_later(
    evening: Evening, published: Round
) -> None:
    small, _large = small_and_large(published)
    evening.enter(published.tables.get(number=small))
    who = evening.entries[people(published)[small][0] - 1]
    before = people(published)
    assert not leave_round(published, entry=who, by=evening.by)
    assert people(published) == before
    assert statuses(evening.tournament, 2)[who.pk] == "left"
    with pytest.raises(RoundConflict, match="cannot be taken"):
        leave_round(published, entry=who, by=evening.by, substitute=evening.entries[7])


def test_somebody_who_waits_takes_the_seat(evening: Evening, published: Round) -> None:
    small, _large = small_and_large(published)
    who = evening.entries[people(published)[small][1] - 1]
    before = people(published)
    assert leave_round(published, entry=who, by=evening.by, substitute=evening.entries[7])
    assert people(published)[small] == [before[small][0], 8, before[small][2]]


def test_a_table_is_not_left_too_small(evening: Evening, published: Round) -> None:
    small, _large = small_and_large(published)
    low = evening.tournament.ruleset.players[0]
    numbers = people(published)[small]
    for number in numbers[: len(numbers) - low]:
        leave_round(published, entry=evening.entries[number - 1], by=evening.by)
    last = people(published)[small]
    with pytest.raises(TournamentError) as caught:
        leave_round(published, entry=evening.entries[last[0] - 1], by=evening.by)
    assert caught.value.code == "table_too_small"
    assert people(published)[small] == last


def test_only_the_director_lets_people_come_and_go(evening: Evening, published: Round, bob: User) -> None:
    stranger = By(bob, "web")
    with pytest.raises(NotAllowed):
        join_table(published, entry=evening.entries[7], table_number=1, by=stranger)
    with pytest.raises(NotAllowed):
        leave_round(published, entry=evening.entries[0], by=stranger)


def test_a_closed_round_takes_nobody(evening: Evening) -> None:
    closed = evening.play_round()
    closed.tournament = evening.tournament
    with pytest.raises(RoundConflict):
        leave_round(closed, entry=evening.entries[0], by=evening.by)


def test_the_page_shows_the_ways_and_what_each_costs(alice: User, evening: Evening, published: Round) -> None:
    client = Client()
    client.force_login(alice)
    url = f"/tournaments/{evening.tournament.slug}/"
    small, _large = small_and_large(published)
    late = evening.entries[7]
    page = client.get(f"{url}draw/", {"who": late.pk}).content.decode()
    assert f"Table {small}, then 4 people" in page
    assert "meets nobody again" in page
    assert "Plays from round 2 on" in page
    assert "this round counts as absent: 0 points" in page
    for to in ("", "t9", "nonsense", "p99999"):
        typed = {"who": late.pk, "to": to}
        assert client.post(f"{url}rounds/1/people/", typed).status_code in (409, 422), to
    assert client.post(f"{url}rounds/1/people/", {"who": late.pk, "to": "wait"}).status_code == 302
    assert statuses(evening.tournament, 2)[late.pk] == "stand-by"
    assert client.post(f"{url}rounds/1/people/", {"who": late.pk, "to": f"t{small}"}).status_code == 302
    assert len(people(published)[small]) == 4
    page = client.get(f"{url}draw/", {"who": evening.entries[0].pk}).content.decode()
    assert "Leaves" in page
    assert client.post(f"{url}rounds/9/people/", {"who": late.pk, "to": "leave"}).status_code == 404


@pytest.fixture
def last(club: Club, by_alice: By) -> Evening:
    """The second of two rounds is published; Hal is late."""
    evening = make_evening(club, by=by_alice, n_players=8, n_rounds=2)
    evening.play_round()
    set_presence(evening.entries[7], status="late", by=by_alice)
    evening.publish()
    return evening


def test_in_the_last_round_nobody_is_promised_another(alice: User, last: Evening) -> None:
    client = Client()
    client.force_login(alice)
    url = f"/tournaments/{last.tournament.slug}/"
    late = last.entries[7]
    page = client.get(f"{url}draw/", {"who": late.pk}).content.decode()
    assert "Stands by, to take a seat" in page
    assert "Plays from round" not in page
    assert client.post(f"{url}rounds/2/people/", {"who": late.pk, "to": "next"}).status_code == 422
    assert statuses(last.tournament, 2)[late.pk] == "late"
    table = tables_of(last.tournament.rounds.get(number=2))[0]
    last.enter(table)
    who = table.seats.order_by("seat")[0].entry_id
    assert "next round" not in client.get(f"{url}draw/", {"who": who}).content.decode()
    left = client.post(f"{url}rounds/2/people/", {"who": who, "to": "leave"}, follow=True)
    assert "has left; this round stays as it is" in left.content.decode()


def test_a_round_taken_back_is_drawn_again_for_who_came_and_without_who_left(
    evening: Evening, published: Round
) -> None:
    """Who only goes after this round, and stays at the table, is not taken for somebody who is gone."""
    small, large = small_and_large(published)
    gone = next(one for one in evening.entries if one.number == people(published)[large][0])
    stays = next(one for one in evening.entries if one.number == people(published)[large][1])
    join_table(published, entry=evening.entries[7], table_number=small, by=evening.by)
    leave_round(published, entry=gone, by=evening.by)
    set_presence(stays, status="left", by=evening.by)
    draft = unpublish_round(published, by=evening.by, reason="the tables are uneven")
    seated = {number for table in people(draft).values() for number in table}
    assert seated == set(range(1, 9)) - {gone.number}
    discard_draft(draft, by=evening.by)
    again = evening.draw()
    assert {number for table in people(again).values() for number in table} == seated
    assert statuses(evening.tournament, 2)[stays.pk] == "left"
