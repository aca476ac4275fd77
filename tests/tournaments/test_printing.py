"""Papers as PDF: every word is on the page and whole, lines stay inside it, the code can be read back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pypdfium2
import pytest
import segno

from tournaments.printing.pad import MARGIN, POINT
from tournaments.printing.pages import Cell, SeatCard, SeatingPaper, SheetPaper, alphabetical, drawable
from tournaments.printing.pdf import QR_SIZE, cards_pdf, seating_pdf, sheets_pdf

URL = "http://192.168.1.20:8000/tables/" + "A" * 22 + "." + "b" * 43 + "/"
NAMES = (
    "Þórdís Ægisdóttir-Østergård van Rensburg",  # 40 letters
    "Дмитрий Иванович Щербаков",
    "Ελένη Παπαδοπούλου",
    "Nguyễn Thị Ánh",
    "Bo",
    "Maximiliane Fahrtenschreibergesellschaft",
    "Ğülşen Çağlayan",
    "Åsa Ölander",
)
WORDS = {
    "sheet": "Sheet",
    "scan": "Write by phone",
    "hand": "Hand",
    "cards": "cards",
    "trump": "trump",
    "so_far": "so far",
    "total": "Total",
    "writer": "Writer",
    "checked": "Checked by",
    "dealer_mark": "D",
    "deals": "deals this hand and bids last",
    "undrawable": "□ stands for a letter this print has no font for.",
}
PLAIN = (Cell("bids", "bid"), Cell("tricks", "tricks"), Cell("points", "points", 3))
RAGE = (*PLAIN[:2], Cell("plus_fives", "+5"), Cell("minus_fives", "−5"), PLAIN[2])


def sheet(n_players: int, n_hands: int, cells: tuple[Cell, ...] = PLAIN, **more: Any) -> SheetPaper:
    return SheetPaper(
        number=124,
        title="Round 4, table 6",
        where="Mørketidscup 2026, Vestlia kortklubb. Friday 27 November 2026, 21:35",
        rules="Oh Hell, 13 hands: from 1 to 13 cards. Bid 3 made is 13, missed it is 0. Bid 0 made is 10. "
        "The last bidder may not make the bids come out even. The last hand has no trump.",
        names=more.pop("names", NAMES[:n_players]),
        sizes=tuple(range(1, n_hands + 1)),
        dealers=tuple(hand % n_players for hand in range(n_hands)),
        cells=cells,
        url=URL,
        words=WORDS,
        **more,
    )


def pages_of(made: bytes) -> list[pypdfium2.PdfPage]:
    return list(pypdfium2.PdfDocument(made))


def text_of(page: pypdfium2.PdfPage) -> str:
    return str(page.get_textpage().get_text_bounded())


def squeezed(text: str) -> str:
    """Without spaces and line ends: a long name may be broken anywhere."""
    return re.sub(r"\s", "", text)


def inked(page: pypdfium2.PdfPage) -> Iterator[tuple[float, float, float, float]]:
    """The box of everything drawn on a page: left, bottom, right, top."""
    for drawn in page.get_objects():
        yield drawn.get_bounds()


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("n_players", "n_hands", "cells"),
    [
        (3, 15, PLAIN),
        (4, 13, PLAIN),
        (5, 19, PLAIN),
        (8, 15, PLAIN),
        (8, 10, RAGE),
        (3, 29, PLAIN),
        (6, 10, RAGE),
    ],
)
def test_a_sheet_stands_on_one_page_with_every_name_hand_and_mark(
    paper: str, n_players: int, n_hands: int, cells: tuple[Cell, ...]
) -> None:
    (page,) = pages_of(sheets_pdf([sheet(n_players, n_hands, cells)], paper=paper))
    text = squeezed(text_of(page))
    for name in NAMES[:n_players]:
        assert squeezed(name) in text
    for word in ("Round 4, table 6", "124", "Writer", "Checked by", "Total", "Write by phone"):
        assert squeezed(word) in text
    assert text_of(page).split().count("D") == n_hands + 1  # a mark a hand, and what it means
    assert text.count("bid") >= n_players
    if cells is RAGE:
        assert text.count("+5") == text.count("−5") == n_players


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("n_players", range(3, 9))
def test_nothing_leaves_the_page_and_no_two_words_lie_on_each_other(paper: str, n_players: int) -> None:
    for cells in (PLAIN, RAGE):
        (page,) = pages_of(sheets_pdf([sheet(n_players, 15, cells)], paper=paper))
        width, height = page.get_size()
        edge = (MARGIN - 1) / POINT
        for left, bottom, right, top in inked(page):
            assert edge <= left <= right <= width - edge
            assert edge <= bottom <= top <= height - edge
        boxes = [drawn.get_bounds() for drawn in page.get_objects() if drawn.type == 1]
        assert len(boxes) > 50
        for index, (left, bottom, right, top) in enumerate(boxes):
            for other in boxes[index + 1 :]:
                across = min(right, other[2]) - max(left, other[0])
                down = min(top, other[3]) - max(bottom, other[1])
                assert across <= 0.5 or down <= 0.5, (left, bottom, right, top, other)


def test_more_hands_than_a_page_holds_go_on_overleaf_and_none_is_lost() -> None:
    made = pages_of(sheets_pdf([sheet(4, 60)]))
    assert len(made) == 2
    numbers = [int(word) for page in made for word in text_of(page).split() if word.isdigit()]
    assert set(range(1, 61)) <= set(numbers)


def test_every_module_of_the_code_is_printed_where_it_belongs() -> None:
    """What a camera reads: dark and light in the middle of each module, the quiet zone around all of it light."""
    (page,) = pages_of(sheets_pdf([sheet(4, 13)]))
    scale = 8
    picture = page.render(scale=scale).to_pil().convert("L")
    expected = [
        [bool(module) for module in row]
        for row in segno.make(URL, micro=False, error="m", boost_error=False).matrix
    ]
    n = len(expected)
    size = QR_SIZE / POINT * scale
    left = picture.width - (MARGIN + QR_SIZE - 2) / POINT * scale
    top = (MARGIN - 3) / POINT * scale
    module = size / (n + 8)

    def is_dark(down: int, across: int) -> bool:
        place = (int(left + (across + 4.5) * module), int(top + (down + 4.5) * module))
        return int(picture.getpixel(place)) < 128

    assert [[is_dark(down, across) for across in range(n)] for down in range(n)] == expected
    assert not any(is_dark(-2, across) for across in range(-2, n + 2))
    assert module / scale * POINT >= 0.45  # millimetres; a phone reads 0.4 from a hand's breadth


def test_what_the_font_cannot_draw_is_a_box_and_the_page_says_so() -> None:
    (page,) = pages_of(sheets_pdf([sheet(3, 5, names=("山田 Taro", "Bo", "Cleo"))]))
    text = text_of(page)
    assert "□□" in text
    assert "Taro" in text
    assert "no font" in text
    (whole,) = pages_of(sheets_pdf([sheet(3, 5)]))
    assert "no font" not in text_of(whole)


def test_accents_typed_as_marks_are_composed_first() -> None:
    glyphs = frozenset(map(ord, "Ae\u00e9 "))
    assert drawable("e\u0301", glyphs) == ("\u00e9", False)
    assert drawable("\u200eAe", glyphs) == ("Ae", False)
    assert drawable("A山", glyphs) == ("A□", True)


def test_ten_seat_cards_a_page_and_a_list_by_name() -> None:
    cards = [SeatCard(f"{name} {n}", "Table 3", f"Seat {n}", "Round 4") for n, name in enumerate(NAMES * 2)]
    made = pages_of(cards_pdf(cards))
    assert len(made) == 2
    text = squeezed("".join(text_of(page) for page in made))
    assert all(squeezed(card.name) in text for card in cards)
    rows = tuple((f"{name} {n}", "3", str(n)) for n, name in enumerate(NAMES * 8))
    listed = pages_of(seating_pdf(SeatingPaper("Round 4", "Vestlia", rows, ("Name", "Table", "Seat"), WORDS)))
    assert len(listed) == 2
    text = squeezed("".join(text_of(page) for page in listed))
    assert all(squeezed(name) in text for name, _table, _seat in rows)


def test_names_are_listed_as_people_look_for_them() -> None:
    names = ["Zoe", "Åsa", "anna", "Émile", "Bo"]
    assert [names[index] for index in alphabetical(names)] == ["anna", "Åsa", "Bo", "Émile", "Zoe"]
