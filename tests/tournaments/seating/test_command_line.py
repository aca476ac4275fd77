"""`python -m tournaments.seating` (seating.md section 14)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

PLAN_KEYS = [
    "rounds",
    "repeats",
    "max_meetings",
    "pairs_cost",
    "bound",
    "optimal",
    "seat_spread",
    "small_table_spread",
    "explanations",
    "notes",
    "seed",
    "algorithm",
]
NEXT_KEYS = ["tables", "rematches", "spread", "explanations", "notes", "seed", "algorithm"]
EVENT = {
    "players": 14,
    "sizes": [4, 3],
    "rounds": 3,
    "seed": 7,
    "effort": "quick",
    "groups": {"Böse Buben": ["P01", "P05"]},
    "keep_apart": [["P02", "P03"]],
    "history": [[["P01", "P02", "P04", "P06"], ["P03", "P05", "P07", "P08"]]],
    "scores": {"P01": 3, "P09": 2},
}


def run(*arguments: str, text: Any = "", hash_seed: str = "0") -> subprocess.CompletedProcess[bytes]:
    raw = text if isinstance(text, bytes) else (text if isinstance(text, str) else json.dumps(text)).encode()
    return subprocess.run(
        [sys.executable, "-m", "tournaments.seating", *arguments],
        input=raw,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )


def refusal_of(done: subprocess.CompletedProcess[bytes]) -> dict[str, Any]:
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1
    error = json.loads(done.stderr)["error"]
    assert isinstance(error, dict)
    return error


def test_split_prints_its_document() -> None:
    document = json.loads(run("split", "--players", "13", "--sizes", "4,3").stdout)
    assert list(document) == ["players", "sizes", "tables", "alternatives", "notes"]
    assert (document["players"], document["sizes"], document["tables"]) == (13, [4, 3], [4, 3, 3, 3])


def test_a_refused_split_names_the_nearest_numbers() -> None:
    error = refusal_of(run("split", "--players", "11", "--sizes", "4,5"))
    assert (error["code"], error["players"], error["sizes"], error["nearest"]) == (
        "no_split",
        11,
        [4, 5],
        [10, 12],
    )


@pytest.mark.parametrize("command", ["plan", "next"])
def test_same_input_same_bytes_under_any_hash_seed(command: str) -> None:
    outputs = {run(command, text=EVENT, hash_seed=seed).stdout for seed in ("0", "1", "31337")}
    assert len(outputs) == 1
    assert list(json.loads(outputs.pop())) == (PLAN_KEYS if command == "plan" else NEXT_KEYS)


def test_the_order_of_players_and_lists_does_not_change_the_bytes() -> None:
    names = [f"P{k:02d}" for k in range(1, 15)]
    first = run("plan", text={**EVENT, "players": names}).stdout
    turned = {key: EVENT[key] for key in reversed(EVENT)}
    second = run("plan", text={**turned, "players": names[::-1]}).stdout
    assert first == second


def test_extra_keys_come_only_when_asked_for() -> None:
    found = json.loads(run("plan", text={"players": 9, "sizes": [4], "rounds": 1, "sit_outs": 1}).stdout)
    assert list(found) == [*PLAN_KEYS, "sit_outs", "sit_out_spread"]
    previous = [[["P01", "P02", "P03"], ["P04", "P05", "P06"]]]
    found = json.loads(run("plan", text={"players": 6, "rounds": 1, "previous": previous}).stdout)
    assert list(found) == [*PLAN_KEYS, "changed_tables"]


def test_the_library_can_be_left_out() -> None:
    event = {"players": 12, "sizes": [4], "rounds": 3}
    with_library = json.loads(run("plan", text=event).stdout)
    without = json.loads(run("plan", "--no-library", text=event).stdout)
    assert with_library["pairs_cost"] == without["pairs_cost"] == 9


@pytest.mark.parametrize(
    ("arguments", "text", "code"),
    [
        (["plan"], "", "bad_json"),
        (["plan"], b"\xff\xfe", "bad_json"),
        (["plan"], '{"players": NaN}', "bad_json"),
        (["plan"], '{"players": 8, "sizes": [4], "players": 12}', "bad_json"),
        (["plan"], "[" * 200_000, "bad_json"),
        (["plan"], b" " * 20_000_000, "bad_json"),
        (["plan"], '{"players": 8, "rounds": 1e9}', "bad_input"),
        (["plan"], '{"players": 8}', "bad_input"),
        (["next"], '{"players": 8, "scores": [1]}', "bad_input"),
        (["next"], '{"players": 2}', "no_split"),
        (["plan", "/nowhere/at/all"], "", "bad_input"),
        (["split", "--players", "many"], "", "bad_input"),
        (["split", "--players", "9" * 50], "", "bad_input"),
        (["split", "--players", "9", "--sizes", "4,x"], "", "bad_input"),
        (["split"], "", "bad_input"),
        (["seat"], "", "bad_input"),
        (["bench", "/nowhere/at/all"], "", "bad_input"),
        (["bench", "-"], "[]", "bad_input"),
        (["bench", "-"], '{"plan": [{}]}', "bad_input"),
    ],
)
def test_every_refusal_is_one_line_and_exit_two(arguments: list[str], text: Any, code: str) -> None:
    assert refusal_of(run(*arguments, text=text))["code"] == code


def test_bench_prints_one_line_per_case() -> None:
    bar = {
        "plan": [
            {
                "id": "plan-12-4-3",
                "kind": "plan",
                "level": "must",
                "input": {"players": 12, "sizes": [4], "rounds": 3, "seed": 1},
                "tables": {"4": 3},
                "max": {"pairs_cost": 9},
                "cpu_s": 60,
            }
        ],
        "split": [{"players": 13, "sizes": [4, 3], "tables": [4, 3, 3, 3]}],
    }
    lines = run("bench", "-", text=bar).stdout.splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["plan-12-4-3", "split-13-4+3"]
    assert all(json.loads(line)["ok"] for line in lines)
