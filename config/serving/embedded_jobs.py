"""Celery inside the web process: a worker and a beat, each in a thread (decision 0003)."""

from __future__ import annotations

import logging
import threading
from types import TracebackType
from typing import Any, Self, cast

from celery import Celery
from celery.beat import EmbeddedService, Scheduler
from celery.worker import state

from clubs.jobs import enqueue

logger = logging.getLogger(__name__)

SWEEPS = ("tournaments.tasks.sweep", "ratings.tasks.sweep", "games.tasks.sweep")
STOP_SECONDS = 4.0


class EmbeddedJobs:
    """A worker and a beat for as long as the context lasts.

    A task that still runs `STOP_SECONDS` after the end is left to die with the process: its transaction is
    rolled back, its mark stays, and the next start finishes it.
    """

    def __init__(self, app: Celery) -> None:
        self.app = app
        self.worker: Any = None
        self.beat: Any = None
        self._thread = threading.Thread(target=self._work, name="Worker", daemon=True)

    def __enter__(self) -> Self:
        self.app.finalize()
        state.should_stop = None
        self.worker = self.app.WorkController(
            pool_cls="solo",
            concurrency=1,
            hostname="embedded@localhost",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        self._thread.start()
        # `WorkController(beat=True)` delivers nothing over the in-memory transport.
        self.beat = EmbeddedService(self.app, thread=True, scheduler_cls=Scheduler)
        self.beat.start()
        for sweep in SWEEPS:  # what an earlier run, or a command, has left
            enqueue(sweep)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.begin_to_stop()
        for (
            sweep
        ) in SWEEPS:  # two messages wake the worker twice; else it sleeps up to four seconds in its queue
            enqueue(sweep)
        self._thread.join(STOP_SECONDS)
        self.beat.join(STOP_SECONDS)
        if self._thread.is_alive():
            logger.warning("A task was still running; the next start finishes its work.")

    def begin_to_stop(self) -> None:
        """Take no further task. Only sets flags: it is called from a signal handler."""
        self.beat.service.stop()
        state.should_stop = cast(None, 0)  # an exit code; None would mean "go on"

    def _work(self) -> None:
        self.app.set_current()
        self.worker.start()
