"""What looks wrong on a sheet (rules.md 5.4 "Problems are data"): it warns and never blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .packs import PACKS, Pack
from .rules import RuleSet
from .sheet import Cells, Deal, Sheet
from .tally import running_totals


@dataclass(frozen=True, slots=True)
class Problem:
    """One warning; `deal` and `seat` are None where it is about the whole sheet or the whole deal."""

    deal: int | None
    seat: int | None
    code: str
    message: str

    def to_json(self) -> dict[str, object]:
        return {"deal": self.deal, "seat": self.seat, "code": self.code, "message": self.message}


class Fault(NamedTuple):
    """A problem inside one deal."""

    seat: int | None
    code: str
    message: str


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """By deal, seat and code; what is about the whole sheet or the whole deal comes last."""
    return tuple(sorted(problems, key=_place))


def _place(problem: Problem) -> tuple[bool, int, bool, int, str]:
    deal, seat = problem.deal, problem.seat
    return deal is None, deal or 0, seat is None, seat or 0, problem.code


def sheet_problems(sheet: Sheet, *, dealers: Sequence[int | None], points: Sequence[Cells]) -> list[Problem]:
    """All problems of a sheet but those of its deciders, unsorted. `points` are those by the rules."""
    pack = pack_of(sheet)
    found: list[Problem] = []
    for number, deal in enumerate(sheet.deals):
        faults = deal_faults(sheet.rules, pack, deal, dealer=dealers[number], points=points[number])
        found += [Problem(number, *fault) for fault in faults]
    found += _plan_problems(sheet, sheet.rules.hand_sizes(len(sheet.players)))
    found += _paper_problems(sheet, running_totals(points, len(sheet.players)))
    return found


def deal_faults(
    rules: RuleSet, pack: Pack, deal: Deal, *, dealer: int | None, points: Sequence[int | None]
) -> list[Fault]:
    """The faults of one deal, unsorted. `points` are those computed, adjustments included.

    Neither its place in the schedule nor the running totals are looked at. A void deal is only asked for
    the reasons of its adjustments and for typed points.
    """
    faults: list[Fault] = []
    if not deal.void:
        out = deal.out
        seats = range(len(deal.bids))
        active = [seat for seat in seats if seat not in out] if out else seats
        faults += _size_faults(pack, deal, len(active))
        for seat in active:
            _seat_faults(deal, seat, points[seat], faults)
        faults += _sum_faults(rules, deal, active, dealer)
        faults += _five_faults("plus-fives", deal.plus_fives, pack.n_plus_fives, pack, deal)
        faults += _five_faults("minus-fives", deal.minus_fives, pack.n_minus_fives, pack, deal)
    for entry in deal.adjustments:
        if not (entry.reason or "").strip():
            faults.append(Fault(entry.seat, "adjustment.reason", f"{entry.points} points without a reason"))
    for seat, typed in enumerate(deal.paper_points):
        computed = points[seat]
        if typed is not None and computed is not None and typed != computed:
            faults.append(Fault(seat, "points.mismatch", f"{typed} on paper, {computed} by the rules"))
    return faults


def _size_faults(pack: Pack, deal: Deal, n_active: int) -> Iterator[Fault]:
    size = deal.hand_size
    if size < 1 or size * n_active > pack.n_cards:
        yield Fault(None, "hand-size.range", f"{n_active} hands of {size} from {pack.n_cards} cards")


def _seat_faults(deal: Deal, seat: int, points: int | None, faults: list[Fault]) -> None:
    size, bid, tricks, made = deal.hand_size, deal.bids[seat], deal.tricks[seat], deal.made[seat]
    if bid is None or (tricks is None and made is None):
        missing = "bid" if bid is None else "tricks"
        faults.append(Fault(seat, "deal.incomplete", f"the {missing} is blank"))
    if bid is not None and not 0 <= bid <= size:
        faults.append(Fault(seat, "bid.range", f"a bid of {bid} in a deal of {size}"))
    if tricks is None:
        if bid is not None and made is False and points is None:
            faults.append(Fault(seat, "tricks.needed", "missed, and the score depends on the tricks"))
        return
    if not 0 <= tricks <= size:
        faults.append(Fault(seat, "tricks.range", f"{tricks} tricks in a deal of {size}"))
    if bid is not None and made is not None and made != (bid == tricks):
        said = "made" if made else "missed"
        faults.append(Fault(seat, "made.conflict", f"marked {said}, but bid {bid} and took {tricks}"))


def _sum_faults(rules: RuleSet, deal: Deal, active: Sequence[int], dealer: int | None) -> Iterator[Fault]:
    size = deal.hand_size
    tricks = [deal.tricks[seat] for seat in active]
    known_tricks = [count for count in tricks if count is not None]
    if len(known_tricks) == len(tricks):
        if sum(known_tricks) != size:
            yield Fault(None, "tricks.sum", f"{sum(known_tricks)} tricks in a deal of {size}")
    elif not _is_possible(deal, active):
        yield Fault(None, "made.impossible", f"no split of {size} tricks makes exactly these bids")
    if rules.hook_applies(size):
        bids = [bid for seat in active if (bid := deal.bids[seat]) is not None]
        if len(bids) == len(active) and sum(bids) == size:
            yield Fault(dealer, "hook", f"the bids add up to {size}")


def _is_possible(deal: Deal, active: Sequence[int]) -> bool:
    """Whether some split of the tricks fits every flag; True when a bid or a flag is missing."""
    left = deal.hand_size
    missed: list[int] = []
    for seat in active:
        bid, tricks, made = deal.bids[seat], deal.tricks[seat], deal.made[seat]
        if tricks is not None:
            left -= tricks
        elif bid is None or made is None:
            return True
        elif made:
            left -= bid
        else:
            missed.append(bid)
    return can_split(left, missed)


def can_split(n_tricks: int, missed_bids: Sequence[int]) -> bool:
    """Whether so many tricks can be taken by seats none of which makes its bid.

    >>> can_split(1, [1]), can_split(1, [0, 0]), can_split(2, [0, 0])
    (False, False, True)
    """
    if len(missed_bids) < 2:
        return 0 <= n_tricks != missed_bids[0] if missed_bids else n_tricks == 0
    if n_tricks > 2 * len(missed_bids):
        return True  # all but two take 0 or 1, and the two have more ways to share than bids to avoid
    reachable = {0}
    for bid in missed_bids:
        reachable = {
            total for before in reachable for total in range(before, n_tricks + 1) if total - before != bid
        }
    return n_tricks in reachable


def _five_faults(name: str, cells: Cells, n_in_pack: int, pack: Pack, deal: Deal) -> Iterator[Fault]:
    total = 0
    for seat, count in enumerate(cells):
        if not count:
            continue
        if not n_in_pack:
            yield Fault(None, f"{name}.deck", f"{pack.name} has no such cards")
            return
        total += count
        if count < 0:
            yield Fault(seat, f"{name}.seat", f"{count} cards")
        elif seat in deal.out:
            yield Fault(seat, f"{name}.seat", f"{count} cards for a seat that sat out")
        elif _took_nothing(deal, seat):
            yield Fault(seat, f"{name}.seat", f"{count} cards without a trick")
    if total > n_in_pack:
        yield Fault(None, f"{name}.sum", f"{total} cards, the pack has {n_in_pack}")


def _took_nothing(deal: Deal, seat: int) -> bool:
    tricks = deal.tricks[seat]
    return tricks == 0 if tricks is not None else deal.bids[seat] == 0 and deal.made[seat] is True


def _plan_problems(sheet: Sheet, sizes: Sequence[int]) -> Iterator[Problem]:
    """Where the deals differ from the schedule; void deals take no place in it."""
    played = [(number, deal.hand_size) for number, deal in enumerate(sheet.deals) if not deal.void]
    for (number, size), planned in zip(played, sizes, strict=False):
        if size != planned:
            message = f"a deal of {size}, the schedule has {planned}"
            yield Problem(number, None, "hand-size.schedule", message)
    if len(played) < len(sizes):
        yield Problem(None, None, "deals.short", f"{len(played)} of {len(sizes)} deals")
    elif len(played) > len(sizes):
        yield Problem(None, None, "deals.extra", f"{len(played)} deals, the schedule has {len(sizes)}")


def _paper_problems(sheet: Sheet, running: Sequence[Sequence[int]]) -> Iterator[Problem]:
    """Running and final totals on paper that differ from those by the rules."""
    totals = running[-1] if running else (0,) * len(sheet.players)
    for number, deal in enumerate(sheet.deals):
        for seat, typed in enumerate(deal.paper_running):
            if typed is not None and typed != running[number][seat]:
                message = f"{typed} on paper, {running[number][seat]} by the rules"
                yield Problem(number, seat, "running.mismatch", message)
    for seat, typed in enumerate(sheet.paper_totals):
        if typed is not None and typed != totals[seat]:
            message = f"{typed} on paper, {totals[seat]} by the rules"
            yield Problem(None, seat, "totals.mismatch", message)


def pack_of(sheet: Sheet) -> Pack:
    """The pack the whole sheet is checked against: that of all its players."""
    return PACKS[sheet.rules.deck_for(len(sheet.players))]
