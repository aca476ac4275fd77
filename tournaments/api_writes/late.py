"""What somebody who may type but not correct sends for a final sheet: told what stands, never only refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from clubs.activity import By
from clubs.errors import Conflict, NotAllowed
from clubs.rights import Act
from games.services.drafts import Value, check_cells, draft_of
from tournaments.api_writes.answers import cells_of, differing_cells, differing_values
from tournaments.models import Table
from tournaments.rights import require_at
from tournaments.services import results


def late_sheet(
    table: Table, refusal: NotAllowed, *, sheet: Mapping[str, Any], seen: int, by: By
) -> NotAllowed | Conflict | None:
    """The error to raise for a whole sheet; None where exactly this sheet is final.

    Whoever saw what is final wanted a correction: that stays refused, but with both values.
    """
    conflict = results.stored_against(table, sheet=sheet, by=by)
    if conflict is None:
        return None
    extra = conflict.extra
    extra["conflicts"] = differing_cells(results.game_of(table), extra["current"], extra["yours"])
    if seen == extra["current_revision"]:
        refusal.extra.update(extra)
        return refusal
    return _became_final(extra)


def late_cells(table: Table, *, changes: Mapping[str, Value], by: By) -> tuple[int, Conflict | None]:
    """The version of the draft, and the error to raise for typed cells; None where these values are final."""
    require_at(by, table, Act.TYPE_SHEET)
    game = results.game_of(table)
    check_cells(game, changes)
    version, _typed = draft_of(game)
    current = game.revisions.filter(number=game.revision).first()
    stored = cells_of(current.sheet) if current is not None else {}
    conflicts = differing_values(game, {cell: stored.get(cell) for cell in changes}, changes)
    return version, _became_final({"conflicts": conflicts, "version": version}) if conflicts else None


def _became_final(extra: dict[str, Any]) -> Conflict:
    return Conflict(
        _(
            "This sheet became final meanwhile, so nothing was changed. Compare both, and show a director what should"
            " be different."
        ),
        code="sheet_final",
        **extra,
    )
