"""Acts of the desk on a sheet that is stored: verify, send back, void, restore. The rights are asked here."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.activity import By
from clubs.rights import Act
from games.errors import SheetConflict, SheetRefused
from games.models import Game, SheetDecision, SheetState
from games.services import sheets
from tournaments.models import Table
from tournaments.rights import require_in

_TOTAL = re.compile(r"[-−]?[0-9]{1,6}", re.ASCII)


def verify_sheet(table: Table, *, reading: Sequence[int], by: By, seen: str) -> SheetDecision:
    """A second person read these totals from the paper; they must be those of the sheet.

    `seen` is the revision that was verified: another one stored meanwhile is a `SheetConflict`.
    """
    with transaction.atomic():
        game = _game(table, by, Act.VERIFY_SHEET)
        if game.state == SheetState.VOID:
            raise SheetRefused(_("This game is void: there is nothing to verify."), code="game_void")
        if seen != str(game.revision):
            raise SheetConflict(_("The sheet was corrected meanwhile: read the paper again."))
        totals = totals_of(game)
        if list(reading) != totals:
            raise SheetRefused(
                _("These totals differ from the sheet as keyed. Read the paper once more."),
                code="totals_differ",
            )
        return sheets.decide_sheet(
            game, kind=SheetDecision.Kind.VERIFIED, by=by, reading={"totals": list(reading)}
        )


def reject_sheet(table: Table, *, reading: Sequence[int], by: By, reason: str) -> SheetDecision:
    """The paper says otherwise: the sheet goes back, and what was read is kept beside it."""
    with transaction.atomic():
        game = _game(table, by, Act.VERIFY_SHEET)
        return sheets.decide_sheet(
            game, kind=SheetDecision.Kind.REJECTED, by=by, reading={"totals": list(reading)}, reason=reason
        )


def reopen_sheet(table: Table, *, by: By, reason: str) -> SheetDecision:
    """A final sheet counts as keyed again, until it is verified or corrected."""
    with transaction.atomic():
        game = _game(table, by, Act.CORRECT_SHEET)
        if game.state != SheetState.FINAL:
            raise SheetRefused(
                _("This sheet is not final: there is nothing to open again."), code="not_final"
            )
        return sheets.decide_sheet(game, kind=SheetDecision.Kind.REOPENED, by=by, reason=reason)


def void_table(table: Table, *, by: By, reason: str) -> sheets.Recorded:
    """The game of the table no longer counts."""
    with transaction.atomic():
        return sheets.void_game(_game(table, by, Act.CORRECT_SHEET), by=by, reason=reason)


def restore_table(table: Table, *, by: By, reason: str) -> sheets.Recorded:
    """The game of the table counts again."""
    with transaction.atomic():
        return sheets.restore_game(_game(table, by, Act.CORRECT_SHEET), by=by, reason=reason)


def totals_of(game: Game) -> list[int | None]:
    """The totals of the sheet as keyed, by seat."""
    rows = game.seats.order_by("number", "from_deal").values_list("number", "total")
    return [total for _number, total in sorted(dict(rows).items())]


def read_totals(typed: Sequence[str], names: Sequence[str]) -> list[int]:
    """The totals as typed; `SheetRefused` names the first that is none."""
    found = []
    for text, name in zip(typed, names, strict=True):
        if not _TOTAL.fullmatch(text):
            raise SheetRefused(
                _("Type the total of %(name)s from the paper.") % {"name": name}, code="bad_total"
            )
        found.append(int(text.replace("−", "-")))
    return found


def _game(table: Table, by: By, act: Act) -> Game:
    require_in(by, table.tournament, act)
    if table.game_id is None:
        raise SheetRefused(_("There is no game at this table yet."), code="no_game")
    return Game.objects.select_for_update().get(pk=table.game_id)
