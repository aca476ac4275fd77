"""Which change of what was typed would explain the problems of a sheet (rules.md 5.4 "Suspects")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from .changes import Change, Suspect, changes, listed
from .problems import Problem, deal_faults, pack_of
from .sheet import Cells, Deal, Sheet
from .tally import seat_points

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
MOST_CHANGES: Final = 30_000
"""A sheet that would need more trials than this (half a second) is wrong throughout and is not searched."""

Key: TypeAlias = tuple[int | None, int | None, str]
"""A problem without its message: deal, seat, code."""


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
    if all(code == "hook" for _, _, code in loud):
        return
    search = _Search(sheet, loud, dealers, points)
    deals = [(number, deal) for number, deal in enumerate(sheet.deals) if not deal.void]
    if sum(search.n_changes(number, deal) for number, deal in deals) <= MOST_CHANGES:
        for number, deal in deals:
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

    def reached(self, number: int) -> Sequence[int]:
        """The seats whose cells in that deal can have to do with a problem."""
        return range(len(self.sheet.players)) if number in self.in_deals else sorted(self.sums)

    def n_changes(self, number: int, deal: Deal) -> int:
        """About how many changes there are to try in a deal."""
        return len(self.reached(number)) * 2 * min(max(deal.hand_size, 1), self.pack.n_cards)

    def in_deal(self, number: int, deal: Deal) -> Iterator[tuple[Change, int]]:
        """The changes to one deal that fit, with the number of problems each removes."""
        here = self.in_deals.get(number, set())
        for change in changes(number, deal, self.pack, self.reached(number)):
            n_removed = self._n_removed(number, here, change)
            if n_removed:
                yield change, n_removed

    def _n_removed(self, number: int, here: set[Key], change: Change) -> int:
        """How many problems the change removes; 0 when it adds one."""
        row = list(self.points[number])
        removed = 0
        for seat in change.seats:
            row[seat] = seat_points(self.sheet.rules, change.deal, seat)
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


def _order(suspect: Suspect) -> tuple[int, str, str, str]:
    return suspect.deal, str(listed(suspect.seat)), suspect.field, str(listed(suspect.would_fit))
