"""How many decimals an explanation needs, so that who works it out by hand gets the printed result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from ratings.systems import SeatExplanation

MOST = 12
"""Beyond this a double has no more to say."""


@dataclass(frozen=True, slots=True)
class Digits:
    """Decimals of the shares (expected, scored), of K, and of ratings and their change."""

    shares: int
    k: int
    points: int


def enough_digits(r_before: int, why: SeatExplanation) -> Digits:
    """The fewest with which K x (scored - expected) is the change, and before + change is after, as printed.

    >>> enough_digits(1_500_000, SeatExplanation(0.691, 1 / 3, 1000 / 29, 1000 / 29 * (1 / 3 - 0.691), -12333))
    Digits(shares=3, k=2, points=1)
    """
    least_k = 0 if why.k % 1 == 0 else 1
    for points in (1, 2, 3):
        before, change, after = (
            cut(milli, points) for milli in (r_before, why.delta_milli, r_before + why.delta_milli)
        )
        if before + change != after:
            continue
        for shares, k in _more_and_more(least_k):
            told = _at(why.k, k) * (_at(why.scored, shares) - _at(why.expected, shares))
            is_tie = points == 3 and told.quantize(change) == change  # what is stored is half to even too
            if is_tie or abs(told - change) < _half(points):
                return Digits(shares, k, points)
    return Digits(MOST, MOST, 3)


def _more_and_more(least_k: int) -> Iterator[tuple[int, int]]:
    """Decimals of the shares and of K, the fewest first: K has at most as many as the shares."""
    for shares in range(3, MOST + 1):
        for k in range(least_k, shares + 1):
            yield shares, k


def enough_for_mean(parts: Sequence[float], mean: float, digits: int) -> int:
    """The fewest decimals, 3 at least, with which the mean of the parts is `mean` at `digits` decimals, as printed."""
    for n in range(3, MOST + 1):
        told = sum((_at(part, n) for part in parts), Decimal(0)) / len(parts)
        if abs(told - _at(mean, digits)) < _half(digits):
            return n
    return MOST


def cut(milli: int, points: int) -> Decimal:
    """Milli-points as points with so many decimals, half to even."""
    return (Decimal(milli) / 1000).quantize(Decimal(1).scaleb(-points))


def _at(value: float, digits: int) -> Decimal:
    return Decimal(f"{value:.{digits}f}")


def _half(digits: int) -> Decimal:
    return Decimal(5).scaleb(-digits - 1)
