"""The log of a hosted game as a document, game/1, with the names of today."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clubs.models import Player
from clubs.namesakes import tell_apart
from games.models import HostedTable
from games.services.hosting.reading import rows_of

Json = dict[str, Any]


def log_of(table: HostedTable, names: Sequence[str]) -> Json:
    """The game/1 object. The log holds uids; whoever is hidden by now is shown so. `names` are today's by seat."""
    rows = rows_of(table)
    uids = {uid for row in rows for uid in _uids(row)}
    people = list(Player.objects.filter(uid__in=uids))
    tell_apart(people, club=table.club)
    known = {str(player.uid): player.display_name for player in people}
    used: set[str] = set()
    for row in rows:
        if row["type"] == "start":
            row["players"] = [
                _once(known.get(uid) or _seat_name(names, seat, rows, uid), used)
                for seat, uid in enumerate(row["players"])
            ]
        elif row["type"] == "replace":
            row["player"] = _once(known.get(row["player"]) or row["player"], used)
    assert table.game is not None
    return {"format": "game/1", "id": str(table.game.uid), "events": rows}


def _uids(row: Json) -> list[str]:
    named = row["players"] if row["type"] == "start" else [row["player"]] if row["type"] == "replace" else []
    return [uid for uid in named if len(uid) == 36]


def _seat_name(names: Sequence[str], seat: int, rows: Sequence[Json], uid: str) -> str:
    """A guest's or a bot's name, unless somebody else took the seat later."""
    is_replaced = any(row["type"] == "replace" and row["seat"] == seat for row in rows)
    return uid if is_replaced else names[seat]


def _once(name: str, used: set[str]) -> str:
    """Two people of one name stay two in the log."""
    found, n = name, 2
    while found in used:
        found, n = f"{name} {n}", n + 1
    used.add(found)
    return found
