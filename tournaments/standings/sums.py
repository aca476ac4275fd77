"""Table points of a whole tournament, counted in one common unit."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.standings.errors import StandingsError
from tournaments.standings.exact import Exact, common_unit, in_unit
from tournaments.standings.facts import Facts
from tournaments.standings.table_points import TablePoints


@dataclass(frozen=True, slots=True)
class RoundValues:
    """`values[player][round]` counted in 1/`unit` (0: fractions as they are); None = no seat in the round."""

    values: list[list[Exact | None]]
    unit: int

    def until(self, n_rounds: int) -> RoundValues:
        """The first rounds, in the same unit."""
        return RoundValues([values[:n_rounds] for values in self.values], self.unit)

    def played(self, player: int) -> list[Exact]:
        return [value for value in self.values[player] if value is not None]


def round_values(
    facts: Facts,
    formula: TablePoints,
    *,
    weighted: bool,
    denominators: Iterable[int] = (),
    divisors: Iterable[int] = (),
) -> RoundValues:
    """What each player got in each round by the formula.

    The unit also holds whole numbers of 1/`denominators`, and sums that are divided by any of `divisors`.
    """
    tables = []
    for index, round_ in enumerate(facts.rounds):
        weight = round_.weight if weighted else 1
        for table in round_.tables:
            try:
                tops, bottom = formula.of_table(table.points, table.places)
            except StandingsError as refusal:
                raise refusal.at(round=round_.number, table=table.number) from None
            if weight != 1:
                tops = [top * weight.numerator for top in tops]
                bottom *= weight.denominator
            shrink = math.gcd(bottom, *tops)
            tables.append((index, table.seats, [top // shrink for top in tops], bottom // shrink))
    unit = common_unit([*denominators, *{bottom for *_, bottom in tables}])
    unit *= common_unit(divisors)
    values: list[list[Exact | None]] = [[None] * len(facts.rounds) for _ in facts.players]
    for index, seats, tops, bottom in tables:
        scale = unit // bottom
        for player, top in zip(seats, tops, strict=True):
            values[player][index] = top * scale if unit else Fraction(top, bottom)
    return RoundValues(values, unit)


@dataclass(frozen=True, slots=True)
class Total:
    """How one player's total comes about, all counted in the unit of the rounds.

    `rounds` are the values that count when they are among the best, None = missed and not made up for;
    `dropped` are positions in `Facts.rounds`, earliest first.
    """

    rounds: list[Exact | None]
    dropped: list[int]
    value: Exact


def make_up(played: Sequence[Exact | None], points: Exact | None, cap: int | None) -> list[Exact | None]:
    """The round values with the first `cap` missed rounds made up for by `points`; None = the own mean.

    0 points, and a mean of nothing, make up for nothing.
    """
    own = [value for value in played if value is not None]
    if points is None:
        if not own:
            return list(played)
        points = _mean(own)
    elif not points:
        return list(played)
    left = len(played) if cap is None else cap
    made_up: list[Exact | None] = []
    for value in played:
        if value is None and left > 0:
            left -= 1
            made_up.append(points)
        else:
            made_up.append(value)
    return made_up


def _mean(values: Sequence[Exact]) -> Exact:
    total = sum(values)
    if isinstance(total, int) and total % len(values) == 0:
        return total // len(values)
    return Fraction(total) / len(values)


def drop_lowest(values: Sequence[Exact | None], best_of: int | None) -> list[int]:
    """Positions outside the best N: blanks first, then the lowest values; of equal ones the earlier goes."""
    if best_of is None or best_of >= len(values):
        return []
    blanks = [index for index, value in enumerate(values) if value is None]
    known = sorted([(value, index) for index, value in enumerate(values) if value is not None])
    order = blanks + [index for _, index in known]
    return sorted(order[: len(values) - best_of])


def total_of(played: Sequence[Exact | None], facts: Facts, *, unit: int, penalty: Exact) -> Total:
    """Sum of the counted rounds plus penalties (users.md 8)."""
    absent = facts.absent
    points = None if absent.points is None else in_unit(absent.points, unit)
    rounds = make_up(played, points, absent.cap)
    dropped = drop_lowest(rounds, facts.best_of)
    out = set(dropped)
    counted = [value for index, value in enumerate(rounds) if value is not None and index not in out]
    return Total(rounds, dropped, sum(counted) + penalty)
