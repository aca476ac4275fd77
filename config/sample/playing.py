"""Play the tables of a round with bots and enter their sheets by the service the web form uses."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from clubs.activity import By
from games.engine.log import sheet_from_log
from games.engine.selfplay import play_game
from games.services.sheets import Recorded
from tournaments.models import Round, Table
from tournaments.services.results import enter_sheet


def tables_of(played: Round) -> list[Table]:
    """The tables of a round with their games, by number."""
    return list(played.tables.select_related("game", "round__tournament").order_by("number"))


def played_sheet(table: Table, seed: int) -> dict[str, Any]:
    """The sheet of a game that bots play at this table; the same for the same people and seed."""
    if table.game is None:
        raise ValueError(f"Table {table.number} has no game: publish its round first.")
    people = [str(seat.player.uid) for seat in table.game.seats.select_related("player") if seat.player]
    log = play_game(
        table.game.ruleset,
        people,
        seed=seed * 1_000_000 + table.round.number * 1_000 + table.number,
        game_id=f"{table.round.tournament.slug}/{table.round.number}/{table.number}",
        first_dealer=table.game.first_dealer or 0,
    )
    return sheet_from_log(log)


def play_tables(tables: Iterable[Table], *, seed: int, by: By, at: datetime | None = None) -> list[Recorded]:
    """Play and enter the sheet of each table."""
    return [enter_sheet(table, sheet=played_sheet(table, seed), by=by, at=at) for table in tables]
