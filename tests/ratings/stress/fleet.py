"""Workers that are killed by SIGKILL, preferably in the middle of a transaction, and replaced."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import psycopg

from tests.ratings.stress.world import ROOT

PATIENCE = 3.0
"""How long a kill waits for some worker to be in a transaction, in seconds."""


@dataclass
class Fleet:
    """`kills` counts all, `kills_inside` those that hit an open transaction (known on PostgreSQL only)."""

    environment: dict[str, str]
    rng: random.Random
    deep: int = 0
    workers: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    n_started: int = 0
    kills: int = 0
    kills_inside: int = 0

    def start(self) -> None:
        self.n_started += 1
        name = f"worker-{self.n_started}"
        self.workers[name] = subprocess.Popen(
            [sys.executable, "-m", "tests.ratings.stress.worker", str(self.deep)],
            cwd=ROOT,
            env={
                **self.environment,
                "PGAPPNAME": name,  # tells PostgreSQL's sessions apart
                "PYTHONWARNINGS": "ignore",  # Celery warns of running as root at every start
                "CELERY_SKIP_CHECKS": "1",  # they load every page of the site, and workers start all the time
            },
            start_new_session=True,
            stdout=subprocess.DEVNULL,
        )

    def kill_one(self) -> None:
        """Parent and child at once; another worker takes the place."""
        caught = self._caught_in_a_transaction()
        name = caught or self.rng.choice(sorted(self.workers))
        worker = self.workers.pop(name)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
        self.kills += 1
        self.kills_inside += caught is not None
        self.start()

    def stop(self) -> None:
        for worker in self.workers.values():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()
        self.workers.clear()

    def _caught_in_a_transaction(self) -> str | None:
        """A worker seen in a transaction a moment ago; None if none was within the patience."""
        if not self.environment["DATABASE_URL"].startswith("postgres"):
            time.sleep(self.rng.uniform(0.2, 1.5))
            return None
        until = time.monotonic() + PATIENCE
        with psycopg.connect(self.environment["DATABASE_URL"], autocommit=True) as watch:
            while time.monotonic() < until:
                rows = watch.execute(
                    "SELECT application_name FROM pg_stat_activity "
                    "WHERE application_name = ANY(%s) AND xact_start IS NOT NULL",
                    [sorted(self.workers)],
                ).fetchall()
                if rows:
                    time.sleep(self.rng.uniform(0, 0.02))
                    return str(self.rng.choice(rows)[0])
                time.sleep(0.002)
        return None


@contextlib.contextmanager
def fleet(environment: dict[str, str], rng: random.Random, *, n_workers: int, deep: int) -> Iterator[Fleet]:
    ships = Fleet(environment, rng, deep)
    for _worker in range(n_workers):
        ships.start()
    try:
        yield ships
    finally:
        ships.stop()
