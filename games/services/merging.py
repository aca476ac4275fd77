"""Two people saved one sheet: cell by cell, what each changed since the page was opened.

A cell only one of them changed takes that value. Where both changed it, nothing is decided here: both values come
back with who wrote the other and when, and a person looks at the paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from clubs.activity import By
from clubs.models import User
from games.forms import TypedGrid, Value, value_in
from games.models import Game, SheetDraft, SheetRevision
from games.services.drafts import FLAGS, NUMBERS, merged_sheet, writer_of


@dataclass(frozen=True, slots=True)
class Contested:
    """A cell that two people changed: what stands, what was sent, who wrote what stands and when (ISO, UTC).

    `via` says how, where nobody with an account wrote it.
    """

    cell: str
    theirs: Value
    yours: Value
    by: User | None
    at: str
    via: str = "web"


@dataclass(frozen=True, slots=True)
class Merged:
    """`sheet` has the sent values where they are uncontested. `theirs` are cells taken over from others."""

    sheet: dict[str, Any]
    contested: tuple[Contested, ...]
    theirs: dict[str, Value]


@dataclass(frozen=True, slots=True)
class Standing:
    """The sheet as it stands: stored revision (None before the first) and what others typed since."""

    stored: dict[str, Any]
    revision: SheetRevision | None
    cells: Mapping[str, Mapping[str, Any]]
    version: int = 0

    @property
    def sheet(self) -> dict[str, Any]:
        """Stored and typed together."""
        return merged_sheet(self.stored, {cell: stands["value"] for cell, stands in self.cells.items()})


def standing_of(game: Game, blank: Mapping[str, Any]) -> Standing:
    """What a save meets; `blank` is the sheet before anything was stored. Two queries."""
    revision = None
    if game.revision:
        revision = game.revisions.filter(number=game.revision).select_related("by__player").first()
    draft = SheetDraft.objects.filter(game=game).first()
    return Standing(
        stored=dict(revision.sheet if revision is not None else blank),
        revision=revision,
        cells=draft.cells if draft is not None else {},
        version=draft.version if draft is not None else 0,
    )


def pruned(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """The sheet without columns that hold only blanks: two sheets that say the same are equal so."""
    columns = (*NUMBERS, *FLAGS)
    deals = [
        {key: row for key, row in deal.items() if key not in columns or _holds_any(row)}
        for deal in sheet["deals"]
    ]
    kept = {key: row for key, row in sheet.items() if key != "paper_totals" or _holds_any(row)}
    return {**kept, "deals": deals}


def _holds_any(row: Any) -> bool:
    return any(value is not None for value in row or ())


def merge(standing: Standing, typed: TypedGrid, *, by: By) -> Merged:
    """Put what was typed on top of what stands. `typed` must have no errors."""
    current = standing.sheet
    mine = dict(typed.values)
    taken: dict[str, Value] = {}
    contested: list[tuple[Contested, int | None]] = []
    own = writer_of(by, typed.writer)
    for cell, sent in typed.values.items():
        stands, base = value_in(current, cell), typed.base.get(cell)
        written = standing.cells.get(cell, {})
        rival = _rival_of(written, sent)
        choice = typed.decided.get(cell, "")
        if rival is not None:
            if choice == "theirs":
                mine[cell] = taken[cell] = rival["value"]
            elif choice != "yours":
                contested.append((Contested(cell, rival["value"], sent, None, rival["at"]), rival["by"]))
            continue
        if _same(sent, stands) or written.get("writer") == own:
            continue
        if _same(sent, base):
            mine[cell] = taken[cell] = stands
            continue
        if choice == "theirs":
            mine[cell] = taken[cell] = stands
        elif choice == "yours" or (_same(stands, base) and cell not in typed.asked):
            continue
        else:
            contested.append((_contested(standing, cell, stands, sent), written.get("by")))
    people = User.objects.select_related("player").in_bulk({pk for _found, pk in contested if pk})
    written_at = _stored_by(standing, (found.cell for found, _pk in contested))
    return Merged(
        sheet=pruned(merged_sheet(standing.stored, mine)),
        contested=tuple(
            _named(found, people.get(pk or 0), written_at.get(found.cell)) for found, pk in contested
        ),
        theirs=taken,
    )


def _stored_by(standing: Standing, cells: Iterable[str]) -> dict[str, SheetRevision]:
    """Who stored the cells that nobody is typing on. One query where there are such cells."""
    stored = [cell for cell in cells if cell not in standing.cells]
    return origins(standing.revision.game_id, stored) if standing.revision is not None else {}


def origins(game_id: int, cells: Iterable[str]) -> dict[str, SheetRevision]:
    """The revision that gave each cell the value it has now, its author with it; the last one may have changed others.

    One query, none for no cells. Empty where nothing is stored.
    """
    wanted, found, values = list(cells), {}, dict[str, Value]()
    if not wanted:
        return {}
    for revision in (
        SheetRevision.objects.filter(game_id=game_id).select_related("by__player").order_by("number")
    ):
        for cell in wanted:
            value = _held(revision.sheet, cell)
            if cell not in found or not _same(value, values[cell]):
                found[cell], values[cell] = revision, value
    return found


def _held(sheet: Mapping[str, Any], cell: str) -> Value:
    """The value of a cell in a revision that may have fewer hands or seats."""
    try:
        return value_in(sheet, cell)
    except IndexError:
        return None


def _rival_of(written: Mapping[str, Any], sent: Value) -> Mapping[str, Any] | None:
    """What another wrote in a cell that two people typed and nobody decided; None if there is no such cell."""
    rivals = written.get("rivals")
    if not rivals:
        return None
    found: Mapping[str, Any] = written
    return next((entry for entry in (*rivals, found) if not _same(entry["value"], sent)), None)


def _contested(standing: Standing, cell: str, stands: Value, sent: Value) -> Contested:
    return Contested(cell, stands, sent, None, str(standing.cells.get(cell, {}).get("at", "")))


def _named(found: Contested, typist: User | None, stored: SheetRevision | None) -> Contested:
    if stored is None:
        return replace(found, by=typist, via="web" if typist is not None else "link")
    return replace(found, by=stored.by, via=stored.via, at=stored.at.isoformat(timespec="seconds"))


def _same(one: Value, other: Value) -> bool:
    return type(one) is type(other) and one == other
