"""Suspects: which change of what was typed would explain the problems (rules.md 5.4)."""

from __future__ import annotations

from copy import deepcopy
from itertools import combinations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import Score, score_sheet
from games.engine.likelihood import suspects_by_likelihood
from games.engine.suspects import QUIET
from tests.games.engine.sheets import deal, played_sheets, sheet


def suspects(deals: list[dict[str, Any]], **more: Any) -> list[dict[str, Any]]:
    return score_sheet(sheet(deals, **more)).to_json()["suspects"]  # type: ignore[return-value]


def test_a_clean_sheet_has_none() -> None:
    assert suspects([deal(1, [0, 1, 0], [0, 1, 0])]) == []


def test_a_broken_hook_alone_accuses_nobody() -> None:
    assert suspects([deal(2, [1, 0, 1], [1, 1, 0])], preset="oh-hell-german") == []


def test_missing_cells_and_deals_accuse_nobody() -> None:
    assert suspects([deal(2, [1, None, 1], [1, 1, 0])], rules="oh-hell") == []


def test_tricks_that_do_not_add_up_accuse_every_seat_that_can_mend_them() -> None:
    assert suspects([deal(2, [1, 0, 2], [1, 2, 0])]) == [
        {"deal": 0, "seat": 0, "field": "tricks", "entered": 1, "would_fit": 0},
        {"deal": 0, "seat": 1, "field": "tricks", "entered": 2, "would_fit": 1},
    ]


def test_paper_totals_tell_which_of_them() -> None:
    assert suspects([deal(2, [1, 0, 2], [1, 1, 1])], paper_totals=[11, 10, 0]) == [
        {"deal": 0, "seat": 1, "field": "tricks", "entered": 1, "would_fit": 0}
    ]


def test_bid_and_tricks_of_one_seat_may_be_exchanged() -> None:
    keyed = deal(5, [3, 0, 1], [2, 0, 2])
    assert suspects([keyed], preset="nomination-whist", paper_totals=[3, 10, 2]) == [
        {"deal": 0, "seat": 0, "field": "bids-tricks", "entered": [3, 2], "would_fit": [2, 3]}
    ]


def test_two_seats_may_be_exchanged_in_both_columns() -> None:
    found = suspects([deal(3, [1, 0, 2], [1, 0, 2])], paper_totals=[10, 11, 12])
    assert found == [
        {
            "deal": 0,
            "seat": [0, 1],
            "field": "seats",
            "entered": [[1, 0], [1, 0]],
            "would_fit": [[0, 1], [0, 1]],
        }
    ]


def test_a_single_cell_goes_before_an_exchange() -> None:
    found = suspects([deal(1, [0, 1, 0], [1, 0, 0])], paper_totals=[11, 0, 10])
    assert [entry["field"] for entry in found] == ["bids"]


def test_a_flag_can_be_flipped_where_no_tricks_are_known() -> None:
    rules = {"preset": "plump", "players": [3, 3], "schedule": {"shape": "list", "sizes": [4]}}
    flags = deal(4, [1, 1, 1], None, made=[True, True, True])
    found = suspects([flags], rules=rules)
    assert {entry["field"] for entry in found} == {"bids", "made"}
    assert {"deal": 0, "seat": 0, "field": "made", "entered": True, "would_fit": False} in found


def ten_too_many(n_deals: int) -> dict[str, Any]:
    """In each of so many deals two other bids of the third seat would explain its total."""
    deals = [deal(2, [1, 0, 0], [0, 2, 0]) for _ in range(n_deals)]
    return sheet(deals, paper_totals=[0, 0, 10 * n_deals - 10])


def test_more_than_twelve_would_tell_nothing() -> None:
    assert len(score_sheet(ten_too_many(6)).suspects) == 12
    assert score_sheet(ten_too_many(7)).suspects == ()


def test_void_deals_and_absent_seats_are_never_suspected() -> None:
    first = deal(2, [1, 0, 1], [1, 2, 1], out=[2])
    void = deal(2, [1, 0, 0], [2, 2, 2], void=True)
    assert {entry["seat"] for entry in suspects([first, void])} == {0, 1}


def test_a_sheet_wrong_throughout_is_given_up_at_once() -> None:
    wrong = deal(112, [7] * 8, [3] * 8, plus_fives=[9] * 8, paper_points=[1] * 8)
    assert suspects([wrong] * 40, rules="rage") == []


def loud(score: Score) -> set[tuple[int | None, int | None, str]]:
    return {
        (problem.deal, problem.seat, problem.code)
        for problem in score.problems
        if not problem.code.startswith(QUIET)
    }


def by_the_letter(document: dict[str, Any], highest: int) -> list[dict[str, Any]]:
    """The law's suspects found the slow way: every change is made and the whole sheet scored again."""
    before = loud(score_sheet(document, with_suspects=False))
    if not {code for _, _, code in before} - {"hook"}:
        return []
    found: list[tuple[int, bool, dict[str, Any]]] = []

    def attempt(
        number: int, seat: object, field: str, entered: object, fit: object, cells: dict[str, Any]
    ) -> None:
        changed = deepcopy(document)
        changed["deals"][number].update(cells)
        after = loud(score_sheet(changed, with_suspects=False))
        if after < before:
            suspect = {"deal": number, "seat": seat, "field": field, "entered": entered, "would_fit": fit}
            found.append((len(before - after), isinstance(seat, int) and field != "bids-tricks", suspect))

    def put(cells: list[Any], entries: dict[int, Any]) -> list[Any]:
        return [entries.get(seat, cell) for seat, cell in enumerate(cells)]

    for number, one in enumerate(document["deals"]):
        seats = range(len(one["bids"]))
        for seat in seats:
            for column in ("bids", "tricks", "plus_fives", "minus_fives"):
                if column not in one:
                    continue
                entered = one[column][seat]
                for value in range((one["hand_size"] if column in ("bids", "tricks") else highest) + 1):
                    if value != entered:
                        attempt(
                            number, seat, column, entered, value, {column: put(one[column], {seat: value})}
                        )
            bid, tricks = one["bids"][seat], one["tricks"][seat]
            if bid != tricks:
                cells = {"bids": put(one["bids"], {seat: tricks}), "tricks": put(one["tricks"], {seat: bid})}
                attempt(number, seat, "bids-tricks", [bid, tricks], [tricks, bid], cells)
        for a, b in combinations(seats, 2):
            swapped = {c: put(one[c], {a: one[c][b], b: one[c][a]}) for c in ("bids", "tricks")}
            pairs = {c: [one[c][a], one[c][b]] for c in ("bids", "tricks")}
            for column, pair in pairs.items():
                if pair[0] != pair[1]:
                    attempt(number, [a, b], column, pair, pair[::-1], {column: swapped[column]})
            if all(pair[0] != pair[1] for pair in pairs.values()):
                entered, fit = list(pairs.values()), [pair[::-1] for pair in pairs.values()]
                attempt(number, [a, b], "seats", entered, fit, swapped)
    most = max((removed for removed, _, _ in found), default=0)
    best = [(single, suspect) for removed, single, suspect in found if removed == most]
    if any(single for single, _ in best):
        best = [(single, suspect) for single, suspect in best if single]
    return [suspect for _, suspect in best] if len(best) <= 12 else []


@st.composite
def slipped_sheets(draw: st.DrawFn) -> dict[str, Any]:
    """A played sheet with one or two cells changed, its right totals on paper or not."""
    document = draw(played_sheets(most_deals=3).filter(lambda found: bool(found["deals"])))
    if draw(st.booleans()):
        document["paper_totals"] = list(score_sheet(document).totals)
    if draw(st.booleans()):
        number = draw(st.integers(0, len(document["deals"]) - 1))
        document["deals"][number]["paper_running"] = list(score_sheet(document).running[number])
    for _ in range(draw(st.integers(1, 2))):
        one = draw(st.sampled_from(document["deals"]))
        column = draw(st.sampled_from([key for key in ("bids", "tricks", "plus_fives") if key in one]))
        one[column][draw(st.integers(0, len(one[column]) - 1))] = draw(st.integers(0, 4))
    return document


def key(suspect: dict[str, Any]) -> str:
    return str(sorted(suspect.items(), key=lambda item: item[0]))


@settings(max_examples=50)
@given(slipped_sheets())
def test_the_quick_search_finds_just_what_the_letter_of_the_law_does(document: dict[str, Any]) -> None:
    score = score_sheet(document)
    edition = {"rage": 3, "rage-1983": 2, "rage-fundex": 2}.get(document["rules"], 0)
    found: Any = score.to_json()["suspects"]
    assert sorted(map(key, found)) == sorted(map(key, by_the_letter(document, edition)))


@given(slipped_sheets())
def test_the_order_by_likelihood_names_only_changes_that_fit(document: dict[str, Any]) -> None:
    before = loud(score_sheet(document))
    ordered = suspects_by_likelihood(document)
    assert len(ordered) <= 12
    assert len(set(ordered)) == len(ordered)
    for suspect in ordered:
        if isinstance(suspect.seat, int) and suspect.field != "bids-tricks":
            changed = deepcopy(document)
            changed["deals"][suspect.deal][suspect.field][suspect.seat] = suspect.would_fit
            assert loud(score_sheet(changed)) < before


def test_the_order_puts_a_change_that_makes_the_bid_before_one_that_breaks_it() -> None:
    ordered = suspects_by_likelihood(sheet([deal(5, [0, 2, 1], [1, 2, 3])]))
    seats = [suspect.seat for suspect in ordered if suspect.field == "tricks"]
    assert sorted(seats[:2]) == [0, 2]
    assert seats[2] == 1


def test_the_order_of_a_clean_sheet_is_empty() -> None:
    assert suspects_by_likelihood(sheet([deal(5, [0, 3, 1], [0, 3, 2])])) == ()


def test_the_order_still_names_changes_where_the_law_says_nothing() -> None:
    assert len(suspects_by_likelihood(ten_too_many(7))) == 12
