"""Seasons (users.md 5): best N of M evenings, weights, minimum evenings, guests."""

from __future__ import annotations

from fractions import Fraction

from tests.tournaments.standings.build import document, table
from tournaments.standings import rank
from tournaments.standings.season import Evening, SeasonRules, evening_of, season_standings

MEMBERS = dict.fromkeys("ABC", True)
EVENINGS = (
    Evening(1, ("A", "B", "C"), (9, 5, 1), (1, 2, 3)),
    Evening(2, ("A", "B"), (2, 7), (2, 1)),
    Evening(3, ("C", "B"), (9, 4), (1, 2)),
    Evening(5, ("A", "C", "B"), (3, 6, 0), (2, 1, 3), weight=2),
)


def shown(rules: SeasonRules, players: dict[str, bool] = MEMBERS) -> list[str]:
    rows = season_standings(players, EVENINGS, rules).rows
    return [f"{row.place or '-'} {row.player} {row.total_text} {row.columns['dropped']}" for row in rows]


def test_all_evenings_count_when_nothing_else_is_said() -> None:
    assert shown(SeasonRules()) == ["1 C 22 []", "2 A 17 []", "3 B 16 []"]


def test_the_best_evenings_count_and_the_others_are_dropped_by_number() -> None:
    assert shown(SeasonRules(best_of=2)) == ["1 C 21 [1, 2]", "2 A 15 [2, 3]", "3 B 12 [3, 5]"]


def test_season_points_can_come_from_the_places_of_an_evening() -> None:
    rules = SeasonRules(table_points="list:10-6-3")
    assert shown(rules) == ["1 C 33 []", "2 A 28 []", "3 B 28 []"]


def test_fewer_evenings_than_the_minimum_have_no_place() -> None:
    assert shown(SeasonRules(min_evenings=4)) == ["- C 22 []", "- A 17 []", "1 B 16 []"]


def test_guests_stand_in_line_without_a_place() -> None:
    assert shown(SeasonRules(), {**MEMBERS, "C": False}) == ["- C 22 []", "1 A 17 []", "2 B 16 []"]


def test_a_missed_evening_can_be_made_up_for_by_the_own_mean() -> None:
    rules = SeasonRules(absent_points="mean", absent_cap=1)
    assert shown(rules)[:2] == ["1 C 29.3333 []", "2 A 22.6667 []"]


def test_the_default_chain_of_a_season_counts_won_evenings_first() -> None:
    evenings = (
        Evening(1, ("A", "B"), (5, 4), (1, 2)),
        Evening(2, ("A", "B"), (1, 2), (2, 1)),
        Evening(3, ("A", "B"), (1, 1), (1, 2)),
    )
    rows = season_standings(MEMBERS, evenings).rows
    assert [(row.player, row.decided_by) for row in rows] == [("A", None), ("B", "wins"), ("C", "total")]


def test_an_evening_is_made_of_the_rows_of_a_tournament() -> None:
    request = document([table("ABCG", 3, 5, 5, 9)], table_points="share")
    request["players"] = ["A", "B", "C", {"id": "G", "ranked": False}, "N"]
    evening = evening_of(rank(request), number=4, played="ABCG", weight=2)
    assert dict(zip(evening.players, evening.places, strict=True)) == {"B": 1, "C": 1, "A": 3, "G": 6}
    assert evening.totals[evening.players.index("A")] == Fraction(3, 22)
    rows = season_standings(
        dict.fromkeys("ABCGN", True), [evening], SeasonRules(table_points="list:4-2-1")
    ).rows
    assert [(row.player, row.total_text) for row in rows] == [
        ("B", "6"), ("C", "6"), ("A", "2"), ("G", "0"), ("N", "0"),
    ]  # fmt: skip


def test_an_evening_nobody_came_to_is_a_missed_one() -> None:
    rows = season_standings(MEMBERS, [*EVENINGS, Evening(9, (), (), ())]).rows
    assert rows[0].columns["rounds"] == ["1", None, "9", "12", None]
