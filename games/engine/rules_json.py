"""Reading a rules value: defaults, presets, deep merge, and the refusal of unknown fields (rules.md 2).

Nothing here knows what rules mean; it brings a document into the full shape and checks the types.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeGuard

from .errors import RulesError

Plain: TypeAlias = dict[str, Any]

LARGEST: Final = 10**9
"""No number in rules or on a sheet is larger, so no sum or square can grow without bound."""

_MISSED: Final[Plain] = {
    "base": 0,
    "per_trick": 0,
    "per_off": 0,
    "square_off": 0,
    "triangular_off": 0,
    "per_bid": 0,
}
_MADE_ZERO: Final[Plain] = {"base": 0, "per_card": 0}
_SWEEP: Final[Plain] = {"per_trick": 2, "min_hand": 2}

DEFAULTS: Final[Plain] = {
    "name": "custom",
    "deck": "standard-52",
    "players": [3, 7],
    "schedule": {
        "shape": "up",
        "min": 1,
        "max": "deck",
        "step": 1,
        "low_repeat": 1,
        "high_repeat": 1,
        "count": None,
        "sizes": None,
    },
    "trump": "turn-up",
    "trump_suit": None,
    "trump_cycle": None,
    "no_trump": "never",
    "bidding": "open",
    "hook": False,
    "hook_from": 1,
    "void_rule": "free",
    "action_anytime": False,
    "no_trump_card": "trick",
    "second_joker": "higher",
    "scoring": {
        "made": {"base": 10, "per_trick": 1, "square": 0},
        "made_zero": None,
        "made_at": None,
        "missed": _MISSED,
        "missed_zero": None,
        "trick_always": 0,
        "sweep": None,
        "plus_five": 5,
        "minus_five": -5,
        "concat": False,
    },
    "tie_break": ["last-deal", "earlier-deals", "bids-made", "shared"],
    "hosted": True,
}


def is_int(value: object) -> TypeGuard[int]:
    """A whole number of a sane size; True and False are none."""
    return type(value) is int and -LARGEST <= value <= LARGEST


def read_rules(value: object) -> Plain:
    """The full plain object of a rules value; a new one each time.

    Refusals in the order of rules.md 5.3: a wrong type anywhere, an unknown preset, an unknown field.
    """
    if isinstance(value, str):
        return _copy(_preset_value(value))
    if not isinstance(value, Mapping):
        raise RulesError("rules.type", "rules must be a preset's name or an object")
    changes = dict(value)
    preset = changes.pop("preset", None)
    if "preset" in value and not isinstance(preset, str):
        raise RulesError("rules.type", "preset must be the name of a preset")
    unknown = _check(changes, "", _OBJECT)
    base = DEFAULTS if preset is None else _preset_value(preset)
    if unknown:
        raise RulesError("rules.unknown-field", unknown[0])
    return _merged(base, changes)


@lru_cache(maxsize=1)
def preset_values() -> Mapping[str, Plain]:
    """The presets as they stand in `presets.json`, by name."""
    text = Path(__file__).with_name("presets.json").read_text(encoding="utf-8")
    return {preset["name"]: preset for preset in json.loads(text)}


def _preset_value(name: str) -> Plain:
    try:
        return preset_values()[name]
    except KeyError:
        raise RulesError("rules.unknown-preset", name[:100]) from None


def _merged(base: Plain, changes: Plain) -> Plain:
    """Objects merge key by key, all else is replaced; a partial object where there was none is filled in."""
    merged = _copy(base)
    for key, change in changes.items():
        old = merged.get(key)
        if key in ("missed", "missed_zero") and isinstance(change, dict):
            merged[key] = _merged_missed(old, change)
        elif isinstance(change, dict):
            merged[key] = _merged(old if isinstance(old, dict) else _FILL.get(key, {}), change)
        else:
            merged[key] = _copied(change)
    return merged


def _merged_missed(old: Plain | None, change: Plain) -> Plain:
    """A change of shape, from one column to two or back, replaces; otherwise the columns merge."""
    columns = {"over": _MISSED, "under": _MISSED}
    if change.keys() & columns.keys():
        return _merged(old if old is not None and "over" in old else columns, change)
    return _merged(old if old is not None and "over" not in old else _MISSED, change)


_FILL: Final[Mapping[str, Plain]] = {"made_zero": _MADE_ZERO, "sweep": _SWEEP}


def _copy(plain: Plain) -> Plain:
    return {key: _copied(entry) for key, entry in plain.items()}


def _copied(value: object) -> object:
    if isinstance(value, dict):
        return _copy(value)
    return [_copied(entry) for entry in value] if isinstance(value, list) else value


Check: TypeAlias = Callable[[object, str], list[str]]
"""Checks a value at a path: raises `rules.type`, or returns the unknown fields below it."""


def _check(value: object, path: str, shape: Mapping[str, Check]) -> list[str]:
    if not isinstance(value, dict):
        raise _wrong(path, "an object")
    unknown: list[str] = []
    for key, entry in value.items():
        here = f"{path}.{key}" if path else str(key)
        if key in shape:
            unknown += shape[key](entry, here)
        else:
            unknown.append(here[:100])
    return unknown


def _wrong(path: str, wanted: str) -> RulesError:
    return RulesError("rules.type", f"{path} must be {wanted}")


def _plain(wanted: str, accepts: Callable[[object], bool]) -> Check:
    def check(value: object, path: str) -> list[str]:
        if not accepts(value):
            raise _wrong(path, wanted)
        return []

    return check


def _object(shape: Mapping[str, Check], *, or_null: bool = False) -> Check:
    def check(value: object, path: str) -> list[str]:
        return [] if or_null and value is None else _check(value, path, shape)

    return check


def _map_of(accepts: Callable[[object], bool]) -> Callable[[object], bool]:
    """Accepts an object whose keys are whole numbers written plainly, such as {"3": 15}."""

    def is_map(value: object) -> bool:
        return isinstance(value, dict) and all(
            _is_key(key) and accepts(entry) for key, entry in value.items()
        )

    return is_map


def _is_key(key: object) -> bool:
    return isinstance(key, str) and key.isascii() and key.isdigit() and len(key) < 10 and str(int(key)) == key


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _list_of(accepts: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(accepts, value))


def _any_of(*choices: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: any(accepts(value) for accepts in choices)


def _one(constant: object) -> Callable[[object], bool]:
    return lambda value: value is constant if constant is None else value == constant


_TEXT: Final = _plain("a text", _is_text)
_INT: Final = _plain("a whole number", is_int)
_BOOL: Final = _plain("true or false", lambda value: isinstance(value, bool))
_REPEAT: Final = _plain('a whole number or "players"', _any_of(is_int, _one("players")))
_POINTS: Final = _object(dict.fromkeys(_MISSED, _INT))


def _check_missed(value: object, path: str) -> list[str]:
    if isinstance(value, dict) and value.keys() & {"over", "under"}:
        return _check(value, path, {"over": _POINTS, "under": _POINTS})
    return _POINTS(value, path)


_OBJECT: Final[Mapping[str, Check]] = {
    "name": _TEXT,
    "deck": _plain("a pack or a map of packs by player count", _any_of(_is_text, _map_of(_is_text))),
    "players": _plain("two whole numbers", lambda value: _list_of(is_int)(value) and len(value) == 2),  # type: ignore[arg-type]
    "schedule": _object(
        {
            "shape": _TEXT,
            "min": _INT,
            "max": _plain(
                'a whole number, a map by player count or "deck"',
                _any_of(is_int, _one("deck"), _map_of(is_int)),
            ),
            "step": _INT,
            "low_repeat": _REPEAT,
            "high_repeat": _REPEAT,
            "count": _plain(
                'a whole number, "players" or null', _any_of(is_int, _one("players"), _one(None))
            ),
            "sizes": _plain(
                "a list of whole numbers, a map of lists or null",
                _any_of(_list_of(is_int), _map_of(_list_of(is_int)), _one(None)),
            ),
        }
    ),
    "trump": _TEXT,
    "trump_suit": _plain("a suit or null", _any_of(_is_text, _one(None))),
    "trump_cycle": _plain("a list of suits or null", _any_of(_list_of(_is_text), _one(None))),
    "no_trump": _TEXT,
    "bidding": _TEXT,
    "hook": _BOOL,
    "hook_from": _INT,
    "void_rule": _TEXT,
    "action_anytime": _BOOL,
    "no_trump_card": _TEXT,
    "second_joker": _TEXT,
    "scoring": _object(
        {
            "made": _object({"base": _INT, "per_trick": _INT, "square": _INT}),
            "made_zero": _object({"base": _INT, "per_card": _INT}, or_null=True),
            "made_at": _plain("a map of points by bid or null", _any_of(_map_of(is_int), _one(None))),
            "missed": _check_missed,
            "missed_zero": lambda value, path: [] if value is None else _check_missed(value, path),
            "trick_always": _INT,
            "sweep": _object({"per_trick": _INT, "min_hand": _INT}, or_null=True),
            "plus_five": _INT,
            "minus_five": _INT,
            "concat": _BOOL,
        }
    ),
    "tie_break": _plain("a list of texts", _list_of(_is_text)),
    "hosted": _BOOL,
}
