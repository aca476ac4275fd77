"""What looks wrong on a sheet (rules.md 5.4, E25): one test a code, and that nothing blocks."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import score_sheet
from games.engine.problems import can_split
from tests.games.engine.sheets import codes, deal, listed, places_of, played_sheets, sheet


def found(deals: list[dict[str, Any]], **more: Any) -> list[tuple[int | None, int | None, str]]:
    return places_of(score_sheet(sheet(deals, **more), with_suspects=False))


def test_a_clean_sheet_has_none() -> None:
    assert found([deal(1, [0, 1, 0], [0, 1, 0])]) == []


def test_a_blank_is_not_zero() -> None:
    """E29: no score is null, and the cell is named."""
    score = score_sheet(sheet([deal(2, [0, None, 1], [0, 1, None])]))
    assert score.points == ((10, None, None),)
    assert places_of(score) == [(0, 1, "deal.incomplete"), (0, 2, "deal.incomplete")]


def test_hand_sizes_outside_the_pack_are_told() -> None:
    rules = listed("oh-hell", [1], 3)
    assert found([deal(0, [0, 0, 0], [0, 0, 0])], rules=rules) == [
        (0, None, "hand-size.range"),
        (0, None, "hand-size.schedule"),
    ]
    assert (0, None, "hand-size.range") in found([deal(18, [6] * 3, [6] * 3)], rules=rules)
    assert (0, None, "hand-size.range") not in found([deal(17, [6, 6, 5], [6, 6, 5])], rules=rules)


def test_fewer_seats_in_a_deal_leave_room_for_larger_hands() -> None:
    rules = {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [13]}, "players": [4, 4]}
    document = sheet([deal(17, [9, 8, 0, None], [9, 8, 0, None], out=[3])], rules=rules)
    assert codes(score_sheet(document)) == ["hand-size.schedule"]


def test_a_deal_that_differs_from_the_schedule_is_told_and_voids_take_no_place() -> None:
    plan = listed("oh-hell", [1, 2], 3)
    clean = [deal(1, [0, 1, 0], [0, 1, 0]), deal(2, [0, 1, 0], [0, 2, 0])]
    assert found([clean[0], {**clean[0], "void": True}, clean[1]], rules=plan) == []
    assert found([clean[0], clean[0]], rules=plan) == [(1, None, "hand-size.schedule")]


def test_fewer_or_more_deals_than_the_schedule_are_told() -> None:
    plan = listed("oh-hell", [1, 1], 3)
    one = deal(1, [0, 1, 0], [0, 1, 0])
    assert found([one], rules=plan) == [(None, None, "deals.short")]
    assert found([one] * 3, rules=plan) == [(None, None, "deals.extra")]


def test_a_bid_and_tricks_outside_the_hand_are_told() -> None:
    assert found([deal(2, [3, -1, 0], [3, -1, 0])]) == [
        (0, 0, "bid.range"),
        (0, 0, "tricks.range"),
        (0, 1, "bid.range"),
        (0, 1, "tricks.range"),
    ]


def test_tricks_that_do_not_add_up_are_told_once_all_are_known() -> None:
    assert found([deal(2, [1, 0, 2], [1, 1, 1])]) == [(0, None, "tricks.sum")]
    assert found([deal(2, [1, 0, 2], [1, 1, None], made=[None, None, False])]) == []


def test_a_broken_hook_is_told_at_the_dealer() -> None:
    """T18, G7, R16, E25: reported, never refused."""
    german = [deal(2, [1, 0, 1], [1, 1, 0])]
    assert found(german, preset="oh-hell-german", first_dealer=2) == [(0, 2, "hook")]
    assert found(german, preset="oh-hell-german", first_dealer=None) == [(0, None, "hook")]
    assert found(german) == []
    rage = listed("rage", [2], 3, hook=True)
    assert found(german, rules=rage) == [(0, 0, "hook")]


def test_the_hook_waits_for_its_smallest_hand() -> None:
    rules = listed("escalier", [2, 3], 3)
    deals = [deal(2, [1, 0, 1], [1, 1, 0]), deal(3, [1, 1, 1], [1, 1, 1])]
    assert found(deals, rules=rules) == [(1, 1, "hook")]


def test_a_hook_needs_all_bids() -> None:
    assert found([deal(2, [2, 0, None], [2, 0, 0])], preset="oh-hell-german") == [(0, 2, "deal.incomplete")]


def test_a_flag_against_the_tricks_is_told_and_the_tricks_count() -> None:
    score = score_sheet(sheet([deal(2, [1, 1, 0], [1, 1, 0], made=[True, False, None])]))
    assert places_of(score) == [(0, 1, "made.conflict")]
    assert score.points == ((11, 11, 10),)


def test_flags_no_split_can_meet_are_told() -> None:
    plump = {"preset": "plump", "players": [3, 3], "schedule": {"shape": "list", "sizes": [8]}}
    assert found([deal(8, [1, 1, 1], None, made=[True] * 3)], rules=plump) == [(0, None, "made.impossible")]
    assert found([deal(8, [1, 1, 6], None, made=[True, True, False])], rules=plump) == [
        (0, None, "made.impossible")
    ]
    assert found([deal(8, [1, 1, 5], None, made=[True, True, False])], rules=plump) == []
    assert found([deal(8, [1, 1, 1], [1, None, 1], made=[None, True, None])], rules=plump) == [
        (0, None, "made.impossible")
    ]


@given(st.integers(0, 8), st.lists(st.integers(0, 8), max_size=4))
def test_a_split_is_possible_just_when_one_can_be_found(n_tricks: int, missed: list[int]) -> None:
    splits = product(range(n_tricks + 1), repeat=len(missed))
    by_hand = any(
        sum(split) == n_tricks and all(tricks != bid for tricks, bid in zip(split, missed, strict=True))
        for split in splits
    )
    assert can_split(n_tricks, missed) == by_hand


def test_a_miss_that_needs_its_tricks_has_no_points() -> None:
    score = score_sheet(
        sheet([deal(3, [1, 2, 0], None, made=[False, True, True])], preset="nomination-whist")
    )
    assert score.points == ((None, 12, 10),)
    assert (0, 0, "tricks.needed") in places_of(score)


@pytest.mark.parametrize("name", ["plus_fives", "minus_fives"])
def test_fives_are_checked_against_pack_tricks_and_seats(name: str) -> None:
    """R8, E25."""
    code = name.replace("_", "-")
    bids, tricks = [1, 1, 0], [2, 0, 0]
    assert found([deal(2, bids, tricks, **{name: [1, 0, 0]})]) == [(0, None, f"{code}.deck")]
    assert found([deal(2, bids, tricks, **{name: [0, 0, 0]})]) == []
    rage = [
        ([3, 0, 0], []),
        ([4, 0, 0], [(0, None, f"{code}.sum")]),
        ([1, 1, 0], [(0, 1, f"{code}.seat")]),
        ([1, -1, 0], [(0, 1, f"{code}.seat")]),
    ]
    for cells, problems in rage:
        assert found([deal(2, bids, tricks, **{name: cells})], preset="rage") == problems
    out = deal(2, [1, 1, None], [2, 0, None], out=[2], **{name: [0, 0, 1]})
    assert found([out], preset="rage") == [(0, 2, f"{code}.seat")]
    edition = {"preset": "rage-fundex", "players": [3, 3], "schedule": {"shape": "list", "sizes": [2]}}
    assert found([deal(2, bids, tricks, **{name: [3, 0, 0]})], rules=edition) == [(0, None, f"{code}.sum")]


def test_an_adjustment_wants_a_reason() -> None:
    """E26."""
    entries = [{"seat": 0, "points": -4, "reason": "revoke"}, {"seat": 1, "points": -4, "reason": " "}]
    score = score_sheet(sheet([deal(1, [0, 1, 0], [0, 1, 0], adjustments=entries)]))
    assert places_of(score) == [(0, 1, "adjustment.reason")]
    assert score.points == ((6, 7, 10),)


def test_what_paper_has_is_compared_with_adjustments_included() -> None:
    first = deal(
        1,
        [0, 1, 0],
        [0, 1, 0],
        adjustments=[{"seat": 0, "points": -4, "reason": "revoke"}],
        paper_points=[6, 10, None],
    )
    second = deal(1, [0, 1, 0], [0, 1, 0], paper_running=[16, 22, 19])
    assert found([first, second], paper_totals=[16, 21, None]) == [
        (0, 1, "points.mismatch"),
        (1, 2, "running.mismatch"),
        (None, 1, "totals.mismatch"),
    ]


def test_a_void_deal_scores_its_adjustments_alone_and_is_not_checked() -> None:
    void = deal(
        5, [9, 9, 9], [9, 9, 9], void=True, adjustments=[{"seat": 2, "points": -4, "reason": "misdeal"}]
    )
    score = score_sheet(sheet([deal(1, [0, 1, 0], [0, 1, 0]), void]))
    assert score.points[1] == (None, None, -4)
    assert score.totals == (10, 11, 6)
    assert score.last_deal_points == (10, 11, 10)
    assert codes(score) == []


def test_a_decider_that_is_missing_or_unused_is_told() -> None:
    tied = [deal(1, [0, 0, 1], [0, 0, 1]), deal(1, [1, 0, 0], [1, 0, 0])]
    rules = listed("oh-hell-german", [1, 1], 3, hook=False, tie_break=["decider", "shared"])
    assert found(tied, rules=rules) == [(None, None, "decider.missing")]
    played = {"seats": [0, 2], "bids": [0, 0], "tricks": [0, 1]}
    assert found(tied, rules=rules, decider=[played]) == []
    other = {"seats": [0, 1], "bids": [0, 0], "tricks": [0, 1]}
    assert found(tied, rules=rules, decider=[other, played, played]) == [
        (None, None, "decider.unused"),
        (None, None, "decider.unused"),
    ]


def test_decider_points_enter_no_total() -> None:
    """E23."""
    tied = [deal(1, [0, 0, 1], [0, 0, 1]), deal(1, [1, 0, 0], [1, 0, 0])]
    rules = listed("oh-hell-german", [1, 1], 3, hook=False, tie_break=["decider", "shared"])
    decider = [{"seats": [0, 2], "bids": [0, 0], "tricks": [0, 1]}]
    score = score_sheet(sheet(tied, rules=rules, decider=decider))
    assert score.totals == (21, 20, 21)
    assert score.places == (1, 3, 2)
    assert score.bids_made == (2, 2, 2)
    assert score.deals_played == (2, 2, 2)


def test_problems_come_by_deal_seat_and_code_with_nulls_last() -> None:
    deals = [deal(2, [3, 0, 0], [2, 1, 0]), deal(1, [0, 0, None], [0, 1, 0])]
    assert found(deals, paper_totals=[0, 0, 99]) == [
        (0, 0, "bid.range"),
        (0, None, "tricks.sum"),
        (1, 2, "deal.incomplete"),
        (None, 0, "totals.mismatch"),
        (None, 2, "totals.mismatch"),
    ]


@given(played_sheets())
def test_a_played_sheet_shows_nothing_but_hooks_missing_deals_and_deciders(document: dict[str, Any]) -> None:
    allowed = {"hook", "deals.short", "decider.missing"}
    assert set(codes(score_sheet(document))) <= allowed
