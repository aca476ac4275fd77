"""`python -m ratings.systems rate` and `bench`: the command line of ratings.md section 5."""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from typing import NoReturn, TextIO

from ratings.systems import get_system
from ratings.systems.bench import measure
from ratings.systems.game_lines import BadLine, parse_game_line
from ratings.systems.ladder import Ladder, RatedGame
from ratings.systems.start_states import BadRatingsFile, read_start_states

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_LONGEST_LINE = 32 * 1024 * 1024
_LONGEST_REST = 8 * _LONGEST_LINE
_BENCH_LIMITS = {"games": (1, 10_000_000), "size": (2, 1_000), "players": (2, 1_000_000)}


class BadCommand(ValueError):
    """The command line asks for something there is not."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadCommand(f"{message}. Use: rate [--ratings FILE] < games.jsonl, or bench.")


def main(argv: Sequence[str]) -> int:
    """Exit code: 0, or 2 with one line of JSON on stderr when nothing could be done."""
    try:
        options = _parse(argv)
        if options.command == "bench":
            return _bench(options)
        return _rate(options)
    except BadCommand as error:
        return _give_up("bad_command", str(error))
    except BadRatingsFile as error:
        return _give_up("bad_ratings_file", str(error))
    except BrokenPipeError:
        _forget_stdout()
        return 1
    except OSError as error:
        _forget_stdout()
        return _give_up("bad_command", f"Reading the games or writing the ratings failed: {error.strerror}.")
    except KeyboardInterrupt:
        return 130


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    parser = _Parser(prog="python -m ratings.systems", description=__doc__, allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="rate | bench")
    rate = commands.add_parser("rate", help="rate games given as JSON Lines", allow_abbrev=False)
    rate.add_argument("--ratings", metavar="FILE", help="start states as one JSON object")
    bench = commands.add_parser("bench", help="games per second of both forms", allow_abbrev=False)
    for name, default in (("games", 60_000), ("size", 4), ("players", 2_000), ("seed", 1)):
        bench.add_argument(f"--{name}", type=int, default=default, metavar="N")
    options = parser.parse_args(argv)
    if options.command == "bench":
        _check_bench(options)
    return options


def _check_bench(options: argparse.Namespace) -> None:
    for name, (least, most) in _BENCH_LIMITS.items():
        if not least <= getattr(options, name) <= most:
            raise BadCommand(f"--{name} must be from {least} to {most}.")
    if options.size > options.players:
        raise BadCommand("--size must not be greater than --players.")


def _rate(options: argparse.Namespace) -> int:
    start = {} if options.ratings is None else read_start_states(options.ratings)
    ladder = Ladder(get_system("elo-mp", 1), start)
    out = _stdout()
    for number, raw in enumerate(_lines(), start=1):
        line = raw.removeprefix(_BYTE_ORDER_MARK) if number == 1 else raw
        if not line.strip():
            continue
        try:
            if len(line.rstrip(b"\n")) > _LONGEST_LINE:
                raise BadLine("bad_json", f"The line is longer than {_LONGEST_LINE} bytes.")
            answer = _describe(ladder.rate(parse_game_line(line)))
        except BadLine as error:
            answer = {"error": {"code": error.code, "message": error.message, "line": number}}
        print(_compact(answer), file=out, flush=True)
    return 0


def _lines() -> Iterator[bytes]:
    """The lines of standard input. One that is too long comes cut, then the rest of it is passed over."""
    source = None if sys.stdin is None else sys.stdin.buffer
    while source is not None and (line := source.readline(_LONGEST_LINE + 1)):
        yield line
        if len(line) <= _LONGEST_LINE or line.endswith(b"\n"):
            continue
        for _ in range(_LONGEST_REST // _LONGEST_LINE):
            rest = source.readline(_LONGEST_LINE)
            if not rest or rest.endswith(b"\n"):
                break
        else:
            raise BadCommand("A line does not end.")


def _describe(rated: RatedGame) -> dict[str, object]:
    pairs = list(zip(rated.before, rated.seats, strict=True))
    return {
        "game": rated.game,
        "before": [state.rating_milli / 1000 for state in rated.before],
        "after": [(state.rating_milli + seat.delta_milli) / 1000 for state, seat in pairs],
        "delta": [seat.delta_milli / 1000 for seat in rated.seats],
        "k": [round(seat.k, 6) for seat in rated.seats],
        "expected": [round(seat.expected, 6) for seat in rated.seats],
    }


def _bench(options: argparse.Namespace) -> int:
    asked = {name: getattr(options, name) for name in ("games", "size", "players", "seed")}
    figures = measure(get_system("elo-mp", 1), **asked)
    answer = asked | {
        "canonical_games_per_s": figures.canonical_games_per_s,
        "fast_games_per_s": figures.fast_games_per_s,
        "equal": figures.equal,
    }
    print(_compact(answer), file=_stdout(), flush=True)
    return 0


def _stdout() -> TextIO:
    if sys.stdout is None:
        raise BadCommand("Standard output is closed.")
    return sys.stdout


def _compact(answer: object) -> str:
    return json.dumps(answer, separators=(",", ":"))


def _give_up(code: str, message: str) -> int:
    if sys.stderr is not None:
        print(_compact({"error": {"code": code, "message": message}}), file=sys.stderr)
    return 2


def _forget_stdout() -> None:
    """Nobody reads any more: keep the interpreter from complaining when it flushes at the end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
