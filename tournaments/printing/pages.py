"""What stands on paper, before it is known whether a browser or a PDF draws it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import segno

from clubs.folding import in_order

FIVE = 5


@dataclass(frozen=True, slots=True)
class Cell:
    """One of the cells a player has in a hand. `share` is its width among them."""

    key: str
    name: str
    share: int = 2


@dataclass(frozen=True, slots=True)
class SheetPaper:
    """A blank sheet: one table, names in seat order, a row for each hand. `dealers` by hand, None = not known.

    `url` is the table's link, empty where there is none; `words` are the labels in the reader's language.
    """

    number: int
    title: str
    where: str
    rules: str
    names: tuple[str, ...]
    sizes: tuple[int, ...]
    dealers: tuple[int | None, ...]
    cells: tuple[Cell, ...]
    url: str = ""
    words: dict[str, str] = field(default_factory=dict)

    @property
    def is_wide(self) -> bool:
        """Whether the columns need the long side of the paper."""
        return len(self.names) * sum(cell.share for cell in self.cells) > 40

    @property
    def density(self) -> str:
        """How many lines must share the page, as a word for the style sheet."""
        n = len(self.sizes)
        return "few" if n <= 10 else "some" if n <= 15 else "many" if n <= 22 else "most"

    @property
    def rows(self) -> list[Row]:
        """The hands, with a line for the running totals after every fifth."""
        found = []
        for index, size in enumerate(self.sizes):
            is_five = (index + 1) % FIVE == 0 and index + 1 < len(self.sizes)
            found.append(Row(index + 1, size, self.dealers[index], is_five))
        return found


@dataclass(frozen=True, slots=True)
class Row:
    number: int
    size: int
    dealer: int | None
    has_run: bool


@dataclass(frozen=True, slots=True)
class SeatCard:
    """Where one person sits."""

    name: str
    table: str
    seat: str
    round: str


@dataclass(frozen=True, slots=True)
class SeatingPaper:
    """Who sits where, by name: (name, table, seat); those who sit out come last, with a word in place of the table."""

    title: str
    where: str
    rows: tuple[tuple[str, str, str], ...]
    heads: tuple[str, str, str]
    words: dict[str, str] = field(default_factory=dict)


def qr_rows(url: str) -> list[list[bool]]:
    """The dark modules of the code of an address, without its quiet zone; error correction M (15 % may be dirty)."""
    code = segno.make(url, micro=False, error="m", boost_error=False)
    return [[bool(module) for module in row] for row in code.matrix]


def qr_svg(url: str) -> str:
    """The code as an inline picture that needs no style."""
    code = segno.make(url, micro=False, error="m", boost_error=False)
    return str(code.svg_inline(scale=1, border=4, omitsize=True, svgclass="qr", lineclass=None))


BOX = "□"


def drawable(text: str, has_glyph: Iterable[int]) -> tuple[str, bool]:
    """The text with a box for each letter the font lacks, and whether there was one.

    Accents are composed first; a mark that cannot be composed or drawn is left out without a box.
    """
    known = has_glyph if isinstance(has_glyph, (set, frozenset, dict)) else set(has_glyph)
    found, is_whole = [], True
    for letter in unicodedata.normalize("NFC", text):
        if ord(letter) in known:
            found.append(letter)
        elif unicodedata.category(letter) in ("Mn", "Me", "Cf", "Cc"):
            is_whole = is_whole and unicodedata.category(letter) != "Mn"
        else:
            found.append(BOX)
            is_whole = False
    return "".join(found), not is_whole


def alphabetical(names: Sequence[str]) -> list[int]:
    """Indices of the names in reading order: accents and case come second."""
    return sorted(range(len(names)), key=lambda index: in_order(names[index]))
