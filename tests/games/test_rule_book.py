"""Every rule is a sentence of its own, in every language, and the form can say everything the RuleSet can."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation

from games.engine import PRESETS, SCORING_PRESETS, RuleSet
from games.engine.rule_parts import Missed, Scoring, to_plain
from games.engine.rules_json import DEFAULTS
from games.engine.schedule import SHAPES
from games.engine.validation import CRITERIA, Contradiction
from games.rule_book import left_out, rule_book, worked_example
from games.rule_faults import SENTENCES, question_of, sentence
from games.rules_form import RulesForm, answers, rules_value
from tests.games.engine.recorded import rows

LANGUAGES = [code for code, _name in settings.LANGUAGES]

# For each field of the RuleSet: what may stand there, inside rules that allow it.
VARIED: dict[str, list[Any]] = {
    "deck": [
        {"deck": deck, "schedule": {"max": 3}}
        for deck in ("standard-52", "short-48", "short-40", "short-36", "short-32", "short-24")
    ]
    + [{"preset": "rage", "deck": deck} for deck in ("rage-112", "rage-110", "rage-108")]
    + [{"deck": {"3": "short-24", "4": "short-32"}, "players": [3, 4], "schedule": {"max": 4}}],
    "players": [{"players": pair} for pair in ([3, 7], [3, 3], [2, 7], [3, 6])],
    "schedule": [
        {"schedule": change}
        for change in (
            *({"shape": shape, "max": 5} for shape in SHAPES if shape not in ("fixed", "list")),
            {"shape": "fixed", "max": 5, "count": 4},
            {"shape": "fixed", "max": 5, "count": "players"},
            {"shape": "fixed", "max": 5, "count": 5},
            {"shape": "list", "sizes": [1, 2, 3]},
            {"shape": "list", "sizes": [3, 2, 1]},
            {"shape": "list", "sizes": {"3": [1, 2, 3], "4": [1], "5": [1], "6": [1], "7": [1]}},
            {"max": 6},
            {"max": {"3": 9, "4": 8, "5": 7, "6": 6, "7": 6}},
            {"max": "deck"},
            {"min": 2, "max": 5},
            {"max": 5, "step": 2},
            {"max": 5, "step": 4},
            {"max": 5, "low_repeat": 2},
            {"max": 5, "low_repeat": "players"},
            {"max": 5, "high_repeat": 2},
            {"max": 5, "high_repeat": "players"},
        )
    ],
    "trump": [
        {"trump": "turn-up"},
        {"trump": "none"},
        *({"trump": "fixed", "trump_suit": suit} for suit in "CDHS"),
        *({"trump": "cycle", "trump_cycle": cycle} for cycle in (["S", "D"], ["D", "S"], ["S", "D", "NT"])),
    ],
    "no_trump": [{"no_trump": value} for value in ("never", "last", "largest", "if-exhausted")],
    "bidding": [{"bidding": value} for value in ("open", "simultaneous", "secret")],
    "hook": [{"hook": False}, {"hook": True}, {"hook": True, "hook_from": 2}, {"hook": True, "hook_from": 3}],
    "void_rule": [{"void_rule": value} for value in ("free", "must-trump")],
    "action_anytime": [{"preset": "rage", "action_anytime": value} for value in (False, True)],
    "no_trump_card": [{"preset": "rage", "no_trump_card": value} for value in ("trick", "deal")],
    "second_joker": [{"preset": "rage", "second_joker": value} for value in ("higher", "lower")],
    "scoring": [
        {"preset": "rage", "scoring": change}
        for change in (
            *({"made": {part: n}} for part in ("base", "per_trick", "square") for n in (3, -4)),
            *({"missed": {part.name: n}} for part in fields(Missed) for n in (3, -4)),
            *({"missed": {"over": {part.name: 3}}} for part in fields(Missed)),
            *({"missed": {"under": {part.name: 3}}} for part in fields(Missed)),
            *({"missed_zero": {part.name: 3}} for part in fields(Missed)),
            {"made_zero": {"base": 5, "per_card": 1}},
            {"made_zero": {"base": 5}},
            {"made_zero": {"base": 0}},
            {"made_at": {"1": 15}},
            {"made_at": {"1": 16}},
            {"made_at": {"2": 15}},
            {"trick_always": 2},
            {"trick_always": -2},
            {"sweep": {"per_trick": 2}},
            {"sweep": {"per_trick": 3}},
            {"sweep": {"per_trick": 2, "min_hand": 3}},
            {"plus_five": 6},
            {"minus_five": -6},
            {"made": {"base": 0, "per_trick": 0}, "concat": True},
            {"made": {"base": 0, "per_trick": 0}},
        )
    ],
    "tie_break": [
        {"tie_break": [*chain, "shared"]}
        for chain in ([], ["last-deal"], ["bids-made"], ["decider"], ["last-deal", "earlier-deals"],
                      ["last-deal", "bids-made"], ["bids-made", "last-deal"])
    ],
    "hosted": [{"hosted": True}, {"hosted": False}],
}  # fmt: skip
WITH_ANOTHER = {"name": "is a label", "trump_suit": "trump", "trump_cycle": "trump", "hook_from": "hook"}


def rules_of(change: dict[str, Any]) -> RuleSet:
    return RuleSet.valid_from(change)


def words_of(rules: RuleSet) -> tuple[str, ...]:
    return tuple(rule.text for rule in rule_book(rules))


def test_no_field_of_the_rules_is_forgotten() -> None:
    assert {*VARIED, *WITH_ANOTHER} == set(DEFAULTS)
    for field, changes in VARIED.items():
        assert len({rules_of(change).hash for change in changes}) == len(changes), field
    tried = [to_plain(rules_of(change).scoring) for change in VARIED["scoring"]]
    usual = to_plain(PRESETS["rage"].scoring)
    assert isinstance(usual, dict)
    for part in fields(Scoring):
        assert any(one[part.name] != usual[part.name] for one in tried if isinstance(one, dict)), part.name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("field", VARIED)
def test_every_value_of_a_field_reads_differently(field: str, language: str) -> None:
    with translation.override(language):
        read = [words_of(rules_of(change)) for change in VARIED[field]]
    assert len(set(read)) == len(read)


@pytest.mark.parametrize("language", LANGUAGES)
def test_different_rules_never_read_alike(language: str) -> None:
    with translation.override(language):
        known: dict[tuple[str, ...], str] = {}
        for rules in (rules_of(change) for changes in VARIED.values() for change in changes):
            assert known.setdefault(words_of(rules), rules.hash) == rules.hash


@pytest.mark.parametrize("name", PRESETS)
def test_a_rule_is_one_whole_sentence(name: str) -> None:
    for rule in rule_book(PRESETS[name]):
        assert rule.text.endswith("."), rule
        assert "%(" not in rule.text
        assert rule.text[0].isupper()


def test_what_differs_from_the_preset_is_pointed_out() -> None:
    preset = PRESETS["oh-hell"]
    rules = rules_of({"preset": "oh-hell", "hook": True, "scoring": {"missed": {"base": -5, "per_off": -1}}})
    changed = {
        rule.field: (rule.text, rule.preset) for rule in rule_book(rules, preset) if rule.preset is not None
    }
    assert changed == {
        "hook": (
            "The last bidder may not make the bids come out even.",
            "The bids may come out even.",
        ),
        "scoring.missed.base": ("Missed bid, points: −5.", "Missed bid, points: 0."),
        "scoring.missed.per_off": ("Missed bid, for each trick off the bid: −1.", ""),
    }
    assert left_out(rules, preset) == []
    assert [rule.field for rule in left_out(preset, rules)] == ["scoring.missed.per_off"]
    assert all(rule.preset is None for rule in rule_book(preset, preset))


def test_the_example_is_worked_out_by_the_engine() -> None:
    assert worked_example(PRESETS["oh-hell"]) == "Bid 3, took 3: 13 points; took 4: 0."
    assert worked_example(PRESETS["rage"]) == "Bid 3, took 3: 13 points; took 4: −1."


def composed() -> Iterator[RuleSet]:
    yield from PRESETS.values()
    yield from (rules_of(change) for changes in VARIED.values() for change in changes)
    for scheme in SCORING_PRESETS.values():
        yield RuleSet.from_value({"scoring": to_plain(scheme.scoring)})


def typed(rules: RuleSet) -> dict[str, str]:
    """What a browser sends of the form as it comes."""
    return {name: "" if value is None else str(value) for name, value in answers(rules).items()}


def test_the_form_says_everything_the_rules_can_say() -> None:
    n_tried = 0
    for rules in composed():
        form = RulesForm(typed(rules), base=PRESETS["rage" if rules.family == "rage" else "oh-hell"])
        assert form.is_valid(), (rules, form.errors)
        assert form.rules is not None
        assert form.rules.hash == rules.hash, rules
        n_tried += 1
    assert n_tried > 130


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("schedule.max", "some"),
        ("schedule.max", "1 2 3"),
        ("schedule.max", "3=x"),
        ("schedule.sizes", "1, two"),
        ("decks", "4=51"),
        ("trump_cycle", "S Q"),
        ("scoring.made_at", "one=2"),
        ("scoring.made.base", "1001"),
        ("scoring.made.base", "1.5"),
        ("hook", "perhaps"),
        ("players.low", ""),
        ("tie.1", "coin"),
    ],
)
def test_what_cannot_be_read_is_told_at_its_question_and_kept(answer: str, text: str) -> None:
    form = RulesForm({**typed(PRESETS["oh-hell"]), answer: text}, base=PRESETS["oh-hell"])
    assert list(form.errors) == [answer]
    assert form.rules is None
    assert form[answer].value() == text


REFUSALS = rows("ruleset_refusals.json")


def test_every_contradiction_has_a_sentence_and_a_question() -> None:
    codes = {code for row in REFUSALS for code in row["codes"]}
    assert codes <= set(SENTENCES)
    asked = {name for family in ("oh-hell", "rage") for name in RulesForm(base=PRESETS[family]).fields}
    for row in REFUSALS:
        for found in RuleSet.from_value(row["rules"]).validate():
            assert sentence(found).endswith(".")
            assert question_of(found) in asked, found


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_of_contradictions_are_translated(language: str) -> None:
    with translation.override(language):
        told = [sentence(Contradiction(code, "deck")) for code in SENTENCES]
    assert all(told)
    if language != "en":
        assert not set(told) & {str(text) for text in SENTENCES.values()}


@pytest.mark.parametrize(
    ("change", "question"),
    [
        ({"hook": "yes", "bidding": "secret"}, "hook"),
        ({"hook_from": "3"}, "hook_from"),
        ({"schedule.max": "30"}, "schedule.max"),
        ({"schedule.shape": "fixed"}, "schedule.count"),
        ({"schedule.shape": "list"}, "schedule.sizes"),
        ({"trump": "fixed"}, "trump_suit"),
        ({"trump": "cycle", "no_trump": "never"}, "trump_cycle"),
        ({"trump": "none"}, "no_trump"),
        ({"players.high": "1"}, "players.low"),
        ({"scoring.sweep.per_trick": "2"}, "scoring.sweep.per_trick"),
        ({"scoring.concat": "yes"}, "scoring.concat"),
        ({"scoring.made_at": "0=5"}, "scoring.made_at"),
        ({"tie.1": "earlier-deals", "tie.2": ""}, "tie.1"),
        ({"schedule.step": "4"}, "schedule.step"),
    ],
)
def test_a_contradiction_is_told_at_its_question(change: dict[str, str], question: str) -> None:
    form = RulesForm({**typed(PRESETS["oh-hell"]), **change}, base=PRESETS["oh-hell"])
    assert question in form.errors
    assert form.rules is not None
    assert form.errors[question] == [
        sentence(one) for one in form.rules.validate() if question_of(one) == question
    ]


def test_only_what_applies_to_the_family_is_asked() -> None:
    plain, rage = (set(RulesForm(base=PRESETS[name]).fields) for name in ("oh-hell", "rage"))
    assert rage - plain == {
        "action_anytime", "no_trump_card", "second_joker", "scoring.plus_five", "scoring.minus_five",
    }  # fmt: skip
    assert plain - rage == {"trump", "trump_suit", "trump_cycle", "no_trump", "void_rule"}


def test_what_is_not_asked_stays_as_it_was() -> None:
    base = PRESETS["rage-fundex"]
    form = RulesForm(typed(base), base=base)
    assert form.is_valid()
    assert RuleSet.from_value(rules_value(form.cleaned_data, base)).hash == base.hash
    assert len(CRITERIA) == 5
