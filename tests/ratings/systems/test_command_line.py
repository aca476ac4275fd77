"""`python -m ratings.systems`: every line answered, never a traceback (ratings.md section 5)."""

import json
import os
import subprocess
import sys
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.systems import get_system
from ratings.systems.game_lines import BadLine, parse_game_line
from ratings.systems.ladder import Ladder, RatedGame
from tests.ratings.systems.examples import REFERENCE

ROOT = Path(__file__).parents[3]
CODES = {
    "bad_json",
    "bad_shape",
    "bad_game",
    "bad_players",
    "too_few_players",
    "duplicate_player",
    "bad_places",
    "duplicate_game",
}


def run(*arguments: str, given: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "ratings.systems", *arguments]
    return subprocess.run(command, input=given, capture_output=True, cwd=ROOT, timeout=60, check=False)


def rate(*lines: bytes | str, options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    given = b"\n".join(line.encode() if isinstance(line, str) else line for line in lines)
    finished = run("rate", *options, given=given)
    assert finished.returncode == 0
    assert finished.stderr == b""
    return [json.loads(line) for line in finished.stdout.splitlines()]


def game_line(game: object = "g1", players: object = ("a", "b"), places: object = (1, 2)) -> str:
    return json.dumps({"game": game, "players": players, "places": places})


def test_the_four_games_of_the_reference_come_out_line_by_line() -> None:
    games = REFERENCE["sequence"]["games"]
    answers = rate(*(game_line(game["game"], game["players"], game["places"]) for game in games))
    assert answers == [
        {key: game[key] for key in ("game", "before", "after", "delta", "k", "expected")} for game in games
    ]


def test_players_start_from_the_file_and_others_afresh(tmp_path: Path) -> None:
    file = tmp_path / "ratings.json"
    file.write_text('{"a": {"rating": 1612.5, "games": 17}, "c": {"rating": -20000, "games": 0}}')
    answer = rate(game_line(players=["a", "b"], places=[1, 2]), options=("--ratings", str(file)))[0]
    assert answer["before"] == [1612.5, 1500.0]
    assert answer["k"] == [37.037037, 100.0]
    assert answer["after"] == [1625.223, 1465.647]


def test_blank_lines_are_skipped_but_counted() -> None:
    answers = rate("", "  ", game_line(), "\t\r", "x")
    assert answers[0]["game"] == "g1"
    assert answers[1]["error"]["line"] == 5
    assert len(answers) == 2


def test_further_keys_are_ignored_and_line_ends_may_be_those_of_windows() -> None:
    answers = rate('{"game":"g1","players":["a","b"],"places":[1,1],"deep":{"x":[1e999]}}\r')
    assert answers[0]["delta"] == [0.0, 0.0]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("x", "bad_json"),
        ("{", "bad_json"),
        ('{"game":"g1"} {}', "bad_json"),
        ("NaN", "bad_json"),
        ('{"game":"g1","players":["a","b"],"places":[1,2],"places":[2,1]}', "bad_json"),
        ('{"game":"g1","players":["a","b"],"places":[NaN,1]}', "bad_json"),
        ('{"game":"g1","players":["a","b"],"places":[-Infinity,1]}', "bad_json"),
        (b"\xff\xfe{}", "bad_json"),
        (b'{"game":"\xed\xa0\x80"}', "bad_json"),
        (b"\x00", "bad_json"),
        ("[" * 100_000, "bad_json"),
        ('{"game":' * 100_000, "bad_json"),
        ("[]", "bad_shape"),
        ("17", "bad_shape"),
        ("true", "bad_shape"),
        ("null", "bad_shape"),
        ('"g1"', "bad_shape"),
        ("{}", "bad_game"),
        (game_line(game=""), "bad_game"),
        (game_line(game=7), "bad_game"),
        (game_line(game=True), "bad_game"),
        (game_line(game=None), "bad_game"),
        ('{"game":"g1","places":[1,2]}', "bad_players"),
        (game_line(players="ab"), "bad_players"),
        (game_line(players={"a": 1, "b": 2}), "bad_players"),
        (game_line(players=["a", 2]), "bad_players"),
        (game_line(players=["a", ""]), "bad_players"),
        (game_line(players=[["a"], "b"]), "bad_players"),
        (game_line(players=[], places=[]), "too_few_players"),
        (game_line(players=["a"], places=[1]), "too_few_players"),
        (game_line(players=["a", "b", "a"], places=[1, 2, 3]), "duplicate_player"),
        ('{"game":"g1","players":["a","b"]}', "bad_places"),
        (game_line(places=[1]), "bad_places"),
        (game_line(places=[1, 2, 3]), "bad_places"),
        (game_line(places=[0, 1]), "bad_places"),
        (game_line(places=[-1, 1]), "bad_places"),
        (game_line(places=[True, 2]), "bad_places"),
        (game_line(places=[1.5, 2]), "bad_places"),
        (game_line(places=["1", 2]), "bad_places"),
        (game_line(places=[None, 2]), "bad_places"),
        (game_line(places=[[1], 2]), "bad_places"),
        (game_line(places="12"), "bad_places"),
        ('{"game":"g1","players":["a","b"],"places":[1e400,1]}', "bad_places"),
    ],
)
def test_a_bad_line_has_its_code(line: str | bytes, code: str) -> None:
    raw = line.encode() if isinstance(line, str) else line
    with pytest.raises(BadLine) as refused:
        parse_game_line(raw)
    assert refused.value.code == code


def test_bad_lines_are_answered_in_order_and_change_nothing() -> None:
    answers = rate(
        game_line("g1"),
        game_line("g2", places=[1]),
        game_line("g1", players=["a", "c"]),
        "[[",
        game_line("g2"),
    )
    assert [answer.get("error", {}).get("code") for answer in answers] == [
        None,
        "bad_places",
        "duplicate_game",
        "bad_json",
        None,
    ]
    assert [answer["error"]["line"] for answer in answers if "error" in answer] == [2, 3, 4]
    assert answers[4]["before"] == answers[0]["after"]


def test_ten_megabytes_of_digits_are_refused_in_passing() -> None:
    digits = "9" * 10_000_000
    answers = rate(
        digits,
        '{"game":"g1","players":["a","b"],"places":[1,' + digits + "]}",
        '{"game":"g1","players":["a","b"],"places":[1,2],"note":' + digits + "}",
        "[" * 1_000_000,
        game_line("g2"),
    )
    assert [answer.get("error", {}).get("code") for answer in answers] == [
        "bad_shape",
        "bad_places",
        None,
        "bad_json",
        None,
    ]


def test_lone_surrogates_pass_through_as_escapes() -> None:
    raw = b'{"game":"\\ud800","players":["\\udfff","\\ud800"],"places":[1,2]}'
    finished = run("rate", given=raw + b"\n" + raw)
    first, second = finished.stdout.splitlines()
    assert first.startswith(b'{"game":"\\ud800","before":[1500.0,1500.0]')
    assert json.loads(second)["error"]["code"] == "duplicate_game"
    assert (finished.returncode, finished.stderr) == (0, b"")


def test_a_line_is_answered_before_the_next_is_read() -> None:
    command = [sys.executable, "-m", "ratings.systems", "rate"]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT, env=buffered) as process:
        watchdog = Timer(20, process.kill)
        watchdog.start()
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(game_line(f"g{number}").encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["game"] == f"g{number}"
        process.stdin.close()
        assert process.wait() == 0
        watchdog.cancel()


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
NEAR_GAMES = st.fixed_dictionaries(
    {},
    optional={
        "game": JSON_VALUES | st.text(),
        "players": JSON_VALUES | st.lists(st.text(max_size=2), max_size=4),
        "places": JSON_VALUES | st.lists(st.integers(-1, 4), max_size=4),
    },
)
LINES = (
    st.binary() | st.text().map(str.encode) | (JSON_VALUES | NEAR_GAMES).map(lambda v: json.dumps(v).encode())
)


@settings(max_examples=500)
@given(st.lists(LINES, max_size=5))
def test_any_line_is_rated_or_refused_with_a_known_code(lines: list[bytes]) -> None:
    ladder = Ladder(get_system("elo-mp", 1))
    for line in lines:
        answer = rate_or_refuse(ladder, line)
        if isinstance(answer, BadLine):
            assert answer.code in CODES
            assert answer.message
        else:
            assert len(answer.before) == len(answer.seats) >= 2


def rate_or_refuse(ladder: Ladder, line: bytes) -> RatedGame | BadLine:
    try:
        return ladder.rate(parse_game_line(line))
    except BadLine as refused:
        return refused


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "17",
        "NaN",
        "[" * 100_000,
        '{"a": 1500}',
        '{"a": {}}',
        '{"a": {"rating": 1500}}',
        '{"a": {"games": 3}}',
        '{"a": {"rating": "1500", "games": 3}}',
        '{"a": {"rating": true, "games": 3}}',
        '{"a": {"rating": NaN, "games": 3}}',
        '{"a": {"rating": 1e400, "games": 3}}',
        '{"a": {"rating": 20000.001, "games": 3}}',
        '{"a": {"rating": -20001, "games": 3}}',
        '{"a": {"rating": 1500.0001, "games": 3}}',
        '{"a": {"rating": ' + "9" * 100_000 + ', "games": 3}}',
        '{"a": {"rating": 1500, "games": -1}}',
        '{"a": {"rating": 1500, "games": 1.5}}',
        '{"a": {"rating": 1500, "games": true}}',
        '{"a": {"rating": 1500, "games": "3"}}',
        '{"a": {"rating": 1500, "games": 3}, "\\ud800": null}',
    ],
)
def test_a_bad_ratings_file_stops_with_one_line(text: str, tmp_path: Path) -> None:
    file = tmp_path / "ratings.json"
    file.write_text(text)
    assert_gives_up("rate", "--ratings", str(file), code="bad_ratings_file")


def test_every_rating_with_three_decimals_is_accepted(tmp_path: Path) -> None:
    values = [-20000, 20000, 0, -0.0, 0.001, -0.001, 19999.999, 1234.567, 1e3, 8191.113]
    file = tmp_path / "ratings.json"
    file.write_text(json.dumps({f"p{n}": {"rating": value, "games": n} for n, value in enumerate(values)}))
    players = [f"p{n}" for n in range(len(values))]
    answer = rate(game_line("g", players, [1] * len(values)), options=("--ratings", str(file)))[0]
    assert answer["before"] == values


def test_a_ratings_file_that_cannot_be_read_stops_with_one_line(tmp_path: Path) -> None:
    assert_gives_up("rate", "--ratings", str(tmp_path / "missing.json"), code="bad_ratings_file")
    assert_gives_up("rate", "--ratings", str(tmp_path), code="bad_ratings_file")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    assert_gives_up("rate", "--ratings", str(tmp_path / "binary"), code="bad_ratings_file")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("frobnicate",),
        ("rate", "--ratings"),
        ("rate", "--rat", "x"),
        ("rate", "extra"),
        ("bench", "--games", "0"),
        ("bench", "--games", "many"),
        ("bench", "--games", "9" * 5000),
        ("bench", "--size", "1"),
        ("bench", "--size", "5", "--players", "4"),
    ],
)
def test_a_command_there_is_not_stops_with_one_line(arguments: tuple[str, ...]) -> None:
    assert_gives_up(*arguments, code="bad_command")


def assert_gives_up(*arguments: str, code: str) -> None:
    finished = run(*arguments)
    assert finished.returncode == 2
    assert finished.stdout == b""
    (line,) = finished.stderr.splitlines()
    error = json.loads(line)["error"]
    assert error["code"] == code
    assert error["message"]


def test_bench_prints_its_figures_as_one_object() -> None:
    finished = run("bench", "--games", "300", "--size", "5", "--players", "20", "--seed", "4")
    figures = json.loads(finished.stdout)
    assert list(figures) == [
        "games",
        "size",
        "players",
        "seed",
        "canonical_games_per_s",
        "fast_games_per_s",
        "equal",
    ]
    assert (figures["games"], figures["size"], figures["players"], figures["seed"]) == (300, 5, 20, 4)
    assert figures["equal"] is True
    assert figures["canonical_games_per_s"] > 0
    assert figures["fast_games_per_s"] > 0
