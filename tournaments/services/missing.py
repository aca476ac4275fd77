"""What a round still waits for: at which table, in which hand, of whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from clubs.serializers import person
from games.models import Game, Seat, SheetRevision, SheetState
from games.services.facts import score_of
from tournaments.models import Round
from tournaments.services.standing_facts import played_games

_BLANK = frozenset({"deal.incomplete", "tricks.needed"})


@dataclass(frozen=True, slots=True)
class Missing:
    """A table without a whole sheet. `hand`, from 1, is its first that is not whole; None where nothing is stored.

    `seats` are those of whom something is missing: the blanks of that hand, or everybody at the table.
    """

    table: int
    sheet_number: int | None
    hand: int | None
    seats: tuple[Seat, ...]

    @property
    def names(self) -> str:
        return ", ".join(seat.player.display_name if seat.player else _("a guest") for seat in self.seats)

    def __str__(self) -> str:
        values = {"table": self.table, "hand": self.hand, "names": self.names}
        if self.hand is None:
            return _("table %(table)d, the whole sheet (%(names)s)") % values
        return _("table %(table)d, hand %(hand)d (%(names)s)") % values

    def to_json(self) -> dict[str, Any]:
        """As the API tells it."""
        return {
            "table": self.table,
            "sheet": self.sheet_number,
            "hand": self.hand,
            "players": [person(seat.player) for seat in self.seats],
        }


def missing_in(played: Round) -> list[Missing]:
    """The tables that keep a round open, by number. Three queries, one where nothing is missing."""
    waiting = played.tables.exclude(game__in=played_games()).exclude(game__state=SheetState.VOID)
    tables = list(waiting.select_related("game").order_by("number"))
    if not tables:
        return []
    games = [table.game_id for table in tables]
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(game__in=games).select_related("player__merged_into"):
        seats.setdefault(seat.game_id, []).append(seat)
    current = SheetRevision.objects.filter(game__in=games, number=F("game__revision"))
    revisions = {revision.game_id: revision for revision in current}
    found = []
    for table in tables:
        held = seats.get(table.game_id or 0, [])
        hand, blank = _first_blank(table.game, revisions)
        found.append(Missing(table.number, table.sheet_number, hand, tuple(_holders(held, hand, blank))))
    return found


def _first_blank(game: Game | None, revisions: Mapping[int, SheetRevision]) -> tuple[int | None, set[int]]:
    """The first hand that is not whole and the seats whose cells are blank in it; (None, {}) without a sheet."""
    revision = revisions.get(game.pk) if game is not None else None
    if game is None or revision is None:
        return None, set()
    blanks = [one for one in score_of(game, revision).problems if one.code in _BLANK and one.deal is not None]
    if not blanks:
        return len(revision.sheet.get("deals", ())) + 1, set()  # the hands after the last one written
    first = min(one.deal for one in blanks if one.deal is not None)
    return first + 1, {one.seat for one in blanks if one.deal == first and one.seat is not None}


def _holders(held: Iterable[Seat], hand: int | None, blank: set[int]) -> Iterable[Seat]:
    """Who holds those seats in that hand; all of the table where no seat is named."""
    deal = (hand or 1) - 1
    for seat in held:
        is_there = seat.from_deal <= deal and (seat.to_deal is None or seat.to_deal >= deal)
        if is_there and (not blank or seat.number in blank):
            yield seat
