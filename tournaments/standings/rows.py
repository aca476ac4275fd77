"""A line of the standings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Shown: TypeAlias = str | list[str | None] | list[int] | None


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line (users.md 8).

    `place` is None when unranked; `total` is exact and `total_text` as it is shown; `columns` holds `rounds`,
    `dropped` and a cell per key of the chain; `decided_by` separates the row from the ranked row above.
    """

    player: str
    place: int | None
    total: Fraction
    total_text: str
    columns: Mapping[str, Shown]
    decided_by: str | None

    def to_json(self) -> dict[str, object]:
        """Exactly the five fields of the command's output."""
        return {
            "player": self.player,
            "place": self.place,
            "total": self.total_text,
            "columns": dict(self.columns),
            "decided_by": self.decided_by,
        }
