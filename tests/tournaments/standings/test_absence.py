"""users.md 8: weights, absences, best-of, penalties, guests, minimum rounds."""

from __future__ import annotations

import pytest

from tests.tournaments.standings.build import column, document, lines, table


def test_a_missed_round_is_blank_and_counts_nothing() -> None:
    request = document([table("AB", 4, 1)], [table("A", 2)])
    assert column(request, "rounds") == {"A": ["4", "2"], "B": ["1", None]}


def test_the_first_missed_rounds_get_the_points_up_to_the_cap() -> None:
    rounds = ([table("A", 1)], [table("A", 1)], [table("AB", 1, 7)], [table("A", 1)])
    request = document(*rounds, absent={"points": "2.5", "cap": 2})
    assert column(request, "rounds")["B"] == ["2.5", "2.5", "7", None]
    assert column(document(*rounds, absent={"points": 2}), "rounds")["B"] == ["2", None, "7", None]
    assert column(document(*rounds, absent={"points": 2, "cap": None}), "rounds")["B"] == ["2", "2", "7", "2"]
    assert column(document(*rounds, absent={"points": 2, "cap": 0}), "rounds")["B"] == [None, None, "7", None]


def test_the_mean_is_that_of_the_own_rounds_played() -> None:
    request = document(
        [table("AB", 1, 7)], [table("AB", 1, 2)], [table("AB", 0, 1)], [table("A", 5)],
        absent={"points": "mean"},
    )  # fmt: skip
    assert column(request, "rounds")["B"] == ["7", "2", "1", "3.3333"]
    assert lines(request) == ["1 B 13.3333 -", "2 A 7 total"]


def test_the_mean_of_nothing_makes_up_for_nothing() -> None:
    request = document([table("A", 1)], absent={"points": "mean", "cap": None})
    request["players"].append("B")
    assert column(request, "rounds")["B"] == [None]


def test_best_of_drops_the_lowest_and_of_equal_ones_the_earlier() -> None:
    request = document([table("A", 3)], [table("A", 1)], [table("A", 1)], [table("A", 1)], best_of=2)
    assert lines(request) == ["1 A 4 -"]
    assert column(request, "dropped") == {"A": [2, 3]}


def test_best_of_more_than_there_are_is_all() -> None:
    request = document([table("A", 3)], best_of=5)
    assert column(request, "dropped") == {"A": []}


def test_a_missed_round_is_dropped_before_any_played_one() -> None:
    request = document([table("AB", -5, -9)], [table("B", -1)], [table("AB", -3, -2)], best_of=2)
    assert column(request, "dropped") == {"A": [2], "B": [1]}
    assert lines(request) == ["1 B -3 -", "2 A -8 total"]


def test_a_made_up_round_may_be_among_the_best() -> None:
    request = document([table("A", 1)], [table("A", 2)], [table("B", 0)], best_of=2, absent={"points": 3})
    assert column(request, "rounds")["A"] == ["1", "2", "3"]
    assert column(request, "dropped")["A"] == [1]


def test_weights_multiply_table_points_but_no_made_up_ones() -> None:
    request = document([table("A", 3)], [table("B", 3)], absent={"points": 1})
    request["rounds"][1]["weight"] = 2
    assert column(request, "rounds") == {"A": ["3", "1"], "B": ["1", "6"]}


def test_penalties_come_after_best_of() -> None:
    request = document([table("A", 5)], [table("A", 2)], best_of=1)
    request["penalties"] = [
        {"player": "A", "points": -10, "reason": "ran over"},
        {"player": "A", "points": "0.25", "reason": "kind"},
    ]
    assert lines(request) == ["1 A -4.75 -"]


def test_a_guest_stands_in_line_without_a_place_or_a_gap() -> None:
    request = document([table("ABCD", 9, 5, 5, 1)])
    request["players"] = ["D", {"id": "A", "ranked": False}, {"id": "B", "ranked": False}, "C"]
    assert lines(request) == ["- A 9 -", "1 C 5 -", "- B 5 -", "2 D 1 total"]


def test_too_few_rounds_played_have_no_place() -> None:
    request = document([table("AB", 1, 9)], [table("A", 1)], absent={"min_rounds": 2, "points": 5})
    assert lines(request) == ["- B 14 -", "1 A 2 -"]


def test_guests_do_not_stand_between_two_who_share_a_place() -> None:
    request = document([table("ABC", 5, 5, 5)], tie_breaks=["wins"])
    request["players"] = ["A", {"id": "B", "ranked": False}, "C"]
    assert lines(request) == ["1 A 5 -", "1 C 5 shared", "- B 5 -"]


@pytest.mark.parametrize("table_points", ["raw", "rank", "share", "norm", "list:1"])
def test_a_tournament_before_its_first_round_is_one_shared_place(table_points: str) -> None:
    request = document(
        table_points=table_points, tie_breaks=["last-round", "countback", "places", "opponents"]
    )
    request["players"] = ["B", "A"]
    assert lines(request) == ["1 A 0 -", "1 B 0 shared"]
