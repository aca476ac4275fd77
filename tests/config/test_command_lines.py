"""The four rooms on the command line: whatever stream is closed, full or broken off, never a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from config.bootstrap import ROOT

FULL = Path("/dev/full")
GAME = '{"game":"g1","players":["a","b"],"places":[1,2]}\n'
STANDINGS = '{"players":["A"],"rounds":[]}'
WRITERS = {
    "engine": ("games.engine rules", ""),
    "engine-score": ("games.engine score --lines", "{}\n{}\n"),
    "ratings": ("ratings.systems rate", GAME),
    "seating": ("tournaments.seating split --players 20", ""),
    "standings": ("tournaments.standings rank", STANDINGS),
}
READERS = {
    "engine": "games.engine replay",
    "engine-rules": "games.engine rules -",
    "ratings": "ratings.systems rate",
    "seating": "tournaments.seating plan",
    "standings": "tournaments.standings rank",
}
REFUSED = {
    "engine": "games.engine rules nobody-knows",
    "ratings": "ratings.systems rate --ratings nowhere",
    "seating": "tournaments.seating split --players many",
    "standings": "tournaments.standings rank",
}
LONG = {
    "engine": "games.engine play --games 100000",
    "ratings": "ratings.systems bench --games 10000000",
    "seating": "tournaments.seating bench",
}


def shell(module: str, redirection: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = f"exec {sys.executable} -m {module} {redirection}"
    return subprocess.run(
        ["bash", "-c", command],
        input=given,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )


def error_of(done: subprocess.CompletedProcess[str]) -> dict[str, object]:
    """The one line of error of a call that gave up."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    error: dict[str, object] = json.loads(line)["error"]
    assert error["message"]
    return error


@pytest.mark.parametrize("name", WRITERS)
def test_a_closed_stdout_is_told_in_one_line(name: str) -> None:
    module, given = WRITERS[name]
    error_of(shell(module, ">&-", given))


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("name", WRITERS)
def test_a_full_stdout_is_told_in_one_line(name: str) -> None:
    module, given = WRITERS[name]
    error = error_of(shell(module, f"> {FULL}", given))
    assert "No space left" in str(error["message"])


@pytest.mark.parametrize("name", READERS)
def test_a_closed_stdin_is_nothing_to_read(name: str) -> None:
    done = shell(READERS[name], "<&-")
    if name == "ratings":  # no games, no answers
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    else:
        error_of(done)


@pytest.mark.parametrize("name", REFUSED)
def test_a_closed_stderr_keeps_refusals_off_stdout(name: str) -> None:
    done = shell(REFUSED[name], "2>&-")
    assert (done.returncode, done.stdout) == (2, "")


def test_nobody_reading_on_is_no_traceback() -> None:
    command = f"{sys.executable} -m games.engine play --games 40 | head -c 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.stdout, done.stderr) == ("{", "")


@pytest.mark.parametrize("name", LONG)
def test_an_interrupt_stops_without_a_traceback(name: str) -> None:
    command = [sys.executable, "-m", *LONG[name].split()]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=pipe, text=True, cwd=ROOT) as running:
        time.sleep(1.5)
        os.kill(running.pid, signal.SIGINT)
        _, errors = running.communicate(timeout=20)
    assert (running.returncode, errors) == (130, "")


@pytest.mark.parametrize("number", ["-5", "10000001"])
def test_a_number_of_games_there_cannot_be_is_refused(number: str) -> None:
    assert error_of(shell(f"games.engine play --games {number}", ""))["code"] == "games.range"


@pytest.mark.parametrize("rounds", ["-1", "0", "201"])
def test_a_number_of_rounds_there_cannot_be_is_refused(rounds: str) -> None:
    assert (
        error_of(shell(f"tournaments.seating split --players 20 --rounds {rounds}", ""))["path"] == "rounds"
    )


def test_a_ratings_file_that_never_ends_is_refused() -> None:
    assert error_of(shell("ratings.systems rate --ratings /dev/zero", ""))["code"] == "bad_ratings_file"


def test_a_line_that_is_too_long_is_told_and_the_next_one_rated() -> None:
    long_line = '{"game":"g0","players":["' + "9" * 34_000_000 + '"]}\n'
    done = shell("ratings.systems rate", "", long_line + GAME)
    first, second = [json.loads(line) for line in done.stdout.splitlines()]
    assert (first["error"]["code"], first["error"]["line"]) == ("bad_json", 1)
    assert second["game"] == "g1"


def test_a_line_that_never_ends_is_given_up() -> None:
    done = shell("ratings.systems rate", "< /dev/zero")
    assert done.returncode == 2
    assert json.loads(done.stderr)["error"]["code"] == "bad_command"


def test_a_table_of_thousands_is_refused_before_everybody_is_compared() -> None:
    players = [str(number) for number in range(20_000)]
    line = json.dumps({"game": "g", "players": players, "places": [1] * 20_000})
    started = time.perf_counter()
    done = shell("ratings.systems rate", "", f"{line}\n{GAME}")
    assert time.perf_counter() - started < 10
    first, second = [json.loads(line) for line in done.stdout.splitlines()]
    assert first["error"]["code"] == "bad_players"
    assert second["game"] == "g1"
