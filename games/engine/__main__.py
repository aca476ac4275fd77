"""The engine on the command line: ``python -m games.engine COMMAND`` (rules.md 5.2)."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NoReturn, TypeAlias

from .errors import EngineError
from .rules import RuleSet
from .rules_json import preset_values

Answer: TypeAlias = dict[str, object]

REFUSED = 2
"""Exit code of a single document that was refused, and of answers nobody can be given."""

INTERRUPTED = 130
MOST_GAMES = 10_000_000
LONGEST_INPUT = 256 * 1024 * 1024
"""Bytes; about a million sheets. What never ends is told so instead of filling the memory."""


def main(arguments: list[str] | None = None) -> int:
    """Run one subcommand; the exit code."""
    options = _parser().parse_args(arguments)
    try:
        if sys.stdout is None:
            raise EngineError("output", "standard output is closed")
        for answer in options.run(options):
            print(json.dumps(answer, separators=(",", ":")))
        sys.stdout.flush()
    except EngineError as error:
        return _give_up(error)
    except BrokenPipeError:
        _forget_stdout()
    except OSError as error:
        _forget_stdout()
        return _give_up(EngineError("output", f"reading or writing failed: {error.strerror}"))
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _give_up(error: EngineError) -> int:
    if sys.stderr is not None:
        print(json.dumps({"error": error.to_json()}, separators=(",", ":")), file=sys.stderr)
    return REFUSED


def _forget_stdout() -> None:
    """Nobody can read any more: keep the interpreter from complaining when it flushes at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m games.engine", description="Oh Hell and Rage by the book."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    rules = commands.add_parser("rules", help="list the presets, or show and check one RuleSet")
    rules.add_argument("name", nargs="?", help="a preset, or - for a RuleSet on stdin")
    rules.set_defaults(run=_run_rules)

    for name, what, answer in (
        ("score", "score sheet/1 documents from stdin", _score),
        ("replay", "replay deal/1 and game/1 documents from stdin", _replay),
    ):
        reader = commands.add_parser(name, help=what)
        reader.add_argument("--lines", action="store_true", help="read JSON Lines whatever the first line is")
        reader.set_defaults(run=_run_documents, answer=answer)

    play = commands.add_parser("play", help="print games played by bots, one game/1 line each")
    play.add_argument("--rules", default="oh-hell", help="a preset, or a RuleSet as JSON")
    play.add_argument("--players", type=int, default=4)
    play.add_argument("--seed", type=int, default=0)
    play.add_argument("--games", type=int, default=1)
    play.set_defaults(run=_run_play)

    bench = commands.add_parser("bench", help="measure deals per second")
    bench.set_defaults(run=_run_bench)
    return parser


def _run_rules(options: argparse.Namespace) -> Iterator[Answer]:
    if options.name is None:
        yield {"presets": list(preset_values())}
        return
    value = _read(_stdin()) if options.name == "-" else options.name
    rules = RuleSet.from_value(value)
    found = rules.validate()
    counts = () if found else range(rules.players[0], rules.players[1] + 1)
    yield {
        "valid": not found,
        "problems": [contradiction.to_json() for contradiction in found],
        "rules": rules.to_json(),
        "hash": rules.hash,
        "schedules": {str(n_players): list(rules.hand_sizes(n_players)) for n_players in counts},
    }


def _run_documents(options: argparse.Namespace) -> Iterator[Answer]:
    text = _stdin()
    lines = [line for line in text.split("\n") if line.strip()]
    if options.lines or (len(lines) > 1 and _is_object(lines[0])):
        for line in lines:
            yield _line_answer(line, options.answer)
        return
    document = _read(text)
    yield _echo(document) | options.answer(document)


def _line_answer(line: str, answer: Callable[[object], Answer]) -> Answer:
    """The answer to one line, a refusal included."""
    echo: Answer = {}
    try:
        document = _read(line)
        echo = _echo(document)
        return echo | answer(document)
    except EngineError as error:
        return echo | {"error": error.to_json()}


def _score(document: object) -> Answer:
    from .score import score_sheet
    from .sheet import Sheet

    return score_sheet(Sheet.from_value(document)).to_json()


def _replay(document: object) -> Answer:
    from .replay import replay_document

    return replay_document(document)


def _run_play(options: argparse.Namespace) -> Iterator[Answer]:
    from .selfplay import play_games

    if not 0 <= options.games <= MOST_GAMES:
        raise EngineError("games.range", f"--games must be from 0 to {MOST_GAMES}")
    value = _read(options.rules) if options.rules.lstrip().startswith("{") else options.rules
    rules = RuleSet.valid_from(value)
    yield from play_games(rules, n_players=options.players, seed=options.seed, n_games=options.games)


def _run_bench(options: argparse.Namespace) -> Iterator[Answer]:
    from .bench import bench

    yield bench()


def _stdin() -> str:
    raw = b"" if sys.stdin is None else sys.stdin.buffer.read(LONGEST_INPUT + 1)
    if len(raw) > LONGEST_INPUT:
        raise EngineError("input.long", f"more than {LONGEST_INPUT} bytes on stdin: pass it in parts")
    text = raw.decode("utf-8-sig", "surrogateescape")  # so that one bad line spoils itself alone; see `_read`
    if not text.strip():
        raise EngineError("input.empty", "nothing on stdin: pass a JSON document or JSON Lines")
    return text


def _read(text: str) -> object:
    """The value of a JSON text; code `json` for whatever is none, however large or deep."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise EngineError("json", f"not UTF-8 at character {error.start + 1}") from None
    try:
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise EngineError("json", f"not JSON: {error}") from None
    except ValueError as error:  # NaN and its kin, or a number of thousands of digits
        raise EngineError("json", f"not JSON: {str(error).partition(':')[0]}") from None
    except RecursionError:
        raise EngineError("json", "not JSON: nested too deeply") from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        ((twice, _n),) = Counter(name for name, _value in pairs).most_common(1)
        raise ValueError(f"a field is given twice in one object, {twice[:80]!r}")
    return fields


def _is_object(line: str) -> bool:
    try:
        return isinstance(_read(line), dict)
    except EngineError:
        return False


def _echo(document: object) -> Answer:
    """The `id` of the input, where it has one that can be printed."""
    if not isinstance(document, dict) or "id" not in document:
        return {}
    try:
        json.dumps(document["id"], allow_nan=False)
    except (ValueError, RecursionError):
        return {}
    return {"id": document["id"]}


if __name__ == "__main__":
    sys.exit(main())
