"""The slips of the pen that can be undone on a sheet, as changes to one deal (rules.md 5.4 "Suspects")."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, TypeAlias

from .packs import Pack
from .sheet import Deal

Entry: TypeAlias = int | bool | tuple["Entry", ...]


@dataclass(frozen=True, slots=True)
class Suspect:
    """One change that would fit: in which deal, at which seat or two seats, from what to what."""

    deal: int
    seat: int | tuple[int, int]
    field: str
    entered: Entry
    would_fit: Entry

    def to_json(self) -> dict[str, object]:
        return {
            "deal": self.deal,
            "seat": listed(self.seat),
            "field": self.field,
            "entered": listed(self.entered),
            "would_fit": listed(self.would_fit),
        }


@dataclass(frozen=True, slots=True)
class Change:
    """A change to try: the suspect it would be, the seats it touches and the deal it makes."""

    suspect: Suspect
    seats: tuple[int, ...]
    deal: Deal
    is_single_cell: bool


def changes(number: int, deal: Deal, pack: Pack, reached: Collection[int]) -> Iterator[Change]:
    """Every change to one deal that the law lets us suspect and that touches one of these seats."""
    active = [seat for seat in range(len(deal.bids)) if seat not in deal.out]
    n_tricks = min(deal.hand_size, pack.n_cards)
    for seat in active:
        if seat not in reached:
            continue
        yield from _cell_changes(number, deal, seat, "bids", n_tricks)
        yield from _cell_changes(number, deal, seat, "tricks", n_tricks)
        yield from _cell_changes(number, deal, seat, "plus_fives", pack.n_plus_fives)
        yield from _cell_changes(number, deal, seat, "minus_fives", pack.n_minus_fives)
        flag, bid, tricks = deal.made[seat], deal.bids[seat], deal.tricks[seat]
        if flag is not None and tricks is None:
            changed = _changed(deal, "made", {seat: not flag})
            yield Change(Suspect(number, seat, "made", flag, not flag), (seat,), changed, True)
        if bid is not None and tricks is not None and bid != tricks:
            changed = _changed(_changed(deal, "bids", {seat: tricks}), "tricks", {seat: bid})
            suspect = Suspect(number, seat, "bids-tricks", (bid, tricks), (tricks, bid))
            yield Change(suspect, (seat,), changed, False)
    for pair in combinations(active, 2):
        if pair[0] in reached or pair[1] in reached:
            yield from _exchanges(number, deal, pair)


def _cell_changes(number: int, deal: Deal, seat: int, column: str, most: int) -> Iterator[Change]:
    entered = getattr(deal, column)[seat]
    if entered is None:
        return
    for value in range(most + 1):
        if value != entered:
            suspect = Suspect(number, seat, column, entered, value)
            yield Change(suspect, (seat,), _changed(deal, column, {seat: value}), True)


def _exchanges(number: int, deal: Deal, pair: tuple[int, int]) -> Iterator[Change]:
    """Two seats exchanged in one column or in both; a pair of equal or blank cells is no exchange."""
    entered: list[tuple[int, int]] = []
    both = deal
    for column in ("bids", "tricks"):
        first, second = (getattr(deal, column)[seat] for seat in pair)
        if first is None or second is None or first == second:
            continue
        exchanged = dict(zip(pair, (second, first), strict=True))
        both = _changed(both, column, exchanged)
        entered.append((first, second))
        suspect = Suspect(number, pair, column, (first, second), (second, first))
        yield Change(suspect, pair, _changed(deal, column, exchanged), False)
    if len(entered) == 2:
        would_fit = tuple(cells[::-1] for cells in entered)
        yield Change(Suspect(number, pair, "seats", tuple(entered), would_fit), pair, both, False)


def _changed(deal: Deal, column: str, entries: Mapping[int, int | bool]) -> Deal:
    cells: list[int | bool | None] = list(getattr(deal, column))
    for seat, entry in entries.items():
        cells[seat] = entry
    columns: dict[str, Any] = {column: tuple(cells)}
    return replace(deal, **columns)


def listed(entry: Entry) -> object:
    """The JSON shape of an entry."""
    return [listed(part) for part in entry] if isinstance(entry, tuple) else entry
