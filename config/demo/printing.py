"""The evening on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def lines_of(result: dict[str, Any]) -> Iterator[str]:
    """The whole evening, line by line."""
    for played in result["rounds"]:
        sizes = "-".join(str(size) for size in played["sizes"])
        yield ""
        yield f"Round {played['number']}: {sizes}, {played['repeats']} repeats (seed {played['seed']})"
        for number, table in enumerate(played["tables"], start=1):
            yield f"  table {number}: " + ", ".join(table)
        yield f"Standings after round {played['number']} (by the worker, {played['worker_seconds']} s later)"
        yield from _standings(played["standings"])
    yield ""
    yield f"{result['left_after_round_2']} left after round 2."
    correction = result["correction"]
    yield f"Sheet {correction['sheet']} corrected, revision {correction['revision']}: {correction['reason']}"
    for name, (before, after) in correction["moved"].items():
        yield f"  {name}: place {before} -> {after}"
    yield "Final standings"
    yield from _standings(result["final"])
    yield ""
    yield "Ratings (elo-mp v1, everybody starts at 1500)"
    for row in result["ratings"]:
        change = f"{row['change']:+.1f}".replace("-", "\N{MINUS SIGN}")
        yield f"  {row['player']:<12} {row['before']:8.1f} -> {row['after']:8.1f}  {change:>7}  {row['games']} games"
    yield ""
    yield f"rebuild: {result['rebuild']}"


def _standings(rows: list[dict[str, Any]]) -> Iterator[str]:
    for row in rows:
        rounds = " ".join(f"{'-' if value is None else value:>4}" for value in row["rounds"])
        place = "-" if row["place"] is None else row["place"]
        why = f"   {row['why']}" if row["why"] else ""
        yield f"  {place:>3}  {row['player']:<12} {rounds}  {row['total']:>5}{why}"
