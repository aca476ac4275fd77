"""Reading a rules value: presets, merging, refusals, and the hash (rules.md 2)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import PRESETS, RulesError, RuleSet


def refusal(value: object) -> tuple[str, str]:
    with pytest.raises(RulesError) as caught:
        RuleSet.from_value(value)
    return caught.value.code, caught.value.message


def test_a_name_gives_the_preset() -> None:
    assert RuleSet.from_value("rage") == PRESETS["rage"]


def test_an_empty_object_is_the_default_of_every_field() -> None:
    rules = RuleSet.from_value({})
    assert (rules.name, rules.deck, rules.players, rules.no_trump) == (
        "custom",
        "standard-52",
        (3, 7),
        "never",
    )
    assert rules.hand_sizes(4) == tuple(range(1, 13))


def test_changes_are_merged_deeply_on_the_preset() -> None:
    rules = RuleSet.from_value({"preset": "rage", "hook": True, "scoring": {"missed": {"base": 0}}})
    assert rules.hook
    assert rules.scoring.missed != PRESETS["rage"].scoring.missed
    assert rules.scoring.made == PRESETS["rage"].scoring.made
    assert rules.scoring.trick_always == 1


def test_one_entry_of_a_map_leaves_the_others() -> None:
    rules = RuleSet.from_value({"preset": "oh-hell", "schedule": {"max": {"4": 10}}})
    assert [len(rules.hand_sizes(n)) for n in range(3, 8)] == [15, 10, 10, 8, 7]


def test_a_list_is_replaced_and_not_merged() -> None:
    assert RuleSet.from_value({"preset": "kachuful", "trump_cycle": ["H"]}).trump_cycle == ("H",)


def test_a_partial_zero_rule_is_filled_in() -> None:
    assert RuleSet.from_value({"scoring": {"made_zero": {"base": 5}}}).to_json()["scoring"]["made_zero"] == {  # type: ignore[index]
        "base": 5,
        "per_card": 0,
    }


def test_missed_columns_replace_the_single_column_and_fill_themselves() -> None:
    rules = RuleSet.from_value({"preset": "oh-hell", "scoring": {"missed": {"over": {"per_trick": 1}}}})
    plain: Any = rules.to_json()
    assert plain["scoring"]["missed"]["over"]["per_trick"] == 1
    assert set(plain["scoring"]["missed"]["under"].values()) == {0}
    back = RuleSet.from_value({**plain, "scoring": {**plain["scoring"], "missed": {"base": -10}}})
    assert back.to_json()["scoring"]["missed"]["base"] == -10  # type: ignore[index]


@pytest.mark.parametrize(
    ("value", "code", "word"),
    [
        (None, "rules.type", "rules"),
        (7, "rules.type", "rules"),
        (["oh-hell"], "rules.type", "rules"),
        ({"preset": 3}, "rules.type", "preset"),
        ({"hook": 1}, "rules.type", "hook"),
        ({"hook_from": True}, "rules.type", "hook_from"),
        ({"hook_from": 1.0}, "rules.type", "hook_from"),
        ({"players": [3]}, "rules.type", "players"),
        ({"players": [3, "7"]}, "rules.type", "players"),
        ({"schedule": None}, "rules.type", "schedule"),
        ({"schedule": {"max": "pack"}}, "rules.type", "schedule.max"),
        ({"schedule": {"max": {"three": 15}}}, "rules.type", "schedule.max"),
        ({"schedule": {"max": {"03": 15}}}, "rules.type", "schedule.max"),
        ({"schedule": {"sizes": [1, None]}}, "rules.type", "schedule.sizes"),
        ({"scoring": {"made": {"base": 10**10}}}, "rules.type", "scoring.made.base"),
        ({"scoring": {"made_at": {"-1": 5}}}, "rules.type", "scoring.made_at"),
        ({"tie_break": "shared"}, "rules.type", "tie_break"),
        ("oh-hail", "rules.unknown-preset", "oh-hail"),
        ({"preset": "oh-hail"}, "rules.unknown-preset", "oh-hail"),
        ({"preset": "oh-hell", "hok": True}, "rules.unknown-field", "hok"),
        ({"schedule": {"maximum": 3}}, "rules.unknown-field", "schedule.maximum"),
        ({"scoring": {"missed": {"over": {}, "base": 1}}}, "rules.unknown-field", "scoring.missed.base"),
    ],
)
def test_a_refusal_names_the_field(value: object, code: str, word: str) -> None:
    found, message = refusal(value)
    assert found == code
    assert word in message


def test_a_wrong_type_is_told_before_an_unknown_preset_and_that_before_an_unknown_field() -> None:
    assert refusal({"preset": "nope", "hok": 1, "hook": 1})[0] == "rules.type"
    assert refusal({"preset": "nope", "hok": 1})[0] == "rules.unknown-preset"


def test_contradicting_rules_can_be_read_but_not_used() -> None:
    rules = {"hook": True, "bidding": "secret"}
    assert RuleSet.from_value(rules).hook
    with pytest.raises(RulesError, match="needs-open-bidding") as caught:
        RuleSet.valid_from(rules)
    assert caught.value.code == "rules.invalid"


def test_the_hashes_of_the_law_are_met() -> None:
    assert PRESETS["oh-hell"].hash.startswith("3763512091efde97")
    assert PRESETS["rage"].hash.startswith("41f61cefa731e4c6")


def test_the_hash_leaves_the_name_out_and_nothing_else() -> None:
    rules = RuleSet.from_value("oh-hell")
    assert RuleSet.from_value({"preset": "oh-hell", "name": "Tuesday"}).hash == rules.hash
    assert RuleSet.from_value({"preset": "oh-hell", "hosted": False}).hash != rules.hash


def test_no_two_presets_share_a_hash() -> None:
    assert len({rules.hash for rules in PRESETS.values()}) == len(PRESETS)


@given(
    st.sampled_from(list(PRESETS.values())), st.booleans(), st.integers(-50, 50), st.permutations(range(18))
)
def test_reading_what_was_written_gives_the_same_rules_in_any_key_order(
    rules: RuleSet, hook: bool, base: int, order: list[int]
) -> None:
    changed = RuleSet.from_value({"preset": rules.name, "hook": hook, "scoring": {"missed": {"base": base}}})
    items = list(changed.to_json().items())
    again = RuleSet.from_value(dict(items[position] for position in order))
    assert again == changed
    assert again.canonical() == changed.canonical()
    assert again.hash == changed.hash


def test_the_family_follows_the_pack() -> None:
    assert PRESETS["rage-1983"].family == "rage"
    assert PRESETS["romanian-whist"].family == "oh-hell"


def test_a_map_of_packs_answers_by_player_count() -> None:
    rules = PRESETS["romanian-whist"]
    assert (rules.deck_for(3), rules.deck_for(6)) == ("short-24", "short-48")
    with pytest.raises(KeyError):
        rules.deck_for(7)
