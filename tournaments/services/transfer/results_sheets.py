"""Parts of a sheet made of the rows of a long table, and what such a table says of a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from clubs.csv_tables import Problem
from games.engine import Score
from games.services import facts
from tournaments.services.transfer.results_out import VOID, points_of_fives
from tournaments.services.transfer.results_read import Cell

_Hand = tuple[Mapping[str, Any], int]  # a deal of a sheet, and how many seats the sheet has


def deal_of(row: Mapping[int, Cell], n_seats: int, problems: list[Problem]) -> dict[str, Any] | None:
    """One hand as a sheet has it, from its rows by seat (from 1); None when they contradict each other."""
    sizes = {cell["hand_size"] for cell in row.values()}
    if len(sizes) > 1:
        text = _("the rows of one hand name different hand sizes.")
        problems.append(Problem(next(iter(row.values())).line, "hand_size", text))
        return None
    deal: dict[str, Any] = {"hand_size": sizes.pop()}
    if any(cell.note.casefold() == VOID for cell in row.values()):
        return deal | {"void": True}
    seats = range(1, n_seats + 1)
    out_of_it = [seat - 1 for seat in seats if seat not in row]
    if out_of_it:
        deal["out"] = out_of_it
    for name, column in (("bids", "bid"), ("tricks", "tricks")):
        values = [row[seat][column] if seat in row else None for seat in seats]
        if any(value is not None for value in values):
            deal[name] = values
    flags = [
        bool(row[seat]["made"])
        if seat in row and row[seat]["tricks"] is None and row[seat]["made"] is not None
        else None
        for seat in seats
    ]
    if any(flag is not None for flag in flags):
        deal["made"] = flags
    adjustments = [
        {"seat": seat - 1, "points": cell["adjustment"] or 0, "reason": cell.note or None}
        for seat, cell in sorted(row.items())
        if cell["adjustment"] or cell.note
    ]
    if adjustments:
        deal["adjustments"] = adjustments
    return deal


def stints_of(holders: Sequence[tuple[int, str | None, int]]) -> list[dict[str, Any]]:
    """Who held which seat for which hands, from (seat, uid, first hand) by seat and time."""
    rows = []
    for place, (seat, uid, start) in enumerate(holders):
        following = holders[place + 1] if place + 1 < len(holders) else None
        end = following[2] - 1 if following is not None and following[0] == seat else None
        rows.append({"seat": seat, "player": uid, "from": start, "to": end})
    return rows


def same_said(rules: Mapping[str, Any], sheet: Mapping[str, Any], stored: Mapping[str, Any]) -> bool:
    """Whether a sheet of a long table says of the hands and of who held the seats what the stored one says."""
    if len(sheet["deals"]) != len(stored["deals"]) or _holders(sheet) != _holders(stored):
        return False
    return all(_same_hand(rules, *pair) for pair in zip(_hands(sheet), _hands(stored), strict=True))


def with_what_stands(
    rules: Mapping[str, Any], sheet: Mapping[str, Any], stored: Mapping[str, Any]
) -> dict[str, Any]:
    """The sheet of a long table, with the stored hands where it says the same: they hold more than it can say."""
    deals = list(sheet["deals"])
    if len(sheet["players"]) == len(stored["players"]):
        for place, pair in enumerate(zip(_hands(sheet), _hands(stored), strict=False)):
            if _same_hand(rules, *pair):
                deals[place] = stored["deals"][place]
    return {**sheet, "deals": deals}


def _holders(sheet: Mapping[str, Any]) -> list[Any]:
    return [row[:3] for row in facts.seat_holders(sheet)]


def _hands(sheet: Mapping[str, Any]) -> Iterator[_Hand]:
    return ((deal, len(sheet["players"])) for deal in sheet["deals"])


def _same_hand(rules: Mapping[str, Any], hand: _Hand, stored: _Hand) -> bool:
    """A file may tell the cards of ±5 as adjustments, or say nothing of them; nor need it repeat the notes."""
    said, notes = _said(hand, {}), _notes(stored[0])
    fives = points_of_fives(rules, stored[0])
    is_noted = all(notes.get(seat) == note for seat, note in _notes(hand[0]).items())
    return is_noted and said in (_said(stored, fives), _said(stored, {}))


def _notes(deal: Mapping[str, Any]) -> dict[int, str]:
    """What a long table has as the note of each seat that has one; a void hand has none."""
    notes: dict[int, list[str]] = {}
    for entry in () if deal.get("void") else deal.get("adjustments") or ():
        if entry.get("reason"):
            notes.setdefault(entry["seat"], []).append(entry["reason"])
    return {seat: "; ".join(reasons).strip() for seat, reasons in notes.items()}


def _said(hand: _Hand, fives: Mapping[int, int]) -> list[Any]:
    """What a long table says of one hand, so that two can be compared by it."""
    deal, n_seats = hand
    blank = [None] * n_seats

    def made(deal: Mapping[str, Any], seat: int) -> bool | None:
        bid, tricks = (deal.get("bids") or blank)[seat], (deal.get("tricks") or blank)[seat]
        told = (deal.get("made") or blank)[seat]
        return bid == tricks if bid is not None and tricks is not None else told

    if deal.get("void"):
        return [deal["hand_size"], VOID]
    sums = [fives.get(seat, 0) for seat in range(n_seats)]
    for entry in deal.get("adjustments") or ():
        sums[entry["seat"]] += entry["points"]
    played = [seat for seat in range(n_seats) if seat not in (deal.get("out") or ())]
    cells = [
        [
            seat,
            (deal.get("bids") or blank)[seat],
            (deal.get("tricks") or blank)[seat],
            made(deal, seat),
            sums[seat],
        ]
        for seat in played
    ]
    return [deal["hand_size"], cells]


def on_sheet(problems: Iterable[Problem], sheet: str) -> list[Problem]:
    """Problems of a table with the sheet of the spreadsheet that they are on, if it was one."""
    return [replace(one, column=f"{sheet} {one.column}") if sheet else one for one in problems]


def other_totals(cells: Sequence[Cell], score: Score) -> Iterator[Problem]:
    """Written totals of a spreadsheet that are not what the rules give."""
    for cell in cells:
        written, computed = cell["total"], score.totals[cell["seat"] - 1]
        if written is not None and written != computed:
            text = _("%(written)d points stand here, the rules give %(computed)d; the rules count.")
            values = {"written": written, "computed": computed}
            yield Problem(cell.line, "total", text % values, is_fatal=False)
