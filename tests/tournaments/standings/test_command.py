"""`python -m tournaments.standings rank` as a process: exit codes, streams, formats (users.md 8)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
CASES = json.loads((ROOT / "tests/data/standings_cases.json").read_text(encoding="utf-8"))["cases"]


def run(document: bytes, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "tournaments.standings", *(arguments or ("rank",))],
        input=document,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        check=False,
    )


def refusal(document: bytes, *arguments: str) -> dict[str, Any]:
    """The error of a refused call, after checking that it is one line and nothing else."""
    done = run(document, *arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.endswith(b"\n")
    (name,) = answer = json.loads(done.stderr)
    assert name == "error"
    assert set(answer["error"]) == {"code", "message", "where"}
    found: dict[str, Any] = answer["error"]
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_published_results_come_out_as_published(case: dict[str, Any]) -> None:
    done = run(json.dumps(case["input"]).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == case["expected"]


def test_the_example_of_the_law_comes_out_letter_by_letter() -> None:
    document = b"""{"players":["P1","P2","P3","P4"],"table_points":"raw","tie_breaks":["last-round","shared"],
 "rounds":[{"number":1,"tables":[{"seats":["P1","P2","P3","P4"],"points":[25,10,20,5]}]},
           {"number":2,"tables":[{"seats":["P3","P1","P4","P2"],"points":[10,15,5,20]}]}]}"""
    assert run(document).stdout.decode() == (
        '[{"player":"P1","place":1,"total":"40","columns":{"rounds":["25","15"],"dropped":[],"last-round":"15"},'
        '"decided_by":null},\n'
        ' {"player":"P2","place":2,"total":"30","columns":{"rounds":["10","20"],"dropped":[],"last-round":"20"},'
        '"decided_by":"total"},\n'
        ' {"player":"P3","place":3,"total":"30","columns":{"rounds":["20","10"],"dropped":[],"last-round":"10"},'
        '"decided_by":"last-round"},\n'
        ' {"player":"P4","place":4,"total":"10","columns":{"rounds":["5","5"],"dropped":[],"last-round":"5"},'
        '"decided_by":"total"}]\n'
    )


def test_names_of_any_script_survive_a_plain_terminal() -> None:
    document = {"players": ["Bjørn", "ðóra", "🃏", "שלום"], "rounds": []}
    for text in (json.dumps(document), json.dumps(document, ensure_ascii=False)):
        done = run(text.encode(), LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
        assert {row["player"] for row in json.loads(done.stdout)} == set(document["players"])


def test_a_byte_order_mark_is_no_obstacle() -> None:
    assert run(b'\xef\xbb\xbf{"players":["A"],"rounds":[]}').returncode == 0


@pytest.mark.parametrize("arguments", [("order",), ("rank", "file.json"), ("--help",)])
def test_any_other_command_is_refused_with_the_usage(arguments: tuple[str, ...]) -> None:
    error = refusal(b'{"players":["A"],"rounds":[]}', *arguments)
    assert (error["code"], error["where"]) == ("bad_field", {"field": "command"})
    assert "usage" in error["message"]


def test_a_refused_field_says_where_it_is() -> None:
    tables = [{"seats": ["A"], "points": [1]}, {"seats": ["B"], "points": ["2 "]}]
    document = {"players": ["A", "B"], "rounds": [{"number": 3, "tables": tables}]}
    error = refusal(json.dumps(document).encode())
    assert error["code"] == "not_a_number"
    assert error["where"] == {"round": 3, "table": 2, "player": "B", "field": "points"}


@pytest.mark.parametrize(
    "document",
    [
        b"", b" \n", b"{", b'{"players":["A"],"rounds":[', b"nope", b"{'players':[]}", b"\xff\xfe{}", b"\x00",
        b'{"players":["A"],"rounds":[],"best_of":NaN}', b'{"players":["A"],"rounds":[],"best_of":Infinity}',
        b'{"players":["A"],"rounds":[],"best_of":-Infinity}', b'{"players":["A"],"players":["B"],"rounds":[]}',
        b'{"players":["A"],"rounds":[]} {}',
    ],
)  # fmt: skip
def test_what_is_not_json_is_bad_json(document: bytes) -> None:
    assert refusal(document)["code"] == "bad_json"


@pytest.mark.parametrize("document", [b"[]", b"1", b"null", b'"rank"', b"true"])
def test_json_that_is_no_object_is_a_bad_field(document: bytes) -> None:
    assert refusal(document)["code"] == "bad_field"
