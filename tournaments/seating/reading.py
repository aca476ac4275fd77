"""Reading JSON values with the path of the first thing that is wrong."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

from .errors import SeatingError

LONGEST_TEXT = 4_000_000
LONGEST_ID = 200


def parse(text: str) -> Any:
    """The JSON value of a text; `bad_json` for anything that is not one finite JSON document."""
    if len(text) > LONGEST_TEXT:
        raise _bad_json(f"expected at most {LONGEST_TEXT} characters")
    try:
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise _bad_json(f"{error.msg} (line {error.lineno}, column {error.colno})") from None
    except RecursionError:
        raise _bad_json("nested too deeply") from None
    except ValueError as error:
        if isinstance(error, SeatingError):
            raise
        raise _bad_json("expected numbers of reasonable length") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        ((twice, _n),) = Counter(name for name, _value in pairs).most_common(1)
        raise _bad_json(f"expected every field once, not twice: {twice[:80]}")
    return fields


def bad_input(path: str, expected: str) -> SeatingError:
    """The refusal of one field: where it is and what was expected there."""
    return SeatingError("bad_input", f"{path}: expected {expected}.", path=path, expected=expected)


def read_object(value: Any, path: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or any(type(key) is not str for key in value):
        raise bad_input(path, "an object")
    return value


def read_list(value: Any, path: str, *, most: int = 100_000) -> list[Any]:
    if not isinstance(value, (list, tuple)) or len(value) > most:
        raise bad_input(path, f"a list of at most {most} entries")
    return list(value)


def read_int(value: Any, path: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise bad_input(path, f"an integer from {low} to {high}")
    return value


def read_number(value: Any, path: str, low: float, high: float) -> int | float:
    expected = f"a number from {low:g} to {high:g}"
    is_number = type(value) is int or (type(value) is float and math.isfinite(value))
    if not is_number or not low <= value <= high:
        raise bad_input(path, expected)
    return int(value) if value == int(value) else float(value)


def read_id(value: Any, path: str) -> str:
    if type(value) is not str or not 0 < len(value) <= LONGEST_ID:
        raise bad_input(path, f"a player id (a text of 1 to {LONGEST_ID} characters)")
    if any(0xD800 <= ord(letter) <= 0xDFFF for letter in value):
        raise bad_input(path, "a player id without lone surrogates")
    return value


def read_ids(value: Any, path: str) -> list[str]:
    """A list of player ids, each at most once (`duplicate_player` otherwise)."""
    ids = [read_id(entry, f"{path}[{i}]") for i, entry in enumerate(read_list(value, path))]
    if len(set(ids)) < len(ids):
        twice = sorted({player for player in ids if ids.count(player) > 1} if len(ids) < 999 else ())
        raise SeatingError(
            "duplicate_player",
            f"{path}: {', '.join(twice) or 'a player'} is named more than once.",
            players=twice,
            path=path,
        )
    return ids


def read_rounds(value: Any, path: str) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Rounds of tables of player ids; nobody twice in one round."""
    rounds = []
    for r, entry in enumerate(read_list(value, path, most=1000)):
        tables = []
        seen: dict[str, str] = {}
        for t, table in enumerate(read_list(entry, f"{path}[{r}]", most=1000)):
            here = f"{path}[{r}][{t}]"
            ids = read_ids(table, here)
            if len(ids) > 20:
                raise bad_input(here, "a table of at most 20 players")
            for player in ids:
                if player in seen:
                    raise SeatingError(
                        "duplicate_player",
                        f"{here}: {player} already sits at {seen[player]}.",
                        players=[player],
                        path=here,
                    )
                seen[player] = here
            tables.append(tuple(ids))
        rounds.append(tuple(tables))
    return tuple(rounds)


def _refuse_constant(name: str) -> Any:
    raise _bad_json(f"{name} is not a JSON number")


def _bad_json(reason: str) -> SeatingError:
    return SeatingError("bad_json", f"The input is not valid JSON: {reason}.", path="$")
