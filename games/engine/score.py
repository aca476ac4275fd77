"""A sheet scored: points, totals, places, problems and suspects; prints score/1 (rules.md 5.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from .changes import Suspect
from .problems import Problem, in_order, sheet_problems
from .ranking import DeciderPoints, Tie, rank_seats
from .sheet import Cells, Sheet
from .suspects import suspects
from .tally import deal_row, decider_row, running_totals, sheet_dealers


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """What one seat did over the whole sheet, for statistics and ties.

    Only deals with a bid and a known outcome are counted; `overs` and `unders` also need the tricks.
    """

    bids_made: int = 0
    deals_played: int = 0
    zero_bids: int = 0
    zeros_made: int = 0
    overs: int = 0
    unders: int = 0


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a sheet. Rows are by deal, entries by seat; None is "no score", never zero.

    `needs_decider` names the seats tied for first for whom the rules ask a decider that is not on the sheet.
    """

    dealers: tuple[int | None, ...]
    points: tuple[Cells, ...]
    running: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    decided_by: tuple[Tie, ...]
    problems: tuple[Problem, ...]
    suspects: tuple[Suspect, ...]
    last_deal_points: Cells
    needs_decider: tuple[int, ...]
    seats: tuple[SeatFacts, ...]

    @property
    def bids_made(self) -> tuple[int, ...]:
        return tuple(seat.bids_made for seat in self.seats)

    @property
    def deals_played(self) -> tuple[int, ...]:
        return tuple(seat.deals_played for seat in self.seats)

    @property
    def zero_bids(self) -> tuple[int, ...]:
        return tuple(seat.zero_bids for seat in self.seats)

    @property
    def zeros_made(self) -> tuple[int, ...]:
        return tuple(seat.zeros_made for seat in self.seats)

    @property
    def overs(self) -> tuple[int, ...]:
        return tuple(seat.overs for seat in self.seats)

    @property
    def unders(self) -> tuple[int, ...]:
        return tuple(seat.unders for seat in self.seats)

    def to_json(self) -> dict[str, object]:
        """The score/1 document."""
        return {
            "format": "score/1",
            "dealers": list(self.dealers),
            "points": [list(row) for row in self.points],
            "running": [list(row) for row in self.running],
            "totals": list(self.totals),
            "places": list(self.places),
            "decided_by": [tie.to_json() for tie in self.decided_by],
            "problems": [problem.to_json() for problem in self.problems],
            "suspects": [suspect.to_json() for suspect in self.suspects],
        }


def score_sheet(sheet: Mapping[str, object] | Sheet, *, with_suspects: bool = True) -> Score:
    """Score and check a sheet; EngineError when the document is malformed.

    `with_suspects` False leaves out the search for what would explain the problems, which takes far longer
    than all the rest on a sheet that has any.
    """
    if not isinstance(sheet, Sheet):
        sheet = Sheet.from_value(sheet)
    n_seats = len(sheet.players)
    dealers = sheet_dealers(sheet)
    computed = tuple(deal_row(sheet.rules, deal) for deal in sheet.deals)
    found = sheet_problems(sheet, dealers=dealers, points=computed)
    points = tuple(deal.paper_points for deal in sheet.deals) if sheet.is_written else computed
    running = running_totals(points, n_seats)
    totals = running[-1] if running else (0,) * n_seats
    if sheet.is_written:
        totals = _written_totals(sheet, totals)
    facts = tuple(_facts(sheet, seat) for seat in range(n_seats))
    played = [row for row, deal in zip(points, sheet.deals, strict=True) if not deal.void]
    ranking = rank_seats(
        sheet.rules.tie_break,
        totals=totals,
        deals=played,
        bids_made=[seat.bids_made for seat in facts],
        deciders=[DeciderPoints(entry.seats, decider_row(sheet.rules, entry)) for entry in sheet.decider],
    )
    suspected = suspects(sheet, found, dealers=dealers, points=computed) if with_suspects and found else ()
    if ranking.needs_decider:
        found.append(Problem(None, None, "decider.missing", "tied for first, and no decider is left"))
    for number in ranking.unused_deciders:
        found.append(Problem(None, None, "decider.unused", f"decider {number} settles no tie"))
    return Score(
        dealers=dealers,
        points=points,
        running=running,
        totals=totals,
        places=ranking.places,
        decided_by=ranking.decided_by,
        problems=in_order(found),
        suspects=suspected,
        last_deal_points=played[-1] if played else (None,) * n_seats,
        needs_decider=ranking.needs_decider,
        seats=facts,
    )


def _written_totals(sheet: Sheet, sums: Sequence[int]) -> tuple[int, ...]:
    """The totals on paper; a blank one is the sum of the points on paper."""
    return tuple(own if typed is None else typed for typed, own in zip(sheet.paper_totals, sums, strict=True))


def _facts(sheet: Sheet, seat: int) -> SeatFacts:
    counts = dict.fromkeys((field.name for field in fields(SeatFacts)), 0)
    for deal in sheet.deals:
        bid, tricks = deal.bids[seat], deal.tricks[seat]
        made = deal.made[seat] if tricks is None else bid == tricks
        if bid is None or made is None or deal.void or seat in deal.out:
            continue
        counts["deals_played"] += 1
        counts["bids_made"] += made
        counts["zero_bids"] += bid == 0
        counts["zeros_made"] += bid == 0 and made
        if tricks is not None:
            counts["overs"] += tricks > bid
            counts["unders"] += tricks < bid
    return SeatFacts(**counts)
