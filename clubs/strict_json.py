"""JSON from elsewhere, read strictly: UTF-8, no key twice, no NaN, no text that a database cannot hold."""

from __future__ import annotations

import json
import re
from json.decoder import JSONDecodeError
from math import isfinite
from typing import Any

DEEPEST = 40
LONGEST_NUMBER = 40
_TOO_DEEP = f"The JSON is nested more than {DEEPEST} deep."
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class UnreadableJson(ValueError):
    """No JSON, or none that can be kept; the text names line and column, or the path to the value at fault."""


class _Fault:
    """Stands for a value that is refused, until it is known where it stands."""

    def __init__(self, text: str) -> None:
        self.text = text


def read_json(raw: bytes, *, any_text: bool = False) -> Any:
    """The document, or an `UnreadableJson` that names line and column, or the path to the value at fault.

    `any_text` lets text through that a database cannot hold, for whoever cleans it himself.
    """
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableJson(f"The text is not UTF-8: byte {error.start} cannot be read.") from None
    try:
        document = json.loads(
            text,
            object_pairs_hook=_once,
            parse_constant=_no_constant,
            parse_int=_bounded_int,
            parse_float=_finite,
        )
    except JSONDecodeError as error:
        raise UnreadableJson(
            f"The JSON cannot be read at line {error.lineno}, column {error.colno}: {error.msg}."
        ) from None
    except ValueError as error:
        raise UnreadableJson(f"The JSON cannot be read: {error}.") from None
    except RecursionError:
        raise UnreadableJson(_TOO_DEEP) from None
    _check(document, "", 0, any_text=any_text)
    return document


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        found[key] = _Fault(f"the key {key[:60]!r} stands twice in one object") if key in found else value
    return found


def _no_constant(text: str) -> Any:
    return _Fault(f"{text} is no JSON number")


def _bounded_int(text: str) -> int | _Fault:
    if len(text) > LONGEST_NUMBER:
        return _Fault(f"the number {text[:20]}... has more than {LONGEST_NUMBER} digits")
    return int(text)


def _finite(text: str) -> float | _Fault:
    value = float(text)
    if not isfinite(value) or len(text) > LONGEST_NUMBER:
        return _Fault(f"the number {text[:20]} is too large or too long")
    return value


def _check(value: Any, where: str, depth: int, *, any_text: bool) -> None:
    """No value that was refused, no text that a database refuses, no nesting that another reader would stumble over."""
    if isinstance(value, _Fault):
        raise UnreadableJson(f"The JSON cannot be read at {where[:200] or 'the top'}: {value.text}.")
    if isinstance(value, str):
        if not any_text and _UNSTORABLE.search(value):
            raise UnreadableJson(
                f"The text at {where or 'the top'} holds a character that cannot be stored (NUL or half a pair)."
            )
    elif isinstance(value, (dict, list)):
        if depth == DEEPEST:
            raise UnreadableJson(f"{_TOO_DEEP} The place: {where[:200]}.")
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in pairs:
            if isinstance(key, str):
                _check(key, f"a key of {where or 'the top'}", depth, any_text=any_text)
            _check(part, f"{where}/{key}", depth + 1, any_text=any_text)
