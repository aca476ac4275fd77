"""What looks wrong in the rows of a long table, row by row, before anything of it is stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from clubs.csv_tables import Problem
from games.engine import Score
from tournaments.services.transfer.results_read import Cell


def two_dealers(by_deal: Mapping[int, Mapping[int, Cell]]) -> Iterator[Problem]:
    """Hands that two people dealt; none marked is as good as not written down."""
    for number, row in sorted(by_deal.items()):
        marked = [cell for _seat, cell in sorted(row.items()) if cell["dealer"]]
        for cell in marked[1:]:
            text = _("hand %(deal)d has two dealers (see row %(line)d).")
            yield Problem(cell.line, "dealer", text % {"deal": number, "line": marked[0].line})


def seated_twice(
    played: Mapping[str, Any], numbers: Sequence[int], n_table: int, cells: Sequence[Cell]
) -> Iterator[Problem]:
    """People of a new table who sit there twice, or at another table of the round too. `numbers`: entries by seat."""
    elsewhere = {seat["entry"]: table["number"] for table in played["tables"] for seat in table["seats"]}
    here: dict[int, int] = {}
    for seat, entry in enumerate(numbers):
        cell = next((cell for cell in cells if cell["seat"] == seat + 1), cells[0])
        if entry in here:
            text = _("%(name)s sits on seat %(seat)d of this table already: who is it on seat %(other)d?")
            values = {"name": cell.player, "seat": here[entry] + 1, "other": seat + 1}
            yield Problem(cell.line, "player", text % values)
        elif entry in elsewhere:
            text = _(
                "%(name)s sits at table %(table)d in round %(round)d already: who is it at table %(other)d?"
            )
            values = {
                "name": cell.player,
                "table": elsewhere[entry],
                "round": played["number"],
                "other": n_table,
            }
            yield Problem(cell.line, "player", text % values)
        here.setdefault(entry, seat)


def odd_hands(cells: Sequence[Cell], score: Score) -> Iterator[Problem]:
    """Hands that cannot have been so. They come in all the same, as they would be typed from paper."""
    for found in score.problems:
        if found.deal is None:
            continue
        row = sorted((cell for cell in cells if cell["deal"] == found.deal + 1), key=lambda cell: cell.line)
        cell = next(
            (cell for cell in row if found.seat is not None and cell["seat"] == found.seat + 1), row[0]
        )
        size = cell["hand_size"]
        if found.code in ("bid.range", "tricks.range"):
            column = found.code.partition(".")[0]
            text = _("%(n)d in a hand of %(size)d cards.") % {"n": cell[column], "size": size}
            yield Problem(cell.line, column, text, is_fatal=False)
        elif found.code in ("tricks.sum", "made.impossible"):
            text = _("the tricks of hand %(deal)d do not add up to its %(size)d cards.")
            values = {"deal": found.deal + 1, "size": size}
            yield Problem(row[0].line, "tricks", text % values, is_fatal=False)
