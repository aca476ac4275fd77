"""Adding up a sheet: who dealt, the points of every deal, the running totals (rules.md 2.2, 5.4, E22)."""

from __future__ import annotations

from collections.abc import Iterable

from .rules import RuleSet
from .scoring import deal_points
from .sheet import Cells, Deal, Decider, Sheet


def sheet_dealers(sheet: Sheet) -> tuple[int | None, ...]:
    """The dealer of each deal: the next active seat, the same one again after a void deal (E22).

    None throughout when the first dealer is unknown, and for a deal in which everyone sat out.
    """
    if sheet.first_dealer is None:
        return (None,) * len(sheet.deals)
    dealers: list[int | None] = []
    turn = sheet.first_dealer
    for deal in sheet.deals:
        dealer = _next_active(turn, deal, len(sheet.players))
        dealers.append(dealer)
        if dealer is not None:
            turn = dealer if deal.void else dealer + 1
    return tuple(dealers)


def _next_active(turn: int, deal: Deal, n_seats: int) -> int | None:
    for step in range(n_seats):
        seat = (turn + step) % n_seats
        if seat not in deal.out:
            return seat
    return None


def deal_row(rules: RuleSet, deal: Deal) -> Cells:
    """The points of one deal by seat, adjustments included; None where there is no score."""
    return tuple([seat_points(rules, deal, seat) for seat in range(len(deal.bids))])


def seat_points(rules: RuleSet, deal: Deal, seat: int) -> int | None:
    """The points of one seat in one deal, adjustments included.

    A void deal, a seat that sat out and a score that cannot be told give None, or what the adjustments say.
    """
    points = None if deal.void or seat in deal.out else _cell_points(rules, deal, seat)
    for entry in deal.adjustments:
        if entry.seat == seat:
            points = (points or 0) + entry.points
    return points


def _cell_points(rules: RuleSet, deal: Deal | Decider, seat: int) -> int | None:
    bid = deal.bids[seat]
    if bid is None:
        return None
    return deal_points(
        rules,
        hand_size=deal.hand_size,
        bid=bid,
        tricks=deal.tricks[seat],
        made=deal.made[seat] if isinstance(deal, Deal) else None,
        plus_fives=deal.plus_fives[seat] or 0,
        minus_fives=deal.minus_fives[seat] or 0,
    )


def decider_row(rules: RuleSet, entry: Decider) -> Cells:
    """The points of an extra deal, aligned to its seats."""
    return tuple(_cell_points(rules, entry, index) for index in range(len(entry.seats)))


def running_totals(rows: Iterable[Cells], n_seats: int) -> tuple[tuple[int, ...], ...]:
    """The totals after each deal; what is not known adds nothing."""
    running = [0] * n_seats
    found = []
    for row in rows:
        running = [total + (own or 0) for total, own in zip(running, row, strict=True)]
        found.append(tuple(running))
    return tuple(found)
