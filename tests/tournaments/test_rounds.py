"""Drawing, publishing, closing: one draft, one act after the other, nothing before its time."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from clubs.activity import By
from clubs.models import Activity, Club
from games.models import Game
from tests.evenings import Evening, make_evening, tables_of
from tournaments.errors import DrawRefused, RoundConflict, TournamentError
from tournaments.models import Round, RoundSeat
from tournaments.services import entries, results, rounds


def seated(drafted: Round) -> list[list[int]]:
    return [
        [seat.entry.number for seat in table.seats.select_related("entry")] for table in tables_of(drafted)
    ]


def test_a_draft_seats_everybody_present_exactly_once(evening: Evening) -> None:
    drafted = evening.draw()
    assert sorted(n for table in seated(drafted) for n in table) == list(range(1, 9))
    assert [len(table) for table in seated(drafted)] == [4, 4]
    assert drafted.state == "draft"
    assert drafted.input_hash
    assert drafted.algorithm
    assert Game.objects.count() == 0


def test_the_same_seed_and_people_give_the_same_tables(evening: Evening) -> None:
    first = evening.draw(seed=11)
    tables = seated(first)
    rounds.discard_draft(first, by=evening.by, reason="look again")
    assert seated(evening.draw(seed=11)) == tables


def test_who_is_absent_or_left_is_not_seated(evening: Evening) -> None:
    entries.set_presence(evening.entries[2], status="left", by=evening.by)
    entries.set_presence(evening.entries[5], status="absent", by=evening.by)
    numbers = [n for table in seated(evening.draw()) for n in table]
    assert sorted(numbers) == [1, 2, 4, 5, 7, 8]


def test_nobody_present_is_refused_and_leaves_no_round(evening: Evening) -> None:
    for entry in evening.entries:
        entries.set_presence(entry, status="absent", by=evening.by)
    with pytest.raises(DrawRefused) as caught:
        evening.draw()
    assert caught.value.code == "nobody_present"
    assert evening.tournament.rounds.count() == 0


def test_players_who_fit_no_tables_are_refused_with_the_reason(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=3, sizes=(4, 5))
    with pytest.raises(DrawRefused) as caught:
        evening.draw()
    assert caught.value.code == "no_split"


def test_a_second_draw_of_the_round_is_a_conflict(evening: Evening) -> None:
    evening.draw()
    with pytest.raises(RoundConflict):
        evening.draw()
    assert evening.tournament.rounds.count() == 1


def test_the_next_round_waits_until_the_last_is_closed(evening: Evening) -> None:
    evening.publish()
    with pytest.raises(RoundConflict, match="still being played"):
        evening.draw()


def test_publishing_makes_one_game_a_table_with_running_sheet_numbers(evening: Evening) -> None:
    evening.play_round()
    second = evening.publish()
    assert [table.sheet_number for table in tables_of(second)] == [3, 4]
    for table in tables_of(second):
        assert table.game is not None
        people = [seat.player_id for seat in table.game.seats.all()]
        assert people == [seat.entry.player_id for seat in table.seats.select_related("entry")]
    assert {table.game.played_at for table in tables_of(second) if table.game} == {second.started_at}


def test_publishing_twice_is_a_conflict_and_makes_no_second_games(evening: Evening) -> None:
    drafted = evening.draw()
    evening.publish(drafted)
    with pytest.raises(RoundConflict):
        evening.publish(drafted)
    assert Game.objects.count() == 2


def test_a_result_for_a_draft_is_impossible(evening: Evening) -> None:
    drafted = evening.draw()
    with pytest.raises(RoundConflict) as caught:
        results.blank_sheet(tables_of(drafted)[0])
    assert caught.value.code == "round_not_published"


def test_unpublishing_works_until_the_first_value(evening: Evening) -> None:
    published = evening.publish()
    draft = rounds.unpublish_round(published, by=evening.by, reason="two names swapped")
    assert draft.state == "draft"
    assert Game.objects.count() == 0
    published = evening.publish(draft)
    evening.enter(tables_of(published)[1])
    with pytest.raises(RoundConflict, match="Table 2 has values"):
        rounds.unpublish_round(published, by=evening.by, reason="too late")


def test_a_value_that_was_typed_and_blanked_again_is_none(evening: Evening) -> None:
    table = tables_of(evening.publish())[0]
    typed = results.type_on_sheet(table, changes={"0.bids.0": 1}, seen=0, by=evening.by)
    with pytest.raises(RoundConflict, match="Table 1 has values"):
        rounds.unpublish_round(table.round, by=evening.by, reason="too late")
    results.type_on_sheet(table, changes={"0.bids.0": None}, seen=typed.version, by=evening.by)
    assert rounds.unpublish_round(table.round, by=evening.by, reason="a slip of the finger").state == "draft"


def test_closing_names_the_tables_without_a_sheet(evening: Evening) -> None:
    published = evening.publish()
    evening.enter(tables_of(published)[0])
    with pytest.raises(RoundConflict) as caught:
        rounds.close_round(published, by=evening.by)
    assert caught.value.extra["tables"] == [2]


def test_a_closed_tournament_takes_no_more_rounds_or_players(evening: Evening) -> None:
    evening.play_round()
    tournament = rounds.close_tournament(evening.tournament, by=evening.by)
    with pytest.raises(TournamentError):
        evening.draw()
    with pytest.raises(TournamentError):
        entries.set_presence(evening.entries[0], status="left", by=evening.by)
    assert rounds.close_tournament(tournament, by=evening.by).closed_at == tournament.closed_at


def test_nobody_meets_twice_when_that_is_possible(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=16, n_rounds=3)
    met: set[frozenset[int]] = set()
    for _round in range(3):
        for table in seated(evening.play_round()):
            pairs = {frozenset((a, b)) for a in table for b in table if a < b}
            assert not pairs & met
            met |= pairs


def test_an_entry_cannot_sit_twice_in_a_round_by_any_road(evening: Evening) -> None:
    drafted = evening.draw()
    tables = tables_of(drafted)
    with pytest.raises(IntegrityError), transaction.atomic():
        RoundSeat.objects.create(round=drafted, table=tables[1], entry=evening.entries[0], seat=4)


def test_entering_twice_gives_one_line(evening: Evening) -> None:
    entry = entries.enter_player(evening.tournament, evening.entries[0].player, by=evening.by)
    assert entry.pk == evening.entries[0].pk


def test_every_act_leaves_a_line_in_the_log_without_names(evening: Evening) -> None:
    evening.play_round()
    lines = Activity.objects.filter(scope=evening.tournament.scope)
    assert {"round.drawn", "round.published", "round.closed"} <= set(lines.values_list("verb", flat=True))
    written = " ".join(f"{line.subject} {line.details}" for line in lines)
    assert not any(entry.player.name in written for entry in evening.entries)
