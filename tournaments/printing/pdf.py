"""The papers of a round as PDF. All lengths are millimetres, fonts are points."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.printing.pad import MARGIN, POINT, Pad
from tournaments.printing.pages import Row, SeatCard, SeatingPaper, SheetPaper

QR_SIZE = 29.0
LEAST_ROW, MOST_ROW = 5.2, 12.0


def sheets_pdf(sheets: Sequence[SheetPaper], *, paper: str = "a4") -> bytes:
    """One page a table; a sheet with more hands than a page holds goes on overleaf."""
    pad = Pad(paper)
    for sheet in sheets:
        _SheetPages(pad, sheet).draw()
    return pad.whole()


def cards_pdf(cards: Sequence[SeatCard], *, paper: str = "a4", said: str = "") -> bytes:
    """Seat cards, ten to a page, with lines to cut along."""
    pad = Pad(paper)
    columns, lines = 2, 5
    for start in range(0, len(cards), columns * lines):
        pad.begin(is_wide=False)
        wide = (pad.width - 2 * MARGIN) / columns
        high = (pad.height - 2 * MARGIN - 6) / lines
        for offset, card in enumerate(cards[start : start + columns * lines]):
            x, y = MARGIN + (offset % columns) * wide, MARGIN + (offset // columns) * high
            pad.box(x, y, wide, high, line=0.15, dashed=True)
            pad.text(card.round, x + 4, y + 3, wide - 8, 5, size=9)
            pad.text(
                card.name, x + 4, y + 10, wide - 8, high - 26, size=20, bold=True, n_lines=3, middle=True
            )
            pad.text(card.table, x + 4, y + high - 13, wide / 2 - 4, 9, size=16, bold=True)
            pad.text(card.seat, x + wide / 2, y + high - 13, wide / 2 - 4, 9, size=16, align="R")
        pad.end(said)
    return pad.whole()


def seating_pdf(seating: SeatingPaper, *, paper: str = "a4") -> bytes:
    """The list for the wall, by name; as many pages as it takes."""
    pad = Pad(paper)
    rows = list(seating.rows)
    size, high = (15.0, 9.0) if len(rows) <= 24 else (12.0, 7.0)
    is_first = True
    while is_first or rows:
        pad.begin(is_wide=False)
        pad.text(seating.title, MARGIN, MARGIN, pad.width - 2 * MARGIN, 11, size=24, bold=True)
        pad.text(seating.where, MARGIN, MARGIN + 12, pad.width - 2 * MARGIN, 6, size=11)
        y = MARGIN + 22
        wide = pad.width - 2 * MARGIN
        widths = (wide - 56, 34.0, 22.0)
        pad.row(seating.heads, y, 7, widths, size=10)
        pad.line(MARGIN, y + 7, MARGIN + wide, y + 7, 0.5)
        y += 8
        n_rows = int((pad.height - MARGIN - 8 - y) // high)
        for row in rows[:n_rows]:
            pad.row(row, y, high, widths, size=size, bold_after=1)
            pad.line(MARGIN, y + high, MARGIN + wide, y + high, 0.1)
            y += high
        rows, is_first = rows[n_rows:], False
        pad.end(seating.words.get("undrawable", ""))
    return pad.whole()


class _SheetPages:
    """One sheet on as few pages as it takes."""

    def __init__(self, pad: Pad, sheet: SheetPaper) -> None:
        self.pad, self.sheet, self.words = pad, sheet, sheet.words

    def draw(self) -> None:
        rows = list(self.sheet.rows)
        first = True
        while first or rows:
            self.pad.begin(is_wide=self.sheet.is_wide)
            self.right = self.pad.width - MARGIN
            y = self._head()
            foot = self.pad.height - MARGIN - 18
            y = self._columns(y)
            rows = self._body(rows, y, foot)
            self._foot(foot)
            self.pad.end(self.words.get("undrawable", ""))
            first = False

    def _head(self) -> float:
        sheet, pad = self.sheet, self.pad
        top = MARGIN
        right = self.right
        if sheet.url:
            pad.code(sheet.url, right - QR_SIZE + 2, top - 3, QR_SIZE)
            pad.text(
                self.words["scan"], right - QR_SIZE + 2, top + QR_SIZE - 4.6, QR_SIZE, 3.4, size=7, align="C"
            )
            right -= QR_SIZE
        pad.text(self.words["sheet"], right - 34, top, 30, 4, size=8, align="R")
        pad.text(str(sheet.number), right - 34, top + 3.5, 30, 17, size=42, bold=True, align="R")
        wide = right - 36 - MARGIN
        pad.text(sheet.title, MARGIN, top, wide, 9, size=21, bold=True)
        pad.text(sheet.where, MARGIN, top + 9.5, wide, 9, size=10, n_lines=2)
        pad.text(sheet.rules, MARGIN, top + 18.5, wide, 10, size=8.5, n_lines=3)
        return top + 31

    def _columns(self, y: float) -> float:
        sheet, pad = self.sheet, self.pad
        self.lead = (10.0, 10.0, 11.0)
        self.seat_wide = (self.right - MARGIN - sum(self.lead)) / len(sheet.names)
        shares = sum(cell.share for cell in sheet.cells)
        self.cell_wides = [self.seat_wide * cell.share / shares for cell in sheet.cells]
        x = MARGIN
        for text, w in zip(
            (self.words["hand"], self.words["cards"], self.words["trump"]), self.lead, strict=True
        ):
            pad.text(text, x + 0.5, y + 10, w - 1, 4.5, size=7.5, align="C", middle=True)
            x += w
        for name in sheet.names:
            pad.text(
                name,
                x + 0.8,
                y,
                self.seat_wide - 1.6,
                10,
                size=11,
                bold=True,
                align="C",
                n_lines=3,
                middle=True,
            )
            left = x
            for cell, w in zip(sheet.cells, self.cell_wides, strict=True):
                pad.text(cell.name, left + 0.3, y + 10, w - 0.6, 4.5, size=7, align="C", middle=True)
                left += w
            x += self.seat_wide
        self.top = y
        return y + 15

    def _body(self, rows: list[Row], y: float, foot: float) -> list[Row]:
        """Draw rows down to `foot`; the rows that found no room come back."""
        pad = self.pad
        n_runs = sum(row.has_run for row in rows)
        room = foot - y - 4
        # A line of running totals takes 0.7 of a row, the totals 1.15.
        high = max(LEAST_ROW, min(MOST_ROW, room / (len(rows) + 0.7 * n_runs + 1.15)))
        started, left = y, list(rows)
        while left:
            row = left[0]
            needs = high * (1.7 if row.has_run else 1.0)
            if y + needs + high * 1.15 > foot - 4 + 0.01:
                break
            self._hand(row, y, high)
            y += high
            if row.has_run:
                pad.shade(MARGIN, y, self.right - MARGIN, high * 0.7, 236)
                pad.text(
                    self.words["so_far"],
                    MARGIN + 0.5,
                    y,
                    sum(self.lead) - 1,
                    high * 0.7,
                    size=7.5,
                    align="C",
                    middle=True,
                )
                self._across(y, high * 0.7)
                y += high * 0.7
                pad.line(MARGIN, y, self.right, y, 0.5)
            left.pop(0)
        pad.line(MARGIN, y, self.right, y, 0.6)
        pad.text(
            self.words["total"],
            MARGIN + 0.5,
            y,
            sum(self.lead) - 1,
            high * 1.15,
            size=9,
            bold=True,
            align="C",
            middle=True,
        )
        self._across(y, high * 1.15)
        y += high * 1.15
        pad.box(MARGIN, self.top, self.right - MARGIN, y - self.top, line=0.4)
        pad.line(MARGIN, started, self.right, started, 0.5)
        return left

    def _hand(self, row: Row, y: float, high: float) -> None:
        pad, sheet = self.pad, self.sheet
        pad.text(
            str(row.number),
            MARGIN,
            y,
            self.lead[0],
            high,
            size=min(11, high / POINT * 0.6),
            bold=True,
            align="C",
            middle=True,
        )
        pad.text(
            str(row.size),
            MARGIN + self.lead[0],
            y,
            self.lead[1],
            high,
            size=min(10, high / POINT * 0.55),
            align="C",
            middle=True,
        )
        x = MARGIN
        for w in self.lead:
            x += w
            pad.line(x, y, x, y + high)
        for seat in range(len(sheet.names)):
            pad.line(x, y, x, y + high, 0.45)
            if row.dealer == seat:
                mark = min(4.2, high * 0.55, self.cell_wides[0] * 0.75)
                pad.ring(x + 0.5, y + 0.5, mark, self.words["dealer_mark"])
            left = x
            for w in self.cell_wides[:-1]:
                left += w
                pad.line(left, y, left, y + high, 0.12)
            x += self.seat_wide
        pad.line(MARGIN, y + high, self.right, y + high, 0.18)

    def _across(self, y: float, high: float) -> None:
        x = MARGIN + sum(self.lead)
        for _name in self.sheet.names:
            self.pad.line(x, y, x, y + high, 0.45)
            x += self.seat_wide

    def _foot(self, y: float) -> None:
        pad = self.pad
        wide = (self.right - MARGIN - 8) / 2
        for index, key in enumerate(("writer", "checked")):
            x = MARGIN + index * (wide + 8)
            pad.text(self.words[key], x, y + 4, wide * 0.4, 5, size=8.5)
            pad.line(x + wide * 0.4, y + 8.5, x + wide, y + 8.5, 0.25)
        pad.text(
            f"{self.words['dealer_mark']} = {self.words['deals']}",
            MARGIN,
            y + 12,
            self.right - MARGIN,
            4,
            size=7.5,
        )
