"""Cuts: finalists above the others, from zero or with their points, over several stages."""

from __future__ import annotations

from typing import Any

import pytest

from tournaments.standings import rank
from tournaments.standings.stages import Stage, StagedRow, ranked_in_stages

PLAYERS = [{"id": f"P{n}", "ranked": True} for n in range(1, 9)]


def played(number: int, points: dict[str, int], size: int = 4) -> dict[str, Any]:
    people = list(points)
    tables = [people[start : start + size] for start in range(0, len(people), size)]
    return {
        "number": number,
        "tables": [{"seats": seats, "points": [points[player] for player in seats]} for seats in tables],
    }


def document(*rounds: dict[str, Any]) -> dict[str, Any]:
    return {
        "players": PLAYERS,
        "table_points": "raw",
        "tie_breaks": ["last-round", "shared"],
        "rounds": list(rounds),
    }


EVERYBODY = played(1, {f"P{n}": 90 - 10 * n for n in range(1, 9)})
FINAL = played(2, {"P1": 5, "P2": 20, "P3": 30, "P4": 10})


def brief(rows: list[StagedRow]) -> list[tuple[str, int | None, str]]:
    return [(staged.row.player, staged.row.place, staged.row.total_text) for staged in rows]


def test_without_a_cut_it_is_the_list_as_always() -> None:
    whole = document(EVERYBODY)
    assert [staged.row for staged in ranked_in_stages(whole, [])] == rank(whole)


def test_a_final_from_zero_decides_the_first_places() -> None:
    stage = Stage(1, ("P1", "P2", "P3", "P4"), carry=False, document={})
    found = ranked_in_stages(document(EVERYBODY, FINAL), [stage])
    assert brief(found)[:5] == [
        ("P3", 1, "30"),
        ("P2", 2, "20"),
        ("P4", 3, "10"),
        ("P1", 4, "5"),
        ("P5", 5, "40"),
    ]
    assert [staged.stage for staged in found] == [1] * 4 + [0] * 4


def test_rounds_before_the_cut_are_shown_and_dropped() -> None:
    stage = Stage(1, ("P1", "P2", "P3", "P4"), carry=False, document={})
    rows = {staged.row.player: staged.row for staged in ranked_in_stages(document(EVERYBODY, FINAL), [stage])}
    assert rows["P3"].columns["rounds"] == ["60", "30"]
    assert rows["P3"].columns["dropped"] == [1]
    assert rows["P5"].columns["rounds"] == ["40", None]
    assert rows["P5"].columns["dropped"] == []


def test_points_may_be_carried_over() -> None:
    stage = Stage(1, ("P1", "P2", "P3", "P4"), carry=True, document={})
    found = ranked_in_stages(document(EVERYBODY, FINAL), [stage])
    assert brief(found)[:4] == [("P3", 1, "90"), ("P2", 2, "90"), ("P1", 3, "85"), ("P4", 4, "60")]
    assert found[0].row.decided_by is None
    assert found[1].row.decided_by == "last-round"
    assert found[0].row.columns["dropped"] == []


def test_two_cuts_are_semi_final_and_final() -> None:
    semi = played(2, {"P1": 1, "P2": 2, "P3": 3, "P4": 4})
    last = played(3, {"P2": 9, "P3": 7, "P4": 8}, size=3)
    stages = [
        Stage(2, ("P2", "P3", "P4"), carry=False, document={}),
        Stage(1, ("P1", "P2", "P3", "P4"), carry=False, document={}),
    ]
    found = ranked_in_stages(document(EVERYBODY, semi, last), stages)
    assert [(staged.row.player, staged.row.place) for staged in found] == [
        ("P2", 1),
        ("P4", 2),
        ("P3", 3),
        ("P1", 4),
        ("P5", 5),
        ("P6", 6),
        ("P7", 7),
        ("P8", 8),
    ]


def test_who_is_out_may_play_on_for_the_other_places() -> None:
    others = played(2, {"P5": 0, "P6": 99, "P7": 1, "P8": 2})
    second = {"number": 2, "tables": FINAL["tables"] + others["tables"]}
    stage = Stage(1, ("P1", "P2", "P3", "P4"), carry=False, document={})
    found = ranked_in_stages(document(EVERYBODY, second), [stage])
    assert brief(found)[4] == ("P6", 5, "129")


def test_before_the_final_is_played_the_finalists_stand_level_at_the_top() -> None:
    stage = Stage(1, ("P1", "P2", "P3", "P4"), carry=False, document={"tie_breaks": ["shared"]})
    found = ranked_in_stages(document(EVERYBODY), [stage])
    assert [staged.row.place for staged in found[:5]] == [1, 1, 1, 1, 5]


def test_a_stage_has_its_own_chain_and_penalties() -> None:
    fined = document(EVERYBODY, FINAL) | {"penalties": [{"player": "P3", "points": "-5", "reason": "late"}]}
    stage = Stage(1, ("P1", "P2", "P3", "P4"), carry=False, document={"penalties": []})
    assert ranked_in_stages(fined, [stage])[0].row.total_text == "30"


def test_penalties_and_deciders_of_others_stay_with_their_stage() -> None:
    whole = document(EVERYBODY, FINAL) | {
        "tie_breaks": ["decider", "shared"],
        "penalties": [{"player": "P8", "points": "-5", "reason": "late"}],
        "deciders": [{"players": ["P4", "P5"], "points": [1, 2]}],
    }
    stage = Stage(1, ("P1", "P2", "P3", "P4"), carry=True, document={})
    rows = {staged.row.player: staged.row for staged in ranked_in_stages(whole, [stage])}
    assert rows["P8"].total_text == "5"
    assert rows["P3"].total_text == "90"


def test_a_final_counts_nothing_for_those_who_are_not_in_it() -> None:
    """Level on 100 and not in the final: their own last round separates them, and nobody is absent from the final."""
    first = played(1, {"P1": 90, "P2": 90, "P3": 90, "P4": 90, "P5": 60, "P6": 40, "P7": 50, "P8": 10})
    second = played(2, {"P1": 90, "P2": 90, "P3": 90, "P4": 90, "P5": 40, "P6": 60, "P7": 50, "P8": 10})
    final = played(3, {"P1": 5, "P2": 20, "P3": 30, "P4": 10})
    stage = Stage(2, ("P1", "P2", "P3", "P4"), carry=False, document={})
    settings: dict[str, Any] = {
        "tie_breaks": ["last-round", "opponents", "games", "shared"],
        "absent": {"points": "mean", "cap": None, "min_rounds": 0},
    }
    whole = {**document(first, second, final), **settings}
    before = rank({**whole, "rounds": [first, second]})
    found = [staged.row for staged in ranked_in_stages(whole, [stage])][4:]
    assert [(row.player, row.place, row.total_text) for row in found] == [
        ("P6", 5, "100"),
        ("P7", 6, "100"),
        ("P5", 7, "100"),
        ("P8", 8, "20"),
    ]
    kept = {row.player: row.columns for row in before}
    for row in found:
        assert {key: row.columns[key] for key in settings["tie_breaks"][:3]} == {
            key: kept[row.player][key] for key in settings["tie_breaks"][:3]
        }


def test_a_table_of_those_who_are_out_still_counts_for_them() -> None:
    final = played(2, {"P1": 5, "P2": 20, "P3": 30, "P4": 10, "P5": 1, "P6": 2, "P7": 3, "P8": 40})
    stage = Stage(1, ("P1", "P2", "P3", "P4"), carry=False, document={})
    found = ranked_in_stages(document(EVERYBODY, final), [stage])
    assert ("P8", 5, "50") in brief(found)


def penalty(player: str, points: int) -> dict[str, object]:
    return {"player": player, "points": points, "reason": "late"}


def made(rows: list[StagedRow]) -> dict[str, str | None]:
    return {staged.row.player: None if staged.made is None else str(staged.made) for staged in rows}


def test_what_was_made_before_a_final_from_zero_is_not_lost() -> None:
    stage = Stage(1, ("P1", "P2", "P3", "P4"), carry=False, document={"penalties": [penalty("P1", -3)]})
    whole = {**document(EVERYBODY, FINAL), "penalties": [penalty("P1", -3), penalty("P2", -1)]}
    found = made(ranked_in_stages(whole, [stage]))
    assert found == {
        "P1": "82",
        "P2": "89",
        "P3": "90",
        "P4": "60",
        "P5": None,
        "P6": None,
        "P7": None,
        "P8": None,
    }


def test_who_plays_the_final_was_not_absent_from_what_the_others_played_then() -> None:
    others = {"P5": 1, "P6": 2, "P7": 3, "P8": 4}
    last = {"number": 2, "tables": [*FINAL["tables"], *played(2, others)["tables"]]}
    whole = {**document(EVERYBODY, last), "absent": {"points": "-5", "cap": None}}
    stage = Stage(1, ("P1", "P2", "P3", "P4"), carry=False, document={"absent": {}})
    assert made(ranked_in_stages(whole, [stage]))["P1"] == "85"


def test_points_brought_along_are_made_once() -> None:
    semi = Stage(1, ("P1", "P2", "P3", "P4"), carry=True, document={})
    final = Stage(2, ("P1", "P2", "P3"), carry=False, document={})
    rows = ranked_in_stages(
        document(EVERYBODY, FINAL, played(3, {"P1": 1, "P2": 2, "P3": 3}, 3)), [semi, final]
    )
    assert made(rows)["P1"] == "86"
    assert made(rows)["P4"] is None


RANKED = {**document(EVERYBODY, FINAL), "table_points": "rank"}


@pytest.mark.parametrize("carry", [False, True])
def test_the_last_of_a_final_is_worth_what_brought_them_there(carry: bool) -> None:
    """By places at the table a final takes as much as it gives: 3, 1, -1 and -3."""
    stage = Stage(1, ("P1", "P2", "P3", "P4"), carry=carry, document={})
    rows = ranked_in_stages(RANKED, [stage])
    before = {row.player: row.total for row in rank({**RANKED, "rounds": [EVERYBODY]})}
    worth = {one.row.player: one.row.total if one.made is None else one.made for one in rows}
    final = {"P3": 3, "P2": 1, "P4": 0, "P1": 0}
    assert worth == {player: total + final.get(player, 0) for player, total in before.items()}


def test_a_penalty_of_the_final_still_counts() -> None:
    late = {"penalties": [penalty("P1", -5)]}
    stage = Stage(1, ("P1", "P2", "P3", "P4"), carry=False, document=late)
    found = made(ranked_in_stages({**RANKED, **late}, [stage]))
    assert found["P1"] == "-2"


def test_a_lost_final_after_a_won_semi_final_takes_nothing_of_it() -> None:
    semi = played(2, {"P1": 40, "P2": 30, "P3": 20, "P4": 10})
    last = played(3, {"P1": 1, "P2": 2, "P3": 3}, 3)
    stages = [
        Stage(1, ("P1", "P2", "P3", "P4"), carry=False, document={}),
        Stage(2, ("P1", "P2", "P3"), carry=True, document={}),
    ]
    found = ranked_in_stages({**RANKED, "rounds": [EVERYBODY, semi, last]}, stages)
    assert brief(found)[:3] == [("P3", 1, "1"), ("P2", 2, "1"), ("P1", 3, "1")]
    assert made(found)["P1"] == "6"


def test_points_made_at_several_tables_are_carried_over() -> None:
    first = played(1, {"P1": 50, "P5": 5, "P6": 4, "P2": 40, "P3": 60, "P7": 9, "P8": 8, "P4": 30})
    second = played(2, {"P1": 1, "P2": 2, "P3": 3, "P4": 4})
    stage = Stage(1, ("P1", "P2", "P3", "P4"), carry=True, document={"tie_breaks": ["opponents", "shared"]})
    found = ranked_in_stages(document(first, second), [stage])
    assert brief(found) == [
        ("P3", 1, "63"), ("P1", 2, "51"), ("P2", 3, "42"), ("P4", 4, "34"),
        ("P7", 5, "9"), ("P8", 6, "8"), ("P5", 7, "5"), ("P6", 8, "4"),
    ]  # fmt: skip
    assert found[0].row.columns["rounds"] == ["60", "3"]
    assert found[0].row.columns["dropped"] == []
