"""Places at one table and what decided them (rules.md 2.4): the one truth for sheets and hosted games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

MOST_DECIDERS: Final = 10
"""After so many extra deals the tie is passed on (rules.md E23)."""

Ordered = tuple[list[int], list[str]]
"""Seats in final order, and between neighbours what separated them."""


@dataclass(frozen=True, slots=True)
class Tie:
    """Seats of equal totals in final order; `by[i]` separated seat i from i + 1, or is "shared"."""

    seats: tuple[int, ...]
    by: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        return {"seats": list(self.seats), "by": list(self.by)}


@dataclass(frozen=True, slots=True)
class DeciderPoints:
    """The points of one extra deal, aligned to its seats; None is a blank."""

    seats: tuple[int, ...]
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Places by seat, the ties, and what became of the deciders.

    `needs_decider` names the seats tied for first for whom the rules ask a decider that was not played.
    """

    places: tuple[int, ...]
    decided_by: tuple[Tie, ...]
    needs_decider: tuple[int, ...] = ()
    unused_deciders: tuple[int, ...] = ()


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """Competition ranking by total alone, equal totals sharing a place.

    >>> places([91, 89, 91])
    (1, 3, 1)
    """
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def rank_seats(
    tie_break: Sequence[str],
    *,
    totals: Sequence[int],
    deals: Sequence[Sequence[int | None]],
    bids_made: Sequence[int],
    deciders: Sequence[DeciderPoints] = (),
) -> Ranking:
    """Places by total, equal totals by the criteria in order.

    `deals`: the points of every deal that was not void, a row per deal, adjustments included; None is a
    blank and counts below any number.
    """
    ranker = _Ranker(deals, bids_made, deciders)
    place_of = [0] * len(totals)
    ties = []
    for total in sorted(set(totals), reverse=True):
        group = [seat for seat, own in enumerate(totals) if own == total]
        first_place = 1 + sum(other > total for other in totals)
        seats, separators = ranker.order(group, tuple(tie_break), is_first=first_place == 1)
        place = first_place
        for position, seat in enumerate(seats):
            if position and separators[position - 1] != "shared":
                place = first_place + position
            place_of[seat] = place
        if len(group) > 1:
            ties.append(Tie(tuple(seats), tuple(separators)))
    unused = tuple(number for number in range(len(deciders)) if number not in ranker.used)
    return Ranking(tuple(place_of), tuple(ties), ranker.needs_decider, unused)


@dataclass(slots=True)
class _Ranker:
    """Splits groups of equal totals; remembers which deciders have been used."""

    deals: Sequence[Sequence[int | None]]
    bids_made: Sequence[int]
    deciders: Sequence[DeciderPoints]
    used: set[int] = field(default_factory=set)
    next_decider: int = 0
    needs_decider: tuple[int, ...] = ()

    def order(self, group: list[int], criteria: tuple[str, ...], *, is_first: bool) -> Ordered:
        if len(group) == 1:
            return group, []
        if not criteria or criteria[0] == "shared":
            return group, ["shared"] * (len(group) - 1)
        if criteria[0] == "decider":
            return (
                self._decide(group, criteria[1:])
                if is_first
                else self.order(group, criteria[1:], is_first=False)
            )
        parts = _split(group, [self._key(criteria[0], seat) for seat in group])
        return _joined(
            (
                self.order(part, criteria[1:], is_first=is_first and number == 0)
                for number, part in enumerate(parts)
            ),
            criteria[0],
        )

    def _key(self, criterion: str, seat: int) -> tuple[float, ...]:
        if criterion == "bids-made":
            return (self.bids_made[seat],)
        rows = self.deals[-1:] if criterion == "last-deal" else self.deals[-2::-1]
        return tuple(_above_blank(row[seat]) for row in rows)

    def _decide(self, group: list[int], rest: tuple[str, ...]) -> Ordered:
        """The tie for first by the extra deals, in the order they were played."""
        entry = self._decider_of(group)
        if entry is None:
            if len(self.used) < MOST_DECIDERS:
                self.needs_decider = tuple(group)
            return self.order(group, rest, is_first=True)
        points = dict(zip(entry.seats, entry.points, strict=True))
        best, *lower = _split(group, [(_above_blank(points[seat]),) for seat in group])
        ordered = [self._decide(best, rest) if len(best) > 1 else (best, [])]
        ordered += [self.order(part, rest, is_first=False) for part in lower]
        return _joined(ordered, "decider")

    def _decider_of(self, group: list[int]) -> DeciderPoints | None:
        for number in range(self.next_decider, len(self.deciders)):
            if len(self.used) < MOST_DECIDERS and sorted(self.deciders[number].seats) == group:
                self.used.add(number)
                self.next_decider = number + 1
                return self.deciders[number]
        return None


def _above_blank(points: int | None) -> float:
    return float("-inf") if points is None else points


def _split(group: list[int], keys: list[tuple[float, ...]]) -> list[list[int]]:
    """The group in parts of equal keys, highest first; seats of a part stay in seat order."""
    by_key: dict[tuple[float, ...], list[int]] = {}
    for seat, key in zip(group, keys, strict=True):
        by_key.setdefault(key, []).append(seat)
    return [by_key[key] for key in sorted(by_key, reverse=True)]


def _joined(parts: Iterable[Ordered], criterion: str) -> Ordered:
    seats: list[int] = []
    separators: list[str] = []
    for part_seats, part_separators in parts:
        if seats:
            separators.append(criterion)
        seats += part_seats
        separators += part_separators
    return seats, separators
