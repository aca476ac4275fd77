"""Kept-apart pairs, clubs, locked and fixed tables (seating.md section 8)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.seating.test_planning import apart_broken, check_figures, club_meetings, planned
from tournaments.seating import SeatingError, SeatingProblem, next_round, plan

NAMES = [f"P{k:02d}" for k in range(1, 25)]


def clubs_of(size: int) -> dict[str, list[str]]:
    return {f"Club {k}": NAMES[k * size : (k + 1) * size] for k in range(len(NAMES) // size)}


def refusal_of(**fields: Any) -> SeatingError:
    with pytest.raises(SeatingError) as refusal:
        plan(SeatingProblem.from_json(fields))
    return refusal.value


@pytest.mark.parametrize("rounds", [4, 5])
def test_clubs_and_kept_apart_pairs_cost_no_repeat(rounds: int) -> None:
    document = {
        "players": NAMES,
        "sizes": [4],
        "rounds": rounds,
        "groups": clubs_of(4),
        "keep_apart": [["P01", "P05"], ["P02", "P09"], ["P03", "P13"]],
    }
    found = planned(**document)
    assert (found.repeats, club_meetings(found, document), apart_broken(found, document)) == (0, 0, 0)


def test_a_club_larger_than_the_number_of_tables_is_warned_about() -> None:
    found = planned(players=24, sizes=[4], rounds=2, groups={"Large": NAMES[:9]})
    (note,) = [note for note in found.notes if note.code == "club_too_large"]
    assert (note.fields["club"], note.fields["per_round"]) == ("Large", 3)


def test_more_players_to_keep_apart_than_tables_are_refused() -> None:
    refusal = refusal_of(players=8, sizes=[4], rounds=1, keep_apart=[NAMES[:3]])
    assert refusal.code == "keep_apart_impossible"
    assert refusal.fields["players"] == NAMES[:3]


def test_a_clique_of_overlapping_pairs_is_found_impossible() -> None:
    pairs = [["P01", "P02"], ["P02", "P03"], ["P01", "P03"]]
    assert refusal_of(players=8, sizes=[4], rounds=1, keep_apart=pairs).code == "keep_apart_impossible"
    found = planned(players=12, sizes=[4], rounds=1, keep_apart=pairs)
    assert apart_broken(found, {"keep_apart": pairs}) == 0


def test_only_those_are_named_who_cannot_be_kept_apart() -> None:
    clique = [["P01", "P02"], ["P02", "P03"], ["P01", "P03"]]
    others = [["P03", "P04"], ["P05", "P06"], ["P06", "P07"]]
    refusal = refusal_of(players=8, sizes=[4], rounds=1, keep_apart=[*others, *clique])
    assert refusal.fields["players"] == ["P01", "P02", "P03"]


def test_all_are_named_who_cannot_be_at_one_fixed_table() -> None:
    fixed = dict.fromkeys(NAMES[:5], 2)
    crowd = refusal_of(players=8, sizes=[4], rounds=1, fixed_tables=fixed)
    assert (crowd.fields["table"], crowd.fields["players"]) == (2, NAMES[:5])
    pair = NAMES[:2]
    apart = refusal_of(players=8, sizes=[4], rounds=1, fixed_tables=dict.fromkeys(pair, 1), keep_apart=[pair])
    assert (apart.fields["table"], apart.fields["players"]) == (1, pair)


def test_an_odd_cycle_at_two_tables_is_found_impossible() -> None:
    cycle = [[NAMES[k], NAMES[(k + 1) % 5]] for k in range(5)]
    assert refusal_of(players=8, sizes=[4], rounds=1, keep_apart=cycle).code == "keep_apart_impossible"


def test_a_locked_table_stays_as_it_was_set() -> None:
    table = ["P09", "P03", "P14", "P01"]
    found = planned(players=16, sizes=[4], rounds=3, locked=[{"round": 2, "table": 3, "players": table}])
    assert list(found.rounds[1][2]) == table
    assert found.repeats == 0


@pytest.mark.parametrize(
    ("locked", "rule"),
    [
        ([(1, 1, "P01 P02 P03")], "split"),
        ([(5, 1, "P01 P02 P03 P04")], "rounds"),
        ([(1, 1, "P01 P02 P03 P04"), (1, 1, "P05 P06 P07 P08")], "twice"),
        ([(1, 1, "P01 P02 P03 P04"), (1, 2, "P01 P06 P07 P08")], "table 1"),
        ([(1, 1, "P01 P02 P03 P11")], "apart"),
        ([(1, 2, "P09 P02 P03 P04")], "fixed"),
        ([(1, 1, "P16 P02 P03 P04")], "absent"),
    ],
)
def test_a_lock_that_breaks_a_rule_is_refused_by_name(locked: list[tuple[int, int, str]], rule: str) -> None:
    refusal = refusal_of(
        players=17,
        absent=["P16"],
        sizes=[4],
        rounds=2,
        keep_apart=[["P01", "P11"]],
        fixed_tables={"P09": 1},
        locked=[{"round": r, "table": t, "players": names.split()} for r, t, names in locked],
    )
    assert refusal.code == "lock_conflict"
    assert rule in refusal.fields["rule"]
    assert refusal.fields["round"] == locked[-1][0]


def test_a_fixed_player_sits_at_his_table_every_round() -> None:
    found = planned(players=20, sizes=[4], rounds=4, fixed_tables={"P07": 3})
    assert all("P07" in tables[2] for tables in found.rounds)
    assert found.repeats == 0


def test_two_fixed_tables_do_not_meet_where_that_can_be() -> None:
    found = planned(players=20, sizes=[4], rounds=4, fixed_tables={"P07": 1, "P08": 5})
    assert all("P07" in tables[0] and "P08" in tables[4] for tables in found.rounds)


def test_a_vacated_fixed_table_stays_empty() -> None:
    document = {
        "players": 8,
        "sizes": [4],
        "fixed_tables": {"P01": 1, "P02": 2},
        "locked": [{"round": 1, "table": 3, "players": ["P03", "P04", "P05", "P06"]}],
    }
    one = next_round(SeatingProblem.from_json(document))
    assert [len(table) for table in one.tables] == [4, 0, 4]
    assert {"P01", "P02"} <= set(one.tables[0])


@pytest.mark.parametrize(
    ("fields", "missed"),
    [
        (
            {"locked": [{"round": 1, "table": 2, "players": ["P03", "P04", "P05", "P06"]}]},
            [("P02", 2)],
        ),
        ({"locked": [{"round": 1, "table": 2, "players": ["P02", "P04", "P05", "P06"]}]}, []),
        ({"players": 4}, [("P02", 2)]),
    ],
    ids=["locked with others", "locked with him", "one table for two numbers"],
)
def test_who_cannot_have_the_fixed_table_is_named_beside_the_result(
    fields: dict[str, Any], missed: list[tuple[str, int]]
) -> None:
    document = {"players": 12, "sizes": [4], "rounds": 1, "fixed_tables": {"P01": 1, "P02": 2}, **fields}
    problem = SeatingProblem.from_json(document)
    for notes in (plan(problem).notes, next_round(problem).notes):
        found = [note for note in notes if note.code == "fixed_table_missed"]
        assert [(note.fields["player"], note.fields["fixed"]) for note in found] == missed
        assert all("Round 1: P02 sits at table" in note.message for note in found)


def test_a_single_table_is_seated_too() -> None:
    one = next_round(SeatingProblem.from_json({"players": 4, "sizes": [4], "scores": {"P01": 3}}))
    assert sorted(one.tables[0]) == NAMES[:4]


def test_a_number_beyond_the_tables_leaves_empty_ones_between() -> None:
    found = plan(
        SeatingProblem.from_json({"players": 12, "sizes": [4], "rounds": 2, "fixed_tables": {"P01": 5}})
    )
    for tables in found.rounds:
        assert [len(table) for table in tables] == [4, 4, 0, 0, 4]
        assert "P01" in tables[4]


def test_players_fixed_to_one_number_sit_there_together() -> None:
    document = {"players": 16, "sizes": [4], "fixed_tables": {"P03": 2, "P09": 2}, "effort": "quick"}
    found = plan(SeatingProblem.from_json({**document, "rounds": 3}))
    assert all({"P03", "P09"} <= set(tables[1]) for tables in found.rounds)
    reasons = {repeat.reason for repeat in found.explanations if repeat.pair == ("P03", "P09")}
    assert reasons == {"fixed_table"}
    one = next_round(SeatingProblem.from_json({**document, "scores": {"P03": 90}}))
    assert {"P03", "P09"} <= set(one.tables[1])


def test_absent_players_are_not_seated_but_keep_their_history() -> None:
    document = {
        "players": 13,
        "absent": ["P13"],
        "sizes": [4],
        "rounds": 1,
        "history": [[["P13", "P01", "P02", "P03"]]],
    }
    found = planned(**document)
    assert "P13" not in {player for table in found.rounds[0] for player in table}
    assert found.repeats == 0


def test_a_rule_that_costs_repeats_is_named_as_the_reason() -> None:
    document: dict[str, Any] = {
        "players": 9,
        "sizes": [3],
        "rounds": 4,
        "effort": "quick",
        "keep_apart": [["P01", "P02"], ["P01", "P03"], ["P04", "P05"]],
    }
    found = planned(**document)
    assert apart_broken(found, document) == 0
    assert found.repeats > 0
    assert {repeat.reason for repeat in found.explanations} == {"club_or_apart"}


def test_a_cheaper_club_weight_lets_club_mates_meet_before_others_repeat() -> None:
    document: dict[str, Any] = {
        "players": 16,
        "sizes": [4],
        "rounds": 5,
        "groups": {"A": NAMES[:4]},
        "effort": "quick",
    }
    light = plan(SeatingProblem.from_json({**document, "weights": {"repeat": 1, "club": 0.1}}))
    heavy = plan(SeatingProblem.from_json({**document, "weights": {"repeat": 0.1, "club": 10}}))
    check_figures(light, document)
    assert light.repeats == 0
    assert club_meetings(light, document) == 6
    assert club_meetings(heavy, document) == 0
