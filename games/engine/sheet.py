"""The score sheet of one game as a value, read from a sheet/1 document (rules.md 5.4).

Reading refuses what is malformed. What only looks wrong on a well-formed sheet is left to `problems`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NoReturn, TypeGuard

from .errors import SheetError
from .rules import RuleSet
from .rules_json import is_int

FORMAT: Final = "sheet/1"
MOST_DEALS: Final = 1000
"""More deals than this are no evening's sheet and are refused; a schedule has at most 60."""

Cells = tuple[int | None, ...]
"""One entry per seat; None is a blank."""
Flags = tuple[bool | None, ...]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points given or taken by hand, with a reason."""

    seat: int
    points: int
    reason: str | None


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal as written: a cell per seat in every column, None where nothing stands."""

    hand_size: int
    bids: Cells
    tricks: Cells
    made: Flags
    plus_fives: Cells
    minus_fives: Cells
    paper_points: Cells
    paper_running: Cells
    trump: str | None = None
    void: bool = False
    out: tuple[int, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()


@dataclass(frozen=True, slots=True)
class Decider:
    """An extra deal between tied seats; its columns are aligned to `seats`."""

    seats: tuple[int, ...]
    hand_size: int
    bids: Cells
    tricks: Cells
    plus_fives: Cells
    minus_fives: Cells


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole sheet. `is_written` counts the points as written instead of those the rules give."""

    rules: RuleSet
    players: tuple[str, ...]
    first_dealer: int | None
    deals: tuple[Deal, ...]
    decider: tuple[Decider, ...] = ()
    paper_totals: Cells = ()
    is_written: bool = False

    @classmethod
    def from_value(cls, value: object) -> Sheet:
        """Read a sheet/1 document; SheetError or RulesError at the first thing that is malformed."""
        if not isinstance(value, Mapping) or value.get("format") != FORMAT:
            raise SheetError("sheet.format", f"a sheet is an object with format {FORMAT}")
        rules = RuleSet.valid_from(value.get("rules"))
        players = _players(value.get("players"), rules)
        n_seats = len(players)
        return cls(
            rules=rules,
            players=players,
            first_dealer=_first_dealer(value.get("first_dealer"), n_seats),
            deals=_deals(value.get("deals"), n_seats),
            decider=_deciders(value.get("decider"), n_seats),
            paper_totals=_cells(value, "paper_totals", n_seats, {}),
            is_written=_is_written(value.get("count")),
        )

    def to_json(self) -> dict[str, object]:
        """The sheet/1 document with the rules in full; columns without an entry are left out."""
        return {
            "format": FORMAT,
            "rules": self.rules.to_json(),
            "players": list(self.players),
            "first_dealer": self.first_dealer,
            "deals": [_deal_json(deal) for deal in self.deals],
            "decider": [_columns_json(entry, {"seats": list(entry.seats)}) for entry in self.decider],
            "paper_totals": list(self.paper_totals),
            "count": "written" if self.is_written else "computed",
        }


def _players(value: object, rules: RuleSet) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise SheetError("sheet.players", "players must be a list of names in seat order")
    fewest, most = rules.players
    if not fewest <= len(value) <= most:
        raise SheetError("players.range", f"{len(value)} players, the rules allow {fewest} to {most}")
    return tuple(value)


def _first_dealer(value: object, n_seats: int) -> int | None:
    if value is not None and not _is_seat(value, n_seats):
        raise SheetError("sheet.first-dealer", f"first_dealer must be a seat from 0 to {n_seats - 1} or null")
    return value


def _deals(value: object, n_seats: int) -> tuple[Deal, ...]:
    if not isinstance(value, list) or len(value) > MOST_DEALS:
        raise SheetError("sheet.deals", f"deals must be a list of at most {MOST_DEALS} deals")
    return tuple(_deal(entry, n_seats, number) for number, entry in enumerate(value))


def _deal(value: object, n_seats: int, number: int) -> Deal:
    where = {"deal": number}
    if not isinstance(value, dict):
        raise SheetError("sheet.deals", "a deal must be an object", **where)
    hand_size = value.get("hand_size")
    if not is_int(hand_size):
        raise SheetError("sheet.hand-size", "hand_size must be a whole number", **where)
    trump = value.get("trump")
    if trump is not None and not isinstance(trump, str):
        raise SheetError("sheet.type", "trump must be a suit or null", **where)
    void = value.get("void")
    if void is not None and not isinstance(void, bool):
        raise SheetError("sheet.type", "void must be true or false", **where)
    return Deal(
        hand_size=hand_size,
        bids=_cells(value, "bids", n_seats, where),
        tricks=_cells(value, "tricks", n_seats, where),
        made=_flags(value, "made", n_seats, where),
        plus_fives=_cells(value, "plus_fives", n_seats, where),
        minus_fives=_cells(value, "minus_fives", n_seats, where),
        paper_points=_cells(value, "paper_points", n_seats, where),
        paper_running=_cells(value, "paper_running", n_seats, where),
        trump=trump,
        void=bool(void),
        out=_out(value.get("out"), n_seats, where),
        adjustments=_adjustments(value.get("adjustments"), n_seats, where),
    )


def _cells(row: Mapping[str, object], column: str, n_seats: int, where: Mapping[str, object]) -> Cells:
    value = row.get(column)
    if value is None:
        return (None,) * n_seats
    for entry in _column(value, column, n_seats, where):
        if entry is not None and not is_int(entry):
            raise SheetError("sheet.type", f"{column} must hold whole numbers or null", **where)
    return tuple(value)  # type: ignore[arg-type]


def _flags(row: Mapping[str, object], column: str, n_seats: int, where: Mapping[str, object]) -> Flags:
    value = row.get(column)
    if value is None:
        return (None,) * n_seats
    for entry in _column(value, column, n_seats, where):
        if entry is not None and not isinstance(entry, bool):
            raise SheetError("sheet.type", f"{column} must hold true, false or null", **where)
    return tuple(value)  # type: ignore[arg-type]


def _column(value: object, column: str, n_seats: int, where: Mapping[str, object]) -> list[object]:
    if not isinstance(value, list):
        raise SheetError("sheet.type", f"{column} must be a list or null", **where)
    if len(value) != n_seats:
        raise SheetError("sheet.length", f"{column} must have {n_seats} entries, one per seat", **where)
    return value


def _out(value: object, n_seats: int, where: Mapping[str, object]) -> tuple[int, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not _are_seats(value, n_seats):
        raise SheetError("sheet.out", "out must list different seats of this table", **where)
    return tuple(sorted(value))


def _adjustments(value: object, n_seats: int, where: Mapping[str, object]) -> tuple[Adjustment, ...]:
    if value is None:
        return ()

    def refuse() -> NoReturn:
        raise SheetError("sheet.adjustment", "an adjustment needs a seat, whole points and a reason", **where)

    if not isinstance(value, list):
        refuse()
    found = []
    for entry in value:
        if not isinstance(entry, dict):
            refuse()
        seat, points, reason = entry.get("seat"), entry.get("points"), entry.get("reason")
        if not _is_seat(seat, n_seats) or not is_int(points):
            refuse()
        if reason is not None and not isinstance(reason, str):
            refuse()
        found.append(Adjustment(seat, points, reason))
    return tuple(found)


def _deciders(value: object, n_seats: int) -> tuple[Decider, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or len(value) > MOST_DEALS:
        raise SheetError("sheet.decider", "decider must be a list of extra deals")
    return tuple(_decider(entry, n_seats, number) for number, entry in enumerate(value))


def _decider(value: object, n_seats: int, number: int) -> Decider:
    seats = value.get("seats") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(seats, list) or len(seats) < 2:
        raise SheetError("sheet.decider", f"decider {number} needs the seats it was between")
    if not _are_seats(seats, n_seats):
        raise SheetError("sheet.decider", f"decider {number} must name different seats of this table")
    hand_size = value.get("hand_size", 1)
    if not is_int(hand_size) or hand_size < 1:
        raise SheetError("sheet.decider", f"the hand_size of decider {number} must be a number from 1")
    n_entries = len(seats)
    try:
        return Decider(
            seats=tuple(seats),
            hand_size=hand_size,
            bids=_cells(value, "bids", n_entries, {}),
            tricks=_cells(value, "tricks", n_entries, {}),
            plus_fives=_cells(value, "plus_fives", n_entries, {}),
            minus_fives=_cells(value, "minus_fives", n_entries, {}),
        )
    except SheetError as error:
        raise SheetError("sheet.decider", f"decider {number}: {error.message}") from error


def _is_written(value: object) -> bool:
    if value not in (None, "computed", "written"):
        raise SheetError("sheet.type", 'count must be "computed" or "written"')
    return value == "written"


def _is_seat(value: object, n_seats: int) -> TypeGuard[int]:
    return type(value) is int and 0 <= value < n_seats


def _are_seats(value: list[object], n_seats: int) -> bool:
    return all(_is_seat(seat, n_seats) for seat in value) and len(set(value)) == len(value)


_COLUMNS: Final = ("bids", "tricks", "made", "plus_fives", "minus_fives", "paper_points", "paper_running")


def _deal_json(deal: Deal) -> dict[str, object]:
    document = _columns_json(deal, {})
    if deal.trump is not None:
        document["trump"] = deal.trump
    if deal.void:
        document["void"] = True
    if deal.out:
        document["out"] = list(deal.out)
    if deal.adjustments:
        document["adjustments"] = [
            {"seat": entry.seat, "points": entry.points, "reason": entry.reason} for entry in deal.adjustments
        ]
    return document


def _columns_json(row: Deal | Decider, document: dict[str, object]) -> dict[str, object]:
    document["hand_size"] = row.hand_size
    for column in _COLUMNS:
        cells = getattr(row, column, ())
        if any(cell is not None for cell in cells):
            document[column] = list(cells)
    return document
