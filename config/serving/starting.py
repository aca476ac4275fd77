"""Two starts at once: the second waits until the first has made the database and the sample club."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def one_start_at_a_time(var: Path) -> Iterator[None]:
    """Hold the lock of this installation; the system gives it back when the process ends, however it ends."""
    var.mkdir(parents=True, exist_ok=True)
    with (var / "start.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
