"""Explain-why lines (users.md 7, scenarios.md S26 and S29): the reasons behind every row."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings

from tests.tournaments.standings.build import document, table
from tests.tournaments.standings.documents import documents
from tournaments.standings import Comparison, Passed, Standings, Why, why


def reasons(request: dict[str, Any]) -> dict[str, Why]:
    return {reason.player: reason for reason in why(Standings(request))}


@pytest.mark.scenario("S29")
def test_three_level_players_are_placed_by_bids_made_seven_six_five() -> None:
    found = reasons(
        document(
            [table("ABC", 250, 250, 250, bids_made=[6, 7, 5]), table("D", 90, bids_made=[9])],
            tie_breaks=["bids-made", "shared"],
        )
    )
    third = found["C"]
    assert (third.place, third.total_text, third.kind) == (3, "250", "tie-break")
    assert third.level_with == ("B", "A")
    assert third.behind is not None
    assert third.behind.key == "bids-made"
    assert third.behind.values == (("B", "7"), ("A", "6"), ("C", "5"))
    assert (third.behind.value_of("C"), third.behind.value_of("A")) == ("5", "6")
    assert (
        third.ahead_of == found["D"].behind == Comparison("total", "C", "D", (("C", "250"), ("D", "90")), ())
    )


def test_ahead_of_the_next_by_the_last_round() -> None:
    first = reasons(document([table("AB", 24, 31)], [table("AB", 31, 24)], tie_breaks=["last-round"]))["A"]
    assert first.kind == "first"
    assert first.behind is None
    assert first.ahead_of == Comparison("last-round", "A", "B", (("A", "31"), ("B", "24")), ())


@pytest.mark.scenario("S26")
def test_level_in_everything_says_what_was_tried() -> None:
    second = reasons(document([table("AB", 5, 5)], tie_breaks=["wins", "bids-made", "decider", "shared"]))[
        "B"
    ]
    assert second.kind == "shared"
    assert second.shares_with == ("A",)
    assert second.behind == Comparison(
        "shared",
        "A",
        "B",
        (),
        (
            Passed("wins", "level", ()),
            Passed("bids-made", "no-data", ("A", "B")),
            Passed("decider", "no-common-game", ("A", "B")),
        ),
    )


@pytest.mark.scenario("S29")
def test_a_skipped_head_to_head_names_who_never_met() -> None:
    rounds = ([table("AB", 2, 1), table("C", 1)], [table("BC", 1, 1), table("A", 0)])
    found = reasons(document(*rounds, tie_breaks=["head-to-head", "wins"]))
    assert found["A"].ahead_of is not None
    assert found["A"].ahead_of.passed == (Passed("head-to-head", "never-met", ("A", "C")),)


def test_a_criterion_that_split_the_group_elsewhere_is_level_for_the_two() -> None:
    found = reasons(
        document(
            [table("ABC", 1, 1, 1, bids_made=[5, 2, 2], last_deal=[0, 1, 2])],
            tie_breaks=["bids-made", "last-deal"],
        )
    )
    assert found["B"].behind is not None
    assert (found["C"].place, found["B"].place) == (2, 3)
    assert found["B"].behind.passed == (Passed("bids-made", "level", ()),)
    assert found["B"].behind.values == (("C", "2"), ("B", "1"))


def test_neighbours_of_two_parts_are_compared_by_what_parted_them() -> None:
    game = [table("ABCD", 1, 1, 1, 1, bids_made=[2, 2, 1, 1], last_deal=[4, 3, 2, 1])]
    found = reasons(document(game, tie_breaks=["bids-made", "last-deal"]))
    assert found["C"].behind == Comparison(
        "bids-made", "B", "C", (("A", "2"), ("B", "2"), ("C", "1"), ("D", "1")), ()
    )


def test_unranked_rows_say_why_they_have_no_place() -> None:
    request = document([table("ABC", 1, 2, 3)], [table("AB", 1, 2)], absent={"min_rounds": 2})
    request["players"] = [{"id": "A", "ranked": False}, "B", "C"]
    found = reasons(request)
    assert [found[id_].kind for id_ in "ABC"] == ["guest", "first", "too-few-rounds"]
    assert (found["C"].n_rounds, found["C"].min_rounds) == (1, 2)
    assert (found["C"].behind, found["C"].level_with) == (None, ())


def test_penalties_are_listed_with_their_reason() -> None:
    request = document([table("A", 1)], penalties=[{"player": "A", "points": "-0.5", "reason": "ran over"}])
    (penalty,) = reasons(request)["A"].penalties
    assert (penalty.points, penalty.reason) == (Fraction(-1, 2), "ran over")


@given(documents())
@settings(max_examples=50, deadline=None)
def test_reasons_agree_with_the_rows(request: dict[str, Any]) -> None:
    standings = Standings(request)
    ranked = [row for row in standings.rows if row.place is not None]
    found = why(standings)
    assert [reason.player for reason in found] == [row.player for row in standings.rows]
    by_player = {reason.player: reason for reason in found}
    for above, row in zip([None, *ranked], ranked, strict=False):
        reason = by_player[row.player]
        assert (reason.behind.key if reason.behind else None) == row.decided_by
        assert (reason.behind.above if reason.behind else None) == (above.player if above else None)
        assert (reason.kind == "shared") == (row.decided_by == "shared")
        assert set(reason.level_with) == {r.player for r in ranked if r.total == row.total} - {row.player}
        if reason.behind and reason.kind == "tie-break":
            assert above
            assert (
                reason.behind.value_of(row.player) != reason.behind.value_of(above.player)
                or row.decided_by == "lot"
            )
