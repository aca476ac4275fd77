"""JSON from elsewhere, read strictly: UTF-8, no key twice, no NaN, no text that a database cannot hold."""

from __future__ import annotations

import json
import re
from json.decoder import JSONDecodeError
from math import isfinite
from typing import Any

DEEPEST = 40
LONGEST_NUMBER = 40
MOST_PARTS = 3_000_000
"""Lists and objects in one document: a whole club of 60 MB has 1.3 million, and each takes memory and time."""
_TOO_DEEP = f"The JSON is nested more than {DEEPEST} deep."
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_ALWAYS_FINE = (int, float, type(None))
_Place = tuple[Any, ...]
"""Where a value stands: (the place of what holds it, its key), () at the top."""


class UnreadableJson(ValueError):
    """No JSON, or none that can be kept; the text names line and column, or the path to the value at fault."""


class _Fault:
    """Stands for a value that is refused, until it is known where it stands."""

    def __init__(self, text: str) -> None:
        self.text = text


def read_json(raw: bytes, *, any_text: bool = False, most_parts: int | None = MOST_PARTS) -> Any:
    """The document, or an `UnreadableJson` that names line and column, or the path to the value at fault.

    `most_parts`: of lists and objects, by their brackets, those in texts too; None for what whoever runs the server
    reads. `any_text` lets text through that a database cannot hold, for whoever cleans it himself.
    """
    if most_parts is not None and raw.count(b"[") + raw.count(b"{") > most_parts:
        raise UnreadableJson(f"The JSON has more than {most_parts:,} lists and objects.")
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
    _check(document, (), 0, any_text=any_text)
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


def _check(value: Any, place: _Place, depth: int, *, any_text: bool) -> None:
    """No value that was refused, no text that a database refuses, no nesting that another reader would stumble over."""
    if isinstance(value, _Fault):
        where = _path(place)[:200] or "the top"
        raise UnreadableJson(f"The JSON cannot be read at {where}: {value.text}.")
    if isinstance(value, str):
        if not any_text and _UNSTORABLE.search(value):
            raise UnreadableJson(
                f"The text at {_path(place) or 'the top'} holds a character that cannot be stored (NUL or half a pair)."
            )
    elif isinstance(value, (dict, list)):
        if depth == DEEPEST:
            raise UnreadableJson(f"{_TOO_DEEP} The place: {_path(place)[:200]}.")
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(key, str) and not any_text and _UNSTORABLE.search(key):
                _check(key, (None, f"a key of {_path(place) or 'the top'}"), depth, any_text=any_text)
            if not isinstance(part, _ALWAYS_FINE):
                _check(part, (place, key), depth + 1, any_text=any_text)


def _path(place: _Place) -> str:
    """`/players/3/name`; written only for what is refused."""
    parts: list[str] = []
    while place:
        before, key = place
        parts.append(str(key) if before is None else f"/{key}")
        place = before or ()
    return "".join(reversed(parts))
