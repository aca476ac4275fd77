"""`python -m tournaments.standings rank`: a document in, a list out or one line of error (users.md 8)."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from io import BytesIO
from typing import BinaryIO

from tournaments.standings.errors import StandingsError, quoted
from tournaments.standings.ranking import rank

LARGEST_DOCUMENT = 32 * 1024 * 1024

USAGE = "usage: python -m tournaments.standings rank < document.json"


def main(arguments: Sequence[str], source: BinaryIO, target: BinaryIO, errors: BinaryIO) -> int:
    """Exit code 0 with the rows on `target`, or 2 with one line on `errors`."""
    try:
        if list(arguments) != ["rank"]:
            raise StandingsError("bad_field", USAGE, {"field": "command"})
        rows = rank(read_document(source.read(LARGEST_DOCUMENT + 1)))
    except StandingsError as error:
        errors.write(json.dumps(error.to_json()).encode() + b"\n")
        return 2
    lines = ",\n ".join([json.dumps(row.to_json(), separators=(",", ":")) for row in rows])
    target.write(f"[{lines}]\n".encode())
    target.flush()
    return 0


def read_document(text: bytes) -> Mapping[str, object]:
    """The JSON object in the text, its numbers as int and Decimal.

    Raises StandingsError `bad_json` when there is none; a document that is another JSON value is a
    `bad_field`.
    """
    if len(text) > LARGEST_DOCUMENT:
        raise StandingsError("bad_json", f"the document is longer than {LARGEST_DOCUMENT} bytes")
    try:
        value = json.loads(
            text.decode("utf-8-sig"),
            parse_float=Decimal,
            parse_constant=_refuse_constant,
            object_pairs_hook=_read_object,
        )
    except StandingsError:
        raise
    except RecursionError:
        raise StandingsError("bad_json", "the document is nested too deeply") from None
    except json.JSONDecodeError as error:
        message = f"the document is not JSON: {error.msg} in line {error.lineno}, column {error.colno}"
        raise StandingsError("bad_json", message) from None
    except UnicodeDecodeError:
        raise StandingsError("bad_json", "the document is not UTF-8") from None
    except (ValueError, InvalidOperation):
        raise StandingsError("bad_json", "the document holds a number with too many digits") from None
    if not isinstance(value, dict):
        raise StandingsError("bad_field", "the document must be one JSON object")
    return value


def _refuse_constant(text: str) -> object:
    raise StandingsError("bad_json", f"{text} is not a number of JSON")


def _read_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise StandingsError("bad_json", f"a field is given twice in one object: {quoted(_twice(pairs))}")
    return fields


def _twice(pairs: list[tuple[str, object]]) -> str:
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            return name
        seen.add(name)
    raise AssertionError("every name is different")


def run() -> int:
    """The command on the process's own arguments and streams, any of which may be closed."""
    source = BytesIO() if sys.stdin is None else sys.stdin.buffer
    errors = BytesIO() if sys.stderr is None else sys.stderr.buffer
    if sys.stdout is None:
        return _give_up(errors, "standard output is closed")
    try:
        return main(sys.argv[1:], source, sys.stdout.buffer, errors)
    except BrokenPipeError:
        _forget_stdout()
        return 1
    except OSError as error:
        _forget_stdout()
        return _give_up(errors, f"reading or writing failed: {error.strerror}")
    except KeyboardInterrupt:
        return 130


def _give_up(errors: BinaryIO, why: str) -> int:
    refusal = StandingsError("bad_field", why, {"field": "command"})
    errors.write(json.dumps(refusal.to_json()).encode() + b"\n")
    return 2


def _forget_stdout() -> None:
    """Nobody can read any more: keep the interpreter from complaining when it flushes at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
