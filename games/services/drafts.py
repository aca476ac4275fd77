"""What is being typed on a sheet, cell by cell: merged, never overwritten in silence.

A cell is named `<deal>.<column>.<seat>` (both from 0) or `total.<seat>`. The writer says which version of the draft
he had seen; a cell that somebody else changed since keeps both values until a person decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By
from clubs.typed import storable
from games.errors import SheetConflict, SheetRefused
from games.models import Game, SheetDraft

Value = int | bool | None

NUMBERS = ("bids", "tricks", "plus_fives", "minus_fives", "paper_points", "paper_running")
FLAGS = ("made",)
_CELL = re.compile(rf"(\d{{1,2}})\.({'|'.join((*NUMBERS, *FLAGS))})\.(\d)", re.ASCII)
_TOTAL = re.compile(r"total\.(\d)", re.ASCII)
_LARGEST = 100_000


@dataclass(frozen=True, slots=True)
class CellConflict:
    """Two people wrote one cell: what the other typed, what you typed, who the other is and when (ISO, UTC)."""

    cell: str
    theirs: Value
    yours: Value
    by_id: int | None
    at: str


@dataclass(frozen=True, slots=True)
class Typed:
    """The draft after a save. `others` are cells that changed since the version the writer had seen."""

    version: int
    conflicts: tuple[CellConflict, ...]
    others: Mapping[str, Value]


def type_cells(
    game: Game,
    *,
    changes: Mapping[str, Value],
    seen: int,
    by: By,
    client_key: str = "",
    expected_revision: int | None = None,
    is_locked: bool = False,
) -> Typed:
    """Keep the typed cells. Where somebody else wrote a cell since version `seen`, his value stands and this one is
    kept beside it as its rival, until somebody who has seen both writes the cell.

    Sending the same cells again changes nothing. `client_key` tells the windows of one person apart, and the phones
    that have no account. Raises `SheetRefused` for a cell that the sheet does not have, `SheetConflict` if another
    revision than the expected one is stored; then nothing is kept. `is_locked` as `record_sheet` has it.
    """
    check_cells(game, changes)
    writer = writer_of(by, client_key)
    with transaction.atomic(savepoint=not is_locked):
        if not is_locked:
            game = Game.objects.select_for_update().get(pk=game.pk)
        if expected_revision is not None and expected_revision != game.revision:
            raise SheetConflict(_("Somebody saved this sheet meanwhile. Save to compare both."))
        draft = _draft(game)
        version = draft.version + 1
        conflicts: list[CellConflict] = []
        changed = False
        for cell, value in sorted(changes.items()):
            entry = {
                "value": value,
                "by": by.user_id,
                "writer": writer,
                "at": timezone.now().isoformat(timespec="seconds"),
                "version": version,
            }
            stands = draft.cells.get(cell)
            now, found = _written(stands, entry, seen)
            conflicts += [
                CellConflict(cell, other["value"], value, other["by"], other["at"]) for other in found
            ]
            if now != stands:
                draft.cells[cell] = now
                changed = True
        if changed:
            draft.version = version
            draft.save()
        others = {
            cell: stands["value"]
            for cell, stands in draft.cells.items()
            if stands["version"] > seen and stands["writer"] != writer
        }
    return Typed(draft.version, tuple(conflicts), others)


def check_cells(game: Game, changes: Mapping[str, Value]) -> None:
    """`SheetRefused` for a cell that the sheet does not have, or a value that no cell takes. Two queries."""
    n_seats = game.seats.values("number").distinct().count()
    n_deals = _n_deals(game, n_seats)
    for cell, value in changes.items():
        _check(cell, value, n_seats, n_deals)


def _written(
    stands: Mapping[str, Any] | None, entry: dict[str, Any], seen: int
) -> tuple[Mapping[str, Any], list[Mapping[str, Any]]]:
    """The cell after `entry` came in, and the other values its writer had not seen.

    Two who type the same are kept both, too: a later change of one must ask the other.
    """
    if stands is None:
        return entry, []
    mine = [rival for rival in stands.get("rivals", ()) if rival["writer"] == entry["writer"]]
    rivals = [rival for rival in stands.get("rivals", ()) if rival["writer"] != entry["writer"]]
    if stands["version"] > seen and stands["writer"] != entry["writer"]:
        kept = [rival for rival in mine if _same(rival["value"], entry["value"])]
        return {**stands, "rivals": [*rivals, *(kept or [entry])]}, _differing([stands], entry)
    left = [rival for rival in rivals if rival["version"] > seen]
    now = {key: value for key, value in stands.items() if key != "rivals"}
    if stands["writer"] != entry["writer"] or not _same(stands["value"], entry["value"]):
        now = entry
    return now | ({"rivals": left} if left else {}), _differing(left, entry)


def _differing(entries: Iterable[Mapping[str, Any]], entry: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [other for other in entries if not _same(other["value"], entry["value"])]


def contested_cells(cells: Mapping[str, Mapping[str, Any]], writer: str) -> Iterator[tuple[str, Any, Any]]:
    """Every cell with two values, as this writer is asked about it: (cell, the other's entry, his own or a third's).

    An entry has value, by, writer, at. Where the writer typed neither, the value that stands comes first.
    """
    for cell, stands in sorted(cells.items()):
        for rival in _differing(stands.get("rivals", ()), stands):
            yield (cell, rival, stands) if stands["writer"] == writer else (cell, stands, rival)


def is_contested(cells: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether a person must still decide between two values of a cell."""
    return any(_differing(stands.get("rivals", ()), stands) for stands in cells.values())


def draft_of(game: Game) -> tuple[int, dict[str, Value]]:
    """Version and values of what is being typed; (0, {}) where nothing is."""
    draft = SheetDraft.objects.filter(game=game).first()
    if draft is None:
        return 0, {}
    return draft.version, {cell: stands["value"] for cell, stands in draft.cells.items()}


def merged_sheet(sheet: Mapping[str, Any], cells: Mapping[str, Value]) -> dict[str, Any]:
    """A sheet with the typed cells written into it; the sheet itself is left alone."""
    merged: dict[str, Any] = {**sheet, "deals": [dict(deal) for deal in sheet["deals"]]}
    n_seats = len(sheet["players"])
    for cell, value in sorted(cells.items()):
        if found := _TOTAL.fullmatch(cell):
            _put(merged, "paper_totals", int(found[1]), value, n_seats)
        elif (found := _CELL.fullmatch(cell)) and int(found[1]) < len(merged["deals"]):
            _put(merged["deals"][int(found[1])], found[2], int(found[3]), value, n_seats)
    return merged


@dataclass(frozen=True, slots=True)
class Cleared:
    """A draft that was there: its version from now on, 0 where nothing was ever typed, and whose values it held."""

    version: int = 0
    typists: frozenset[int] = frozenset()


def clear_draft(game: Game) -> Cleared:
    """The draft became a revision, or was thrown away; its version goes on, so that an old page cannot revive it."""
    draft = SheetDraft.objects.filter(game=game).first()
    if draft is None or not draft.cells:
        return Cleared(draft.version if draft is not None else 0)
    typists = frozenset(
        stands["by"]
        for cell, stands in draft.cells.items()
        if stands["value"] is not None and stands["by"] and _CELL.fullmatch(cell)
    )
    draft.cells = {}
    draft.version += 1
    draft.save()
    return Cleared(draft.version, typists)


def _put(row: dict[str, Any], column: str, seat: int, value: Value, n_seats: int) -> None:
    cells = list(row.get(column) or [None] * n_seats)
    cells[seat] = value
    row[column] = cells


def _n_deals(game: Game, n_seats: int) -> int:
    """Hands the sheet has: those of the schedule, or more where more were written."""
    current = game.revisions.filter(number=game.revision).first() if game.revision else None
    written = len(current.sheet.get("deals", ())) if current is not None else 0
    return max(len(game.ruleset.hand_sizes(n_seats)), written)


def _check(cell: str, value: Value, n_seats: int, n_deals: int) -> None:
    found = _CELL.fullmatch(cell) or _TOTAL.fullmatch(cell)
    is_there = found is not None and int(found[found.lastindex or 0]) < n_seats
    if found is None or not is_there or (found.re is _CELL and int(found[1]) >= n_deals):
        raise SheetRefused(_("The sheet has no cell %(cell)s.") % {"cell": cell[:40]}, code="unknown_cell")
    is_flag = found.re is _CELL and found[2] in FLAGS
    if value is None or (is_flag and isinstance(value, bool)):
        return
    if is_flag or type(value) is not int or abs(value) > _LARGEST:
        raise SheetRefused(
            _("%(value)s is no value for cell %(cell)s.") % {"value": str(value)[:20], "cell": cell},
            code="bad_value",
        )


def _draft(game: Game) -> SheetDraft:
    """The draft of the game, locked by the game's lock; made by the first who types."""
    found = SheetDraft.objects.filter(game=game).first()
    if found is not None:
        return found
    try:
        with transaction.atomic():
            return SheetDraft.objects.create(game=game)
    except IntegrityError:
        return SheetDraft.objects.get(game=game)


def writer_of(by: By, client_key: str) -> str:
    """Names one window of one person: what it typed it may change without being asked."""
    who = "link" if by.user_id is None else f"user:{by.user_id}"
    return storable(f"{who}:{client_key}")


def _same(one: Value, other: Value) -> bool:
    return type(one) is type(other) and one == other
