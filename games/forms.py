"""What a person typed into the entry grid, cell by cell; a cell is named as `games.services.drafts` names it.

No Django form: a sheet has up to a thousand cells, and what cannot be read must come back as it was typed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

Value: TypeAlias = int | bool | None
Kind: TypeAlias = Literal["digit", "flag", "number"]

LARGEST = 100_000
_DIGITS = re.compile(r"[0-9]{1,6}", re.ASCII)
_NUMBER = re.compile(r"[-−+]?[0-9]{1,6}", re.ASCII)
_CELL = re.compile(r"(?:[0-9]{1,2}\.[a-z_]{1,20}|total)\.[0-9]", re.ASCII)


@dataclass(frozen=True, slots=True)
class Column:
    """One of the cells each player has in a hand. `main` cells take part in the auto-advance."""

    key: str
    kind: Kind
    name: str | Promise
    short: str | Promise
    main: bool = True


BID = Column("bids", "digit", gettext_lazy("bid"), gettext_lazy("bid"))
TRICKS = Column("tricks", "digit", gettext_lazy("tricks"), gettext_lazy("tricks"))
MADE = Column("made", "flag", gettext_lazy("made (1) or missed (0)"), pgettext_lazy("column head", "made"))
RUNNING = Column("paper_running", "number", gettext_lazy("running total"), gettext_lazy("total"))
POINTS = Column("paper_points", "number", gettext_lazy("points"), gettext_lazy("points"))
PLUS = Column("plus_fives", "digit", gettext_lazy("+5 cards"), gettext_lazy("+5"), main=False)
MINUS = Column("minus_fives", "digit", gettext_lazy("−5 cards"), gettext_lazy("−5"), main=False)

MODES: dict[str, tuple[Column, ...]] = {
    "tricks": (BID, TRICKS),
    "made": (BID, MADE),
    "running": (BID, RUNNING),
    "points": (BID, POINTS),
}
MODE_NAMES = {
    "tricks": gettext_lazy("bid and tricks"),
    "made": gettext_lazy("bid, made or missed"),
    "running": gettext_lazy("bid and running total"),
    "points": gettext_lazy("bid and points"),
}


def columns_of(mode: str, *, is_rage: bool) -> tuple[Column, ...]:
    """The cells of a player in a hand when the paper is read in this mode (`users.md` 3.1)."""
    columns = MODES[mode]
    return (*columns, PLUS, MINUS) if is_rage and mode in ("tricks", "made") else columns


def mode_of(sheet: Mapping[str, Any], asked: str | None) -> str:
    """The mode that was asked for, else the one the sheet was written in."""
    if asked in MODES:
        return asked
    deals = sheet["deals"]
    if any(_holds(deal, "tricks") for deal in deals):
        return "tricks"
    for mode in ("running", "points", "made"):  # of running totals and points it follows who made the bid
        if any(_holds(deal, MODES[mode][1].key) for deal in deals):
            return mode
    return "tricks"


def cell_names(sheet: Mapping[str, Any], columns: Sequence[Column]) -> Iterator[tuple[str, Column | None]]:
    """Every cell of the grid, row by row, then the paper totals (column None).

    Void hands and seats that sat out have none.
    """
    n_seats = len(sheet["players"])
    for number, deal in enumerate(sheet["deals"]):
        if not deal.get("void"):
            out = set(deal.get("out") or ())
            for seat in range(n_seats):
                if seat not in out:
                    for column in columns:
                        yield f"{number}.{column.key}.{seat}", column
    for seat in range(n_seats):
        yield f"total.{seat}", None


def value_in(sheet: Mapping[str, Any], cell: str) -> Value:
    """The value a sheet has in a cell."""
    first, *rest = cell.split(".")
    if first == "total":
        row, seat = sheet.get("paper_totals"), int(rest[0])
    else:
        row, seat = sheet["deals"][int(first)].get(rest[0]), int(rest[1])
    found: Value = row[seat] if row else None
    return found


def shown(value: Value) -> str:
    """A value as it stands in its field."""
    if value is None:
        return ""
    return str(int(value))


@dataclass(frozen=True, slots=True)
class TypedGrid:
    """The posted cells. `raw` is what was typed; `values` what it means; `errors` where it means nothing.

    `base` are the values the page had shown when it was opened; `decided` says of a contested cell whose value
    was chosen, and `asked` which cells the page had asked about. `writer` is the window that typed.
    """

    values: dict[str, Value]
    raw: dict[str, str]
    errors: dict[str, str]
    base: dict[str, Value]
    decided: dict[str, str] = field(default_factory=dict)
    asked: frozenset[str] = frozenset()
    writer: str = ""


def read_grid(posted: Mapping[str, str], names: Iterable[tuple[str, Column | None]]) -> TypedGrid:
    """Read the cells of a grid; a missing field is a blank, which is not 0."""
    grid = TypedGrid({}, {}, {}, _base(posted.get("base", "")))
    for cell, column in names:
        text = posted.get(cell, "").strip()[:20]
        grid.raw[cell] = text
        try:
            grid.values[cell] = _read(text, column)
        except ValueError as error:
            grid.errors[cell] = str(error)
    asked = {cell for cell in posted.get("asked", "").split(" ") if cell in grid.raw}
    decided = {cell: posted.get(f"decide.{cell}", "") for cell in asked}
    writer = posted.get("writer", "")[:64]
    return TypedGrid(grid.values, grid.raw, grid.errors, grid.base, decided, frozenset(asked), writer)


def read_changes(document: object) -> dict[str, Value]:
    """The changed cells of a draft as the script sends them; `ValueError` if the document is none."""
    if not isinstance(document, dict) or len(document) > 1000:
        raise ValueError("The changes must be an object of at most 1000 cells.")
    for cell, value in document.items():
        if not (value is None or isinstance(value, bool) or type(value) is int):
            raise ValueError(f"The value of {cell[:40]} must be a whole number, true, false or null.")
    return document


def _read(text: str, column: Column | None) -> Value:
    if not text:
        return None
    if column is not None and column.kind == "digit":
        if not _DIGITS.fullmatch(text):
            raise ValueError(_("“%(text)s” is no number of tricks.") % {"text": text})
        return int(text)
    if column is not None and column.kind == "flag":
        if text not in ("0", "1"):
            raise ValueError(_("Write 1 for made, 0 for missed."))
        return text == "1"
    if not _NUMBER.fullmatch(text):
        raise ValueError(_("“%(text)s” is no whole number.") % {"text": text})
    value = int(text.replace("−", "-"))
    if abs(value) > LARGEST:
        raise ValueError(_("“%(text)s” is too large.") % {"text": text})
    return value


def _base(text: str) -> dict[str, Value]:
    """What the page had shown; a page that does not say has shown nothing."""
    try:
        found = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {
        cell: value
        for cell, value in found.items()
        if _CELL.fullmatch(cell) and (isinstance(value, bool) or type(value) is int)
    }


def _holds(deal: Mapping[str, Any], column: str) -> bool:
    return any(value is not None for value in deal.get(column) or ())
