"""Whole deals recorded elsewhere: OpenSpiel's own, the variants, Rage in all editions."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.replay import replay_document

from .recorded import answer, case_id, expected, rows

OPEN_SPIEL = rows("open_spiel_deals.jsonl")
VARIANTS = rows("variant_deals.jsonl")
RAGE = rows("rage_deals.jsonl")
TRICKS = rows("rage_tricks.json")


def test_the_data_files_are_whole() -> None:
    assert [len(found) for found in (OPEN_SPIEL, VARIANTS, RAGE, TRICKS)] == [150, 30, 21, 26]


@pytest.mark.parametrize("row", OPEN_SPIEL, ids=case_id)
def test_every_step_agrees_with_open_spiel(row: dict[str, Any]) -> None:
    assert answer(row["input"]) == expected(row)


@pytest.mark.parametrize("row", VARIANTS, ids=case_id)
def test_variants_are_played_by_their_rules(row: dict[str, Any]) -> None:
    assert answer(row["input"]) == expected(row)


@pytest.mark.parametrize("row", RAGE, ids=case_id)
def test_rage_deals_of_all_editions_agree(row: dict[str, Any]) -> None:
    assert answer(row["input"]) == expected(row)


@pytest.mark.parametrize("row", TRICKS, ids=lambda row: row["name"])
def test_rage_trick_comes_out_as_the_rules_say(row: dict[str, Any]) -> None:
    assert answer(row["input"]) == expected(row)


@pytest.mark.parametrize("row", [*VARIANTS[:6], *RAGE[:6]], ids=case_id)
def test_a_deal_cut_off_anywhere_is_the_whole_deal_so_far(row: dict[str, Any]) -> None:
    whole = expected(row)
    events = row["input"]["events"]
    for length in range(len(events)):
        part = replay_document(row["input"] | {"events": events[:length]})
        assert part["complete"] is False
        assert part["points"] is None
        legal = part["legal"]
        assert isinstance(legal, list)
        assert legal[:length] == whole["legal"][:length]
        if part["turn"] is not None:
            assert part["turn"] == events[length][0]
            assert legal[length:] == [whole["legal"][length]]
        winners = part["winners"]
        assert isinstance(winners, list)
        assert winners == whole["winners"][: len(winners)]
