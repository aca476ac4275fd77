"""Reading sheet/1: what is refused as malformed, and where (rules.md 5.4)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from games.engine import EngineError, RulesError, Sheet, SheetError, score_sheet
from tests.games.engine.sheets import deal, played_sheets, sheet

GOOD = deal(1, [0, 1, 0], [0, 1, 0])


def refused(document: object) -> EngineError:
    with pytest.raises(EngineError) as caught:
        Sheet.from_value(document)
    return caught.value


@pytest.mark.parametrize("document", [None, 5, [], "sheet/1", {}, {"format": "sheet/2"}, {"format": None}])
def test_another_format_is_refused(document: object) -> None:
    assert refused(document).code == "sheet.format"


def test_rules_come_next() -> None:
    assert refused({"format": "sheet/1"}).code == "rules.type"
    assert (
        refused({"format": "sheet/1", "rules": {"hook": True, "bidding": "secret"}}).code == "rules.invalid"
    )


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"players": None}, "sheet.players"),
        ({"players": "abc"}, "sheet.players"),
        ({"players": ["a", "b", None]}, "sheet.players"),
        ({"players": []}, "players.range"),
        ({"players": ["a", "b"]}, "players.range"),
        ({"players": list("abcdefgh")}, "players.range"),
        ({"first_dealer": 3}, "sheet.first-dealer"),
        ({"first_dealer": -1}, "sheet.first-dealer"),
        ({"first_dealer": True}, "sheet.first-dealer"),
        ({"first_dealer": "Frank"}, "sheet.first-dealer"),
        ({"deals": None}, "sheet.deals"),
        ({"deals": {"0": GOOD}}, "sheet.deals"),
        ({"deals": [GOOD] * 1001}, "sheet.deals"),
        ({"paper_totals": [1, 2]}, "sheet.length"),
        ({"paper_totals": [1, 2, "3"]}, "sheet.type"),
        ({"count": "guessed"}, "sheet.type"),
        ({"decider": 3}, "sheet.decider"),
        ({"decider": [{"seats": [0]}]}, "sheet.decider"),
        ({"decider": [{"seats": [0, 0]}]}, "sheet.decider"),
        ({"decider": [{"seats": [0, 3]}]}, "sheet.decider"),
        ({"decider": [{"seats": [0, 1], "bids": [0]}]}, "sheet.decider"),
        ({"decider": [{"seats": [0, 1], "hand_size": 0}]}, "sheet.decider"),
    ],
)
def test_a_malformed_sheet_is_refused(change: dict[str, Any], code: str) -> None:
    error = refused({**sheet([GOOD], rules="oh-hell"), **change})
    assert isinstance(error, SheetError)
    assert (error.code, error.where) == (code, {})


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hand_size": None}, "sheet.hand-size"),
        ({"hand_size": "1"}, "sheet.hand-size"),
        ({"hand_size": True}, "sheet.hand-size"),
        ({"hand_size": 1.0}, "sheet.hand-size"),
        ({"hand_size": 10**10}, "sheet.hand-size"),
        ({"bids": [0, 1]}, "sheet.length"),
        ({"bids": [0, 1, 0, 0]}, "sheet.length"),
        ({"bids": {"0": 1}}, "sheet.type"),
        ({"bids": [0, 1, "0"]}, "sheet.type"),
        ({"bids": [0, 1, False]}, "sheet.type"),
        ({"tricks": [0, 1, 0.0]}, "sheet.type"),
        ({"tricks": [0, 1, 10**30]}, "sheet.type"),
        ({"made": [True, True, 1]}, "sheet.type"),
        ({"void": 1}, "sheet.type"),
        ({"trump": 4}, "sheet.type"),
        ({"out": 1}, "sheet.out"),
        ({"out": [3]}, "sheet.out"),
        ({"out": [1, 1]}, "sheet.out"),
        ({"adjustments": {}}, "sheet.adjustment"),
        ({"adjustments": [None]}, "sheet.adjustment"),
        ({"adjustments": [{"seat": 3, "points": 1}]}, "sheet.adjustment"),
        ({"adjustments": [{"seat": 0, "points": 1.5}]}, "sheet.adjustment"),
        ({"adjustments": [{"seat": 0, "points": 1, "reason": 7}]}, "sheet.adjustment"),
    ],
)
def test_a_malformed_deal_is_refused_with_its_number(change: dict[str, Any], code: str) -> None:
    error = refused(sheet([GOOD, {**GOOD, **change}], rules="oh-hell"))
    assert (error.code, error.where) == (code, {"deal": 1})
    assert error.to_json() == {"code": code, "message": error.message, "deal": 1}


def test_a_deal_that_is_no_object_is_refused() -> None:
    assert refused({**sheet([GOOD], rules="oh-hell"), "deals": [GOOD, 3]}).to_json()["deal"] == 1


def test_unknown_keys_are_ignored_on_a_sheet_and_refused_in_rules() -> None:
    document = sheet([{**GOOD, "weather": "rain"}], rules="oh-hell", photo=7)
    assert Sheet.from_value(document).deals[0].bids == (0, 1, 0)
    with pytest.raises(RulesError, match="weather"):
        Sheet.from_value({**document, "rules": {"weather": "rain"}})


def test_a_missing_column_and_a_null_one_are_blank() -> None:
    read = Sheet.from_value({**sheet([GOOD]), "deals": [{"hand_size": 1, "tricks": None}]})
    assert read.deals[0].bids == read.deals[0].tricks == (None, None, None)


@given(played_sheets())
def test_a_sheet_written_out_and_read_again_is_the_same(document: dict[str, Any]) -> None:
    read = Sheet.from_value(document)
    again = Sheet.from_value(read.to_json())
    assert again == read
    assert score_sheet(again) == score_sheet(document)


def test_a_sheet_with_everything_on_it_survives_the_round_trip() -> None:
    full = deal(
        2,
        [1, None, 0],
        [1, 1, None],
        made=[None, None, True],
        paper_points=[11, 0, None],
        paper_running=[11, None, 0],
        plus_fives=[0, None, 0],
        trump="S",
        out=[2],
        adjustments=[{"seat": 0, "points": -4, "reason": "revoke"}],
    )
    void = {**GOOD, "void": True}
    document = sheet(
        [full, void],
        rules="oh-hell",
        decider=[{"seats": [2, 0], "bids": [0, 1], "tricks": [0, 1]}],
        paper_totals=[None, 3, 4],
        count="written",
    )
    read = Sheet.from_value(document)
    assert read.is_written
    assert Sheet.from_value(read.to_json()) == read
