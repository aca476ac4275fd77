"""Results of a table: the one way by which web form, API and command enter a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from clubs.activity import By
from games.models import Game
from games.services.sheets import Recorded, record_sheet
from tournaments.errors import RoundConflict
from tournaments.models import Round, Table


def enter_sheet(
    table: Table,
    *,
    sheet: Mapping[str, Any],
    by: By,
    reason: str = "",
    client_key: str | None = None,
    expected_revision: int | None = None,
    at: datetime | None = None,
) -> Recorded:
    """Store the sheet of a table of a published round; `record_sheet` tells the rest."""
    game = _game_of(table)
    return record_sheet(
        game,
        sheet=sheet,
        by=by,
        reason=reason,
        client_key=client_key,
        expected_revision=expected_revision,
        at=at,
    )


def blank_sheet(table: Table) -> dict[str, Any]:
    """The sheet of a table before anything was written: its people in seat order and the hands to be played."""
    game = _game_of(table)
    seats = list(game.seats.select_related("player").order_by("number"))
    return {
        "players": [str(seat.player.uid) if seat.player else None for seat in seats],
        "first_dealer": game.first_dealer,
        "deals": [{"hand_size": size} for size in game.ruleset.hand_sizes(len(seats))],
    }


def _game_of(table: Table) -> Game:
    if table.game is None or table.round.state == Round.State.DRAFT:
        raise RoundConflict(
            _("Round %(round)d is not published: there is no game at table %(table)d yet.")
            % {"round": table.round.number, "table": table.number},
            code="round_not_published",
        )
    return table.game
