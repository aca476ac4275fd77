"""`python -m tournaments.seating`: split, plan, next, bench (seating.md section 14)."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from .benching import DEFAULT_BAR, run_bar
from .errors import SeatingError
from .next_round import next_round
from .planning import plan
from .problem import MOST_ROUNDS, SeatingProblem
from .reading import LONGEST_TEXT, bad_input, parse, read_int
from .splitting import DEFAULT_SIZES, split


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0, or 2 with one line of JSON on stderr."""
    try:
        options = _parser().parse_args(arguments)
        if sys.stdout is None:
            raise bad_input("stdout", "an open standard output")
        if options.command == "bench":
            bar = parse(_text_of(options.file))
            for line in run_bar(bar, time.process_time, use_library=not options.no_library):
                _print(line)
            return 0
        _print(_answer(options))
    except SeatingError as error:
        return _give_up(error)
    except BrokenPipeError:
        _forget_stdout()
        return 1
    except OSError as error:
        _forget_stdout()
        return _give_up(bad_input("stdout", f"a place to write to ({error.strerror})"))
    except KeyboardInterrupt:
        return 130
    return 0


def _give_up(error: SeatingError) -> int:
    if sys.stderr is not None:
        sys.stderr.write(json.dumps(error.to_json()) + "\n")
    return 2


def _forget_stdout() -> None:
    """Nobody can read any more: keep the interpreter from complaining when it flushes at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _answer(options: argparse.Namespace) -> dict[str, Any]:
    if options.command == "split":
        sizes = DEFAULT_SIZES if options.sizes is None else _sizes(options.sizes)
        rounds = (
            None
            if options.rounds is None
            else read_int(_number(options.rounds, "rounds"), "rounds", 1, MOST_ROUNDS)
        )
        return split(_number(options.players, "players"), sizes, rounds=rounds).to_json()
    problem = SeatingProblem.from_json(parse(_text_of(options.file)))
    if options.command == "plan":
        return plan(problem, use_library=not options.no_library).to_json()
    return next_round(problem).to_json()


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise SeatingError("bad_input", f"Command line: {message}.", path="$")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m tournaments.seating", description="Seat players at tables.")
    commands = parser.add_subparsers(dest="command", required=True)
    splitting = commands.add_parser("split", help="split players into tables")
    splitting.add_argument("--players", required=True)
    splitting.add_argument("--sizes", help="allowed sizes, best first: 4,3,5")
    splitting.add_argument("--rounds", help="planned rounds, for the bounds of the alternatives")
    for name, text in (("plan", "seat all open rounds"), ("next", "seat one round by score")):
        command = commands.add_parser(name, help=text)
        command.add_argument("file", nargs="?", default="-", help="JSON; standard input by default")
        command.add_argument("--no-library", action="store_true", help="search without the library")
    bench = commands.add_parser("bench", help="run the cases of a bar file, a line of JSON each")
    bench.add_argument("file", nargs="?", default=DEFAULT_BAR)
    bench.add_argument("--no-library", action="store_true")
    return parser


def _text_of(file: str) -> str:
    """The text of a file or of standard input, not more than can be valid."""
    most = 4 * LONGEST_TEXT + 1
    try:
        if file == "-":
            raw = b"" if sys.stdin is None else sys.stdin.buffer.read(most)
        else:
            with Path(file).open("rb") as stream:
                raw = stream.read(most)
    except OSError as error:
        raise SeatingError("bad_input", f"{file}: {error.strerror}.", path="$") from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise SeatingError("bad_json", "The input is not UTF-8 text.", path="$") from None


def _sizes(text: str) -> list[int]:
    return [_number(part, f"sizes[{k}]") for k, part in enumerate(text.split(","))]


def _number(text: str, path: str) -> int:
    digits = text.strip()
    if not digits.isascii() or not digits.removeprefix("-").isdigit() or len(digits) > 18:
        raise bad_input(path, "an integer")
    return int(digits)


def _print(document: Any) -> None:
    sys.stdout.write(json.dumps(document) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
