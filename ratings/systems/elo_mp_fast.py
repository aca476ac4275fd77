"""The fast form of elo-mp: `q = 10^(R/scale)` once per seat, `E = q / (q + q')`, scores from a memo of the places.

It stops at every doubt and lets the canonical form decide (ratings.md section 2, "a faster form is welcome"):
where a change lies within 1e-6 milli-points of a half, and where a rating is so extreme that `q` leaves the range in
which doubles keep their precision.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log

from ratings.systems.k_factor import KFactor

_CLEAR_OF_HALF = 0.5 - 1e-6
_SMALLEST_Q = 1e-250


class FastForm:
    """Rates tables for one scale and one K; `rate` alone is public."""

    __slots__ = ("_exponent", "_k", "_k_settled", "_k_table")

    def __init__(self, scale: float, k: KFactor) -> None:
        self._exponent = log(10.0) / scale / 1000.0
        self._k_table = k.table
        self._k_settled = k.settled
        self._k = k.minimum

    def rate(self, ratings_milli: Sequence[int], games: Sequence[int], places: Sequence[int]) -> list[int] | None:
        """Change per seat in milli-points, or None where the canonical form must decide.

        Does not check the lengths. `KeyError` for a negative number of games.
        """
        exponent = self._exponent
        try:
            strengths = [exp(exponent * milli) for milli in ratings_milli]
        except OverflowError:
            return None
        if min(strengths) < _SMALLEST_Q:
            return None
        if len(strengths) == 4:
            expected: Sequence[float] = _expected_of_four(*strengths)
        else:
            expected = _expected(strengths)
        k_table, k_settled, k_minimum = self._k_table, self._k_settled, self._k
        opponents = len(strengths) - 1
        deltas = []
        for foretold, scored, n in zip(expected, _scores(tuple(places)), games):  # noqa: B905 - lengths are the caller's
            k = k_table[n] if n < k_settled else k_minimum
            exact = k * (scored - foretold) / opponents * 1000.0
            delta = round(exact)
            if not -_CLEAR_OF_HALF < exact - delta < _CLEAR_OF_HALF:
                return None
            deltas.append(delta)
        return deltas


def _expected(strengths: list[float]) -> list[float]:
    """Sum of E over the opponents, per seat. Own q against own q is exactly 0.5, taken off at the start."""
    sums = []
    for own in strengths:
        total = -0.5
        for other in strengths:
            total += own / (own + other)
        sums.append(total)
    return sums


def _expected_of_four(a: float, b: float, c: float, d: float) -> tuple[float, float, float, float]:
    """The same for the commonest table, each pair once: a fifth faster in all."""
    ab, ac, ad = a / (a + b), a / (a + c), a / (a + d)
    bc, bd = b / (b + c), b / (b + d)
    cd = c / (c + d)
    return ab + ac + ad, 1.0 - ab + bc + bd, 2.0 - ac - bc + cd, 3.0 - ad - bd - cd


@lru_cache(maxsize=8192)
def _scores(places: tuple[int, ...]) -> tuple[float, ...]:
    """Sum of S over the opponents, per seat; halves and wholes, so exact."""
    return tuple(
        [
            sum([1.0 if place < other else 0.5 if place == other else 0.0 for other in places]) - 0.5
            for place in places
        ]
    )
