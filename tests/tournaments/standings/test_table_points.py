"""users.md 6: what the points of one table are worth."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tournaments.standings import StandingsError, parse_table_points, rank
from tournaments.standings.exact import plain_text
from tournaments.standings.table_places import competition_places

FOUR = (120, 90, 90, 40)
THREE = (150, 100, 50)
FIVE = (80, 60, 60, 30, -10)


def worth(formula: str, points: tuple[int, ...]) -> list[str]:
    tops, bottom = parse_table_points(formula).of_table(points, competition_places(points))
    return [plain_text(Fraction(top, bottom)) for top in tops]


@pytest.mark.parametrize(
    ("formula", "points", "expected"),
    [
        ("raw", FOUR, "120 90 90 40"),
        ("rank", FOUR, "3 0 0 -3"),
        ("share", FOUR, "0.3529 0.2647 0.2647 0.1176"),
        ("share:4", FOUR, "0.3529 0.2647 0.2647 0.1176"),
        ("norm", FOUR, "100 62.5 62.5 0"),
        ("list:5-3-2-1", FOUR, "5 2.5 2.5 1"),
        ("raw", THREE, "150 100 50"),
        ("rank", THREE, "2 0 -2"),
        ("share", THREE, "0.375 0.25 0.125"),
        ("norm", THREE, "100 50 0"),
        ("list:5-3-2-1", THREE, "5 3 2"),
        ("raw", FIVE, "80 60 60 30 -10"),
        ("rank", FIVE, "4 1 1 -2 -4"),
        ("share", FIVE, "0.4348 0.3261 0.3261 0.163 0"),
        ("norm", FIVE, "100 77.7778 77.7778 44.4444 0"),
        ("list:5-3-2-1", FIVE, "5 2.5 2.5 1 0"),
        ("list:15/5/-5/-15", FOUR, "15 0 0 -15"),
        ("list:4=50-30-20-10;3=50-25-10", FOUR, "50 25 25 10"),
        ("list:4=50-30-20-10;3=50-25-10", THREE, "50 25 10"),
        ("list:4=50-30-20-10;7.5-1", THREE, "7.5 1 0"),
        ("list:3-1+", FIVE, "3 1 1 1 1"),
        ("list:2/-1+", FIVE, "2 -1 -1 -1 -1"),
        ("list:1-0", FOUR, "1 0 0 0"),
        ("share:3", THREE, "0.5 0.3333 0.1667"),
        ("share", (10, 9, 5), "0.3125 0.2812 0.1562"),
        ("share", (0, -5, 0), "0.25 0.25 0.25"),
        ("share", (7,), "0.25"),
        ("norm", (3, 3), "50 50"),
        ("rank", (1,), "0"),
    ],
)  # fmt: skip
def test_table_points_are_those_of_the_law(formula: str, points: tuple[int, ...], expected: str) -> None:
    assert worth(formula, points) == expected.split()


@pytest.mark.parametrize("points", [FOUR, THREE, FIVE, (5, 5, 5), (1, 2, 2, 2, 9, -4)])
def test_rank_points_of_a_table_sum_to_zero(points: tuple[int, ...]) -> None:
    assert sum(int(value) for value in worth("rank", points)) == 0


@pytest.mark.parametrize("points", [FOUR, THREE, FIVE, (0, 0, 0)])
def test_shares_of_a_table_have_the_same_mean_at_every_size(points: tuple[int, ...]) -> None:
    tops, bottom = parse_table_points("share").of_table(points, competition_places(points))
    assert Fraction(sum(tops), bottom) / len(points) == Fraction(1, 4)


@pytest.mark.parametrize(
    "text",
    [
        "", "Raw", "raw ", "rank:4", "share:", "share:0", "share:-4", "share:4.5", "share:4 ", "list", "list:",
        "list:5--3", "list:-5", "list:5-x", "list:5 - 3", "list:5-3-", "list:5/3-2", "list:4=", "list:=5-3",
        "list:4=5-3;4=2-1", "list:5-3;2-1", "list:4=5-3;", "list:x=5-3", "list:0=5", "list:5+-3", "list:+",
        "list:5++", "list:NaN", "list:1e3", "list:٣-٢", "norm:100", "list:" + "9" * 200,
    ],
)  # fmt: skip
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(StandingsError) as caught:
        parse_table_points(text)
    assert caught.value.code == "bad_table_points"
    assert caught.value.where == {"field": "table_points"}


def test_a_size_without_a_list_is_refused_with_its_round_and_table() -> None:
    tables = [{"seats": ["A", "B"], "points": [1, 2]}, {"seats": ["C"], "points": [1]}]
    with pytest.raises(StandingsError) as caught:
        rank({
            "players": ["A", "B", "C"],
            "table_points": "list:2=3-1",
            "rounds": [{"number": 7, "tables": tables}],
        })  # fmt: skip
    assert caught.value.code == "bad_table_points"
    assert caught.value.where == {"field": "table_points", "round": 7, "table": 2}


def test_three_thirds_are_one() -> None:
    tables = [{"seats": ["A", "B", "C"], "points": [1, 1, 1]}]
    rows = rank({
        "players": ["A", "B", "C"],
        "table_points": "share:3",
        "rounds": [{"number": number, "tables": tables} for number in (1, 2, 3)],
    })  # fmt: skip
    assert [row.total for row in rows] == [1, 1, 1]
    assert rows[0].total_text == "1"
    assert rows[0].columns["rounds"] == ["0.3333"] * 3


def test_a_tenth_and_two_tenths_are_three_tenths() -> None:
    def one(points: str) -> list[object]:
        return [{"seats": ["A"], "points": [points]}]

    document = {
        "players": ["A", "B"],
        "rounds": [
            {"number": 1, "tables": [*one("0.1"), {"seats": ["B"], "points": ["0.3"]}]},
            {"number": 2, "tables": [*one("0.2"), {"seats": ["B"], "points": [0]}]},
        ],
        "tie_breaks": ["shared"],
    }
    assert [(row.place, row.total_text) for row in rank(document)] == [(1, "0.3"), (1, "0.3")]
