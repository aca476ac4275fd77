"""Errors carry a code, words and a place, and survive being sent to another process."""

from __future__ import annotations

import pickle

from games.engine import EngineError, LogError, RulesError, SheetError


def test_an_error_prints_code_message_and_place() -> None:
    error = SheetError("sheet.length", "bids must have 4 entries", deal=3)
    assert error.to_json() == {"code": "sheet.length", "message": "bids must have 4 entries", "deal": 3}
    assert str(error) == "bids must have 4 entries"


def test_without_words_the_code_speaks() -> None:
    assert str(LogError("must-follow")) == LogError("must-follow").message == "must-follow"


def test_all_errors_are_engine_errors_and_value_errors() -> None:
    for kind in (RulesError, SheetError, LogError):
        assert issubclass(kind, EngineError)
        assert issubclass(kind, ValueError)


def test_an_error_can_be_pickled_whole() -> None:
    error = pickle.loads(pickle.dumps(SheetError("sheet.type", "made must hold flags", deal=0)))
    assert isinstance(error, SheetError)
    assert error.to_json() == {"code": "sheet.type", "message": "made must hold flags", "deal": 0}
