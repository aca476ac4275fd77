"""Real processes, killed while they rate: a small run; the full one is `python -m tests.bench.ratings_stress`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.ratings.stress.world import ROOT

pytestmark = pytest.mark.services

SMALL = {"games": 160, "kills": 6, "workers": 2, "scribes": 2, "pace": 0.15, "seed": 1, "patience": 60}


def stress(environment: dict[str, str], *arguments: str) -> dict[str, Any]:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "tests.bench.ratings_stress"),
            *(f"--{name}={value}" for name, value in SMALL.items()),
            *arguments,
        ],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize("deep", [[], ["--always-deep", "--deep", "40"]], ids=["rewound", "built beside"])
def test_killed_celery_workers_on_postgresql_leave_ratings_equal_to_a_replay(deep: list[str]) -> None:
    if not (os.environ.get("DATABASE_URL", "").startswith("postgres") and os.environ.get("REDIS_URL")):
        pytest.skip("needs DATABASE_URL and REDIS_URL")
    found = stress({}, *deep)
    assert found["kills"] >= 6
    assert found["touches_left"] == 0
    assert found["verify_exit"] == 0
    assert (found["epochs"] > found["ladders"]) == bool(deep)


def test_killed_workers_on_sqlite_leave_ratings_equal_to_a_replay() -> None:
    found = stress({"DATABASE_URL": "", "REDIS_URL": ""})
    assert found["kills"] >= 6
    assert found["verify_exit"] == 0
