"""Suspects in the order a person would look at them; for the entry page, not part of score/1.

The law of rules.md 5.4 names the changes that remove the most problems, all alike, and none when there are
many. This order keeps every change that fits and asks three things of it: how likely is the slip, how
likely is the deal it leaves, and how many problems stay unexplained.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from typing import Final

from .changes import Change, Suspect
from .problems import sheet_problems
from .sheet import Deal, Sheet
from .suspects import explanations
from .tally import deal_row, sheet_dealers

MOST_SHOWN: Final = 12

_PROBLEM_LEFT: Final = log(1 / 1000)
"""A problem that stays needs a second slip."""
_NEXT_VALUE: Final = log(0.3 / 4)
_LOOK_ALIKE: Final = log(0.3 / 8)
_OTHER_VALUE: Final = log(0.3 / 16)
"""Six slips in ten are one wrong cell, half of them off by one: two columns, two or eight wrong values."""
_EXCHANGED_CELLS: Final = log(0.15 / 0.5)
_ONE_COLUMN: Final = log(0.1)
_BOTH_COLUMNS: Final = log(0.4)
"""The rest exchange something. Fewer places can be exchanged than mistyped, so each is likelier."""
_APART: Final = log(0.2)
"""Seats that are not side by side are rarely exchanged."""
_ALIKE: Final = ({0, 6}, {1, 7}, {3, 8}, {4, 9}, {0, 9})
_MISSED_BY: Final = (log(0.6), log(0.28), log(0.08), log(0.03), log(0.01))
"""Shares of bids made and missed by one, two, three and more."""
_MISSED: Final = log(0.4)


def suspects_by_likelihood(sheet: Mapping[str, object] | Sheet) -> tuple[Suspect, ...]:
    """At most twelve changes that would explain the problems of the sheet, the likeliest first."""
    if not isinstance(sheet, Sheet):
        sheet = Sheet.from_value(sheet)
    dealers = sheet_dealers(sheet)
    points = tuple(deal_row(sheet.rules, deal) for deal in sheet.deals)
    problems = sheet_problems(sheet, dealers=dealers, points=points)
    explained = explanations(sheet, problems, dealers=dealers, points=points)
    ranked = sorted(explained, key=lambda entry: -_weight(sheet, *entry))
    return tuple(change.suspect for change, _ in ranked[:MOST_SHOWN])


def _weight(sheet: Sheet, change: Change, n_removed: int) -> float:
    """A sum of natural logarithms; only differences between changes of one sheet mean anything."""
    before = sheet.deals[change.suspect.deal]
    outcome = sum(_outcome(change.deal, seat) - _outcome(before, seat) for seat in change.seats)
    return _PROBLEM_LEFT * -n_removed + _slip(change.suspect) + outcome


def _slip(suspect: Suspect) -> float:
    """How likely somebody makes this slip, whatever it does to the score."""
    if isinstance(suspect.seat, tuple):
        first, second = suspect.seat
        columns = _BOTH_COLUMNS if suspect.field == "seats" else _ONE_COLUMN
        return columns if second == first + 1 else columns + _APART
    if suspect.field == "bids-tricks":
        return _EXCHANGED_CELLS
    if suspect.field == "made":
        return _NEXT_VALUE
    pair = {suspect.entered, suspect.would_fit}
    if any({low, low + 1} == pair for low in range(10)):
        return _NEXT_VALUE
    return _LOOK_ALIKE if pair in _ALIKE else _OTHER_VALUE


def _outcome(deal: Deal, seat: int) -> float:
    """How usual it is to miss a bid by so much."""
    bid, tricks, made = deal.bids[seat], deal.tricks[seat], deal.made[seat]
    if bid is None or (tricks is None and made is None):
        return 0.0
    if tricks is None:
        return _MISSED_BY[0] if made else _MISSED
    return _MISSED_BY[min(abs(bid - tricks), len(_MISSED_BY) - 1)]
