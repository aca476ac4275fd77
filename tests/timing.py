"""Bounds in seconds that mean the same on a machine whose cores are slow, or shared, just now."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

USUAL_SECONDS = 0.024  # what `_usual_work` takes on the machine whose seconds the bounds are
MANY = 12_000


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """What is done inside costs less than `seconds` of CPU; where usual work takes twice as long, twice that."""
    began = time.process_time()
    yield
    spent = time.process_time() - began
    assert spent < seconds or spent < seconds * slowness(time.process_time)


def slowness(clock: Callable[[], float] = time.perf_counter) -> float:
    """How many times as long usual work takes here and now, never less than one; by a CPU's clock or the wall's."""
    tries = sorted(_usual_work(clock) for _try in range(5))
    return max(1.0, tries[len(tries) // 2] / USUAL_SECONDS)


def _usual_work(clock: Callable[[], float]) -> float:
    """Numbers, texts, new objects, a sort and look-ups: what a page or a list of standings consists of."""
    began = clock()
    rows = [(number * 7919 % MANY, f"P{number:05}", {"place": number}) for number in range(MANY)]
    rows.sort(key=lambda row: row[:2])
    known = {name: row for row in rows for name in (row[1],)}
    assert sum(known[f"P{number:05}"][0] for number in range(MANY)) == MANY * (MANY - 1) // 2
    return clock() - began
