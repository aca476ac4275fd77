"""Chance that is the same on every machine: draws built on `random()`, and an exponential.

`math.exp` and `random.gauss` may differ in the last bit between C libraries; these use only the
four operations, which IEEE 754 fixes (seating.md section 11).
"""

from __future__ import annotations

import random
from collections.abc import MutableSequence
from typing import TypeVar

T = TypeVar("T")


def seeded(seed: int) -> random.Random:
    """The one source of chance of a result."""
    return random.Random(seed)


def shuffle(entries: MutableSequence[T], rng: random.Random) -> None:
    """Shuffle in place, drawing only through `random()`."""
    rnd = rng.random
    for i in range(len(entries) - 1, 0, -1):
        j = int(rnd() * (i + 1))
        entries[i], entries[j] = entries[j], entries[i]


def bell(rng: random.Random) -> float:
    """A draw of mean 0 and deviation 1, near enough to a normal one."""
    rnd = rng.random
    return sum(rnd() for _ in range(12)) - 6.0


def decay(x: float) -> float:
    """e to the minus x, for x >= 0."""
    if x > 700:
        return 0.0
    halvings = 0
    while x > 0.5:
        x /= 2
        halvings += 1
    term = total = 1.0
    for k in range(1, 14):
        term *= -x / k
        total += term
    for _ in range(halvings):
        total *= total
    return total


def chances(temperature: float) -> list[float]:
    """Probability of taking a move that costs d = 0, 1, 2 ... at a temperature."""
    one = decay(1 / temperature)
    found = [1.0]
    while found[-1] > 1e-6 and len(found) < 4000:
        found.append(found[-1] * one)
    return found


def cooling(hot: float, cold: float, steps: int) -> list[float]:
    """Temperatures from hot to cold, falling geometrically."""
    ratio = _root(cold / hot, steps - 1)
    found = [hot]
    for _ in range(steps - 1):
        found.append(found[-1] * ratio)
    return found


def _root(x: float, k: int) -> float:
    """The k-th root of x in (0, 1], by bisection."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        power = 1.0
        for _ in range(k):
            power *= middle
        if power < x:
            low = middle
        else:
            high = middle
    return high
