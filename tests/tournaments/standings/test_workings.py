"""Every column cell opens to its arithmetic (users.md 7)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.standings.build import document, table
from tests.tournaments.standings.documents import documents
from tournaments.standings import TIE_BREAKS, Arithmetic, Standings, arithmetic
from tournaments.standings.exact import plain_text
from tournaments.standings.workings.criteria import WORK_OF


def opened(request: dict[str, Any], player: str, column: str) -> Arithmetic:
    return arithmetic(Standings(request), player, column)


def terms(found: Arithmetic) -> list[str]:
    """Each term as "value note"."""
    return [" ".join(filter(None, (term.value or "-", term.note))) for term in found.terms]


def test_a_total_opens_to_its_rounds_and_penalties() -> None:
    request = document(
        [table("AB", 5, 1)], [table("AB", 2, 1)], [table("B", 1)], [table("AB", 9, 0)], [table("B", 1)],
        best_of=3, absent={"points": 3}, penalties=[{"player": "A", "points": -2, "reason": "late"}],
    )  # fmt: skip
    found = opened(request, "A", "total")
    assert (found.shown, found.method) == ("15", "sum")
    assert terms(found) == ["5", "2 dropped", "3 made-up", "9", "- dropped", "-2 penalty"]
    assert [term.round for term in found.terms] == [1, 2, 3, 4, 5, None]
    assert found.terms[-1].reason == "late"


def test_a_round_opens_to_its_table_its_formula_and_its_weight() -> None:
    request = document([table("ABC", 10, 20, 10)], table_points="rank")
    request["rounds"][0]["weight"] = 2
    found = opened(request, "A", "round:1")
    assert (found.shown, found.method, found.formula) == ("-2", "table-points", "rank")
    assert terms(found) == ["10 own-seat", "20", "10", "2 weight"]
    assert [(term.player, term.place) for term in found.terms[:3]] == [("A", 2), ("B", 1), ("C", 2)]


def test_a_missed_round_opens_to_how_it_was_made_up_for() -> None:
    rounds = ([table("AB", 5, 1)], [table("AB", 2, 1)], [table("B", 1)])
    assert terms(opened(document(*rounds), "A", "round:3")) == ["- missed"]
    assert terms(opened(document(*rounds, absent={"points": 4}), "A", "round:3")) == ["4 made-up"]
    mean = opened(document(*rounds, absent={"points": "mean"}), "A", "round:3")
    assert (mean.method, mean.shown, terms(mean)) == ("mean", "3.5", ["5", "2"])


@pytest.mark.parametrize(
    ("key", "shown", "method", "expected"),
    [
        ("last-round", "4", "first", ["4"]),
        ("countback", ["4", "5"], "in-order", ["4", "5"]),
        ("best-round", "5", "first", ["5", "4"]),
        ("games", "2", "count", ["5", "4"]),
        ("wins", "1.5", "sum", ["0.5", "1"]),
        ("places", ["2", "0", "0"], "count", ["1", "1"]),
        ("points", "9", "sum", ["5", "4"]),
        ("rank-points", "3", "sum", ["1", "2"]),
        ("bids-made", "5", "sum", ["2", "3"]),
        ("bid-rate", "0.5", "rate", ["2", "3"]),
        ("last-deal", "7", "first", ["7"]),
        ("opponents", "6", "mean", ["8", "4", "8", "4"]),
        ("manual", "3", "given", ["3"]),
        ("head-to-head", None, "given", []),
    ],
)
def test_each_column_opens(key: str, shown: object, method: str, expected: list[str]) -> None:
    request = document(
        [table("ABC", 5, 5, 1, bids_made=[2, 1, 1], deals=5)],
        [table("ABC", 4, 3, 3, bids_made=[3, 1, 1], deals=5, last_deal=[7, 0, 0])],
        tie_breaks=[key],
        manual={"A": 3},
    )
    found = opened(request, "A", key)
    assert (found.shown, found.method, terms(found)) == (shown, method, expected)


def test_head_to_head_opens_to_every_meeting_of_the_group() -> None:
    request = document(
        [table("ABX", 5, 3, 9)], [table("AB", 1, 3)], [table("ABX", 2, 0, 1)], [table("B", 2)],
        tie_breaks=["head-to-head"],
    )  # fmt: skip
    found = opened(request, "A", "head-to-head")
    assert (found.shown, terms(found)) == ("1", ["1", "-1", "1"])
    assert [(term.round, term.player) for term in found.terms] == [(1, "B"), (2, "B"), (3, "B")]


@pytest.mark.parametrize(
    ("player", "column"), [("Z", "total"), ("A", "wins"), ("A", "round:2"), ("A", "round:")]
)
def test_what_the_standings_do_not_have_is_a_key_error(player: str, column: str) -> None:
    with pytest.raises(KeyError):
        opened(document([table("A", 1)]), player, column)


def test_every_tie_break_has_its_arithmetic() -> None:
    assert set(WORK_OF) == set(TIE_BREAKS)


@given(documents(), st.data())
@settings(max_examples=60, deadline=None)
def test_terms_add_up_to_the_cell(request: dict[str, Any], data: st.DataObject) -> None:
    request["table_points"] = data.draw(st.sampled_from(("raw", "rank", "list:8-4-2")))
    standings = Standings(request)
    row = data.draw(st.sampled_from(standings.rows))
    found = arithmetic(standings, row.player, "total")
    counted = [term for term in found.terms if term.note not in ("dropped", "missed")]
    assert found.shown == row.total_text
    if all("." not in (term.value or "") for term in counted):
        assert plain_text(sum(Fraction(term.value or 0) for term in counted)) == found.shown
    for key in request["tie_breaks"]:
        found = arithmetic(standings, row.player, key)
        assert found.shown == row.columns[key]
        values = [Fraction(term.value or 0) for term in found.terms if key != "lot"]
        if found.shown is None or any("." in (term.value or "") for term in found.terms):
            continue
        if found.method == "sum":
            assert plain_text(sum(values, Fraction(0))) == found.shown
        elif found.method == "mean":
            assert plain_text(sum(values, Fraction(0)) / len(values)) == found.shown
        elif found.method == "rate":
            assert (
                plain_text(sum(values, Fraction(0)) / sum(term.deals or 0 for term in found.terms))
                == found.shown
            )
        elif found.method in ("first", "given"):
            assert found.terms[0].value == found.shown
        elif found.method == "in-order":
            assert [term.value for term in found.terms] == found.shown
