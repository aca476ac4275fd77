"""The fast form of elo-mp: `q = 10^(R/scale)` once per seat, `E = q / (q + q')`, scores from a memo.

It stops at every doubt and lets the canonical form decide (ratings.md section 2, "a faster form is welcome"):
where a change lies within 1e-6 milli-points of a half, and where a rating is so extreme that `q` leaves the
range in which doubles keep their precision.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log

from ratings.systems.k_factor import KFactor

_CLEAR = 0.5 - 1e-6
"""A product nearer than this to its rounded value is clear of the half."""

_TINY = 1e-250


class FastForm:
    """Rates tables for one scale and one K.

    `rate_four` and `rate_many` give the change per seat in milli-points, or None where the canonical form
    must decide. Neither checks the lengths; `KeyError` for a negative number of games.
    """

    __slots__ = ("_exponent", "_k", "_settled", "_table")

    def __init__(self, scale: float, k: KFactor) -> None:
        self._exponent = log(10.0) / scale / 1000.0
        self._table = k.table
        self._settled = k.settled
        self._k = k.minimum

    def rate_four(
        self, ratings_milli: Sequence[int], games: Sequence[int], places: Sequence[int]
    ) -> list[int] | None:
        """The commonest table, written out: a quarter faster than the loops of `rate_many`."""
        exponent = self._exponent
        milli_a, milli_b, milli_c, milli_d = ratings_milli
        try:
            a = exp(exponent * milli_a)
            b = exp(exponent * milli_b)
            c = exp(exponent * milli_c)
            d = exp(exponent * milli_d)
        except OverflowError:
            return None
        if a < _TINY or b < _TINY or c < _TINY or d < _TINY:
            return None
        ab, ac, ad = a / (a + b), a / (a + c), a / (a + d)
        bc, bd = b / (b + c), b / (b + d)
        cd = c / (c + d)
        scored_a, scored_b, scored_c, scored_d = _scores(tuple(places))
        games_a, games_b, games_c, games_d = games
        table, settled, k = self._table, self._settled, self._k
        exact_a = (table[games_a] if games_a < settled else k) * (scored_a - ab - ac - ad) / 3.0 * 1000.0
        exact_b = (
            (table[games_b] if games_b < settled else k) * (scored_b - 1.0 + ab - bc - bd) / 3.0 * 1000.0
        )
        exact_c = (
            (table[games_c] if games_c < settled else k) * (scored_c - 2.0 + ac + bc - cd) / 3.0 * 1000.0
        )
        exact_d = (
            (table[games_d] if games_d < settled else k) * (scored_d - 3.0 + ad + bd + cd) / 3.0 * 1000.0
        )
        delta_a, delta_b, delta_c, delta_d = round(exact_a), round(exact_b), round(exact_c), round(exact_d)
        if (
            -_CLEAR < exact_a - delta_a < _CLEAR
            and -_CLEAR < exact_b - delta_b < _CLEAR
            and -_CLEAR < exact_c - delta_c < _CLEAR
            and -_CLEAR < exact_d - delta_d < _CLEAR
        ):
            return [delta_a, delta_b, delta_c, delta_d]
        return None

    def rate_many(
        self, ratings_milli: Sequence[int], games: Sequence[int], places: Sequence[int]
    ) -> list[int] | None:
        """Tables of any size."""
        exponent = self._exponent
        try:
            strengths = [exp(exponent * milli) for milli in ratings_milli]
        except OverflowError:
            return None
        if min(strengths) < _TINY:
            return None
        table, settled, k_minimum = self._table, self._settled, self._k
        opponents = len(strengths) - 1
        deltas = []
        for own, scored, n in zip(strengths, _scores(tuple(places)), games):  # noqa: B905 - the caller's
            expected = -0.5  # own q against own q, exactly
            for other in strengths:
                expected += own / (own + other)
            k = table[n] if n < settled else k_minimum
            exact = k * (scored - expected) / opponents * 1000.0
            delta = round(exact)
            if not -_CLEAR < exact - delta < _CLEAR:
                return None
            deltas.append(delta)
        return deltas


@lru_cache(maxsize=8192)
def _scores(places: tuple[int, ...]) -> tuple[float, ...]:
    """Sum of S over the opponents, per seat; halves and wholes, so exact."""
    return tuple(
        [
            sum([1.0 if place < other else 0.5 if place == other else 0.0 for other in places]) - 0.5
            for place in places
        ]
    )
