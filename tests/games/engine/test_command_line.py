"""``python -m games.engine`` (rules.md 5.2): what goes in, what comes out, and the exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from games.engine import PRESETS
from games.engine.__main__ import main
from tests.games.engine.recorded import rows
from tests.games.engine.sheets import deal, sheet

ROOT = Path(__file__).parents[3]

Run = Callable[..., tuple[int, list[Any], list[Any]]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Exit code, and the lines of stdout and stderr as JSON."""

    def call(*arguments: str, stdin: str | bytes = "") -> tuple[int, list[Any], list[Any]]:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(given)))
        code = main(list(arguments))
        streams = capsys.readouterr()
        return code, *(
            [json.loads(line) for line in text.splitlines()] for text in (streams.out, streams.err)
        )  # type: ignore[return-value]

    return call


GOOD = json.dumps({**sheet([deal(1, [0, 1, 0], [0, 1, 0])]), "id": "tuesday"})


def test_rules_alone_lists_the_presets(run: Run) -> None:
    assert run("rules") == (0, [{"presets": list(PRESETS)}], [])


def test_rules_with_a_name_shows_hash_and_schedules(run: Run) -> None:
    code, (shown,), _ = run("rules", "rage")
    assert code == 0
    assert (shown["valid"], shown["problems"]) == (True, [])
    assert shown["rules"] == PRESETS["rage"].to_json()
    assert shown["hash"] == PRESETS["rage"].hash
    assert shown["schedules"]["3"] == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert list(shown["schedules"]) == ["3", "4", "5", "6", "7", "8"]


def test_rules_from_stdin_tells_what_contradicts(run: Run) -> None:
    code, (shown,), _ = run("rules", "-", stdin='{"preset": "oh-hell", "hook": true, "bidding": "secret"}')
    assert code == 0
    assert (shown["valid"], shown["schedules"]) == (False, {})
    assert shown["problems"] == [{"code": "hook.needs-open-bidding", "field": "hook"}]


def test_an_unknown_preset_is_refused_with_exit_two(run: Run) -> None:
    code, out, (error,) = run("rules", "oh-hail")
    assert (code, out) == (2, [])
    assert error["error"]["code"] == "rules.unknown-preset"


def test_one_document_is_answered_with_its_id(run: Run) -> None:
    code, (score,), errors = run("score", stdin=GOOD)
    assert (code, errors) == (0, [])
    assert (score["id"], score["format"], score["totals"]) == ("tuesday", "score/1", [10, 11, 10])


def test_one_document_may_span_lines(run: Run) -> None:
    code, (score,), _ = run("score", stdin=json.dumps(json.loads(GOOD), indent=2))
    assert (code, score["id"]) == (0, "tuesday")


def test_one_refused_document_leaves_stdout_empty_and_exits_two(run: Run) -> None:
    code, out, (error,) = run("score", stdin='{"id": "x", "format": "sheet/9"}')
    assert (code, out) == (2, [])
    assert error["error"]["code"] == "sheet.format"


def test_json_lines_are_answered_in_order_with_errors_on_their_line(run: Run) -> None:
    lines = [GOOD, "", "{", '{"id": [1], "format": "sheet/9"}', "   ", "7", GOOD]
    code, out, errors = run("score", stdin="\n".join(lines))
    assert (code, errors) == (0, [])
    assert [answer.get("error", {}).get("code") for answer in out] == [
        None,
        "json",
        "sheet.format",
        "sheet.format",
        None,
    ]
    assert [answer.get("id") for answer in out] == ["tuesday", None, [1], None, "tuesday"]


def test_a_line_that_is_not_utf_8_spoils_itself_alone(run: Run) -> None:
    good = GOOD.encode()
    code, (first, second, third), errors = run("score", stdin=good + b"\n" + b'{"id":"\xff\xfe"}\n' + good)
    assert (code, errors) == (0, [])
    assert first == third
    assert first["totals"] == [10, 11, 10]
    assert second["error"]["code"] == "json"


def test_lines_may_be_asked_for(run: Run) -> None:
    code, out, _ = run("score", "--lines", stdin="{")
    assert (code, out[0]["error"]["code"]) == (0, "json")


def test_a_first_line_that_is_no_object_makes_one_document(run: Run) -> None:
    code, out, (error,) = run("score", stdin=f"{{\n{GOOD}\n")
    assert (code, out, error["error"]["code"]) == (2, [], "json")


@pytest.mark.parametrize("stdin", ["", "  \n \n"])
def test_nothing_on_stdin_is_an_error(run: Run, stdin: str) -> None:
    for arguments in (("score",), ("replay",), ("score", "--lines"), ("rules", "-")):
        code, out, (error,) = run(*arguments, stdin=stdin)
        assert (code, out, error["error"]["code"]) == (2, [], "input.empty")


@pytest.mark.parametrize(
    "stdin",
    [
        "{",
        GOOD[:-1],
        "NaN",
        '{"first_dealer": Infinity}',
        "[" * 100_000,
        '{"a":' * 100_000,
        "1" * 10_000_000,
        b"\xff\xfe",
        "nonsense",
        GOOD.replace("{", '{"format": "sheet/0", ', 1),
    ],
    ids=["brace", "cut", "nan", "infinity", "deep list", "deep object", "digits", "bytes", "words", "twice"],
)
def test_what_is_no_json_is_refused_and_never_a_traceback(run: Run, stdin: str | bytes) -> None:
    for command in ("score", "replay"):
        code, out, (error,) = run(command, stdin=stdin)
        assert (code, out, error["error"]["code"]) == (2, [], "json")


def test_a_deep_id_is_not_echoed_where_it_cannot_be(run: Run) -> None:
    deep = "[" * 900 + "]" * 900
    code, out, errors = run("score", "--lines", stdin=f'{{"id": {deep}}}')
    assert (code, errors) == (0, [])
    assert out[0]["error"]["code"] in ("json", "sheet.format")


def test_strange_names_are_no_obstacle(run: Run) -> None:
    document = {**json.loads(GOOD), "players": ["", "=1+1", "\ud800"], "id": "\u2028é\ud800"}
    code, (score,), _ = run("score", stdin=json.dumps(document))
    assert (code, score["id"]) == (0, document["id"])


def test_the_law_s_sheets_pass_through_the_command(run: Run) -> None:
    cases = rows("sheets.jsonl")
    code, out, _ = run("score", stdin="\n".join(json.dumps(case["input"]) for case in cases))
    assert code == 0
    assert [answer["id"] for answer in out] == [case["input"]["id"] for case in cases]
    assert [answer.get("totals") for answer in out] == [case["output"].get("totals") for case in cases]


def test_played_games_are_replayed_by_the_same_command(run: Run) -> None:
    code, games, _ = run("play", "--rules", "rage", "--players", "3", "--seed", "7", "--games", "2")
    assert (code, len(games)) == (0, 2)
    assert {game["format"] for game in games} == {"game/1"}
    again = run("play", "--rules", "rage", "--players", "3", "--seed", "7", "--games", "2")[1]
    assert again == games
    code, replays, _ = run("replay", stdin="\n".join(map(json.dumps, games)))
    finished = [game["events"][-1]["totals"] for game in games]
    assert [replay["totals"] for replay in replays] == finished


def test_play_takes_rules_as_json_and_refuses_what_contradicts(run: Run) -> None:
    tiny = '{"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [1]}}'
    assert len(run("play", "--rules", tiny, "--players", "3")[1]) == 1
    code, _, (error,) = run("play", "--rules", '{"hook": true, "bidding": "secret"}')
    assert (code, error["error"]["code"]) == (2, "rules.invalid")


def test_it_runs_as_a_program_without_django() -> None:
    program = "import runpy, sys; sys.modules['django'] = None; runpy.run_module('games.engine', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", program, "score"],
        input=GOOD,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["totals"] == [10, 11, 10]


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m games.engine rules rage | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stderr == ""
