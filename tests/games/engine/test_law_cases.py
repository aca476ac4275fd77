"""Every case of the law book's data files agrees exactly; only the words of messages are free."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import PRESETS, SCORING_PRESETS, EngineError, RuleSet, deal_points, score_sheet
from tests.games.engine.recorded import rows


def without_messages(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_messages(entry) for key, entry in value.items() if key != "message"}
    return [without_messages(entry) for entry in value] if isinstance(value, (list, tuple)) else value


def answer(document: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"id": document["id"], **score_sheet(document).to_json()}
    except EngineError as error:
        return {"id": document["id"], "error": error.to_json()}


@pytest.mark.parametrize("case", rows("score_cases.json"), ids=lambda case: case["input"]["id"])
def test_a_scoring_case_agrees(case: dict[str, Any]) -> None:
    assert without_messages(answer(case["input"])) == without_messages(case["output"])


@pytest.mark.parametrize("case", rows("sheets.jsonl"), ids=lambda case: case["note"])
def test_a_sheet_agrees(case: dict[str, Any]) -> None:
    assert without_messages(answer(case["input"])) == without_messages(case["output"])


@pytest.mark.parametrize("row", rows("presets.json"), ids=lambda row: row["name"])
def test_a_preset_is_the_full_ruleset_of_the_law_and_is_sound(row: dict[str, Any]) -> None:
    rules = PRESETS[row["name"]]
    assert rules.to_json() == row
    assert RuleSet.from_value(row) == rules
    assert rules.validate() == ()


def test_no_preset_is_missing_or_made_up() -> None:
    assert list(PRESETS) == [row["name"] for row in rows("presets.json")]
    assert list(SCORING_PRESETS) == [row["id"] for row in rows("scoring_presets.json")]


@pytest.mark.parametrize("row", rows("ruleset_refusals.json"), ids=lambda row: str(row["rules"]))
def test_a_ruleset_is_refused_with_all_its_codes(row: dict[str, Any]) -> None:
    found = RuleSet.from_value(row["rules"]).validate()
    assert sorted({contradiction.code for contradiction in found}) == sorted(row["codes"])


@pytest.mark.parametrize("row", rows("scoring_presets.json"), ids=lambda row: row["id"])
def test_a_scoring_scheme_gives_the_points_of_its_examples(row: dict[str, Any]) -> None:
    rules = RuleSet.from_value({"scoring": row["scoring"]})
    assert rules.scoring == SCORING_PRESETS[row["id"]].scoring
    assert rules.validate() == ()
    for size, bid, tricks, points in row["examples"]:
        assert deal_points(rules, hand_size=size, bid=bid, tricks=tricks) == points


def test_all_thirty_four_schemes_bring_their_seventy_six_examples() -> None:
    schemes = rows("scoring_presets.json")
    assert len(schemes) == 34
    assert sum(len(scheme["examples"]) for scheme in schemes) == 76
