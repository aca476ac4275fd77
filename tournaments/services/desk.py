"""Acts of the desk on a sheet that is stored: verify, send back, void, restore. The rights are asked here."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.activity import By
from clubs.rights import Act
from clubs.typed import storable
from games.errors import SheetConflict, SheetRefused
from games.forms import Column, Value, cell_names, columns_of, mode_of, value_in
from games.models import Game, SheetDecision, SheetState
from games.services import sheets
from tournaments.models import Table
from tournaments.rights import require_in

_TOTAL = re.compile(r"[-−]?[0-9]{1,6}", re.ASCII)


def verify_sheet(
    table: Table, *, reading: Sequence[int], by: By, seen: str, client_key: str = ""
) -> SheetDecision:
    """A second person read these totals from the paper: `verified` if they are those of the sheet, else `rejected`.

    Every reading is kept, with who and when. Verifying what is verified already gives the decision that stands.
    `seen` is the revision that was verified: another one stored meanwhile is a `SheetConflict`. `client_key` names one
    reading, so that sending it twice is no second reading.
    """
    with transaction.atomic():
        game = _game(table, by, Act.VERIFY_SHEET)
        _check_open(game, seen, by)
        is_equal = list(reading) == totals_of(game)
        return _judged(game, {"totals": list(reading)}, by, client_key, is_equal=is_equal)


def verify_cells(
    table: Table, *, cells: Mapping[str, Value], by: By, seen: str, client_key: str = ""
) -> SheetDecision:
    """A second person keyed the whole paper again: `verified` if every cell is that of the sheet, else `rejected`.

    `cells` are all cells of the sheet in the way it was read; one that is missing is a blank. A total is compared
    where both wrote one. All else as `verify_sheet`.
    """
    with transaction.atomic():
        game = _game(table, by, Act.VERIFY_SHEET)
        _check_open(game, seen, by)
        off = cells_off(game, cells)
        return _judged(game, {"cells": dict(cells)}, by, client_key, is_equal=not off)


def cells_off(game: Game, cells: Mapping[str, Value]) -> list[str]:
    """Cells in which another value was read than the sheet has, in their order."""
    sheet = game.revisions.get(number=game.revision).sheet
    known = dict(rekeyed_cells(game, sheet))
    if unknown := next((cell for cell in cells if cell not in known), None):
        raise SheetRefused(_("The sheet has no cell %(cell)s.") % {"cell": unknown[:40]}, code="unknown_cell")
    return [
        cell for cell, column in known.items() if _differs(value_in(sheet, cell), cells.get(cell), column)
    ]


def rekeyed_cells(game: Game, sheet: Mapping[str, Any]) -> list[tuple[str, Column | None]]:
    """What is keyed again of a stored sheet: its cells as its paper was read, then the totals (column None)."""
    return list(cell_names(sheet, columns_of(mode_of(sheet, None), is_rage=game.family == "rage")))


def _differs(stored: Value, read: Value, column: Column | None) -> bool:
    if column is None:
        return stored is not None and read is not None and stored != read
    if not column.main:  # nobody writes the zeros of these
        return (stored or 0) != (read or 0)
    return type(stored) is not type(read) or stored != read


def _judged(game: Game, reading: dict[str, Any], by: By, client_key: str, *, is_equal: bool) -> SheetDecision:
    if client_key := storable(client_key):
        reading["key"] = client_key
        made = game.decisions.filter(revision=game.revision, by=by.user, reading__isnull=False)
        if sent := next((found for found in made if (found.reading or {}).get("key") == client_key), None):
            return sent
    if game.state == SheetState.FINAL:
        return _as_it_stands(game, reading, by)
    kind = SheetDecision.Kind.VERIFIED if is_equal else SheetDecision.Kind.REJECTED
    return sheets.decide_sheet(game, kind=kind, by=by, reading=reading)


def reject_sheet(table: Table, *, reading: Sequence[int], by: By, reason: str) -> SheetDecision:
    """The paper says otherwise: the sheet goes back, and what was read is kept beside it."""
    with transaction.atomic():
        game = _game(table, by, Act.VERIFY_SHEET)
        _check_open(game, str(game.revision), by)
        if game.state == SheetState.FINAL:
            raise _final_already()
        return sheets.decide_sheet(
            game, kind=SheetDecision.Kind.REJECTED, by=by, reading={"totals": list(reading)}, reason=reason
        )


def readings_of(game: Game) -> list[SheetDecision]:
    """What was read from the paper and differs from the sheet as it stands, oldest first; empty if nobody asks."""
    decisions = list(game.decisions.filter(revision=game.revision).select_related("by__player"))
    if not decisions or decisions[-1].kind != SheetDecision.Kind.REJECTED:
        return []
    return [found for found in decisions if found.kind == SheetDecision.Kind.REJECTED and found.reading]


def is_read_twice(game: Game, reading: Sequence[int]) -> bool:
    """Whether two readings agree with each other, and so against the sheet as keyed."""
    found = [(decision.reading or {}).get("totals") for decision in readings_of(game)]
    return found.count(list(reading)) >= 2


def is_keyed_twice(game: Game, cells: Mapping[str, Value], off: Sequence[str]) -> bool:
    """Whether two who keyed the paper again agree with each other in every cell that is off."""
    read = [(decision.reading or {}).get("cells") or {} for decision in readings_of(game)]
    return sum(all(found.get(cell) == cells.get(cell) for cell in off) for found in read) >= 2


def _check_open(game: Game, seen: str, by: By) -> None:
    if game.state == SheetState.VOID:
        raise SheetRefused(_("This game is void: there is nothing to verify."), code="game_void")
    if seen != str(game.revision):
        raise SheetConflict(_("The sheet was corrected meanwhile: read the paper again."))
    revision = game.revisions.filter(number=game.revision).first()
    if revision is not None:
        sheets.refuse_own(revision, by)


def _as_it_stands(game: Game, reading: Mapping[str, Any], by: By) -> SheetDecision:
    last = game.decisions.filter(revision=game.revision).last()
    is_same = last is not None and last.by_id == by.user_id and (last.reading or {}) == reading
    if last is None or last.kind != SheetDecision.Kind.VERIFIED or not is_same:
        raise _final_already()
    return last


def _final_already() -> SheetRefused:
    return SheetRefused(
        _("This sheet is final already: a director can open it again, with a reason."), code="final_already"
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
