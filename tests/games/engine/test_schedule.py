"""How many cards each deal has and which have no trump (rules.md 2 "Schedules")."""

from __future__ import annotations

import pytest

from games.engine import PRESETS, RuleSet
from games.engine.packs import PACKS
from games.engine.schedule import is_no_trump, needs_turn_up


def sizes(n_players: int, **plan: object) -> list[int]:
    return list(RuleSet.from_value({"schedule": plan}).hand_sizes(n_players))


def without_trump(preset: str, n_players: int) -> list[int]:
    """The places of the deals without trump."""
    rules = PRESETS[preset]
    plan = rules.hand_sizes(n_players)
    n_cards = PACKS[rules.deck_for(n_players)].n_cards
    return [
        place
        for place in range(len(plan))
        if is_no_trump(rules, plan, place, n_players=n_players, n_cards=n_cards)
    ]


def test_oh_hell_goes_up_to_its_fixed_table() -> None:
    """T4, T5."""
    for n_players, last in ((3, 15), (4, 13), (5, 10), (6, 8), (7, 7)):
        assert PRESETS["oh-hell"].hand_sizes(n_players) == tuple(range(1, last + 1))


def test_oh_hell_has_no_trump_in_the_last_deal_only_though_cards_are_left() -> None:
    """T7."""
    for n_players, last in ((3, 15), (4, 13), (5, 10), (6, 8), (7, 7)):
        assert without_trump("oh-hell", n_players) == [last - 1]


def test_the_variants_go_down_and_back() -> None:
    """T15, T16, T17, E21."""
    assert sizes(4, shape="down", max=3) == [3, 2, 1]
    assert sizes(4, shape="up-down", max=3) == [1, 2, 3, 2, 1]
    assert sizes(4, shape="down-up", max=3) == [3, 2, 1, 2, 3]


def test_the_german_game_deals_the_peak_once() -> None:
    """G2, E21."""
    for n_players, peak in ((3, 12), (4, 12), (5, 10), (6, 8), (7, 7)):
        plan = PRESETS["oh-hell-german"].hand_sizes(n_players)
        assert len(plan) == 2 * peak - 1
        assert plan == plan[::-1]
        assert plan.count(peak) == 1


def test_the_german_game_has_trump_unless_the_pack_is_used_up() -> None:
    """G4."""
    assert without_trump("oh-hell-german", 4) == []
    rules = RuleSet.from_value({"preset": "oh-hell-german", "schedule": {"max": {"4": 13}}})
    plan = rules.hand_sizes(4)
    found = [is_no_trump(rules, plan, place, n_players=4, n_cards=52) for place in range(len(plan))]
    assert [place for place, has_none in enumerate(found) if has_none] == [12]
    assert not needs_turn_up(rules, plan, 12, n_players=4, n_cards=52)
    assert needs_turn_up(rules, plan, 11, n_players=4, n_cards=52)


def test_rage_goes_from_ten_cards_to_one() -> None:
    """R2."""
    assert PRESETS["rage"].hand_sizes(5) == (10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    assert without_trump("rage", 5) == []


def test_last_with_a_shape_that_ends_in_one_card_takes_the_trump_from_that_card() -> None:
    """E20."""
    rules = RuleSet.from_value(
        {"players": [4, 4], "schedule": {"shape": "up-down", "max": 3}, "no_trump": "last"}
    )
    plan = rules.hand_sizes(4)
    assert is_no_trump(rules, plan, 4, n_players=4, n_cards=52)
    assert not is_no_trump(rules, plan, 0, n_players=4, n_cards=52)


def test_largest_takes_the_trump_from_every_deal_of_the_largest_size() -> None:
    assert without_trump("romanian-whist", 4) == [10, 11, 12, 13]


@pytest.mark.parametrize(
    ("n_players", "plan", "n_deals"),
    [
        (4, {"shape": "up-down", "max": 12}, 23),
        (4, {"shape": "up-down", "max": 8, "low_repeat": "players", "high_repeat": "players"}, 24),
        (4, {"shape": "up-down", "max": 10, "low_repeat": "players", "high_repeat": "players"}, 28),
        (3, {"shape": "down-up", "min": 4, "max": 17, "low_repeat": "players"}, 29),
        (4, {"shape": "down-up", "max": 10, "low_repeat": "players"}, 22),
        (4, {"shape": "fixed", "max": 5, "count": "players"}, 4),
        (4, {"shape": "fixed", "max": 5, "count": 7}, 7),
        (4, {"shape": "up-down", "max": 3, "high_repeat": 2}, 6),
        (4, {"shape": "up", "max": 9, "step": 2}, 5),
        (4, {"shape": "up", "max": 1}, 1),
        (4, {"shape": "up-down", "max": 1, "low_repeat": 3}, 3),
    ],
)
def test_a_schedule_has_so_many_deals(n_players: int, plan: dict[str, object], n_deals: int) -> None:
    assert len(sizes(n_players, **plan)) == n_deals


def test_deck_leaves_a_card_to_turn_only_where_every_deal_turns_one() -> None:
    assert sizes(4, max="deck")[-1] == 12
    assert RuleSet.from_value({"no_trump": "if-exhausted"}).hand_sizes(4)[-1] == 13
    assert RuleSet.from_value({"trump": "none"}).hand_sizes(4)[-1] == 13


def test_a_free_plan_may_differ_by_player_count() -> None:
    rules = RuleSet.from_value(
        {"players": [3, 4], "schedule": {"shape": "list", "sizes": {"3": [5, 1], "4": [2]}}}
    )
    assert (rules.hand_sizes(3), rules.hand_sizes(4)) == ((5, 1), (2,))
    with pytest.raises(ValueError, match="5 players"):
        rules.hand_sizes(5)
