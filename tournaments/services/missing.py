"""What a round still waits for: at which table, in which hand, of whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from clubs.serializers import person
from games.engine import score_sheet
from games.models import Game, Seat, SheetDraft, SheetRevision, SheetState
from games.services.drafts import merged_sheet
from games.services.facts import full_sheet, score_is_whole
from tournaments.models import Round
from tournaments.services.results import blank_sheet_of
from tournaments.services.standing_facts import played_games

_BLANK = frozenset({"deal.incomplete", "tricks.needed"})


@dataclass(frozen=True, slots=True)
class Missing:
    """A table without a whole sheet. `hand`, from 1, is its first that is not whole; None where nothing is written.

    `seats` are those of whom something is missing: the blanks of that hand, or everybody at the table. `is_typed`: no
    value is missing, only nobody saved them.
    """

    table: int
    sheet_number: int | None
    hand: int | None
    seats: tuple[Seat, ...]
    is_typed: bool = False

    @property
    def names(self) -> str:
        return ", ".join(seat.player.display_name if seat.player else _("a guest") for seat in self.seats)

    def __str__(self) -> str:
        values = {"table": self.table, "hand": self.hand, "names": self.names}
        if self.is_typed:
            return _("table %(table)d, typed but not saved (%(names)s)") % values
        if self.hand is None:
            return _("table %(table)d, the whole sheet (%(names)s)") % values
        return _("table %(table)d, hand %(hand)d (%(names)s)") % values

    def to_json(self) -> dict[str, Any]:
        """As the API tells it."""
        return {
            "table": self.table,
            "sheet": self.sheet_number,
            "hand": self.hand,
            "typed": self.is_typed,
            "players": [person(seat.player) for seat in self.seats],
        }


def missing_in(played: Round) -> list[Missing]:
    """The tables that keep a round open, by number. Four queries, one where nothing is missing."""
    waiting = played.tables.exclude(game__in=played_games()).exclude(game__state=SheetState.VOID)
    tables = list(waiting.select_related("game").order_by("number"))
    if not tables:
        return []
    games = [table.game_id for table in tables]
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(game__in=games).select_related("player__merged_into"):
        seats.setdefault(seat.game_id, []).append(seat)
    current = SheetRevision.objects.filter(game__in=games, number=F("game__revision"))
    sheets = {revision.game_id: revision.sheet for revision in current}
    typed = {draft.game_id: draft for draft in SheetDraft.objects.filter(game__in=games).exclude(cells={})}
    found = []
    for table in tables:
        held = seats.get(table.game_id or 0, [])
        sheet = sheets.get(table.game_id or 0)
        draft = typed.get(table.game_id or 0)
        if table.game is not None and draft is not None:
            values = {cell: stands["value"] for cell, stands in draft.cells.items()}
            sheet = merged_sheet(sheet or blank_sheet_of(table.game, held), values)
        blank = None if table.game is None or sheet is None else _first_blank(table.game, sheet)
        hand, of_seats = blank or (None, set())
        is_typed = draft is not None and blank is None
        people = tuple(_holders(held, hand, of_seats))
        found.append(Missing(table.number, table.sheet_number, hand, people, is_typed))
    return found


def _first_blank(game: Game, sheet: Mapping[str, Any]) -> tuple[int, set[int]] | None:
    """The first hand that is not whole and the seats whose cells are blank in it; None where none is."""
    score = score_sheet(full_sheet(game, sheet), with_suspects=False)
    blanks = [one for one in score.problems if one.code in _BLANK and one.deal is not None]
    if not blanks:
        n_written = len(sheet.get("deals", ()))
        return None if score_is_whole(game, score) else (n_written + 1, set())
    first = min(one.deal for one in blanks if one.deal is not None)
    return first + 1, {one.seat for one in blanks if one.deal == first and one.seat is not None}


def _holders(held: Iterable[Seat], hand: int | None, blank: set[int]) -> Iterable[Seat]:
    """Who holds those seats in that hand; all of the table where no seat is named."""
    deal = (hand or 1) - 1
    for seat in held:
        is_there = seat.from_deal <= deal and (seat.to_deal is None or seat.to_deal >= deal)
        if is_there and (not blank or seat.number in blank):
            yield seat
