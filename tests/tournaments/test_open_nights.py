"""Open club nights: people wait, a table starts when enough are there, and gives them back when its sheet is whole."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.activity import By
from clubs.errors import NotAllowed
from clubs.models import Club, User
from config.catching_up import catch_up
from games.models import Game
from tests.evenings import Evening, make_evening, sheet_with_totals, tables_of
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import Entry, Presence, Round, RoundSeat, Table
from tournaments.services import desk, open_nights, results, rounds
from tournaments.services.cutting import make_cut
from tournaments.services.entries import give_penalty, set_presence
from tournaments.services.joining import join_table, leave_round
from tournaments.services.leaving import leave_game
from tournaments.services.proving import prove_draw
from tournaments.services.queue import Night, night_of, suggested
from tournaments.services.settings import change_settings
from tournaments.services.verifying import differences
from tournaments.services.wishes import keep_apart
from tournaments.tasks import refresh_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(club: Club, by_alice: By) -> Evening:
    return make_evening(club, by=by_alice, n_players=9, draw="open", sizes=(4, 3, 5))


def start(night: Evening, people: Sequence[Entry]) -> Table:
    return open_nights.start_table(night.tournament, people, by=night.by)


def finish(night: Evening, table: Table) -> None:
    night.enter(Table.objects.select_related("game", "round__tournament").get(pk=table.pk))
    refresh_standings(night.tournament.pk)
    night.tournament.refresh_from_db()


def names(people: Sequence[Entry]) -> list[str]:
    return [entry.player.name for entry in people]


def queue(night: Evening) -> list[str]:
    return [one.entry.player.name for one in night_of(night.tournament).waiting]


def test_whoever_came_first_stands_first_in_the_queue(night: Evening) -> None:
    assert queue(night) == ["Ada", "Bo", "Cleo", "Dag", "Elin", "Finn", "Greta", "Hal", "Ida"]
    set_presence(night.entries[0], status="stand-by", by=night.by)
    set_presence(night.entries[0], status="present", by=night.by)
    assert queue(night)[-1] == "Ada"


def test_a_table_starts_with_a_game_a_sheet_and_a_link(night: Evening) -> None:
    table = start(night, night.entries[:4])
    assert (table.number, table.sheet_number, table.round.number) == (1, 1, 1)
    assert table.round.state == Round.State.PUBLISHED
    assert table.game is not None
    assert table.game.seats.count() == 4
    assert table.links.count() == 1
    assert queue(night) == ["Elin", "Finn", "Greta", "Hal", "Ida"]
    assert [one.number for one in night_of(night.tournament).playing] == [1]


def test_several_tables_play_at_once_and_numbers_are_used_again(night: Evening) -> None:
    first, second = start(night, night.entries[:4]), start(night, night.entries[4:8])
    assert (second.number, second.sheet_number, second.round.number) == (2, 2, 2)
    finish(night, first)
    third = start(night, [*night.entries[:3], night.entries[8]])
    assert (third.number, third.sheet_number, third.round.number) == (1, 3, 3)


def test_a_whole_sheet_gives_its_people_back_behind_those_who_wait(night: Evening) -> None:
    table = start(night, night.entries[:4])
    finish(night, table)
    assert queue(night) == ["Elin", "Finn", "Greta", "Hal", "Ida", "Ada", "Bo", "Cleo", "Dag"]
    table.round.refresh_from_db()
    assert table.round.state == Round.State.CLOSED


def test_people_are_free_before_the_worker_has_closed_their_table(night: Evening) -> None:
    table = start(night, night.entries[:4])
    night.enter(tables_of(table.round)[0])
    assert Round.objects.get(pk=table.round_id).state == Round.State.PUBLISHED
    assert len(queue(night)) == 9
    start(night, night.entries[:3])


def test_a_sheet_with_hands_missing_keeps_its_people(night: Evening) -> None:
    table = tables_of(start(night, night.entries[:4]).round)[0]
    whole = night.random_sheet(table)
    night.enter(table, {**whole, "deals": whole["deals"][:1]})
    refresh_standings(night.tournament.pk)
    assert len(queue(night)) == 5


def test_a_void_game_gives_its_people_back_and_is_no_meeting(night: Evening) -> None:
    table = tables_of(start(night, night.entries[:4]).round)[0]
    night.enter(table)
    desk.void_table(table, by=night.by, reason="wrong pack")
    refresh_standings(night.tournament.pk)
    assert len(queue(night)) == 9
    assert not any(night_of(night.tournament).met.values())


def test_who_sits_is_refused_by_name_and_table(night: Evening) -> None:
    start(night, night.entries[:4])
    with pytest.raises(RoundConflict, match="Ada sits at table 1 already"):
        start(night, [night.entries[0], *night.entries[4:7]])
    set_presence(night.entries[8], status="left", by=night.by)
    with pytest.raises(RoundConflict, match="Ida does not wait"):
        start(night, night.entries[5:9])
    assert Round.objects.count() == 1


def test_the_same_people_sent_twice_sit_at_one_table(night: Evening) -> None:
    first = start(night, night.entries[:4])
    assert start(night, list(reversed(night.entries[:4]))).pk == first.pk
    assert Game.objects.count() == 1


@pytest.mark.parametrize("n", [0, 2, 6])
def test_a_table_of_another_size_is_refused(night: Evening, n: int) -> None:
    with pytest.raises(TournamentError, match="3, 4, 5") as caught:
        start(night, night.entries[:n])
    assert caught.value.code == "no_such_size"


def test_only_a_director_starts_tables(night: Evening) -> None:
    outsider = By(User.objects.create_user("uma"), "web")
    with pytest.raises(NotAllowed):
        open_nights.start_table(night.tournament, night.entries[:4], by=outsider)


def test_an_evening_in_rounds_has_no_queue_and_an_open_night_no_draw(
    night: Evening, evening: Evening
) -> None:
    with pytest.raises(TournamentError, match="draw the tables instead"):
        start(evening, evening.entries[:4])
    with pytest.raises(RoundConflict, match="open night"):
        night.draw()
    finish(night, start(night, night.entries[:4]))
    with pytest.raises(TournamentError, match="no final"):
        make_cut(night.tournament, n=3, how="standings", by=night.by)


def test_a_table_is_taken_back_until_something_stands_on_its_sheet(night: Evening) -> None:
    table = start(night, night.entries[:4])
    open_nights.take_back_table(Table.objects.get(pk=table.pk), by=night.by, reason="too early")
    assert len(queue(night)) == 9
    assert (Round.objects.count(), Game.objects.count()) == (0, 0)
    table = start(night, night.entries[:4])
    night.enter(tables_of(table.round)[0])
    with pytest.raises(RoundConflict):
        open_nights.take_back_table(Table.objects.get(pk=table.pk), by=night.by, reason="too late")


def test_the_longest_waiting_plays_and_those_who_met_least_sit_with_them(night: Evening) -> None:
    first = night_of(night.tournament)
    assert names(suggested(first, 4)) == ["Ada", "Bo", "Cleo", "Dag"]
    finish(night, start(night, suggested(first, 4)))
    finish(night, start(night, suggested(night_of(night.tournament), 4)))  # Elin, Finn, Greta, Hal
    third = night_of(night.tournament)
    chosen = suggested(third, 4)
    assert third.waiting[0].entry in chosen
    assert names(chosen)[0] == "Ida"
    assert third.meetings(entry.pk for entry in chosen) == 1  # of the next six four have met in one go
    assert suggested(third, 4) == chosen


def test_who_was_passed_over_twice_is_in_the_next_table(night: Evening) -> None:
    for _table in range(12):
        now = night_of(night.tournament)
        assert max(one.passed for one in now.waiting) <= 3
        chosen = suggested(now, 4)
        impatient = [one.entry for one in now.waiting if one.passed >= 2][:4]
        assert set(impatient) <= set(chosen)
        finish(night, start(night, chosen))


def test_people_who_wish_to_be_apart_are_not_suggested_together(night: Evening) -> None:
    keep_apart(night.tournament, first=night.entries[0], second=night.entries[1], by=night.by)
    assert names(suggested(night_of(night.tournament), 4)) == ["Ada", "Cleo", "Dag", "Elin"]


def test_sizes_are_offered_as_people_come(club: Club, by_alice: By) -> None:
    night = make_evening(club, by=by_alice, n_players=2, draw="open", sizes=(4, 3, 5))
    found: list[tuple[int, tuple[int, ...]]] = []
    for name in ("Cleo", "Dag", "Elin", "Finn"):
        now = night_of(night.tournament)
        found.append((now.n_lacking, now.open_sizes))
        _walk_in(night, name)
    now = night_of(night.tournament)
    found.append((now.n_lacking, now.open_sizes))
    assert found == [(1, ()), (0, (3,)), (0, (4, 3)), (0, (5, 4, 3)), (0, (4, 3, 5))]


def _walk_in(night: Evening, name: str) -> None:
    from tournaments.services.door import admit

    admit(night.tournament, name, by=night.by, decisions={name: None})


def test_the_first_dealer_is_shared_out_over_the_night(night: Evening) -> None:
    for _table in range(8):
        finish(night, start(night, night.entries[:4]))
    dealt = RoundSeat.objects.filter(seat=0).values_list("entry", flat=True)
    assert sorted(list(dealt).count(entry.pk) for entry in night.entries[:4]) == [2, 2, 2, 2]


def test_every_table_can_be_proven(night: Evening) -> None:
    first = start(night, night.entries[:4])
    second = start(night, night.entries[4:8])
    assert prove_draw(Round.objects.get(pk=first.round_id)).holds
    assert prove_draw(Round.objects.get(pk=second.round_id)).holds


def test_the_night_closes_when_the_last_table_is_done(night: Evening) -> None:
    table = start(night, night.entries[:4])
    with pytest.raises(RoundConflict):
        rounds.close_tournament(night.tournament, by=night.by)
    finish(night, table)
    assert rounds.close_tournament(night.tournament, by=night.by).closed_at is not None
    with pytest.raises(TournamentError, match="closed"):
        start(night, night.entries[4:8])


def test_the_queue_is_asked_for_in_so_many_queries_however_long_it_is(
    night: Evening, django_assert_num_queries: object
) -> None:
    finish(night, start(night, night.entries[:4]))
    start(night, night.entries[4:8])
    with django_assert_num_queries(6):  # type: ignore[operator]
        assert isinstance(night_of(night.tournament), Night)


def test_who_comes_back_from_a_rest_waits_from_then_on(night: Evening) -> None:
    entry = night.entries[0]
    set_presence(entry, status="stand-by", by=night.by)
    assert names(night_of(night.tournament).resting) == ["Ada"]
    assert "Ada" not in queue(night)
    later = timezone.now() - timedelta(minutes=1)
    set_presence(entry, status="present", by=night.by)
    since = {one.entry.pk: one.since for one in night_of(night.tournament).waiting}
    assert since[entry.pk] > later
    assert Presence.objects.filter(entry=entry).count() == 3


def lines(night: Evening) -> list[tuple[str, int | None, str]]:
    rows = night.tournament.standings.select_related("entry__player")
    return [(row.entry.player.name, row.place, row.total) for row in rows]


def play(night: Evening, totals: dict[int, int]) -> None:
    """A table of these entries (by their place in the list), with these totals."""
    table = tables_of(start(night, [night.entries[place] for place in totals]).round)[0]
    seats = [night.entries.index(seat.entry) for seat in table.seats.select_related("entry")]
    night.enter(table, sheet_with_totals(table, [totals[place] for place in seats]))
    refresh_standings(night.tournament.pk)
    night.tournament.refresh_from_db()


def test_the_mean_of_the_games_is_fair_to_who_came_late(club: Club, by_alice: By) -> None:
    absent = {"points": "mean", "cap": None, "min_rounds": 1}
    night = make_evening(
        club, by=by_alice, n_players=6, draw="open", sizes=(3,), table_points="raw", absent=absent
    )
    play(night, {0: 10, 1: 20, 2: 30})
    play(night, {0: 20, 1: 21, 2: 3})
    play(night, {3: 25, 0: 5, 2: 0})
    assert lines(night) == [
        ("Dag", 1, "25"),
        ("Bo", 2, "20.5"),
        ("Ada", 3, "11.6667"),
        ("Cleo", 4, "11"),
        ("Elin", None, "0"),
        ("Finn", None, "0"),
    ]
    ada = night.tournament.standings.get(entry=night.entries[0])
    assert (ada.columns["rounds"], ada.columns["numbers"]) == (["10", "20", "5"], [1, 2, 3])
    give_penalty(night.entries[3], points="-4.6", reason="late", by=by_alice)
    refresh_standings(night.tournament.pk)
    assert lines(night)[:2] == [("Bo", 1, "20.5"), ("Dag", 2, "20.4")]
    assert list(differences()) == []


def test_the_best_games_count_and_the_others_are_dropped(club: Club, by_alice: By) -> None:
    night = make_evening(
        club, by=by_alice, n_players=4, draw="open", sizes=(3,), table_points="raw", best_of=2
    )
    play(night, {0: 10, 1: 20, 2: 30})
    play(night, {0: 30, 1: 5, 2: 4})
    play(night, {0: 20, 1: 6, 3: 49})
    assert lines(night)[:3] == [("Ada", 1, "50"), ("Dag", 2, "49"), ("Cleo", 3, "34")]
    ada = night.tournament.standings.get(entry=night.entries[0])
    assert ada.columns["dropped"] == [1]
    assert list(differences()) == []


def test_an_open_night_keeps_one_list(night: Evening) -> None:
    for _table in range(3):
        finish(night, start(night, night.entries[:4]))
    assert set(night.tournament.standings.values_list("after_round", flat=True)) == {3}


def test_tables_that_were_started_fix_the_format(night: Evening, evening: Evening) -> None:
    change_settings(night.tournament, by=night.by, changes={"draw": "plan"})
    change_settings(night.tournament, by=night.by, changes={"draw": "open"})
    night.tournament.refresh_from_db()
    start(night, night.entries[:4])
    evening.publish()
    for one, draw in ((night, "plan"), (evening, "open")):
        with pytest.raises(RoundConflict, match="cannot change into one another"):
            change_settings(one.tournament, by=night.by, changes={"draw": draw})


def test_catching_up_without_a_worker_closes_tables_too(night: Evening) -> None:
    table = start(night, night.entries[:4])
    night.enter(tables_of(table.round)[0])
    catch_up()
    assert Round.objects.get(pk=table.round_id).state == Round.State.CLOSED
    assert night.tournament.standings.filter(place__isnull=False).count() == 4


def test_a_late_comer_joins_an_untouched_table_unless_they_sit_at_another(night: Evening) -> None:
    first, second = start(night, night.entries[:3]), start(night, night.entries[3:6])
    join_table(first.round, entry=night.entries[6], table_number=first.number, by=night.by)
    assert "Greta" not in queue(night)
    with pytest.raises(RoundConflict, match="Elin sits at table 2 already"):
        join_table(first.round, entry=night.entries[4], table_number=first.number, by=night.by)
    leave_round(second.round, entry=night.entries[3], substitute=night.entries[7], by=night.by)
    with pytest.raises(RoundConflict, match="Ada sits at table 1 already"):
        leave_round(second.round, entry=night.entries[4], substitute=night.entries[0], by=night.by)
    assert queue(night) == ["Ida"]


def test_who_plays_on_for_somebody_who_left_does_not_wait_and_does_again_afterwards(night: Evening) -> None:
    table = tables_of(start(night, night.entries[:3]).round)[0]
    other = start(night, night.entries[3:6])
    cells = {
        f"0.{kind}.{seat}": int(kind == "tricks" and not seat)
        for kind in ("bids", "tricks")
        for seat in range(3)
    }
    results.type_on_sheet(table, changes=cells, seen=0, by=night.by)
    leaver, ida = table.seats.get(seat=1).entry, night.entries[8]
    busy = night.entries[3].player
    with pytest.raises(RoundConflict, match="sits at table 2 already"):
        leave_game(table.round, entry=leaver, outcome="substitute", substitute=busy, by=night.by)
    leave_game(table.round, entry=leaver, outcome="substitute", substitute=ida.player, by=night.by)
    assert queue(night) == ["Greta", "Hal"]
    with pytest.raises(RoundConflict, match="Ida sits at table 1 already"):
        start(night, night.entries[6:9])
    table = tables_of(Round.objects.get(pk=table.round_id))[0]
    sheet = results.sheet_as_typed(table)[1]
    for deal in sheet["deals"][1:]:
        deal["bids"], deal["tricks"] = [1, 1, 0], [deal["hand_size"], 0, 0]
    night.enter(table, sheet)
    refresh_standings(night.tournament.pk)
    assert "Ida" in queue(night)
    assert leaver.player.name not in queue(night)
    assert [one.round for one in night_of(night.tournament).playing] == [other.round]


def test_a_table_of_the_night_is_no_draft_again(night: Evening) -> None:
    table = start(night, night.entries[:4])
    with pytest.raises(RoundConflict, match="at the queue"):
        rounds.unpublish_round(table.round, by=night.by, reason="x")
