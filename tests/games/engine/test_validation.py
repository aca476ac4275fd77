"""The three stages of contradictions (rules.md 2.3)."""

from __future__ import annotations

import pytest

from games.engine import RuleSet


def codes(value: object) -> list[str]:
    return [found.code for found in RuleSet.from_value(value).validate()]


def fields(value: object) -> list[str]:
    return [found.field for found in RuleSet.from_value(value).validate()]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({"bidding": "shouted"}, ["bidding.unknown"]),
        ({"void_rule": "must-beat"}, ["void-rule.unknown"]),
        ({"preset": "rage", "no_trump_card": "game"}, ["no-trump-card.unknown"]),
        ({"preset": "rage", "second_joker": "first"}, ["second-joker.unknown"]),
        ({"no_trump": "first"}, ["no-trump.unknown"]),
        ({"schedule": {"sizes": [1]}}, ["schedule.sizes"]),
        ({"trump": "fixed", "trump_suit": "R"}, ["trump.suit"]),
        ({"trump_suit": "S"}, ["trump.suit"]),
        ({"trump": "cycle", "trump_cycle": []}, ["trump.cycle"]),
        ({"trump": "cycle", "trump_cycle": ["S", "NT"]}, []),
        ({"trump": "cycle", "trump_cycle": ["S"], "no_trump": "if-exhausted"}, ["no-trump.no-turn-up"]),
        ({"no_trump_card": "deal"}, ["actions.deck"]),
        ({"tie_break": []}, ["tie-break.end"]),
        ({"tie_break": ["shared", "last-deal"]}, ["tie-break.end"]),
        ({"schedule": {"shape": "list", "sizes": {"3": [1]}}}, ["schedule.players"]),
        ({"schedule": {"shape": "list", "sizes": []}}, ["schedule.empty"]),
        ({"schedule": {"shape": "list", "sizes": [3, 0]}}, ["schedule.empty"]),
        ({"schedule": {"min": 0, "max": 5}}, ["schedule.empty"]),
        ({"schedule": {"min": 6, "max": 5}}, ["schedule.empty"]),
        ({"schedule": {"low_repeat": 0}}, ["schedule.empty"]),
        ({"schedule": {"shape": "fixed", "max": 5, "count": 0}}, ["schedule.empty"]),
        ({"schedule": {"shape": "fixed", "max": 5, "count": 61}}, ["schedule.long"]),
        ({"schedule": {"shape": "fixed", "max": 5, "count": 60}}, []),
        ({"schedule": {"shape": "fixed", "max": 5, "count": 10**9}}, ["schedule.long"]),
        ({"schedule": {"max": 10**9}}, ["schedule.long"]),
        ({"schedule": {"step": 0}}, ["schedule.step"]),
        ({"schedule": {"step": -2}}, ["schedule.step"]),
    ],
)
def test_a_contradiction_has_its_code(value: object, found: list[str]) -> None:
    assert codes(value) == found


def test_the_first_stage_ends_at_the_pack_then_at_the_players_then_lists_every_bad_value() -> None:
    assert codes({"deck": "x", "players": [0, 1], "trump": "x"}) == ["deck.unknown"]
    assert codes({"players": [0, 1], "trump": "x"}) == ["players.range"]
    assert codes({"trump": "x", "bidding": "x", "schedule": {"shape": "x"}, "hook_from": 9}) == [
        "trump.unknown",
        "bidding.unknown",
        "schedule.shape",
    ]


def test_the_second_stage_lists_every_contradiction_and_keeps_the_third_out() -> None:
    rules = {
        "trump": "none",
        "no_trump": "last",
        "void_rule": "must-trump",
        "hook": True,
        "bidding": "secret",
        "players": [4, 4],
        "schedule": {"max": 40},
    }
    assert set(codes(rules)) == {"no-trump.redundant", "void-rule.no-trump", "hook.needs-open-bidding"}


def test_rage_has_neither_another_trump_nor_a_dealt_no_trump() -> None:
    rules = {"preset": "rage", "trump": "fixed", "trump_suit": "S", "no_trump": "largest"}
    assert set(codes(rules)) == {"trump.suit", "trump.deck", "no-trump.deck"}


def test_every_tie_break_fault_is_listed() -> None:
    assert codes({"tie_break": ["earlier-deals"]}) == ["tie-break.end", "tie-break.order"]


def test_the_third_stage_stops_at_the_first_player_count_that_fails() -> None:
    rules = {"players": [3, 7], "schedule": {"max": 10}}
    assert codes(rules) == ["schedule.capacity"]
    assert codes({"deck": {"3": "short-24", "4": "short-32"}, "players": [3, 5]}) == ["deck.players"]


def test_the_field_to_mend_is_named() -> None:
    assert fields({"hook_from": 3}) == ["hook_from"]
    assert fields({"schedule": {"max": {"3": 15}}}) == ["schedule.max"]


def test_a_hook_without_a_last_bidder_is_refused() -> None:
    """E16."""
    for bidding in ("simultaneous", "secret"):
        assert codes({"hook": True, "bidding": bidding}) == ["hook.needs-open-bidding"]


def test_every_deal_and_the_turn_up_fit_the_pack_for_every_player_count() -> None:
    """E19, E30: 7x7+1, 5x10+1, 6x8+1 and 3x17+1 fit; eight players are a house rule."""
    for n_players, size in ((7, 7), (5, 10), (6, 8), (3, 17), (8, 6)):
        fits = {"players": [n_players, n_players], "schedule": {"max": size}}
        too_large = {"players": [n_players, n_players], "schedule": {"max": size + 1}}
        assert codes(fits) == []
        assert codes(too_large) == ["schedule.capacity"]


def test_four_players_with_thirteen_cards_need_a_deal_without_trump() -> None:
    rules = {"players": [4, 4], "schedule": {"max": 13}}
    assert codes({**rules, "no_trump": "never"}) == ["schedule.capacity"]
    assert codes({**rules, "no_trump": "last"}) == []
    assert codes({**rules, "no_trump": "if-exhausted"}) == []
    assert codes({**rules, "trump": "none"}) == []
