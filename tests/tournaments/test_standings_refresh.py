"""Standings as rows: computed from facts, marked, refreshed once, equal to a rebuild."""

from __future__ import annotations

import pytest

from clubs.activity import By
from clubs.models import Club
from games.services.sheets import void_game
from tests.evenings import Evening, make_evening, sheet_with_totals, tables_of
from tournaments.errors import RoundConflict
from tournaments.models import Stale, Standing
from tournaments.services import entries, marks, rounds, seasons, standings, verifying


def stale(evening: Evening) -> Stale:
    return Stale.objects.get(scope=evening.tournament.scope)


def places(evening: Evening, after: int) -> list[tuple[int | None, int, str]]:
    rows = evening.tournament.standings.filter(after_round=after).select_related("entry")
    return [(row.place, row.entry.number, row.total) for row in rows]


@pytest.fixture
def four(club: Club, by_alice: By) -> Evening:
    """One table of four, raw points, so that totals can be read off."""
    return make_evening(club, by=by_alice, n_players=4, sizes=(4,), tie_breaks=["last-round", "shared"])


def play(evening: Evening, points: dict[int, int]) -> None:
    """Play a round in which entry number n scores points[n]."""
    published = evening.publish()
    for table in tables_of(published):
        numbers = [seat.entry.number for seat in table.seats.select_related("entry")]
        evening.enter(table, sheet_with_totals(table, [points[n] for n in numbers]))
    rounds.close_round(published, by=evening.by)
    standings.refresh(evening.tournament.pk)


def test_the_last_round_separates_level_players_and_says_so(four: Evening) -> None:
    play(four, {1: 25, 2: 10, 3: 20, 4: 5})
    play(four, {1: 15, 2: 20, 3: 10, 4: 5})
    assert places(four, 2) == [(1, 1, "40"), (2, 2, "30"), (3, 3, "30"), (4, 4, "10")]
    row = four.tournament.standings.get(after_round=2, entry__number=3)
    assert row.decided_by == "last-round"
    assert row.why["behind"] == {"key": "last-round", "other": 2, "mine": "10", "theirs": "20", "passed": []}


def test_a_full_tie_shares_the_place(four: Evening) -> None:
    play(four, {1: 20, 2: 20, 3: 10, 4: 5})
    assert places(four, 1) == [(1, 1, "20"), (1, 2, "20"), (3, 3, "10"), (4, 4, "5")]


def test_snapshots_of_earlier_rounds_stay_and_follow_a_correction(four: Evening) -> None:
    play(four, {1: 25, 2: 10, 3: 20, 4: 5})
    play(four, {1: 1, 2: 2, 3: 3, 4: 4})
    first_table = tables_of(four.tournament.rounds.get(number=1))[0]
    numbers = [seat.entry.number for seat in first_table.seats.select_related("entry")]
    fixed = {1: 25, 2: 40, 3: 20, 4: 5}
    four.enter(
        first_table, sheet_with_totals(first_table, [fixed[n] for n in numbers]), reason="Bo's total was 40"
    )
    standings.refresh(four.tournament.pk)
    assert places(four, 1)[0] == (1, 2, "40")
    assert places(four, 2)[0] == (1, 2, "42")


def test_a_void_game_counts_for_nobody(four: Evening) -> None:
    play(four, {1: 25, 2: 10, 3: 20, 4: 5})
    table = tables_of(four.tournament.rounds.get(number=1))[0]
    assert table.game is not None
    void_game(table.game, by=four.by, reason="wrong pack")
    standings.refresh(four.tournament.pk)
    assert places(four, 0) == [(1, n, "0") for n in (1, 2, 3, 4)]
    assert not four.tournament.standings.filter(after_round=1).exists()


def test_penalties_count_until_they_are_cancelled(four: Evening) -> None:
    play(four, {1: 25, 2: 10, 3: 20, 4: 5})
    penalty = entries.give_penalty(four.entries[0], points="-10", reason="table ran over", by=four.by)
    standings.refresh(four.tournament.pk)
    assert places(four, 1)[:2] == [(1, 3, "20"), (2, 1, "15")]
    entries.cancel_penalty(penalty, reason="clock was wrong", by=four.by)
    entries.cancel_penalty(penalty, reason="twice", by=four.by)
    standings.refresh(four.tournament.pk)
    assert places(four, 1)[0] == (1, 1, "25")


def test_a_fact_marks_and_a_refresh_clears_the_mark_once(four: Evening) -> None:
    published = four.publish()
    four.enter(tables_of(published)[0])
    mark = stale(four)
    assert mark.done < mark.wanted
    assert marks.left() == [four.tournament.scope]
    assert standings.refresh(four.tournament.pk) is True
    assert standings.refresh(four.tournament.pk) is False
    mark.refresh_from_db()
    four.tournament.refresh_from_db()
    assert mark.done == mark.wanted == four.tournament.version


def test_snapshots_that_did_not_change_keep_their_version(four: Evening) -> None:
    play(four, {1: 25, 2: 10, 3: 20, 4: 5})
    version = four.tournament.standings.filter(after_round=1).values_list("version", flat=True)[0]
    play(four, {1: 1, 2: 2, 3: 3, 4: 4})
    assert set(four.tournament.standings.filter(after_round=1).values_list("version", flat=True)) == {version}


def test_an_unfinished_table_waits_without_hurting_the_others(evening: Evening) -> None:
    published = evening.publish()
    first, second = tables_of(published)
    evening.enter(first)
    sheet = evening.random_sheet(second)
    evening.enter(second, {**sheet, "deals": [*sheet["deals"][:2], {"hand_size": 3}]})
    standings.refresh(evening.tournament.pk)
    assert evening.tournament.standings.filter(after_round=1).count() == 8


def test_verifying_finds_exactly_the_number_that_was_tampered_with(four: Evening) -> None:
    play(four, {1: 25, 2: 10, 3: 20, 4: 5})
    assert list(verifying.differences()) == []
    row = Standing.objects.get(tournament=four.tournament, after_round=1, position=2)
    Standing.objects.filter(pk=row.pk).update(total="11")
    found = list(verifying.differences())
    assert [(d.column, d.stored, d.computed) for d in found] == [("total", "11", "10")]
    assert f"tournaments_standing {row.pk}" in found[0].row


def test_a_season_takes_the_best_evenings(club: Club, by_alice: By) -> None:
    season = seasons.create_season(club, name="Spring", by=by_alice, best_of=2)
    first = make_evening(
        club, by=by_alice, n_players=4, sizes=(4,), season=season, tie_breaks=["shared"], name="One"
    )
    people = [entry.player for entry in first.entries]
    evenings = [
        first,
        *[
            make_evening(
                club, by=by_alice, sizes=(4,), season=season, players=people, tie_breaks=["shared"], name=name
            )
            for name in ("Two", "Three")
        ],
    ]
    points: list[dict[int, int]] = [
        {1: 1, 2: 9, 3: 3, 4: 4},
        {1: 8, 2: 1, 3: 3, 4: 4},
        {1: 8, 2: 2, 3: 3, 4: 4},
    ]
    for played, scores in zip(evenings, points, strict=True):
        play(played, scores)
    assert seasons.refresh(season.pk)
    table = [(row.place, row.player.name, row.total) for row in season.standings.select_related("player")]
    assert table == [(1, "Ada", "16"), (2, "Bo", "11"), (3, "Dag", "8"), (4, "Cleo", "6")]
    assert season.standings.get(player=people[0]).columns["dropped"] == [1]
    assert list(verifying.differences()) == []


def test_a_sheet_with_hands_missing_is_no_result_until_it_is_whole(evening: Evening) -> None:
    published = evening.publish()
    first, second = tables_of(published)
    evening.enter(first)
    whole = evening.random_sheet(second)
    evening.enter(second, {**whole, "deals": whole["deals"][:2]})
    standings.refresh(evening.tournament.pk)
    rows = evening.tournament.standings.filter(after_round=1, columns__rounds=[None])
    assert rows.count() == 4
    with pytest.raises(RoundConflict) as caught:
        rounds.close_round(published, by=evening.by)
    assert caught.value.extra["tables"] == [2]
    evening.enter(second, whole, reason="the last hand")
    standings.refresh(evening.tournament.pk)
    assert not evening.tournament.standings.filter(after_round=1, columns__rounds=[None]).exists()
    assert rounds.close_round(published, by=evening.by).state == "closed"
