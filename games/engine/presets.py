"""The ready rules and scoring schemes, read from the package data (rules.md 3)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from .rule_parts import Scoring
from .rules import RuleSet
from .rules_json import preset_values


@dataclass(frozen=True, slots=True)
class ScoringPreset:
    """A scoring scheme of the world. `examples` are rows of hand size, bid, tricks, points."""

    id: str
    names: tuple[str, ...]
    made: str
    missed: str
    scoring: Scoring
    examples: tuple[tuple[int, int, int, int], ...]
    source: str
    status: str


def _scoring_presets() -> dict[str, ScoringPreset]:
    text = Path(__file__).with_name("scoring_presets.json").read_text(encoding="utf-8")
    return {
        row["id"]: ScoringPreset(
            id=row["id"],
            names=tuple(row["names"]),
            made=row["made"],
            missed=row["missed"],
            scoring=RuleSet.from_value({"scoring": row["scoring"]}).scoring,
            examples=tuple(tuple(example) for example in row["examples"]),
            source=row["source"],
            status=row["status"],
        )
        for row in json.loads(text)
    }


PRESETS: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {name: RuleSet.from_value(name) for name in preset_values()}
)
"""The ready rules by name, in the order they are offered."""

SCORING_PRESETS: Final[Mapping[str, ScoringPreset]] = MappingProxyType(_scoring_presets())
"""The known scoring schemes by id."""
