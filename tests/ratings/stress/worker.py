"""One worker: Celery on Redis, or a process that looks for work itself where there is no broker.

`python -m tests.ratings.stress.worker [DEEP]`: with DEEP, rewinds of more than so many games build a new epoch, so
that kills also meet half-built epochs.
"""

from __future__ import annotations

import os
import sys
import time
from typing import NoReturn

import django


def main(deep: int) -> None:
    from ratings.services import building, writer

    if deep:
        writer.MOST_REWOUND = dict.fromkeys(writer.MOST_REWOUND, deep)
        building.FILLED_AT_ONCE = dict.fromkeys(building.FILLED_AT_ONCE, max(deep // 4, 1))
        building.BIG = deep
    if os.environ.get("REDIS_URL"):
        _celery()
    else:
        _look_for_work()


def _celery() -> None:
    from config.celery import app

    app.worker_main(
        ["worker", "--pool=prefork", "--concurrency=1", "--without-gossip", "--without-mingle", "-l", "error"]
    )


def _look_for_work() -> NoReturn:
    from ratings.services import sweeping, writer

    while True:
        for ladder_id in sweeping.behind():
            writer.advance_ladder(ladder_id)
        time.sleep(0.05)


if __name__ == "__main__":
    django.setup()
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
