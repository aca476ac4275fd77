"""Small arithmetic of the benches of the site."""

from __future__ import annotations

from collections.abc import Sequence


def percentile(values: Sequence[float], part: float) -> float:
    """The value below which `part` of the values lie, by the nearest rank."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]
