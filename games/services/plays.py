"""What each person did in each deal, short enough to stay with the seat, so that figures need no sheet.

A play is `[hand_size, bid, outcome, is_dealer]`. Only deals with a bid and a known outcome are plays, as in
`games.engine.SeatFacts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

from games.engine import Score, Sheet

Play = Sequence[int]


class Outcome(IntEnum):
    """How a bid came out. `MISSED`: the sheet does not tell over from under."""

    UNDER = -1
    MADE = 0
    OVER = 1
    MISSED = 2


def plays_of(
    sheet: Sheet, score: Score, seat: int, *, start: int = 0, end: int | None = None
) -> list[list[int]]:
    """The plays of a seat from deal `start` to deal `end` (inclusive; None = the last)."""
    found = []
    for number, deal in enumerate(sheet.deals):
        if number < start or (end is not None and number > end) or deal.void or seat in deal.out:
            continue
        bid, tricks = deal.bids[seat], deal.tricks[seat]
        outcome = _outcome(bid, tricks, deal.made[seat])
        if bid is not None and outcome is not None:
            found.append([deal.hand_size, bid, int(outcome), int(score.dealers[number] == seat)])
    return found


def _outcome(bid: int | None, tricks: int | None, made: bool | None) -> Outcome | None:
    if bid is None or (tricks is None and made is None):
        return None
    if tricks is None:
        return Outcome.MADE if made else Outcome.MISSED
    return Outcome.MADE if tricks == bid else Outcome.OVER if tricks > bid else Outcome.UNDER


class Tally:
    """Counts of plays: `n` in all, how they came out, and the zero bids among them."""

    __slots__ = ("made", "n", "over", "under", "zero_made", "zeros")

    def __init__(self, plays: Iterable[Play] = ()) -> None:
        self.n = self.made = self.over = self.under = self.zeros = self.zero_made = 0
        for play in plays:
            self.add(play)

    def add(self, play: Play) -> None:
        _size, bid, outcome, _is_dealer = play
        made = outcome == Outcome.MADE
        self.n += 1
        self.made += made
        self.over += outcome == Outcome.OVER
        self.under += outcome == Outcome.UNDER
        if bid == 0:
            self.zeros += 1
            self.zero_made += made
