"""Sheets that carry running totals or points in place of tricks: who made the bid follows from the difference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine import RuleSet, deal_points


def with_made(sheet: Mapping[str, Any], rules: RuleSet, mode: str) -> dict[str, Any]:
    """The sheet with `made` filled in where bid and points tell it; blank where they fit neither.

    `mode` is `running` or `points`; the sheet of any other mode comes back as it is.
    """
    if mode not in ("running", "points"):
        return dict(sheet)
    n_seats = len(sheet["players"])
    before: list[int | None] = [0] * n_seats
    deals = []
    for deal in sheet["deals"]:
        points = _points(deal, mode, before, n_seats)
        if mode == "running" and not deal.get("void"):
            row = deal.get("paper_running") or [None] * n_seats
            out = deal.get("out") or ()
            before = [before[seat] if seat in out else row[seat] for seat in range(n_seats)]
        bids = deal.get("bids") or [None] * n_seats
        made = [_made(rules, deal["hand_size"], bids[seat], points[seat]) for seat in range(n_seats)]
        deals.append({**deal, "made": made} if any(flag is not None for flag in made) else dict(deal))
    return {**sheet, "deals": deals}


def _points(deal: Mapping[str, Any], mode: str, before: list[int | None], n_seats: int) -> list[int | None]:
    if deal.get("void"):
        return [None] * n_seats
    if mode == "points":
        return list(deal.get("paper_points") or [None] * n_seats)
    now = deal.get("paper_running") or [None] * n_seats
    adjusted = [0] * n_seats
    for entry in deal.get("adjustments") or ():
        adjusted[entry["seat"]] += entry["points"]
    found: list[int | None] = []
    for seat in range(n_seats):
        earlier, total = before[seat], now[seat]
        found.append(None if earlier is None or total is None else total - earlier - adjusted[seat])
    return found


def _made(rules: RuleSet, hand_size: int, bid: int | None, points: int | None) -> bool | None:
    """Whether the bid was made, if these points say so; None where they could be either or neither."""
    if bid is None or points is None or not 0 <= bid <= hand_size:
        return None
    made = points == deal_points(rules, hand_size=hand_size, bid=bid, tricks=bid)
    missed = any(
        points == deal_points(rules, hand_size=hand_size, bid=bid, tricks=tricks)
        for tricks in range(hand_size + 1)
        if tricks != bid
    )
    return made if made != missed else None
