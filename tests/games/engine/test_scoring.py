"""Points of one deal (rules.md 1 and 2.2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import PRESETS, RuleSet, deal_points, points_table


def points(
    rules: object,
    size: int,
    bid: int,
    tricks: int | None = None,
    made: bool | None = None,
    plus: int = 0,
    minus: int = 0,
) -> int | None:
    return deal_points(
        RuleSet.from_value(rules),
        hand_size=size,
        bid=bid,
        tricks=tricks,
        made=made,
        plus_fives=plus,
        minus_fives=minus,
    )


def test_a_made_bid_scores_ten_and_its_tricks() -> None:
    """T13: Evelyn 4/4, Frank 0/0."""
    assert points("oh-hell", 5, 4, 4) == 14
    assert points("oh-hell", 5, 0, 0) == 10


def test_a_missed_bid_scores_nothing_over_or_under() -> None:
    """T13."""
    assert points("oh-hell", 5, 3, 4) == 0
    assert points("oh-hell", 5, 3, 2) == 0


def test_a_missed_bid_may_score_its_tricks() -> None:
    """T21: George 3/4."""
    assert points({"preset": "oh-hell", "scoring": {"missed": {"per_trick": 1}}}, 5, 3, 4) == 4


def test_zero_made_may_score_five_and_the_cards() -> None:
    """T22: Helen with seven cards."""
    rules = {"preset": "oh-hell", "scoring": {"made_zero": {"base": 5, "per_card": 1}}}
    assert [points(rules, size, 0, 0) for size in (7, 1, 5, 13)] == [12, 6, 10, 18]
    assert points(rules, 7, 3, 3) == 13


def test_zero_made_scores_the_full_ten_in_the_german_game() -> None:
    """G9."""
    assert points("oh-hell-german", 5, 0, 0) == 10
    assert points("oh-hell-german", 5, 2, 1) == 0


def test_a_penalty_may_be_agreed_for_a_miss() -> None:
    """G10."""
    rules = {"preset": "oh-hell-german", "scoring": {"missed": {"base": -10}}}
    assert points(rules, 5, 2, 3) == -10
    assert points(rules, 5, 2, 2) == 12


@pytest.mark.parametrize(
    ("bid", "tricks", "plus", "minus", "expected"),
    [
        (3, 3, 0, 0, 13),
        (3, 4, 0, 0, -1),
        (3, 0, 0, 0, -5),
        (0, 0, 0, 0, 10),
        (3, 3, 1, 0, 18),
        (3, 3, 0, 1, 8),
        (3, 3, 1, 1, 13),
        (1, 1, 3, 0, 26),
        (2, 1, 0, 3, -19),
        (10, 10, 0, 0, 20),
    ],
)
def test_rage_scores_as_worked_out(bid: int, tricks: int, plus: int, minus: int, expected: int) -> None:
    """R8, R14."""
    assert points("rage", 10, bid, tricks, plus=plus, minus=minus) == expected


def test_marching_through_pays_two_for_each_trick_but_not_with_one_card() -> None:
    """R19, E14: whatever the bid; a missed bid still costs five and the ±5 cards stay."""
    rules = {"preset": "rage", "scoring": {"sweep": {"per_trick": 2, "min_hand": 2}}}
    assert points(rules, 10, 10, 10) == 30
    assert points(rules, 10, 9, 10) == 15
    assert points(rules, 10, 9, 10, plus=1, minus=2) == 10
    assert points(rules, 1, 1, 1) == 11
    assert points(rules, 1, 0, 1) == -4
    assert points(rules, 10, 9, 9) == 19


def test_a_one_card_deal_scores_the_same_with_and_without_marching() -> None:
    assert points("rage", 1, 1, 1) == 11
    assert points("rage", 1, 0, 1) == -4


def test_plain_packs_count_no_fives() -> None:
    assert points("oh-hell", 5, 2, 2, plus=3, minus=1) == 12


def test_the_fundex_edition_pays_less_for_zero_and_forgives_a_miss() -> None:
    assert points("rage-fundex", 4, 0, 0) == 5
    assert points("rage-fundex", 4, 2, 1) == 1


def test_a_one_written_before_the_tricks_is_read_as_a_number() -> None:
    rules = {"scoring": {"concat": True, "made": {"base": 0, "per_trick": 0}}}
    assert [points(rules, 12, bid, bid) for bid in (0, 3, 10)] == [10, 13, 110]


def test_a_listed_bid_goes_before_the_formula_and_zero_before_the_list() -> None:
    rules = {"scoring": {"made_at": {"1": 15}, "made_zero": {"base": 7}}}
    assert [points(rules, 5, bid, bid) for bid in (0, 1, 2)] == [7, 15, 12]


def test_a_miss_may_score_by_column_and_a_missed_zero_of_its_own() -> None:
    rules = {
        "scoring": {
            "missed": {"over": {"per_trick": 1}, "under": {"per_off": -2}},
            "missed_zero": {"base": -7},
        }
    }
    assert points(rules, 5, 2, 4) == 4
    assert points(rules, 5, 4, 1) == -6
    assert points(rules, 5, 0, 3) == -7


def test_without_tricks_a_made_bid_scores_and_a_miss_only_where_tricks_do_not_matter() -> None:
    assert points("plump", 10, 3, made=True) == 13
    assert points("plump", 10, 3, made=False) == 0
    assert points("nomination-whist", 5, 3, made=True) == 13
    assert points("nomination-whist", 5, 3, made=False) is None
    assert points("rage", 5, 3, made=False) is None
    assert (
        points({"scoring": {"missed": {"over": {"base": -1}, "under": {"base": -2}}}}, 5, 3, made=False)
        is None
    )
    assert points({"scoring": {"missed": {"base": -3, "per_bid": -1}}}, 5, 3, made=False) == -6


def test_no_score_is_none_and_not_zero() -> None:
    """E29."""
    assert points("oh-hell", 5, 3) is None
    assert points("oh-hell", 5, 3, 2) == 0


def test_known_tricks_count_and_not_the_flag() -> None:
    assert points("oh-hell", 5, 3, 3, made=False) == 13


@given(st.sampled_from(list(PRESETS.values())), st.integers(0, 13), st.data())
def test_the_table_of_points_is_the_function(rules: RuleSet, size: int, data: st.DataObject) -> None:
    bid, tricks = data.draw(st.integers(0, size)), data.draw(st.integers(0, size))
    table = points_table(rules, size)
    assert len(table) == size + 1
    assert table[bid][tricks] == deal_points(rules, hand_size=size, bid=bid, tricks=tricks)


@given(st.sampled_from(list(PRESETS.values())), st.integers(1, 13), st.data())
def test_what_is_told_without_tricks_is_true_for_every_number_of_tricks(
    rules: RuleSet, size: int, data: st.DataObject
) -> None:
    bid = data.draw(st.integers(0, size))
    table = points_table(rules, size)
    assert deal_points(rules, hand_size=size, bid=bid, made=True) == table[bid][bid]
    told = deal_points(rules, hand_size=size, bid=bid, made=False)
    missed = {table[bid][tricks] for tricks in range(size + 1) if tricks != bid}
    if told is not None:
        assert missed == {told}
