"""Pages to draw on, with the fonts of this folder. All lengths are millimetres, fonts are points."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fpdf import FPDF
from fpdf.fonts import TTFFont

from tournaments.printing.pages import drawable, qr_rows

FONTS = Path(__file__).parent / "fonts"
FAMILY = "Sheet Sans"
PAPERS = {"a4": "A4", "letter": "Letter"}
MARGIN = 11.0
POINT = 25.4 / 72


class Pad:
    """A stack of pages with text that is fitted into boxes and never runs out of them."""

    def __init__(self, paper: str) -> None:
        self.pdf = FPDF(unit="mm", format=PAPERS[paper])
        self.pdf.set_auto_page_break(False)
        self.pdf.set_margin(0)
        self.pdf.c_margin = 0
        self.pdf.add_font(FAMILY, "", FONTS / "sheet-sans.ttf")
        self.pdf.add_font(FAMILY, "B", FONTS / "sheet-sans-bold.ttf")
        self.pdf.set_title("Eldest Hand")
        self.pdf.set_creator("Eldest Hand")
        self.pdf.set_font(FAMILY, "", 10)
        regular = self.pdf.fonts[FAMILY.lower()]
        self.glyphs = frozenset(regular.cmap) if isinstance(regular, TTFFont) else frozenset()
        self.lacks = False

    @property
    def width(self) -> float:
        return float(self.pdf.w)

    @property
    def height(self) -> float:
        return float(self.pdf.h)

    def whole(self) -> bytes:
        if not self.pdf.page:
            self.begin(is_wide=False)
        return bytes(self.pdf.output())

    def begin(self, *, is_wide: bool) -> None:
        self.pdf.add_page(orientation="L" if is_wide else "P")
        self.lacks = False

    def end(self, said: str) -> None:
        """Close the page; `said` explains the boxes, where there are any."""
        if self.lacks and said:
            self.text(said, MARGIN, self.height - MARGIN, self.width - 2 * MARGIN, 4, size=7.5)

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float = 0.18) -> None:
        self.pdf.set_line_width(width)
        self.pdf.line(x1, y1, x2, y2)

    def box(
        self, x: float, y: float, w: float, h: float, *, line: float = 0.18, dashed: bool = False
    ) -> None:
        self.pdf.set_line_width(line)
        if dashed:
            self.pdf.set_dash_pattern(dash=1.2, gap=1.2)
        self.pdf.rect(x, y, w, h)
        self.pdf.set_dash_pattern()

    def shade(self, x: float, y: float, w: float, h: float, grey: int) -> None:
        self.pdf.set_fill_color(grey)
        self.pdf.rect(x, y, w, h, style="F")

    def ring(self, x: float, y: float, size: float, text: str) -> None:
        """The dealer's mark."""
        self.pdf.set_line_width(0.25)
        self.pdf.ellipse(x, y, size, size)
        self.text(text, x, y, size, size, size=size / POINT * 0.58, bold=True, align="C", middle=True)

    def code(self, url: str, x: float, y: float, size: float) -> None:
        """A QR code with its quiet zone of four modules, `size` wide in all."""
        rows = qr_rows(url)
        module = size / (len(rows) + 8)
        self.pdf.set_fill_color(0)
        for down, row in enumerate(rows):
            across = 0
            while across < len(row):
                run = 0
                while across + run < len(row) and row[across + run]:
                    run += 1
                if run:
                    left, top = x + (across + 4) * module, y + (down + 4) * module
                    self.pdf.rect(left, top, run * module, module * 1.02, style="F")
                across += run or 1

    def row(
        self,
        texts: Sequence[str],
        y: float,
        h: float,
        widths: Sequence[float],
        *,
        size: float,
        bold_after: int = 99,
    ) -> None:
        x = MARGIN
        for index, (text, w) in enumerate(zip(texts, widths, strict=True)):
            self.text(text, x, y, w - 2, h, size=size, bold=index >= bold_after, middle=True)
            x += w

    def text(
        self,
        text: str,
        x: float,
        y: float,
        w: float,
        h: float,
        *,
        size: float,
        bold: bool = False,
        align: str = "L",
        n_lines: int = 1,
        middle: bool = False,
    ) -> None:
        """Text within a box: as large as `size`, smaller where it must be, broken into at most `n_lines`."""
        shown, lacks = drawable(text, self.glyphs)
        self.lacks = self.lacks or lacks
        lines, size = self._fitted(shown, w, h, size, bold, n_lines)
        step = size * POINT * 1.16
        top = y + (h - step * len(lines)) / 2 if middle else y
        self.pdf.set_font(FAMILY, "B" if bold else "", size)
        for number, line in enumerate(lines):
            self.pdf.set_xy(x, top + number * step)
            self.pdf.cell(w, step, line, align=align)

    def _fitted(
        self, text: str, w: float, h: float, size: float, bold: bool, n_lines: int
    ) -> tuple[list[str], float]:
        """Lines and size that fit; at the smallest size what is left over is broken anywhere, never cut."""
        while True:
            self.pdf.set_font(FAMILY, "B" if bold else "", size)
            lines = self._broken(text, w, anywhere=size <= 6)
            is_high = len(lines) * size * POINT * 1.16 <= h + 0.01
            if (
                len(lines) <= n_lines and is_high and all(self._is_in(line, w) for line in lines)
            ) or size <= 3:
                return lines, size
            size -= 0.25

    def _broken(self, text: str, w: float, *, anywhere: bool) -> list[str]:
        lines: list[str] = []
        for word in text.split():
            if lines and self._is_in(f"{lines[-1]} {word}", w):
                lines[-1] += f" {word}"
                continue
            while anywhere and not self._is_in(word, w) and len(word) > 1:
                n = next((n for n in range(len(word) - 1, 1, -1) if self._is_in(word[:n], w)), 1)
                lines.append(word[:n])
                word = word[n:]
            lines.append(word)
        return lines or [""]

    def _is_in(self, text: str, w: float) -> bool:
        return float(self.pdf.get_string_width(text)) <= w
