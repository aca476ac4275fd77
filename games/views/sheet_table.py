"""The score sheet as the reader sees it: a row per hand, a column pair per player, as on paper.

One component for every place that shows a sheet. Values only; `games/_sheet.html` draws them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine import Score, Sheet
from games.engine.packs import PACKS
from games.engine.schedule import is_no_trump

SUITS = {
    "S": ("s", gettext_lazy("spades")),
    "H": ("h", gettext_lazy("hearts")),
    "D": ("d", gettext_lazy("diamonds")),
    "C": ("c", gettext_lazy("clubs (suit)")),
}
# Letters of the reader's language; two where two colours of the language begin alike.
COLOURS = {
    "R": (pgettext_lazy("letter of a Rage colour", "R"), gettext_lazy("red")),
    "B": (pgettext_lazy("letter of a Rage colour", "B"), gettext_lazy("blue")),
    "G": (pgettext_lazy("letter of a Rage colour", "G"), gettext_lazy("green")),
    "Y": (pgettext_lazy("letter of a Rage colour", "Y"), gettext_lazy("yellow")),
    "O": (pgettext_lazy("letter of a Rage colour", "O"), gettext_lazy("orange")),
    "P": (pgettext_lazy("letter of a Rage colour", "P"), gettext_lazy("purple")),
}
NO_TRUMP_MARKS = frozenset({"NT", "none", "-"})


@dataclass(frozen=True, slots=True)
class Trump:
    """`suit` is the class of a suit symbol, empty where `text` stands instead."""

    suit: str
    text: str
    name: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One player in one hand. None is a blank; `made` None where the sheet does not tell."""

    deals: bool
    out: bool
    bid: int | None
    tricks: int | None
    made: bool | None
    bonus: int
    malus: int
    adjusted: bool
    points: int | None
    running: int | None

    @property
    def missed(self) -> bool:
        return self.made is False


@dataclass(frozen=True, slots=True)
class Row:
    """`number` counts hands from 1; `balance` is bids minus cards, None while a bid is missing."""

    number: int
    hand_size: int
    trump: Trump | None
    void: bool
    five: bool
    cells: tuple[Cell, ...]
    balance: str


@dataclass(frozen=True, slots=True)
class DeciderRow:
    """An extra one-card deal: cells of the seats it was between, None for the others."""

    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A seat: who held it (more than one after a substitution), its total and place."""

    names: tuple[Any, ...]
    total: int | None
    place: int | None
    shared: bool


@dataclass(frozen=True, slots=True)
class SheetTable:
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    deciders: tuple[DeciderRow, ...]
    is_rage: bool
    is_written: bool
    has_trump: bool

    @property
    def n_seats(self) -> int:
        return len(self.columns)

    @property
    def width(self) -> int:
        """Table columns that the seats take."""
        return 2 * len(self.columns)

    @property
    def class_name(self) -> str:
        return f"n{self.n_seats}{' rage' if self.is_rage else ''}"


def sheet_table(sheet: Sheet, score: Score, holders: Sequence[Sequence[Any]]) -> SheetTable:
    """The table of a scored sheet; `holders` has the people of each seat, in order of time."""
    is_rage = sheet.rules.family == "rage"
    rows = []
    noted = any(deal.trump for deal in sheet.deals)
    for index, deal in enumerate(sheet.deals):
        cells = tuple(_cell(sheet, score, index, seat) for seat in range(len(sheet.players)))
        rows.append(
            Row(
                number=index + 1,
                hand_size=deal.hand_size,
                trump=_trump(deal.trump, is_rage) or (_no_trump(sheet, index) if noted else None),
                void=deal.void,
                five=(index + 1) % 5 == 0 and index + 1 < len(sheet.deals),
                cells=cells,
                balance="" if deal.void else _balance(cells, deal.hand_size),
            )
        )
    return SheetTable(
        columns=_columns(score, holders),
        rows=tuple(rows),
        deciders=tuple(_decider_row(sheet, number) for number in range(len(sheet.decider))),
        is_rage=is_rage,
        is_written=sheet.is_written,
        has_trump=any(row.trump is not None for row in rows),
    )


def _columns(score: Score, holders: Sequence[Sequence[Any]]) -> tuple[Column, ...]:
    return tuple(
        Column(
            tuple(people), score.totals[seat], score.places[seat], score.places.count(score.places[seat]) > 1
        )
        for seat, people in enumerate(holders)
    )


def _cell(sheet: Sheet, score: Score, index: int, seat: int) -> Cell:
    deal = sheet.deals[index]
    bid, tricks = deal.bids[seat], deal.tricks[seat]
    made = deal.made[seat]
    if bid is not None and tricks is not None:
        made = bid == tricks
    scoring = sheet.rules.scoring
    blank = deal.void or seat in deal.out
    points = score.points[index][seat]
    return Cell(
        deals=score.dealers[index] == seat,
        out=seat in deal.out,
        bid=bid,
        tricks=tricks,
        made=made,
        bonus=scoring.plus_five * (deal.plus_fives[seat] or 0),
        malus=scoring.minus_five * (deal.minus_fives[seat] or 0),
        adjusted=any(entry.seat == seat for entry in deal.adjustments),
        points=points,
        running=None if blank and points is None else score.running[index][seat],
    )


def _decider_row(sheet: Sheet, number: int) -> DeciderRow:
    entry = sheet.decider[number]
    cells: list[Cell | None] = [None] * len(sheet.players)
    for position, seat in enumerate(entry.seats):
        bid, tricks = entry.bids[position], entry.tricks[position]
        cells[seat] = Cell(
            deals=False,
            out=False,
            bid=bid,
            tricks=tricks,
            made=None if bid is None or tricks is None else bid == tricks,
            bonus=sheet.rules.scoring.plus_five * (entry.plus_fives[position] or 0),
            malus=sheet.rules.scoring.minus_five * (entry.minus_fives[position] or 0),
            adjusted=False,
            points=None,
            running=None,
        )
    return DeciderRow(tuple(cells))


def _balance(cells: Sequence[Cell], hand_size: int) -> str:
    """How the bids of the hand compare with its tricks, in words."""
    bids = [cell.bid for cell in cells if not cell.out]
    if not bids or any(bid is None for bid in bids):
        return ""
    surplus = sum(bid for bid in bids if bid is not None) - hand_size
    if surplus == 0:
        return _("even")
    if surplus > 0:
        return _("over %(n)d") % {"n": surplus}
    return _("under %(n)d") % {"n": -surplus}


def _no_trump(sheet: Sheet, index: int) -> Trump | None:
    """No trump by the rules, where the sheet notes trumps and has none for this hand."""
    rules, n_players = sheet.rules, len(sheet.players)
    if len({deal.void for deal in sheet.deals}) > 1:
        return None  # void hands shift the schedule
    try:
        n_cards = PACKS[rules.deck_for(n_players)].n_cards
        sizes = rules.hand_sizes(n_players)
    except (KeyError, ValueError):
        return None
    if index >= len(sizes) or not is_no_trump(rules, sizes, index, n_players=n_players, n_cards=n_cards):
        return None
    return _trump("NT", is_rage=False)


def _trump(noted: str | None, is_rage: bool) -> Trump | None:
    if noted is None:
        return None
    if noted in NO_TRUMP_MARKS:
        return Trump("", _("NT"), _("no trump"))
    if is_rage and noted in COLOURS:
        letter, name = COLOURS[noted]
        return Trump("", str(letter), str(name))
    if not is_rage and noted in SUITS:
        suit, name = SUITS[noted]
        return Trump(suit, "", str(name))
    return Trump("", noted, noted)
