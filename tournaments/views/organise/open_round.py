"""A published round as its director sees it: which sheets are in, which are missing, what can be done."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import SheetState
from tournaments.models import Round, Table


@dataclass(frozen=True, slots=True)
class OpenRound:
    """`missing` are tables without a sheet; `unverified` have one that is not final. `is_untouched`: no value yet."""

    round: Round
    n_tables: int
    missing: tuple[Table, ...]
    unverified: tuple[Table, ...]
    is_untouched: bool

    @property
    def n_in(self) -> int:
        return self.n_tables - len(self.missing)


def open_round_of(published: Round) -> OpenRound:
    """One query."""
    tables = list(published.tables.select_related("game__draft").order_by("number"))
    missing = [table for table in tables if table.game is None or table.game.revision == 0]
    waiting = [
        table
        for table in tables
        if table not in missing and table.game and table.game.state not in (SheetState.FINAL, SheetState.VOID)
    ]
    untouched = len(missing) == len(tables) and not any(_has_values(table) for table in tables)
    return OpenRound(published, len(tables), tuple(missing), tuple(waiting), untouched)


def _has_values(table: Table) -> bool:
    draft = getattr(table.game, "draft", None)
    return draft is not None and bool(draft.cells)
