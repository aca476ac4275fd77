"""What the engine hands back: documents of seating.md section 14."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .notes import Note

ALGORITHM = "eldest-hand-seating/2"
"""Name and version of the algorithm; a change that changes any result gets a new version."""

Tables = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """Why a pair meets again. `round` counts from 1; `earlier` rounds of the history are
    0, -1, ... backwards (seating.md section 12)."""

    pair: tuple[str, str]
    round: int
    earlier: tuple[int, ...]
    reason: str

    def to_json(self) -> dict[str, Any]:
        return {
            "pair": list(self.pair),
            "round": self.round,
            "earlier": list(self.earlier),
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole evening seated before play.

    Tables stand in the order of their numbers, 1 first (an empty tuple is a table left empty);
    players in seat order. `sit_outs`, `sit_out_spread` and `changed_tables` are None where the
    problem did not ask for them.
    """

    rounds: tuple[Tables, ...]
    repeats: int
    max_meetings: int
    pairs_cost: int
    bound: int
    seat_spread: int
    small_table_spread: int
    explanations: tuple[Repeat, ...]
    notes: tuple[Note, ...]
    seed: int
    club_meetings: int = 0
    sit_outs: Tables | None = None
    sit_out_spread: int | None = None
    changed_tables: int | None = None
    input_hash: str = ""
    algorithm: str = ALGORITHM

    @property
    def is_optimal(self) -> bool:
        """Whether the plan reaches the bound and so is proven best."""
        return self.pairs_cost == self.bound

    def to_json(self) -> dict[str, Any]:
        document: dict[str, Any] = {
            "rounds": _lists(self.rounds),
            "repeats": self.repeats,
            "max_meetings": self.max_meetings,
            "pairs_cost": self.pairs_cost,
            "bound": self.bound,
            "optimal": self.is_optimal,
            "seat_spread": self.seat_spread,
            "small_table_spread": self.small_table_spread,
            "explanations": [repeat.to_json() for repeat in self.explanations],
            "notes": [note.to_json() for note in self.notes],
            "seed": self.seed,
            "algorithm": self.algorithm,
        }
        optional: Mapping[str, Any] = {
            "sit_outs": None if self.sit_outs is None else [list(row) for row in self.sit_outs],
            "sit_out_spread": self.sit_out_spread,
            "changed_tables": self.changed_tables,
        }
        document.update({key: value for key, value in optional.items() if value is not None})
        return document


@dataclass(frozen=True, slots=True)
class NextRound:
    """One round seated from history and scores; tables in the order of their numbers."""

    tables: Tables
    rematches: int
    spread: int | float
    explanations: tuple[Repeat, ...]
    notes: tuple[Note, ...]
    seed: int
    sit_outs: tuple[str, ...] | None = None
    sit_out_spread: int | None = None
    input_hash: str = ""
    algorithm: str = ALGORITHM

    def to_json(self) -> dict[str, Any]:
        document: dict[str, Any] = {
            "tables": [list(table) for table in self.tables],
            "rematches": self.rematches,
            "spread": self.spread,
            "explanations": [repeat.to_json() for repeat in self.explanations],
            "notes": [note.to_json() for note in self.notes],
            "seed": self.seed,
            "algorithm": self.algorithm,
        }
        if self.sit_outs is not None:
            document["sit_outs"] = list(self.sit_outs)
            document["sit_out_spread"] = self.sit_out_spread
        return document


def _lists(rounds: tuple[Tables, ...]) -> list[list[list[str]]]:
    return [[list(table) for table in tables] for tables in rounds]
