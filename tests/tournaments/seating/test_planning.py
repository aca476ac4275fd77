"""Whole evenings seated before play (seating.md sections 5 and 15)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.seating.counting import (
    assert_everyone_sits_once,
    meetings,
    pairs_cost,
    repeats,
)
from tournaments.seating import Plan, SeatingError, SeatingProblem, plan, split


def planned(**fields: Any) -> Plan:
    found = plan(SeatingProblem.from_json(fields))
    check_figures(found, fields)
    return found


def check_figures(found: Plan, fields: dict[str, Any]) -> None:
    """The plan's own figures against the independent counter."""
    problem = SeatingProblem.from_json(fields)
    here = set(problem.present)
    history = [[[p for p in t if p in here] for t in tables] for tables in problem.history]
    assert_everyone_sits_once(found.rounds, problem.present, problem.sizes, found.sit_outs)
    assert found.repeats == repeats(found.rounds, history)
    assert found.pairs_cost == pairs_cost(found.rounds, history)
    assert found.bound <= found.pairs_cost
    assert found.is_optimal == (found.bound == found.pairs_cost)
    before = meetings(history)
    assert found.max_meetings == max((before + meetings(found.rounds)).values(), default=0)
    earlier = sum(1 for pair, n in meetings(found.rounds).items() for k in range(n) if before[pair] + k)
    assert len(found.explanations) == earlier


@pytest.mark.parametrize(
    ("players", "sizes", "rounds"),
    [
        (15, [3], 7),
        (16, [4], 5),
        (20, [4], 5),
        (24, [4], 7),
        (28, [4], 9),
        (32, [4], 9),
        (36, [4], 11),
        (40, [4], 11),
        (44, [4], 12),
        (40, [5], 8),
        (25, [5, 4], 5),
        (30, [5, 4], 4),
        (200, [4], 8),
    ],
)
def test_nobody_meets_twice_where_that_can_be(players: int, sizes: list[int], rounds: int) -> None:
    found = planned(players=players, sizes=sizes, rounds=rounds)
    assert (found.repeats, found.max_meetings, found.seat_spread <= 1) == (0, 1, True)


@pytest.mark.parametrize("players", [17, 18, 19, 22, 23, 26, 27, 29, 31])
def test_small_tables_are_shared_out_evenly(players: int) -> None:
    found = planned(players=players, sizes=[4, 3], rounds=4)
    assert (found.repeats, found.small_table_spread <= 1) == (0, True)


@pytest.mark.parametrize(
    ("players", "sizes", "rounds", "is_even"), [(17, [4, 3, 5], 5, False), (17, [4, 3], 4, True)]
)
def test_the_note_on_small_tables_tells_of_the_plan_that_was_found(
    players: int, sizes: list[int], rounds: int, is_even: bool
) -> None:
    found = planned(players=players, sizes=sizes, rounds=rounds)
    counts = Counter(
        player
        for tables in found.rounds
        for table in tables
        if len(table) < max(map(len, tables))
        for player in table
    )
    visits = [counts[player] for player in {p for table in found.rounds[0] for p in table}]
    (note,) = (note.to_json() for note in found.notes if note.code == "small_tables")
    told = (note.get("fewest", note["low"]), note.get("most", note["high"]))
    assert (told == (note["low"], note["high"])) is is_even
    assert told == (min(visits), max(visits))
    assert f"{told[0]} {'or' if is_even else 'to'} {told[1]} times" in note["message"]


def test_twelve_at_fours_reach_nine_with_no_pair_above_two() -> None:
    found = planned(players=12, sizes=[4], rounds=3)
    assert (found.pairs_cost, found.bound, found.max_meetings) == (9, 9, 2)
    assert {repeat.reason for repeat in found.explanations} == {"counting_bound"}


@settings(max_examples=25, deadline=None)
@given(
    st.integers(3, 30),
    st.sampled_from([(4, 3), (4, 3, 5), (5, 4), (3,), (6, 5, 7)]),
    st.integers(1, 5),
    st.integers(0, 99),
)
def test_a_plan_seats_everyone_once_and_tells_the_truth(
    players: int, sizes: tuple[int, ...], rounds: int, seed: int
) -> None:
    document = {
        "players": players,
        "sizes": list(sizes),
        "rounds": rounds,
        "seed": seed,
        "effort": "quick",
    }
    try:
        tables = split(players, sizes).tables
    except SeatingError:
        with pytest.raises(SeatingError):
            planned(**document)
        return
    found = planned(**document)
    assert all(sorted(map(len, t), reverse=True) == list(tables) for t in found.rounds)


@settings(max_examples=8, deadline=None)
@given(st.integers(8, 20), st.integers(0, 99))
def test_a_plan_with_history_counts_what_it_adds(players: int, seed: int) -> None:
    first = planned(players=players, rounds=2, seed=seed, effort="quick")
    history = [[list(table) for table in tables] for tables in first.rounds]
    names = [player for tables in history[0] for player in tables][1:]
    planned(players=names, rounds=2, seed=seed, history=history, effort="quick")


def test_another_seed_seats_other_people_together() -> None:
    plans = {
        plan(SeatingProblem.from_json({"players": 16, "rounds": 3, "seed": seed})).rounds for seed in range(6)
    }
    assert len(plans) == 6


def test_the_number_of_rounds_is_needed() -> None:
    with pytest.raises(SeatingError) as refusal:
        planned(players=12)
    assert (refusal.value.code, refusal.value.fields["path"]) == ("bad_input", "rounds")


def test_players_who_cannot_be_seated_are_refused_before_any_search() -> None:
    with pytest.raises(SeatingError) as refusal:
        planned(players=11, sizes=[4, 5], rounds=3)
    assert refusal.value.code == "no_split"


def test_too_many_rounds_are_planned_with_a_warning() -> None:
    found = planned(players=8, sizes=[4], rounds=5)
    assert found.pairs_cost == 40
    codes = [note.code for note in found.notes]
    assert "rounds_over_capacity" in codes
    assert "repeats_certain" in codes


def test_rounds_with_other_people_make_no_repeat_certain() -> None:
    wide = [["a1", "a2", "a3", "a4"], ["b1", "b2", "b3", "b4"], ["c1", "c2", "c3", "c4"]]
    these = [*wide[0], *wide[1]]
    document = {"players": these, "sizes": [4], "rounds": 1, "seed": 1, "history": [wide]}
    assert plan(SeatingProblem.from_json(document)).notes == ()
    again = document | {"history": [wide[:2]]}
    codes = {note.code for note in plan(SeatingProblem.from_json(again)).notes}
    assert codes == {"repeats_certain", "rounds_over_capacity"}


@pytest.mark.parametrize(
    "before",
    [
        [],
        [[]],
        [["P01", "P02", "P03"]],
        [[f"P{3 * k + 1:02d}", f"P{3 * k + 2:02d}", f"P{3 * k + 3:02d}"] for k in range(4)],
    ],
    ids=["nobody", "an empty table", "one table of three", "all at threes"],
)
def test_rounds_at_other_tables_make_no_repeat_certain(before: list[list[str]]) -> None:
    found = planned(players=12, sizes=[4], rounds=1, history=[before])
    assert (found.repeats, found.notes) == (0, ())


def test_table_numbers_change_during_the_evening() -> None:
    found = planned(players=40, sizes=[4], rounds=6)
    for player in SeatingProblem.from_json({"players": 40}).players:
        numbers = {
            number
            for tables in found.rounds
            for number, table in enumerate(tables, start=1)
            if player in table
        }
        assert len(numbers) > 1


@pytest.mark.slow
def test_every_case_of_the_bar_is_met(bar: dict[str, Any]) -> None:
    for case in bar["plan"]:
        document = case["input"]
        found = planned(**document)
        figures = {
            "repeats": found.repeats,
            "pairs_cost": found.pairs_cost,
            "max_meetings": found.max_meetings,
            "seat_spread": found.seat_spread,
            "small_table_spread": found.small_table_spread,
            "repeats_plus_club": found.repeats + club_meetings(found, document),
            "keep_apart_broken": apart_broken(found, document),
        }
        for name, most in case["max"].items():
            assert figures[name] <= most, (case["id"], name)


def test_every_small_club_is_as_good_as_the_best_known(bar: dict[str, Any]) -> None:
    for players, rounds, best, lower, _ in bar["small_clubs"]["cells"]:
        found = planned(players=players, sizes=[4, 3], rounds=rounds)
        assert found.pairs_cost <= best, (players, rounds)
        assert found.bound == lower, (players, rounds)


def club_meetings(found: Plan, document: dict[str, Any]) -> int:
    met = meetings(found.rounds)
    clubs = [set(members) for members in document.get("groups", {}).values()]
    return sum(n for pair, n in met.items() if any(club.issuperset(pair) for club in clubs))


def apart_broken(found: Plan, document: dict[str, Any]) -> int:
    met = meetings(found.rounds)
    groups = [set(group) for group in document.get("keep_apart", ())]
    return sum(n for pair, n in met.items() if any(group.issuperset(pair) for group in groups))
