"""A spreadsheet of `workbook_out`, read into the same rows as a long table: what is wrong is told by sheet and cell."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from clubs.csv_tables import Line, Problem, whole_cell
from clubs.workbooks import Sheet, read_workbook
from tournaments.services.transfer.results_out import VOID
from tournaments.services.transfer.results_read import Cell, ResultsRead, read_cell
from tournaments.services.transfer.workbook_out import (
    ADJUSTMENT,
    HAND,
    MADE,
    MISSED,
    OUT,
    PEOPLE,
    SUBSTITUTE,
    TOTAL,
)

_FIRST_SEAT = 3
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def read_results_workbook(raw: bytes, *, evening: str = "") -> ResultsRead:
    """The hands of every game's sheet. `evening` is the name for sheets that do not say theirs."""
    read = ResultsRead()
    for sheet in read_workbook(raw):
        if sheet.name.casefold() != PEOPLE.casefold():
            _GameSheet(sheet, read, evening).read()
    if not read.evenings and not read.problems:
        read.problems.append(Problem(1, "", _("there is no game in this spreadsheet.")))
    return read


class _GameSheet:
    def __init__(self, sheet: Sheet, into: ResultsRead, evening: str) -> None:
        self.name, self.into, self.evening = sheet.name, into, evening
        self.rows = [[_text(value) for value in row] for row in sheet.rows]

    def read(self) -> None:
        if len(self.rows) < 3 or self._word(1, 0) != HAND or "round" not in map(str.casefold, self.rows[0]):
            self._wrong(
                1, 0, _("this sheet is no game: its first rows must be as in an export, or take it out.")
            )
            return
        head = {self._word(0, at): self._cell(0, at + 1) for at in range(0, 6, 2)}
        name = " ".join(head.get("tournament", "").split()) or self.evening
        heads = [cell.casefold() for cell in self.rows[1]]
        last = heads.index("note") if "note" in heads else len(heads)
        n_seats = (last - _FIRST_SEAT + 1) // 2
        if not name or not 2 <= n_seats <= 10:
            self._wrong(
                1, 0, _("say which evening this is.") if n_seats >= 2 else _("there are no players here.")
            )
            return
        lines = [line for seat in range(n_seats) for line in self._seat(seat, last, head)]
        cells = [cell for line in sorted(lines, key=lambda line: line.number) if (cell := self._judged(line))]
        if not cells:
            return
        place = (cells[0]["round"], cells[0]["table"])
        tables = self.into.evenings.setdefault(name, {})
        if place in tables:
            self._wrong(
                1,
                0,
                _("round %(round)d, table %(table)d stands on two sheets.")
                % {"round": place[0], "table": place[1]},
            )
            return
        tables[place] = cells
        played = _day(self.name)
        if played is not None:
            self.into.days[name] = min(played, self.into.days.get(name, played))

    def _seat(self, seat: int, last: int, head: dict[str, str]) -> list[Line]:
        """The hands of one player as rows of a long table."""
        column = _FIRST_SEAT + 2 * seat
        player = self._cell(1, column)
        changes: dict[str, str] = {}
        given: dict[str, tuple[str, str]] = {}
        total = ""
        hands = []
        for number, row in enumerate(self.rows[2:], start=2):
            word, value = self._word(number, 0), self._cell(number, column)
            if word == SUBSTITUTE:
                if value:
                    changes[self._cell(number, 1)] = value
            elif word == ADJUSTMENT:
                if value:
                    given[self._cell(number, 1)] = (value, self._cell(number, last))
            elif word == TOTAL:
                total = value
            elif any(row):
                hands.append(number)
        lines = []
        for number in hands:
            hand = self._cell(number, 0)
            player = changes.get(hand, player)
            is_void = self._word(number, last) == VOID
            if self._word(number, column) == OUT and not is_void:
                continue
            tricks = self._cell(number, column + 1)
            points, note = given.get(hand, ("", ""))
            lines.append(
                Line(
                    number + 1,
                    {
                        "round": head.get("round", ""),
                        "table": head.get("table", ""),
                        "seat": str(seat + 1),
                        "player": player,
                        "deal": hand,
                        "hand_size": self._cell(number, 1),
                        "dealer": str(int(self._cell(number, 2) == str(seat + 1))),
                        "bid": "" if is_void else self._cell(number, column),
                        "tricks": "" if is_void or tricks.casefold() in (MADE, MISSED) else tricks,
                        "made": {MADE: "1", MISSED: "0"}.get(tricks.casefold(), ""),
                        "adjustment": points,
                        "note": VOID if is_void else note,
                    },
                )
            )
        if lines:
            lines[-1].cells["total"] = total
        return lines

    def _judged(self, line: Line) -> Cell | None:
        found: list[Problem] = []
        cell = read_cell(line, ",", found)
        seat = int(line["seat"]) - 1
        column = _FIRST_SEAT + 2 * seat
        columns = {
            "deal": 0,
            "hand_size": 1,
            "dealer": 2,
            "bid": column,
            "tricks": column + 1,
            "made": column + 1,
        }
        for problem in found:
            row = (
                1
                if problem.column in ("round", "table")
                else 2
                if problem.column == "player"
                else line.number
            )
            self._wrong(row, columns.get(problem.column, column), problem.text)
        if cell is None:
            return None
        cell.sheet = self.name
        try:
            cell.numbers["total"] = whole_cell(line["total"], separator=",")
        except ValueError:
            cell.numbers["total"] = None
        return cell

    def _cell(self, row: int, column: int) -> str:
        cells: Sequence[str] = self.rows[row]
        return cells[column] if column < len(cells) else ""

    def _word(self, row: int, column: int) -> str:
        return self._cell(row, column).casefold()

    def _wrong(self, row: int, column: int, text: str) -> None:
        self.into.problems.append(Problem(row, f"{self.name} {_LETTERS[min(column, 25)]}", text))


def _text(value: Any) -> str:
    """A cell as a long table would have it; a number of a spreadsheet may be 7.0."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e9:
        return str(int(value))
    return str(value).strip()


def _day(name: str) -> date | None:
    """The day in a sheet's name; None for a sheet that is called otherwise."""
    try:
        return datetime.strptime(name[:17], "%y-%m-%d#%H-%M-%S").date()  # noqa: DTZ007
    except ValueError:
        return None
