"""Cuts, finals, and what the site proposes (users.md 5 to 8, scenarios.md S27 and S30)."""

from __future__ import annotations

import pytest

from tests.tournaments.standings.build import document, table
from tournaments.standings import Standings, rank
from tournaments.standings.advice import default_chain, default_table_points, warnings
from tournaments.standings.cut import Cut, cut_after, rank_with_final


def test_a_clear_cut_says_what_separates_last_in_from_first_out() -> None:
    rows = rank(document([table("ABCD", 9, 5, 5, 1, last_deal=[0, 2, 1, 0])], tie_breaks=["last-deal"]))
    assert cut_after(rows, 2) == Cut(2, ("A", "B"), (), 2, 2, "last-deal")
    assert cut_after(rows, 3) == Cut(3, ("A", "B", "C"), (), 3, 3, "total")


@pytest.mark.scenario("S27")
def test_a_cut_through_a_tie_names_the_level_players_and_both_ways_out() -> None:
    rows = rank(document([table("ABCDEF", 9, 8, 7, 5, 5, 5)]))
    assert cut_after(rows, 4) == Cut(4, ("A", "B", "C"), ("D", "E", "F"), 3, 6, None)
    assert cut_after(rows, 5).level == ("D", "E", "F")
    assert cut_after(rows, 6).level == ()


def test_a_cut_passes_over_guests() -> None:
    request = document([table("ABC", 9, 8, 7)])
    request["players"] = [{"id": "A", "ranked": False}, "B", "C"]
    assert cut_after(rank(request), 1) == Cut(1, ("B",), (), 1, 1, "total")


@pytest.mark.parametrize("n", [3, 99])
def test_a_cut_beyond_the_last_row_lets_everybody_through(n: int) -> None:
    assert cut_after(rank(document([table("ABC", 3, 3, 3)])), n).through == ("A", "B", "C")


def test_finalists_take_the_first_places_and_the_others_follow() -> None:
    preliminary = document([table("ABCDE", 9, 8, 7, 7, 1)])
    final = document([table("AB", 10, 30)])
    rows = rank_with_final(preliminary, final)
    assert [(row.place, row.player, row.total_text) for row in rows] == [
        (1, "B", "30"), (2, "A", "10"), (3, "C", "7"), (3, "D", "7"), (5, "E", "1"),
    ]  # fmt: skip


def test_finalists_still_count_as_opponents_of_the_others() -> None:
    preliminary = document([table("AC", 9, 1), table("BD", 5, 1)], tie_breaks=["opponents"])
    preliminary["players"] = [{"id": "A"}, "B", "C", "D"]
    rows = rank_with_final(preliminary, document([table("AB", 1, 0)]))
    assert [(row.place, row.player, row.decided_by) for row in rows[2:]] == [
        (3, "C", None),
        (4, "D", "opponents"),
    ]


def test_raw_points_are_proposed_only_for_tables_of_one_size() -> None:
    assert (default_table_points([4, 4]), default_table_points([4, 3]), default_table_points([])) == (
        "raw", "rank", "raw",
    )  # fmt: skip
    assert default_chain([4, 3])[2] == "share"
    assert default_chain([4, 4])[1] == "bids-made"


def test_raw_points_of_mixed_sizes_are_warned_of() -> None:
    mixed = [table("ABC", 1, 2, 3), table("DE", 1, 2)]
    assert warnings(Standings(document(mixed, mixed))) == ("raw-with-mixed-sizes",)
    assert warnings(Standings(document(mixed, mixed, table_points="rank"))) == ()
    assert warnings(Standings(document(mixed[:1], mixed[:1]))) == ()


@pytest.mark.scenario("S30")
def test_the_last_round_of_one_round_is_warned_of() -> None:
    request = document([table("AB", 1, 2)], tie_breaks=["last-round"])
    assert warnings(Standings(request)) == ("last-round-is-the-total",)
