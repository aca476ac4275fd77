"""What is noted of the people of a table, somebody left or plays for somebody, against a whole sheet that is sent.

The page has no cell for whoever left, so that its sheets always agree; a program sends whatever it holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from clubs.serializers import person
from games.models import Game, Seat
from games.services.sheets import Recorded
from tournaments.errors import TournamentError
from tournaments.models import Table


@dataclass(frozen=True, slots=True)
class Noted:
    """The stints of every seat that changed hands or was left, by its number."""

    stints: dict[int, tuple[Seat, ...]]


def noted_at(game: Game) -> Noted:
    """As it stands before the sheet is stored. One query."""
    held: dict[int, list[Seat]] = {}
    for seat in game.seats.select_related("player__merged_into").order_by("number", "from_deal"):
        held.setdefault(seat.number, []).append(seat)
    return Noted(
        {
            number: tuple(rows)
            for number, rows in held.items()
            if len(rows) > 1 or rows[-1].to_deal is not None
        }
    )


def refuse_others(noted: Noted, table: Table, recorded: Recorded) -> None:
    """`confirmation_needed` where the stored sheet seats others than were noted; call it in its transaction."""
    if not noted.stints:
        return
    now = noted_at(recorded.game)
    for number, rows in noted.stints.items():
        if _who(rows) != _who(now.stints.get(number, ())) or _plays_on(rows[-1], recorded.revision.sheet):
            raise TournamentError(
                _said(table, rows), code="confirmation_needed", seats=[_line(row) for row in rows]
            )


def _who(rows: Iterable[Seat]) -> list[tuple[int | None, int, int | None]]:
    return [(row.player_id, row.from_deal, row.to_deal) for row in rows]


def _plays_on(last: Seat, sheet: dict[str, Any]) -> bool:
    """Whether somebody who left is in a hand after their last."""
    if last.to_deal is None:
        return False
    return any(
        last.number not in (deal.get("out") or ()) and not deal.get("void")
        for deal in sheet["deals"][last.to_deal + 1 :]
    )


def _said(table: Table, rows: tuple[Seat, ...]) -> str:
    last = rows[-1]
    values = {"player": _name(last), "table": table.number, "hand": last.from_deal + 1}
    if last.to_deal is None:
        return _(
            "It is noted that %(player)s plays for %(other)s at table %(table)d from hand %(hand)d on; this sheet says"
            " otherwise. Send the seats as they are noted, or confirm it."
        ) % {**values, "other": _name(rows[-2])}
    return _(
        "It is noted that %(player)s left table %(table)d before hand %(hand)d; this sheet says otherwise."
        " Send the seats as they are noted, or confirm it."
    ) % {**values, "hand": last.to_deal + 2}


def _name(seat: Seat) -> str:
    return seat.player.display_name if seat.player is not None else _("guest")


def _line(seat: Seat) -> dict[str, Any]:
    shown = person(seat.player)
    return {
        "seat": seat.number,
        "player": shown["uid"] if shown is not None else None,
        "from": seat.from_deal,
        "to": seat.to_deal,
    }
