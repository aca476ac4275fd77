"""JSON as the standard has it: no NaN, no Infinity, and no input that can hang or crash the reader."""

import json
from collections import Counter

MAX_DIGITS = 4000
"""Python refuses to convert longer whole numbers, because that takes quadratic time."""


class NotJson(ValueError):
    """The text is not JSON; the message says where."""


class LongNumber:
    """Stands for a whole number of more than `MAX_DIGITS` digits, which nobody means; it equals nothing."""


def parse_json(raw: bytes) -> object:
    """The value in a UTF-8 text; `NotJson` if there is none or it is nested about 1,000 levels deep."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotJson(f"The text is not UTF-8 at byte {error.start + 1}.") from None
    try:
        parsed: object = json.loads(
            text, parse_int=_whole_number, parse_constant=_refuse_constant, object_pairs_hook=_object
        )
    except json.JSONDecodeError as error:
        raise NotJson(f"No valid JSON: {error.msg} at character {error.pos + 1}.") from None
    except RecursionError:
        raise NotJson("The JSON is nested too deeply.") from None
    return parsed


def _whole_number(digits: str) -> int | LongNumber:
    return int(digits) if len(digits) <= MAX_DIGITS else LongNumber()


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        ((twice, _n),) = Counter(name for name, _value in pairs).most_common(1)
        raise NotJson(f"A field is given twice in one object: {twice[:80]!r}.")
    return fields


def _refuse_constant(name: str) -> object:
    raise NotJson(f"{name} is not a JSON value.")
