"""Spreadsheets as .xlsx, in and out: texts leave as texts, whatever they begin with, and nothing that comes is run.

A file is refused before it is unpacked when it is too large, holds macros, or is no workbook.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import ParseError

from django.utils.translation import gettext as _
from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.utils.exceptions import InvalidFileException

from clubs.csv_tables import TableRefused, guarded_cell

MOST_BYTES = 10_000_000
MOST_UNPACKED = 40_000_000
"""Bytes of a file, and of its cells with their letters: a text that a file holds once may stand in every cell."""
CELL_BYTES = 20
MOST_STYLES = 1_000_000
MOST_SHEETS = 1_500
MOST_ROWS = 600
MOST_COLUMNS = 40
LONGEST_TEXT = 32_767
_OLD = b"\xd0\xcf\x11\xe0"
_ZIP = b"PK\x03\x04"
_STYLES = "xl/styles.xml"
_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    InvalidFileException,
    ParseError,
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
)

Value = str | int | float | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: its name and its rows, as many cells as the longest row has."""

    name: str
    rows: list[tuple[object, ...]]


def is_workbook(raw: bytes) -> bool:
    """Whether a file says that it is a workbook, readable or not."""
    return raw.startswith((_ZIP, _OLD))


def read_workbook(raw: bytes) -> list[Sheet]:
    """Every sheet of a file; `TableRefused` for what is no workbook, or a dangerous one."""
    _look_at(raw)
    try:
        book = load_workbook(io.BytesIO(raw), read_only=True, data_only=True, keep_links=False)
        names = book.sheetnames
        if len(names) > MOST_SHEETS:
            raise _too_large()
        if len({getattr(sheet, "_worksheet_path", None) for sheet in book.worksheets}) < len(names):
            raise _unreadable()  # one part under many names would be read as often
        return list(_sheets(book))
    except _UNREADABLE as error:
        raise _unreadable() from error


def _sheets(book: Workbook) -> Iterator[Sheet]:
    left = MOST_UNPACKED
    for name in book.sheetnames:
        rows = []
        for row in _rows(book[name]):
            left -= CELL_BYTES * len(row) + sum(len(value) for value in row if isinstance(value, str))
            if left < 0:
                raise _too_large()
            rows.append(row[:MOST_COLUMNS])  # one far cell pads its row with thousands of empty ones
        yield Sheet(name, rows)


def _rows(sheet: object) -> Iterator[tuple[object, ...]]:
    sheet.reset_dimensions()  # type: ignore[attr-defined]  # a file may name dimensions it does not have
    rows = sheet.iter_rows(max_row=MOST_ROWS + 1, values_only=True)  # type: ignore[attr-defined]
    for number, row in enumerate(rows):
        if (number == MOST_ROWS and any(row)) or any(row[MOST_COLUMNS:]):
            raise _too_large()
        yield row


def _look_at(raw: bytes) -> None:
    """Refuse by size and by table of contents, before anything is parsed."""
    if len(raw) > MOST_BYTES:
        raise TableRefused(
            _("This spreadsheet has more than %(n)d MB; export single evenings.")
            % {"n": MOST_BYTES // 1_000_000},
            code="file_too_large",
        )
    if raw.startswith(_OLD):
        raise TableRefused(
            _("This is an old spreadsheet or one with a password: save it as .xlsx without one."),
            code="not_xlsx",
        )
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            parts = packed.infolist()
            names = {part.filename for part in parts}
            if len(parts) > 2 * MOST_SHEETS or sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise _too_large()
            if any(part.filename == _STYLES and part.file_size > MOST_STYLES for part in parts):
                raise _too_large()  # each of a few bytes becomes an object of a thousand
            if any(name.lower().endswith("vbaproject.bin") for name in names):
                raise TableRefused(
                    _("This spreadsheet holds macros: save it as .xlsx without them."), code="macros"
                )
            if not {"[Content_Types].xml", "xl/workbook.xml"} <= names:
                raise _unreadable()
            if any(b"<!DOCTYPE" in packed.read(part)[:1000] for part in parts):
                raise _unreadable()
    except _UNREADABLE as error:
        raise _unreadable() from error


def _unreadable() -> TableRefused:
    return TableRefused(_("This is no readable spreadsheet: save it as .xlsx."), code="not_xlsx")


def _too_large() -> TableRefused:
    return TableRefused(
        _("This spreadsheet unpacks to too much: at most %(sheets)d sheets of %(rows)d rows can be read.")
        % {"sheets": MOST_SHEETS, "rows": MOST_ROWS},
        code="table_too_large",
    )


def write_workbook(sheets: Iterable[tuple[str, Iterable[Sequence[Value]]]]) -> bytes:
    """The bytes of a workbook. Every text is typed as a text, every number stays one, None is an empty cell."""
    book = Workbook(write_only=True)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append([_text_cell(sheet, value) if isinstance(value, str) else value for value in row])
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


def _text_cell(sheet: object, text: str) -> object:
    shown = ILLEGAL_CHARACTERS_RE.sub("", text)[:LONGEST_TEXT]
    cell = WriteOnlyCell(sheet, value=shown)
    cell.data_type = "s"  # else a name that begins with = becomes a formula, and #N/A an error
    if guarded_cell(shown) != shown:
        cell.quotePrefix = True  # and it stays a text when somebody edits the cell
    return cell
