"""Tables as CSV, in and out: whatever a spreadsheet made of a file is read, and nothing that leaves is a formula.

Read are UTF-8 with or without its mark, `;`, `,` and tab, CRLF and LF, line breaks in quotes. A text that a
spreadsheet would take for a formula leaves with an apostrophe before it and loses it when it comes back.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from clubs.errors import EldestHandError
from clubs.sentences import one_stop

MOST_BYTES = 10_000_000
MOST_ROWS = 100_000
MOST_COLUMNS = 100
_BOM = "\ufeff"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_SEPARATORS = (";", ",", "\t")


class TableRefused(EldestHandError):
    """A file that is no table at all."""

    code = "bad_table"


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong in one cell, or odd. `line` counts from 1 as a spreadsheet does; the first row is the heads."""

    line: int
    column: str
    text: str
    is_fatal: bool = True


@dataclass(slots=True)
class Line:
    """One row: its place in the file and its cells by the name of the column, trimmed; absent = no such column."""

    number: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


@dataclass(slots=True)
class TableRead:
    """`problems` holds rows that do not fit, and columns nobody reads."""

    lines: list[Line]
    separator: str
    problems: list[Problem] = field(default_factory=list)


def read_table(raw: bytes, *, columns: Collection[str], required: Collection[str]) -> TableRead:
    """The rows of a CSV file; `TableRefused` when there is no table with these columns in it."""
    rows, separator = _rows(_text(raw), columns)
    heads = _without_blank_end([cell.strip().casefold() for cell in rows[0][1]])
    missing = [name for name in required if name not in heads]
    if missing:
        raise TableRefused(
            _("The first row must name the columns; missing: %(columns)s.") % {"columns": ", ".join(missing)},
            code="columns_missing",
        )
    twice = sorted({head for head in heads if head in columns and heads.count(head) > 1})
    if twice:
        raise TableRefused(
            one_stop(_("Two columns are called %(name)s.") % {"name": twice[0]}), code="column_twice"
        )
    read = TableRead([], separator)
    unread = dict.fromkeys(head for head in heads if head and head not in columns)
    read.problems += [_unread(rows[0][0], head, columns) for head in unread]
    for number, cells in rows[1:]:
        if not any(cell.strip() for cell in cells):
            continue
        if any(cell.strip() for cell in cells[len(heads) :]):
            text = _(
                "This row has %(n)d cells, the first row %(heads)d: put a text that holds the separator in "
                "quotation marks."
            )
            values = {"n": len(cells), "heads": len(heads)}
            read.problems.append(Problem(number, heads[-1], text % values))
            continue
        if len(cells) < len(heads):
            read.problems.append(
                Problem(
                    number,
                    heads[len(cells)],
                    _("This row has %(n)d cells, the first row %(heads)d: is the file cut off?")
                    % {"n": len(cells), "heads": len(heads)},
                )
            )
            continue
        named = zip(heads, cells, strict=False)
        read.lines.append(
            Line(number, {head: bare_cell(cell).strip() for head, cell in named if head in columns})
        )
    return read


def _without_blank_end(cells: list[str]) -> list[str]:
    """A spreadsheet counts columns that once held something."""
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _unread(line: int, head: str, columns: Collection[str]) -> Problem:
    """A slip in a head must not lose a column unsaid."""
    text = _("no column is called so, and this one is not read; there are: %(columns)s.")
    return Problem(line, head[:30], text % {"columns": ", ".join(columns)}, is_fatal=False)


def _text(raw: bytes) -> str:
    if len(raw) > MOST_BYTES:
        raise TableRefused(
            _("This file has more than %(n)d MB; split it.") % {"n": MOST_BYTES // 1_000_000},
            code="file_too_large",
        )
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\x00" in raw:
        raise TableRefused(_("This is no CSV in UTF-8: save it as “CSV UTF-8”."), code="not_utf8")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise TableRefused(
            _("Line %(line)d is not UTF-8: save the file as “CSV UTF-8”.") % {"line": line}, code="not_utf8"
        ) from None


def _rows(text: str, columns: Collection[str]) -> tuple[list[tuple[int, list[str]]], str]:
    """Numbered rows and the separator: the one that gives the most known columns."""
    first, _break, rest = text.partition("\n")
    named = first.strip().casefold()
    if len(named) == 5 and named.startswith("sep="):  # what some spreadsheets write above everything
        rows = _read(rest, named[4])
        return [(number + 1, cells) for number, cells in rows], named[4]
    best: tuple[int, str] = max(
        (len({cell.strip().casefold() for cell in _heads(text, separator)} & set(columns)), separator)
        for separator in _SEPARATORS
    )
    return _read(text, best[1]), best[1]


def _heads(text: str, separator: str) -> list[str]:
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        return next((cells for cells in rows if any(cell.strip() for cell in cells)), [])
    except csv.Error:
        return []


def _read(text: str, separator: str) -> list[tuple[int, list[str]]]:
    found: list[tuple[int, list[str]]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    begun = 1
    try:
        for cells in reader:
            found.append((begun, cells))
            begun = reader.line_num + 1
            if len(found) > MOST_ROWS or len(cells) > MOST_COLUMNS:
                raise TableRefused(
                    _("At most %(rows)d rows and %(columns)d columns can be read.")
                    % {"rows": MOST_ROWS, "columns": MOST_COLUMNS},
                    code="table_too_large",
                )
    except csv.Error as error:
        if "field larger" in str(error):
            raise TableRefused(
                _(
                    "A cell of row %(line)d holds more than %(n)d characters: shorten it, or close its quotation mark."
                )
                % {"line": begun, "n": csv.field_size_limit()},
                code="cell_too_large",
            ) from error
        raise TableRefused(
            _("Row %(line)d cannot be read: a quotation mark is not closed, or the file is cut off.")
            % {"line": begun},
            code="bad_quotes",
        ) from error
    while found and not any(cell.strip() for cell in found[0][1]):
        del found[0]
    if not found:
        raise TableRefused(_("This file is empty."), code="empty_file")
    return found


def whole_cell(text: str, *, separator: str) -> int | None:
    """The whole number of a cell, None for an empty one; `ValueError` for anything else.

    A decimal comma is known where `;` divides cells, and no thousands are divided: 1.33 is never 133.

    >>> whole_cell("-5", separator=","), whole_cell("", separator=","), whole_cell("7,0", separator=";")
    (-5, None, 7)
    """
    if not text:
        return None
    plain = text.replace("\u2212", "-")
    if separator == ";":
        plain = plain.replace(",", ".")
    body, dot, fraction = plain.removeprefix("-").partition(".")
    if not (body.isascii() and body.isdigit() and len(body) <= 9):
        raise ValueError(text)
    if dot and not (fraction.isascii() and fraction.isdigit() and len(fraction) == 1):
        raise ValueError(text)
    value = Decimal(plain)
    if value != int(value):
        raise ValueError(text)
    return int(value)


def write_table(heads: Sequence[str], rows: Iterable[Sequence[Any]], *, separator: str = ",") -> str:
    """A CSV text with the mark of UTF-8; texts are guarded, numbers stay numbers, None is an empty cell."""
    kept = io.StringIO(newline="")
    kept.write(_BOM)
    writer = csv.writer(kept, delimiter=separator, lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows([guarded_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return kept.getvalue()


def guarded_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> guarded_cell("=1+1"), guarded_cell("Ann")
    ("'=1+1", 'Ann')
    """
    return f"'{text}" if text.lstrip("'").startswith(_FORMULA) else text


def bare_cell(text: str) -> str:
    """The text as it was before `guarded_cell`."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(_FORMULA) else text
