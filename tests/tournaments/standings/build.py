"""Short ways to write a standings document in a test."""

from __future__ import annotations

from typing import Any

from tournaments.standings import Row, rank


def table(seats: str, *points: object, **more: object) -> dict[str, Any]:
    """A table of players with one-letter ids."""
    return {"seats": list(seats), "points": list(points), **more}


def document(*rounds: list[dict[str, Any]], **more: object) -> dict[str, Any]:
    """Rounds 1, 2, 3 ... of everybody who sits anywhere; `more` are top-level fields."""
    players = sorted({id_ for tables in rounds for one in tables for id_ in one["seats"]})
    return {
        "players": players,
        "rounds": [{"number": number, "tables": tables} for number, tables in enumerate(rounds, start=1)],
        "tie_breaks": ["shared"],
        **more,
    }


def lines(request: dict[str, Any]) -> list[str]:
    """Each row as "place player total decided_by", a dash for None."""
    return [_line(row) for row in rank(request)]


def _line(row: Row) -> str:
    shown = (row.place, row.player, row.total_text, row.decided_by)
    return " ".join("-" if value is None else str(value) for value in shown)


def column(request: dict[str, Any], key: str) -> dict[str, Any]:
    """One column by player."""
    return {row.player: row.columns[key] for row in rank(request)}
