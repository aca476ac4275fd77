"""Recorded deals and small documents for the tests of play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from games.engine.errors import EngineError
from games.engine.replay import replay_document

DATA = Path(__file__).parents[2] / "data"

Row = dict[str, Any]


def rows(name: str) -> list[Row]:
    """The rows of a data file, {input, output} each."""
    text = (DATA / name).read_text(encoding="utf-8")
    return (
        json.loads(text)
        if name.endswith(".json")
        else [json.loads(line) for line in text.splitlines() if line]
    )


def case_id(row: Row) -> str:
    return str(row["input"]["id"])


def answer(document: object) -> Row:
    """The replay, or its error without the free text."""
    try:
        return replay_document(document)
    except EngineError as error:
        found = error.to_json()
        return {"error": {key: found[key] for key in ("code", "event") if key in found}}


def expected(row: Row) -> Row:
    """The recorded output in the same shape."""
    output = {key: value for key, value in row["output"].items() if key != "id"}
    if "error" in output:
        output["error"] = {key: value for key, value in output["error"].items() if key != "message"}
    return output


def three_players(**changes: object) -> Row:
    """A sound deal/1 of three players and two cards, with changes."""
    return {
        "format": "deal/1",
        "rules": "oh-hell-german",
        "players": 3,
        "hand_size": 2,
        "dealer": 2,
        "hands": [["7H", "AS"], ["2C", "KH"], ["9D", "3S"]],
        "turn_up": "5S",
        "events": [],
    } | changes


def rage_deal(**changes: object) -> Row:
    """A sound Rage deal/1 of three players and two cards, with changes."""
    return {
        "format": "deal/1",
        "rules": "rage",
        "players": 3,
        "hand_size": 2,
        "dealer": 2,
        "hands": [["R3", "P5"], ["R9", "P6"], ["B15", "J"]],
        "turn_up": "G1",
        "pile": ["Y2"],
        "events": [[0, 0], [1, 0], [2, 0]],
    } | changes
