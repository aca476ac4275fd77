"""From the last card to the sheet: one more road into `record_sheet`, in the transaction of the last act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clubs.activity import By
from games.engine import GameState, game_sheet
from games.models import Game, GameEvent, HostedSeat, HostedTable
from games.services.sheets import HOSTING, record_sheet

_UID_LENGTH = 36


def record(table: HostedTable, state: GameState, seats: Sequence[HostedSeat]) -> None:
    """Store the sheet of a finished game. The client key makes it one sheet, however often the end is handled."""
    game = table.game
    assert game is not None
    sheet: dict[str, Any] = dict(game_sheet(state).to_json())
    sheet["players"] = [str(seat.player.uid) if seat.player else None for seat in seats]
    stints = _stints(game, state)
    if stints:
        sheet["seats"] = stints
    recorded = record_sheet(game, sheet=sheet, by=By(None, HOSTING), client_key=f"hosted-{game.pk}")
    table.game = recorded.game


def _stints(game: Game, state: GameState) -> list[dict[str, Any]]:
    """Who held which seat for which deals, where somebody was replaced; empty when nobody was."""
    replaced = [
        event
        for event in GameEvent.objects.filter(game=game)
        if event.payload["type"] in ("replace", "start", "deal")
    ]
    if not any(event.payload["type"] == "replace" for event in replaced):
        return []
    entry = -1
    stints: list[dict[str, Any]] = []
    holding: dict[int, dict[str, Any]] = {}
    for event in replaced:
        if event.payload["type"] == "deal":
            entry += 0 if event.payload.get("decider") else 1
        elif event.payload["type"] == "start":
            for seat, name in enumerate(event.payload["players"]):
                holding[seat] = {"seat": seat, "player": _uid(name), "from": 0, "to": None}
        else:
            seat, start = event.payload["seat"], max(entry, 0)
            before = holding[seat]
            if start > before["from"]:
                stints.append(before | {"to": start - 1})
                holding[seat] = {
                    "seat": seat,
                    "player": _uid(event.payload["player"]),
                    "from": start,
                    "to": None,
                }
            else:  # before the seat had played a whole hand
                holding[seat] = before | {"player": _uid(event.payload["player"])}
    return sorted([*stints, *holding.values()], key=lambda stint: (stint["seat"], stint["from"]))


def _uid(name: str) -> str | None:
    return name if len(name) == _UID_LENGTH else None
