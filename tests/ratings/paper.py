"""Games with given places, by the real services: a sheet that counts the totals written on it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from clubs.activity import By
from clubs.models import Club, Player
from games.models import Game
from games.services.games import create_game
from games.services.sheets import record_sheet

NOON = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
BY = By(None, "import")
RULES = {"players": [2, 10], "schedule": {"shape": "up", "min": 1, "max": 1}, "tie_break": ["shared"]}


def written_sheet(players: Sequence[Player | None], places: Sequence[int]) -> dict[str, Any]:
    """A sheet of totals only, whose places are these."""
    return {
        "players": [str(player.uid) if player is not None else None for player in players],
        "deals": [],
        "count": "written",
        "paper_totals": [100 - place for place in places],
    }


def open_game(club: Club | None, players: Sequence[Player | None], *, minute: float, **settings: Any) -> Game:
    return create_game(
        club=club,
        rules=settings.pop("rules", RULES),
        players=players,
        played_at=NOON + timedelta(minutes=minute),
        by=BY,
        count="written",
        **settings,
    )


def play(
    club: Club | None,
    players: Sequence[Player | None],
    places: Sequence[int],
    *,
    minute: int,
    **settings: Any,
) -> Game:
    """A final game; `minute` says when it was played."""
    game = open_game(club, players, minute=minute, **settings)
    return record_sheet(game, sheet=written_sheet(players, places), by=BY).game


def correct(game: Game, players: Sequence[Player | None], places: Sequence[int]) -> Game:
    return record_sheet(game, sheet=written_sheet(players, places), by=BY, reason="wrong total").game
