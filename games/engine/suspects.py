"""Which change of what was typed would explain the problems of a sheet (rules.md 5.4 "Suspects")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final, TypeAlias

from .packs import Pack
from .problems import Problem, deal_faults, pack_of
from .sheet import Cells, Deal, Sheet
from .tally import deal_row

QUIET: Final = (
    "deals.",
    "hand-size.schedule",
    "deal.incomplete",
    "tricks.needed",
    "adjustment.reason",
    "decider.",
)
"""Problems no slip of the pen explains."""
MOST_SUSPECTS: Final = 12
MOST_DEALS: Final = 200
"""Beyond a sheet of any schedule, voids included, nothing is searched."""

Key: TypeAlias = tuple[int | None, int | None, str]
"""A problem without its message: deal, seat, code."""
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
            "seat": _listed(self.seat),
            "field": self.field,
            "entered": _listed(self.entered),
            "would_fit": _listed(self.would_fit),
        }


@dataclass(frozen=True, slots=True)
class Change:
    """A change to try: the suspect it would be, the seats it touches and the deal it makes."""

    suspect: Suspect
    seats: tuple[int, ...]
    deal: Deal
    is_single_cell: bool


def suspects(
    sheet: Sheet,
    problems: Sequence[Problem],
    *,
    dealers: Sequence[int | None],
    points: Sequence[Cells],
) -> tuple[Suspect, ...]:
    """The changes that remove the most problems and add none; empty when more than twelve would.

    `problems` and `points` are those of the sheet as typed, scored by its rules.
    """
    explained = list(explanations(sheet, problems, dealers=dealers, points=points))
    if not explained:
        return ()
    most = max(n_removed for _, n_removed in explained)
    best = [change for change, n_removed in explained if n_removed == most]
    if any(change.is_single_cell for change in best):
        best = [change for change in best if change.is_single_cell]
    if len(best) > MOST_SUSPECTS:
        return ()
    return tuple(sorted((change.suspect for change in best), key=_order))


def explanations(
    sheet: Sheet,
    problems: Sequence[Problem],
    *,
    dealers: Sequence[int | None],
    points: Sequence[Cells],
) -> Iterator[tuple[Change, int]]:
    """Every change that fits, with the number of problems it removes."""
    loud = {(found.deal, found.seat, found.code) for found in problems if not found.code.startswith(QUIET)}
    if all(code == "hook" for _, _, code in loud) or len(sheet.deals) > MOST_DEALS:
        return
    search = _Search(sheet, loud, dealers, points)
    for number, deal in enumerate(sheet.deals):
        if not deal.void:
            yield from search.in_deal(number, deal)


class _Search:
    """Tries changes against the problems of one sheet, re-checking only what a change can reach."""

    def __init__(
        self,
        sheet: Sheet,
        loud: set[Key],
        dealers: Sequence[int | None],
        points: Sequence[Cells],
    ) -> None:
        self.sheet = sheet
        self.dealers = dealers
        self.points = points
        self.pack = pack_of(sheet)
        self.in_deals: dict[int, set[Key]] = {}
        self.sums: dict[int, set[Key]] = {}
        for key in loud:
            deal, seat, code = key
            if code in ("running.mismatch", "totals.mismatch"):
                self.sums.setdefault(seat or 0, set()).add(key)
            else:
                self.in_deals.setdefault(deal or 0, set()).add(key)
        self.paper_sums = [_paper_sums(sheet, points, seat) for seat in range(len(sheet.players))]

    def in_deal(self, number: int, deal: Deal) -> Iterator[tuple[Change, int]]:
        here = self.in_deals.get(number, set())
        for change in changes(number, deal, self.pack):
            if here or any(seat in self.sums for seat in change.seats):
                n_removed = self._n_removed(number, here, change)
                if n_removed:
                    yield change, n_removed

    def _n_removed(self, number: int, here: set[Key], change: Change) -> int:
        """How many problems the change removes; 0 when it adds one."""
        row = deal_row(self.sheet.rules, change.deal)
        removed = 0
        for seat in change.seats:
            before = self.sums.get(seat, set())
            after = self._sum_problems(seat, number, (row[seat] or 0) - (self.points[number][seat] or 0))
            if not after <= before:
                return 0
            removed += len(before) - len(after)
        faults = deal_faults(
            self.sheet.rules, self.pack, change.deal, dealer=self.dealers[number], points=row
        )
        now = {(number, fault.seat, fault.code) for fault in faults if not fault.code.startswith(QUIET)}
        return removed + len(here) - len(now) if now <= here else 0

    def _sum_problems(self, seat: int, number: int, difference: int) -> set[Key]:
        """The mismatches of running and final totals once a deal gives so many points more."""
        if not difference:
            return self.sums.get(seat, set())
        found: set[Key] = set()
        for deal, excess in self.paper_sums[seat]:
            is_reached = deal is None or deal >= number
            if excess != (difference if is_reached else 0):
                code = "totals.mismatch" if deal is None else "running.mismatch"
                found.add((deal, seat, code))
        return found


def _paper_sums(sheet: Sheet, points: Sequence[Cells], seat: int) -> list[tuple[int | None, int]]:
    """What paper has more than the rules, for each running and final total typed for the seat."""
    found: list[tuple[int | None, int]] = []
    running = 0
    for number, deal in enumerate(sheet.deals):
        running += points[number][seat] or 0
        typed = deal.paper_running[seat]
        if typed is not None:
            found.append((number, typed - running))
    total = sheet.paper_totals[seat]
    if total is not None:
        found.append((None, total - running))
    return found


def changes(number: int, deal: Deal, pack: Pack) -> Iterator[Change]:
    """Every change to one deal that the law lets us suspect, of all three kinds."""
    active = [seat for seat in range(len(deal.bids)) if seat not in deal.out]
    n_tricks = min(deal.hand_size, pack.n_cards)
    for seat in active:
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


def _listed(entry: Entry) -> object:
    return [_listed(part) for part in entry] if isinstance(entry, tuple) else entry


def _order(suspect: Suspect) -> tuple[int, str, str, str]:
    return suspect.deal, str(_listed(suspect.seat)), suspect.field, str(_listed(suspect.would_fit))
