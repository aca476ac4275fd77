"""Whatever is fed in ends in an answer or a typed error, soon, and never in a traceback."""

from __future__ import annotations

import json
from contextlib import redirect_stderr
from io import BytesIO, StringIO, TextIOWrapper
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import EngineError, RulesError, RuleSet, Sheet, score_sheet
from games.engine.__main__ import main
from games.engine.rules_json import DEFAULTS
from tests.games.engine.sheets import played_sheets
from tests.timing import within

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-20, 20)
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["deck", "players", "oh-hell", "rage", "shared", "up", "3", "0"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4) | st.just("3"), inner, max_size=4)
    ),
    max_leaves=12,
)

SECTIONS = [(), ("schedule",), ("scoring",), ("scoring", "made"), ("scoring", "missed"), ("scoring", "sweep")]


def outcome(document: object) -> str:
    """How a sheet ends: its format, or the code of the error. Anything else escapes."""
    try:
        answer = score_sheet(document).to_json()  # type: ignore[arg-type]
    except EngineError as error:
        json.dumps(error.to_json())
        return error.code
    json.dumps(answer)
    return str(answer["format"])


@given(json_values)
def test_any_value_as_rules(value: Any) -> None:
    codes = {"rules.type", "rules.unknown-preset", "rules.unknown-field"}
    try:
        rules = RuleSet.from_value(value)
    except RulesError as error:
        codes.remove(error.code)
    else:
        assert len(rules.hash) == 64
        rules.validate()


@settings(max_examples=120)
@given(st.sampled_from(["oh-hell", "rage", "romanian-whist"]), st.sampled_from(SECTIONS), st.data())
def test_any_value_in_any_field_of_the_rules(
    preset: str, section: tuple[str, ...], data: st.DataObject
) -> None:
    known: Any = {"made": {"base": 0}, "missed": {"base": 0}, "sweep": {"per_trick": 0, "min_hand": 0}}
    shape: Any = DEFAULTS
    for name in section:
        shape = shape[name] or known[name]
    change: Any = {data.draw(st.sampled_from(sorted(shape))): data.draw(json_values)}
    for name in reversed(section):
        change = {name: change}
    try:
        rules = RuleSet.from_value({"preset": preset, **change})
    except RulesError:
        return
    if not rules.validate():
        for n_players in range(rules.players[0], rules.players[1] + 1):
            sizes = rules.hand_sizes(n_players)
            assert 1 <= len(sizes) <= 60
            assert min(sizes) >= 1
            assert max(sizes) * n_players <= 112
        assert RuleSet.from_value(rules.to_json()) == rules


@given(json_values)
def test_any_value_as_a_sheet(value: Any) -> None:
    assert outcome(value) in ("sheet.format", "rules.type")


@settings(max_examples=120)
@given(played_sheets(most_deals=3), st.data())
def test_any_value_anywhere_on_a_sheet(document: dict[str, Any], data: st.DataObject) -> None:
    places: list[Any] = [document, *document["deals"]]
    place = data.draw(st.sampled_from(places))
    column = data.draw(
        st.sampled_from(
            [
                *place,
                "void",
                "out",
                "made",
                "adjustments",
                "decider",
                "paper_totals",
                "paper_running",
                "count",
                "trump",
            ]
        )
    )
    value = data.draw(json_values)
    if isinstance(place.get(column), list) and place[column] and data.draw(st.booleans()):
        place[column][data.draw(st.integers(0, len(place[column]) - 1))] = value
    else:
        place[column] = value
    assert outcome(document) == "score/1" or "." in outcome(document)


@given(played_sheets(most_deals=3), st.data())
def test_any_small_numbers_on_a_sheet_are_scored(document: dict[str, Any], data: st.DataObject) -> None:
    """Cells that are whole numbers or blank are never refused, whatever they say (E25)."""
    n_players = len(document["players"])
    cells = st.lists(st.none() | st.integers(-3, 14), min_size=n_players, max_size=n_players)
    for one in document["deals"]:
        for column in ("bids", "tricks", "plus_fives", "minus_fives", "paper_points", "paper_running"):
            if data.draw(st.booleans()):
                one[column] = data.draw(cells)
        one["hand_size"] = data.draw(st.integers(-2, 30))
    assert outcome(document) == "score/1"


@given(played_sheets(most_deals=3), st.integers(min_value=1))
def test_a_document_cut_anywhere_is_no_document(document: dict[str, Any], place: int) -> None:
    text = json.dumps(document)
    cut = text[: -1 - place % (len(text) - 1)]
    errors = StringIO()
    with mock.patch("sys.stdin", TextIOWrapper(BytesIO(cut.encode()))), redirect_stderr(errors):
        assert main(["score"]) == 2
    assert json.loads(errors.getvalue())["error"]["code"] == "json"


LARGE: list[Any] = [
    {"rules": "oh-hell", "deals": [{"hand_size": 10**9, "bids": [10**9] * 4, "tricks": [10**9] * 4}] * 1000},
    {
        "rules": "rage",
        "deals": [{"hand_size": 10, "bids": [9] * 8, "tricks": [9] * 8, "plus_fives": [9] * 8}] * 1000,
    },
    {"rules": "rage", "deals": [{"hand_size": 112, "bids": [3] * 8, "tricks": [4] * 8}] * 1000},
    {"rules": "plump", "deals": [{"hand_size": 10**9, "bids": [0] * 5, "made": [False] * 5}] * 1000},
    {"rules": {"preset": "oh-hell", "scoring": {"made": {"square": 10**9}}}, "deals": []},
    {"rules": {"schedule": {"shape": "up-down", "max": 10**9, "low_repeat": 10**9}}, "deals": []},
    {"rules": {"schedule": {"shape": "list", "sizes": [1] * 10**6}}, "deals": []},
    {"rules": "oh-hell", "deals": [{"hand_size": 1}] * 10**6},
    {
        "rules": "oh-hell-german",
        "deals": [],
        "decider": [{"seats": [0, 1], "bids": [0, 0], "tricks": [0, 0]}] * 1000,
    },
]


@pytest.mark.parametrize("number", range(len(LARGE)))
def test_a_large_document_ends_within_a_second(number: int) -> None:
    n_players = {"rage": 8, "plump": 5}.get(str(LARGE[number]["rules"]), 4)
    document = {"format": "sheet/1", "players": ["x"] * n_players, "first_dealer": 0, **LARGE[number]}
    with within(1):
        outcome(document)


def test_numbers_that_could_not_be_printed_are_refused() -> None:
    document = {"format": "sheet/1", "rules": "oh-hell", "players": ["a", "b", "c"], "deals": []}
    assert outcome({**document, "deals": [{"hand_size": 1, "bids": [10**5000, 0, 0]}]}) == "sheet.type"
    assert outcome({**document, "rules": {"scoring": {"plus_five": 10**5000}}}) == "rules.type"


def test_truth_values_are_no_numbers_anywhere() -> None:
    with pytest.raises(RulesError):
        RuleSet.from_value({"players": [True, 7]})
    with pytest.raises(RulesError):
        RuleSet.from_value({"hook": 0})
    blank = {
        "format": "sheet/1",
        "rules": "oh-hell",
        "players": ["a", "b", "c"],
        "first_dealer": False,
        "deals": [],
    }
    with pytest.raises(EngineError, match="first_dealer"):
        Sheet.from_value(blank)
