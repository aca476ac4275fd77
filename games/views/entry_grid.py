"""The score sheet with fields in it: hands down, players across in seat order, one field per value.

`games/_grid.html` draws it, `grid.js` makes it fast; without the script it is a plain form.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import RuleSet, Score, Sheet, deal_points, points_table
from games.forms import Column, Value, shown, value_in


@dataclass(frozen=True, slots=True)
class Field:
    """One value. `text` is what stands there, `error` why it cannot be read, `warning` why it looks wrong."""

    cell: str
    text: str
    label: str
    column: str
    kind: str
    error: str
    missed: bool
    deals: bool

    @property
    def id(self) -> str:
        return f"c-{self.cell.replace('.', '-')}"


@dataclass(frozen=True, slots=True)
class SeatCells:
    """One player in one hand; no fields for a seat that sat out."""

    fields: tuple[Field, ...]
    running: int | None
    deals: bool


@dataclass(frozen=True, slots=True)
class GridRow:
    number: int
    hand_size: int
    void: bool
    five: bool
    seats: tuple[SeatCells, ...]
    verdict: str
    state: str


@dataclass(frozen=True, slots=True)
class GridSeat:
    """A column: the player, what the hands add up to, and the field for the total on paper."""

    name: str
    total: int
    paper: Field
    difference: int | None

    @property
    def agrees(self) -> bool:
        return self.difference == 0


@dataclass(frozen=True, slots=True)
class Grid:
    seats: tuple[GridSeat, ...]
    rows: tuple[GridRow, ...]
    columns: tuple[Column, ...]
    mode: str

    @property
    def class_name(self) -> str:
        return f"n{len(self.seats)} c{len(self.columns)}"

    @property
    def span(self) -> int:
        """Table columns of one player."""
        return len(self.columns) + 1

    @property
    def width(self) -> int:
        return self.span * len(self.seats)

    @property
    def errors(self) -> list[Field]:
        fields = [field for row in self.rows for seat in row.seats for field in seat.fields if field.error]
        return fields + [seat.paper for seat in self.seats if seat.paper.error]


def entry_grid(
    sheet: Mapping[str, Any],
    scored: Sheet,
    score: Score,
    names: Sequence[str],
    columns: Sequence[Column],
    mode: str,
    *,
    raw: Mapping[str, str] | None = None,
    errors: Mapping[str, str] | None = None,
) -> Grid:
    """The grid of a sheet; `raw` is what was typed where it differs, `errors` what could not be read."""
    make = _Maker(sheet, names, raw or {}, errors or {})
    rows = []
    for index, deal in enumerate(scored.deals):
        seats = tuple(
            SeatCells(
                fields=()
                if seat in deal.out
                else tuple(
                    make.field(
                        f"{index}.{c.key}.{seat}", c, index, seat, scored, score.dealers[index] == seat
                    )
                    for c in columns
                ),
                running=score.running[index][seat] if score.points[index][seat] is not None else None,
                deals=score.dealers[index] == seat,
            )
            for seat in range(len(names))
        )
        verdict, state = _verdict(scored, index)
        is_five = (index + 1) % 5 == 0 and index + 1 < len(scored.deals)
        rows.append(GridRow(index + 1, deal.hand_size, deal.void, is_five, seats, verdict, state))
    columns_ = tuple(
        GridSeat(name, score.totals[seat], make.total(seat), _difference(scored, score, seat))
        for seat, name in enumerate(names)
    )
    return Grid(columns_, tuple(rows), tuple(columns), mode)


class _Maker:
    def __init__(
        self,
        sheet: Mapping[str, Any],
        names: Sequence[str],
        raw: Mapping[str, str],
        errors: Mapping[str, str],
    ) -> None:
        self.sheet, self.names, self.raw, self.errors = sheet, names, raw, errors

    def field(self, cell: str, column: Column, index: int, seat: int, scored: Sheet, deals: bool) -> Field:
        deal = scored.deals[index]
        bid, tricks = deal.bids[seat], deal.tricks[seat]
        made = deal.made[seat] if bid is None or tricks is None else bid == tricks
        values = {"hand": index + 1, "name": self.names[seat], "column": column.name}
        return Field(
            cell=cell,
            text=self._text(cell),
            label=_("Hand %(hand)d, %(name)s: %(column)s") % values,
            column=column.key,
            kind=column.kind,
            error=self.errors.get(cell, ""),
            missed=column.key == "bids" and made is False,
            deals=deals and column.key == "bids",
        )

    def total(self, seat: int) -> Field:
        cell = f"total.{seat}"
        label = _("%(name)s: total on paper") % {"name": self.names[seat]}
        error = self.errors.get(cell, "")
        return Field(cell, self._text(cell), label, "total", "number", error, missed=False, deals=False)

    def _text(self, cell: str) -> str:
        return self.raw[cell] if cell in self.raw else shown(value_in(self.sheet, cell))


def _difference(sheet: Sheet, score: Score, seat: int) -> int | None:
    paper = sheet.paper_totals[seat] if sheet.paper_totals else None
    return None if paper is None else paper - score.totals[seat]


def _verdict(sheet: Sheet, index: int) -> tuple[str, str]:
    """What is said at the end of a row, and its state: untouched, started, whole or suspect."""
    deal = sheet.deals[index]
    if deal.void:
        return "", "whole"
    active = [seat for seat in range(len(deal.bids)) if seat not in deal.out]
    bids = [bid for seat in active if (bid := deal.bids[seat]) is not None]
    tricks = [count for seat in active if (count := deal.tricks[seat]) is not None]
    if not bids and not tricks:
        return "", "untouched"
    values = {"sum": sum(tricks), "size": deal.hand_size}
    has_all_tricks = len(tricks) == len(active)
    if tricks and (sum(tricks) > deal.hand_size or (has_all_tricks and sum(tricks) != deal.hand_size)):
        return _("tricks %(sum)s of %(size)s") % values, "suspect"
    if len(bids) < len(active):
        return "", "started"
    if sheet.rules.hook_applies(deal.hand_size) and sum(bids) == deal.hand_size:
        return _("bids %(sum)s: hook") % {"sum": sum(bids)}, "suspect"
    if has_all_tricks:
        return _("%(sum)s of %(size)s") % values, "whole"
    is_whole = all(deal.made[seat] is not None for seat in active)
    return _("bids %(sum)s of %(size)s") % {"sum": sum(bids), "size": deal.hand_size}, (
        "whole" if is_whole else "started"
    )


@lru_cache(maxsize=64)
def points_by_size(canonical: str, sizes: tuple[int, ...]) -> dict[int, dict[str, Any]]:
    """Points by bid and tricks of every hand size, and of a miss whose tricks nobody noted; from the engine."""
    rules = RuleSet.from_value(json.loads(canonical))
    return {
        size: {
            "points": points_table(rules, size),
            "missed": [deal_points(rules, hand_size=size, bid=bid, made=False) for bid in range(size + 1)],
            "hook": rules.hook_applies(size),
        }
        for size in sorted(set(sizes))
        if 0 <= size <= 60
    }


def grid_data(grid: Grid, sheet: Mapping[str, Any], scored: Sheet, score: Score) -> dict[str, Any]:
    """What the script needs to look up, add and check while somebody types; no arithmetic of its own."""
    rules = scored.rules
    sizes = tuple(deal.hand_size for deal in scored.deals)
    return {
        "mode": grid.mode,
        "sizes": sizes,
        "names": [seat.name for seat in grid.seats],
        "columns": [
            {"key": c.key, "kind": c.kind, "main": c.main, "name": str(c.short)} for c in grid.columns
        ],
        "tables": points_by_size(rules.canonical(), sizes),
        "fives": [rules.scoring.plus_five, rules.scoring.minus_five] if rules.family == "rage" else [0, 0],
        "voids": [deal.void for deal in scored.deals],
        "outs": [list(deal.out) for deal in scored.deals],
        "adjusted": [
            [sum(a.points for a in deal.adjustments if a.seat == seat) for seat in range(len(deal.bids))]
            for deal in scored.deals
        ],
        "words": words(),
    }


def words() -> dict[str, Any]:
    """The sentences of the script, in the reader's language; `{n}` is put in by it."""
    fill = {"sum": "{sum}", "size": "{size}"}
    return {
        "tricks": _("tricks %(sum)s of %(size)s") % fill,
        "whole": _("%(sum)s of %(size)s") % fill,
        "bids": _("bids %(sum)s of %(size)s") % fill,
        "hook": _("bids %(sum)s: hook") % fill,
        "zeros": _("all 0?"),
        "neither": _("neither made nor missed"),
        "range": _("from 0 to %(size)s") % fill,
        "agrees": _("agrees"),
        "needed": _("type the total: the last tricks were filled in"),
        "less": _("paper is %(n)s less") % {"n": "{n}"},
        "more": _("paper is %(n)s more") % {"n": "{n}"},
        "save": _("Save the sheet"),
        "warnings": [
            ngettext("Save with %(n)d warning", "Save with %(n)d warnings", n) % {"n": n} for n in range(31)
        ],
        "kept": _("Kept in this browser"),
        "saved": _("Kept at %(time)s") % {"time": "{time}"},
        "waiting": _("No connection since %(time)s: what you type is kept in this browser")
        % {"time": "{time}"},
        "open_too": _("%(names)s: has this sheet open too.") % {"names": "{names}"},
        "changed": _("%(name)s changed this cell at %(time)s.") % {"name": "{name}", "time": "{time}"},
        "contested": _(
            "%(where)s: %(name)s typed %(theirs)s at %(time)s, you typed %(yours)s. What does the paper say?"
        )
        % {"where": "{where}", "name": "{name}", "theirs": "{theirs}", "time": "{time}", "yours": "{yours}"},
        "contested_others": _(
            "%(where)s: %(name)s typed %(theirs)s at %(time)s, %(other)s typed %(yours)s. What does the paper say?"
        )
        % {
            "where": "{where}",
            "name": "{name}",
            "theirs": "{theirs}",
            "time": "{time}",
            "other": "{other}",
            "yours": "{yours}",
        },
        "older": _(
            "%(where)s: you typed %(yours)s before the sheet was saved with %(theirs)s. What does the paper say?"
        )
        % {"where": "{where}", "theirs": "{theirs}", "yours": "{yours}"},
        "somebody": _("somebody"),
        "blank": _("blank"),
        "ten": _("ten and …"),
        "not_saved": _(
            "Not saved yet: no answer since %(time)s. Nothing is lost, and this page tries again by itself."
        )
        % {"time": "{time}"},
        "moved_on": _("Somebody saved this sheet meanwhile. Save to compare both."),
        "go": _("Go to the cell"),
    }


def base_of(values: Mapping[str, Value]) -> dict[str, Value]:
    """The values the page shows when it is opened, blanks left out."""
    return {cell: value for cell, value in values.items() if value is not None}
