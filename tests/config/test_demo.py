"""The evening of the demonstration, as anybody runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations
from typing import Any

import pytest


@pytest.fixture(scope="module")
def evening() -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "config.demo", "--json", "--seed", "7"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_the_rounds_are_seated_as_the_numbers_at_the_door_allow(evening: dict[str, Any]) -> None:
    assert [played["sizes"] for played in evening["rounds"]] == [
        [4, 4, 4, 3, 3],
        [4, 4, 4, 3, 3],
        [5, 4, 4, 4],
    ]


def test_nobody_meets_twice_and_everybody_plays(evening: dict[str, Any]) -> None:
    pairs = [
        frozenset(pair)
        for played in evening["rounds"]
        for table in played["tables"]
        for pair in combinations(table, 2)
    ]
    assert len(set(pairs)) == len(pairs)
    people = [sorted(name for table in played["tables"] for name in table) for played in evening["rounds"]]
    assert len(people[0]) == 18
    assert people[0] == people[1]
    assert people[2] == [name for name in people[0] if name != evening["left_after_round_2"]]


def test_the_rebuild_is_equal_after_a_correction_with_a_reason(evening: dict[str, Any]) -> None:
    assert evening["rebuild"] == "equal"
    assert evening["correction"]["revision"] == 2
    assert evening["correction"]["reason"].startswith("Hand 3")


def test_the_last_round_decides_ties_and_the_reason_is_printed(evening: dict[str, Any]) -> None:
    decided = [row for row in evening["final"] if row["decided_by"] == "last-round"]
    assert decided
    assert all("last-round" in row["why"] for row in decided)


def test_everybody_has_a_rating_that_moved(evening: dict[str, Any]) -> None:
    assert len(evening["ratings"]) == 18
    assert {row["games"] for row in evening["ratings"]} == {2, 3}
    assert any(row["change"] > 20 for row in evening["ratings"])
