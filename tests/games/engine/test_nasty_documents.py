"""Whatever a document holds, the answer is a replay or a typed refusal, never a crash."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest

from games.engine.errors import EngineError
from games.engine.log import log_document
from games.engine.replay import replay_document

from .recorded import rage_deal, rows, three_players
from .tables import VARIANTS, rage, random_game

JUNK: list[Any] = [
    None, True, False, 0, -1, 1, 7, 2**70, 1.5, float("nan"), "", "J", "J=R", "7H", "bot", "\ud800", [], {}, [[]],
    [None], {"type": "bid"}, ["7H"], [0, 1], "start", "finish", "turn",
]  # fmt: skip

DOCUMENTS: list[Any] = [
    three_players(events=[[0, 1], [1, 0], [2, 0], [0, "7H"], [1, "KH"], [2, "3S"]]),
    rage_deal(),
    rows("rage_deals.jsonl")[4]["input"],
    rows("variant_deals.jsonl")[12]["input"],
    log_document("g", random_game(VARIANTS["secret"], 1)),
    log_document("g", random_game(VARIANTS["decider"], 1)),
    log_document("g", random_game(rage([3]), 1)),
]


def spoiled(document: Any, rng: Random) -> Any:
    """The document with one to three places changed to junk, dropped or doubled."""
    found = copy.deepcopy(document)
    for _ in range(rng.randint(1, 3)):
        place: Any = found
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = rng.choice(keys)
            inner = place[key]
            if isinstance(inner, (dict, list)) and inner and rng.random() < 0.8:
                place = inner
                continue
            how = rng.random()
            if how < 0.15:
                del place[key]
            elif how < 0.25 and isinstance(place, list):
                place.insert(key, copy.deepcopy(inner))
            else:
                place[key] = copy.deepcopy(rng.choice(JUNK))
            break
    return found


@pytest.mark.parametrize("number", range(len(DOCUMENTS)))
def test_a_spoiled_document_is_answered(number: int) -> None:
    rng = Random(number)
    n_refused = 0
    for _ in range(400):
        document = spoiled(DOCUMENTS[number], rng)
        try:
            json.dumps(replay_document(document))
        except EngineError as error:
            n_refused += 1
            json.dumps(error.to_json())
    assert n_refused > 100


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_junk_is_no_document(junk: Any) -> None:
    with pytest.raises(EngineError) as caught:
        replay_document(junk)
    assert caught.value.code == "deal.format"
