"""Table points: what the points of one table are worth in the tournament (users.md 6).

One small object per formula. Each gives the table's points as whole numerators over one denominator, so
that a column of the standings can be added up in whole numbers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from tournaments.standings.errors import StandingsError, shortened
from tournaments.standings.exact import Exact, read_exact

Shares = tuple[list[int], int]
"""One whole number per seat and what all of them are to be divided by."""


class TablePoints(Protocol):
    """A formula of users.md 6; `text` is its name as it is written in settings."""

    @property
    def text(self) -> str: ...

    def of_table(self, points: Sequence[Exact], places: Sequence[int]) -> Shares:
        """The table points per seat, exactly; `places` are competition places at this table.

        Raises StandingsError `bad_table_points` when a list has no values for this table size.
        """
        ...


@dataclass(frozen=True, slots=True)
class Raw:
    text: str = "raw"

    def of_table(self, points: Sequence[Exact], places: Sequence[int]) -> Shares:
        return over_one_denominator(points)


@dataclass(frozen=True, slots=True)
class Rank:
    text: str = "rank"

    def of_table(self, points: Sequence[Exact], places: Sequence[int]) -> Shares:
        n_level = _count_level(places)
        return [len(places) - 2 * (place - 1) - n_level[place] for place in places], 1


@dataclass(frozen=True, slots=True)
class Share:
    """Share of the table's positive points, made fair between tables of k seats and of `size` seats."""

    size: int = 4

    @property
    def text(self) -> str:
        return f"share:{self.size}"

    def of_table(self, points: Sequence[Exact], places: Sequence[int]) -> Shares:
        whole, _ = over_one_denominator(points)
        positive = [max(value, 0) for value in whole]
        total = sum(positive)
        if not total:
            return [1] * len(whole), self.size
        return [value * len(whole) for value in positive], total * self.size


@dataclass(frozen=True, slots=True)
class Norm:
    text: str = "norm"

    def of_table(self, points: Sequence[Exact], places: Sequence[int]) -> Shares:
        whole, _ = over_one_denominator(points)
        low, high = min(whole), max(whole)
        if low == high:
            return [50] * len(whole), 1
        return [100 * (value - low) for value in whole], high - low


@dataclass(frozen=True, slots=True)
class PlaceValues:
    """The values of places 1, 2, 3 ...; beyond them 0, or the last one again when it `repeats`."""

    values: tuple[Exact, ...]
    repeats: bool

    def of_places(self, places: Sequence[int]) -> Shares:
        """Tied places share the mean of the values they take up."""
        n_level = _count_level(places)
        mean_of = {place: self._mean(place, n) for place, n in n_level.items()}
        return over_one_denominator([mean_of[place] for place in places])

    def _mean(self, place: int, n_level: int) -> Exact:
        if n_level == 1:
            return self._value(place)
        return Fraction(sum(self._value(place + after) for after in range(n_level))) / n_level

    def _value(self, place: int) -> Exact:
        if place <= len(self.values):
            return self.values[place - 1]
        return self.values[-1] if self.repeats else 0


@dataclass(frozen=True, slots=True)
class PlaceList:
    """Values by place, one list per table size and perhaps a plain one for all other sizes."""

    text: str
    plain: PlaceValues | None
    by_size: dict[int, PlaceValues]

    def of_table(self, points: Sequence[Exact], places: Sequence[int]) -> Shares:
        values = self.by_size.get(len(places), self.plain)
        if values is None:
            sizes = ", ".join(str(size) for size in sorted(self.by_size))
            raise StandingsError(
                "bad_table_points",
                f"{shortened(self.text)} has lists for {sizes} seats; add one for {len(places)} seats",
                {"field": "table_points"},
            )
        return values.of_places(places)


def parse_table_points(text: str) -> TablePoints:
    """The formula a settings text names: raw, rank, share, share:R, norm, list:...

    Raises StandingsError `bad_table_points` for anything else.
    """
    if text in _SIMPLE:
        return _SIMPLE[text]
    name, colon, rest = text.partition(":")
    if name == "share" and re.fullmatch(r"0*[1-9][0-9]{0,5}", rest):
        return Share(int(rest))
    if name == "list" and colon and len(rest) <= LONGEST_LIST:
        return _parse_list(text, rest)
    raise _refusal(text, "is none of raw, rank, share, share:4, norm, list:5-3-2-1")


_SIMPLE: dict[str, TablePoints] = {"raw": Raw(), "rank": Rank(), "share": Share(), "norm": Norm()}

LONGEST_LIST = 20_000


def _parse_list(text: str, rest: str) -> PlaceList:
    plain: PlaceValues | None = None
    by_size: dict[int, PlaceValues] = {}
    for part in rest.split(";"):
        size, equals, values = part.rpartition("=")
        if not equals:
            if plain is not None:
                raise _refusal(text, "has two plain lists")
            plain = _parse_values(text, values)
        elif not re.fullmatch(r"0*[1-9][0-9]{0,5}", size):
            raise _refusal(text, f'has no table size before "={shortened(values)}"')
        elif int(size) in by_size:
            raise _refusal(text, f"has two lists for tables of {int(size)}")
        else:
            by_size[int(size)] = _parse_values(text, values)
    return PlaceList(text, plain, by_size)


def _parse_values(text: str, values: str) -> PlaceValues:
    repeats = values.endswith("+")
    body = values.removesuffix("+")
    separator = "/" if "/" in body else "-"
    numbers = [read_exact(value) for value in body.split(separator)]
    known = tuple([number for number in numbers if number is not None])
    if len(known) < len(numbers):
        raise _refusal(text, f'has no list of numbers in "{shortened(values)}"; write 5-3-2-1 or 15/5/-5/-15')
    return PlaceValues(known, repeats)


def _refusal(text: str, why: str) -> StandingsError:
    return StandingsError("bad_table_points", f'"{shortened(text)}" {why}', {"field": "table_points"})


def over_one_denominator(values: Sequence[Exact]) -> Shares:
    denominator = math.lcm(*[value.denominator for value in values])
    return [value.numerator * (denominator // value.denominator) for value in values], denominator


def _count_level(places: Sequence[int]) -> dict[int, int]:
    n_level: dict[int, int] = {}
    for place in places:
        n_level[place] = n_level.get(place, 0) + 1
    return n_level
