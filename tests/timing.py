"""Bounds in seconds of CPU that mean the same on a machine whose cores are slow just now."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

N_ADDITIONS = 300_000
USUAL_SECONDS = 0.020  # on the machine whose seconds the bounds are


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """What is done inside costs less than `seconds` of CPU; where plain additions take twice as long, twice that."""
    began = time.process_time()
    yield
    spent = time.process_time() - began
    assert spent < seconds * max(1.0, min(_additions() for _try in range(5)) / USUAL_SECONDS)


def _additions() -> float:
    began = time.process_time()
    total = 0
    for number in range(N_ADDITIONS):
        total += number
    return time.process_time() - began
