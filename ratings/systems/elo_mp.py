"""elo-mp: Elo for many players at a table (ratings.md section 2).

Each player is compared with every other one at the table; the mean over the opponents, minus what the ratings
had foretold, times K, is the change. K falls with the number of rated games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from types import MappingProxyType

from ratings.systems.elo_mp_fast import FastForm
from ratings.systems.errors import BadTable
from ratings.systems.k_factor import KFactor
from ratings.systems.system import Param, SeatExplanation, hash_params

MILLI = 1000


@dataclass(frozen=True, slots=True, eq=False)
class EloMp:
    """One version of elo-mp; see `System` for what each member promises. Built by `from_params`."""

    version: int
    params: Mapping[str, Param]
    params_hash: str
    start_milli: int
    _scale: float
    _k: KFactor
    _fast: FastForm
    code: str = "elo-mp"

    @classmethod
    def from_params(cls, *, version: int, params: Mapping[str, Param]) -> "EloMp":
        """Whole positive numbers for `start`, `scale`, `k_min`, `k_off`; `k_num` 0 makes K constant.

        `unit` and `rounding` are stored and hashed with the rest; this class knows 0.001 and half-even only.
        """
        if (params["unit"], params["rounding"]) != ("0.001", "half-even"):
            raise ValueError("elo-mp stores milli-points rounded half to even.")
        scale = float(params["scale"])
        k = KFactor(minimum=int(params["k_min"]), numerator=int(params["k_num"]), offset=int(params["k_off"]))
        return cls(
            version=version,
            params=MappingProxyType(dict(params)),
            params_hash=hash_params(params),
            start_milli=int(params["start"]) * MILLI,
            _scale=scale,
            _k=k,
            _fast=FastForm(scale, k),
        )

    def rate(self, ratings_milli: Sequence[int], games: Sequence[int], places: Sequence[int]) -> list[int]:
        if not 2 <= len(places) == len(ratings_milli) == len(games):
            raise _bad_table(ratings_milli, games, places)
        try:
            if len(places) == 4:
                deltas = self._fast.rate_four(ratings_milli, games, places)
            else:
                deltas = self._fast.rate_many(ratings_milli, games, places)
        except KeyError:
            raise _bad_table(ratings_milli, games, places) from None
        return deltas if deltas is not None else self.rate_canonical(ratings_milli, games, places)

    def rate_canonical(
        self, ratings_milli: Sequence[int], games: Sequence[int], places: Sequence[int]
    ) -> list[int]:
        surprises = self._surprises(ratings_milli, games, places)
        of = self._k.of
        return [round(of(n) * surprise * 1000.0) for n, surprise in zip(games, surprises, strict=True)]

    def explain(
        self, ratings_milli: Sequence[int], games: Sequence[int], places: Sequence[int]
    ) -> list[SeatExplanation]:
        surprises = self._surprises(ratings_milli, games, places)
        opponents = len(places) - 1
        seats = range(len(places))
        explained = []
        for i in seats:
            k = self._k.of(games[i])
            change = k * surprises[i]
            expected = fsum(self.expected_score(ratings_milli[i], ratings_milli[j]) for j in seats if j != i)
            scored = sum(_score(places[i], places[j]) for j in seats if j != i)
            explained.append(
                SeatExplanation(
                    expected=expected / opponents,
                    scored=scored / opponents,
                    k=k,
                    change=change,
                    delta_milli=round(change * 1000.0),
                )
            )
        return explained

    def expected_score(self, own_milli: int, other_milli: int) -> float:
        """E of section 2: the share the first player takes from the second in the long run.

        >>> from ratings.systems import get_system
        >>> round(get_system("elo-mp", 1).expected_score(1_900_000, 1_500_000), 6)
        0.909091
        """
        try:
            return float(1.0 / (1.0 + 10.0 ** ((other_milli / 1000.0 - own_milli / 1000.0) / self._scale)))
        except OverflowError:  # the power is beyond any double: more than 123,000 points apart
            return 0.0

    def _surprises(
        self, ratings_milli: Sequence[int], games: Sequence[int], places: Sequence[int]
    ) -> list[float]:
        """A of section 2 per seat: mean of scored minus expected; `fsum` frees it of the seat order."""
        if not 2 <= len(places) == len(ratings_milli) == len(games) or min(games) < 0:
            raise _bad_table(ratings_milli, games, places)
        size = len(places)
        scale = self._scale
        points = [milli / 1000.0 for milli in ratings_milli]
        terms: list[list[float]] = [[] for _ in points]
        try:
            for i in range(size - 1):
                own, place, own_terms = points[i], places[i], terms[i]
                for j in range(i + 1, size):
                    apart = (points[j] - own) / scale
                    score = 1.0 if place < places[j] else 0.5 if place == places[j] else 0.0
                    own_terms.append(score - 1.0 / (1.0 + 10.0**apart))
                    terms[j].append((1.0 - score) - 1.0 / (1.0 + 10.0**-apart))
        except OverflowError:
            return self._surprises_of_extremes(ratings_milli, places)
        return [fsum(own_terms) / (size - 1) for own_terms in terms]

    def _surprises_of_extremes(self, ratings_milli: Sequence[int], places: Sequence[int]) -> list[float]:
        """The same for ratings so far apart that the power overflows."""
        seats = range(len(places))
        return [
            fsum(
                _score(places[i], places[j]) - self.expected_score(ratings_milli[i], ratings_milli[j])
                for j in seats
                if j != i
            )
            / (len(places) - 1)
            for i in seats
        ]


def _score(place: int, other_place: int) -> float:
    """S of section 2: win 1, tie 0.5, loss 0."""
    return 1.0 if place < other_place else 0.5 if place == other_place else 0.0


def _bad_table(ratings_milli: Sequence[int], games: Sequence[int], places: Sequence[int]) -> BadTable:
    return BadTable(
        "A rated table has at least two seats, and per seat one rating, one number of earlier games (not "
        f"negative) and one place; got {len(ratings_milli)} ratings, {len(places)} places and {len(games)} "
        f"numbers of games: {list(games)[:10]}."
    )
