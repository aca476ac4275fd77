"""The rows of a long table of results, each judged alone: what is wrong is told by row and column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from clubs.csv_tables import Line, Problem, read_table, whole_cell
from clubs.errors import EldestHandError
from clubs.services.clubs import clean_name
from tournaments.services.transfer.results_out import COLUMNS, VOID

REQUIRED = ("round", "table", "seat", "player", "deal", "hand_size", "bid")
_NUMBERS = {
    "round": (1, 500),
    "table": (1, 2000),
    "seat": (1, 10),
    "deal": (1, 500),
    "hand_size": (1, 60),
    "dealer": (0, 1),
    "bid": (0, 60),
    "tricks": (0, 60),
    "made": (0, 1),
    "adjustment": (-10_000, 10_000),
    "points": (-10_000, 10_000),
}
_NEEDED = frozenset({"round", "table", "seat", "deal", "hand_size"})


@dataclass(slots=True)
class Cell:
    """One row with its numbers read."""

    line: int
    player: str
    note: str
    numbers: dict[str, int | None]
    sheet: str = ""  # of a spreadsheet

    def __getitem__(self, column: str) -> Any:
        return self.numbers.get(column)


@dataclass(slots=True)
class ResultsRead:
    """`evenings`: name -> (round, table) -> rows. A fatal problem means that nothing can be brought in."""

    evenings: dict[str, dict[tuple[int, int], list[Cell]]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    days: dict[str, date] = field(default_factory=dict)  # of evenings whose rows say when they were

    @property
    def is_readable(self) -> bool:
        return bool(self.evenings) and not any(problem.is_fatal for problem in self.problems)


def read_results(raw: bytes, *, evening: str = "") -> ResultsRead:
    """The rows of a file, each judged alone. `evening` is the name for rows that do not say theirs."""
    table = read_table(raw, columns=COLUMNS, required=REQUIRED)
    read = ResultsRead(problems=list(table.problems))
    for line in table.lines:
        cell = read_cell(line, table.separator, read.problems)
        name = " ".join(line["tournament"].split()) or evening
        if not name:
            read.problems.append(Problem(line.number, "tournament", _("say which evening this is.")))
        elif cell is not None:
            place = (cell["round"], cell["table"])
            read.evenings.setdefault(name, {}).setdefault(place, []).append(cell)
    if not read.evenings and not any(problem.is_fatal for problem in read.problems):
        read.problems.append(Problem(1, "", _("there is no row below the heads.")))
    return read


def read_cell(line: Line, separator: str, problems: list[Problem]) -> Cell | None:
    """One row with its numbers read; None, with problems, when it cannot be."""
    numbers: dict[str, int | None] = {}
    found: list[Problem] = []
    for column, (low, high) in _NUMBERS.items():
        try:
            value = whole_cell(line[column], separator=separator)
        except ValueError:
            text = _("“%(text)s” is no whole number.") % {"text": line[column][:30]}
            found.append(Problem(line.number, column, text))
            continue
        if value is None and column in _NEEDED:
            found.append(Problem(line.number, column, _("this cell is empty; a number is needed.")))
        elif value is not None and not low <= value <= high:
            text = _("%(n)d is not between %(low)d and %(high)d.") % {"n": value, "low": low, "high": high}
            found.append(Problem(line.number, column, text))
        numbers[column] = value
    name = ""
    try:
        name = clean_name(line["player"]) if line["player"] else ""
    except EldestHandError as error:
        found.append(Problem(line.number, "player", error.message))
    is_void = line["note"].casefold() == VOID
    if not found and not is_void:
        if numbers["bid"] is not None and numbers["tricks"] is None and numbers["made"] is None:
            found.append(Problem(line.number, "tricks", _("tricks or made: one of the two is needed.")))
        found += _contradiction(line.number, numbers)
    problems += found
    return (
        None if any(problem.is_fatal for problem in found) else Cell(line.number, name, line["note"], numbers)
    )


def _contradiction(line: int, numbers: Mapping[str, int | None]) -> list[Problem]:
    bid, tricks, made = numbers["bid"], numbers["tricks"], numbers["made"]
    if None in (bid, tricks, made) or (bid == tricks) == bool(made):
        return []
    text = _("made is %(made)d, but %(tricks)d tricks were taken of %(bid)d bid.")
    return [Problem(line, "made", text % {"made": made, "tricks": tricks, "bid": bid})]
