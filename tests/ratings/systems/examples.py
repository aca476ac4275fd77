"""The reference examples of ratings.md section 3, read from `tests/data/rating_examples.json`."""

import json
from pathlib import Path
from typing import Any

REFERENCE: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "data" / "rating_examples.json").read_text(encoding="utf-8")
)
EXAMPLES: list[dict[str, Any]] = REFERENCE["examples"] + REFERENCE["rounding_edges"]


def to_milli(points: list[float]) -> list[int]:
    """Points with at most three decimals as whole milli-points."""
    return [round(value * 1000) for value in points]
