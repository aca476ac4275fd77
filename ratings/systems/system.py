"""What every rating system offers, whatever its formula."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

Param = int | str


@dataclass(frozen=True, slots=True)
class SeatExplanation:
    """Why one seat gained or lost: *expected 0.543 of the table, scored 0.667, K 25: +3.1*.

    `expected` and `scored` are shares of the table in [0, 1]; `change` is `k * (scored - expected)` in points
    before the rounding, `delta_milli` what is stored.
    """

    expected: float
    scored: float
    k: float
    change: float
    delta_milli: int


class System(Protocol):
    """One version of one formula; immutable, so a stored (code, version) always means the same arithmetic.

    The three methods take one table in seat order: ratings in milli-points before the game, rated games
    played before it in this ladder, and places (1 = best, equal = tie; only their order counts). They raise
    `BadTable` for fewer than two seats, lists of unequal length and a negative number of games.
    """

    @property
    def code(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def params(self) -> Mapping[str, Param]:
        """The constants of the formula; read only."""
        ...

    @property
    def params_hash(self) -> str:
        """`hash_params(params)`, stored beside the system so that a changed constant cannot go unseen."""
        ...

    @property
    def start_milli(self) -> int:
        """Rating of a player without rated games."""
        ...

    def rate(self, ratings_milli: Sequence[int], games: Sequence[int], places: Sequence[int]) -> list[int]:
        """Change of each seat in milli-points: the fast form, equal to the canonical one to the integer."""
        ...

    def rate_canonical(
        self, ratings_milli: Sequence[int], games: Sequence[int], places: Sequence[int]
    ) -> list[int]:
        """The same by the formula as it is written; slower, and right by reading."""
        ...

    def explain(
        self, ratings_milli: Sequence[int], games: Sequence[int], places: Sequence[int]
    ) -> list[SeatExplanation]:
        """The canonical form with its intermediate figures, one entry per seat."""
        ...


def hash_params(params: Mapping[str, Param]) -> str:
    """SHA-256 (hex) of the parameters as compact JSON with sorted keys."""
    text = json.dumps(dict(params), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()
