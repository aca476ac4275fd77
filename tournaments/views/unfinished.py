"""Tables without a result, for the pages of lists that are on the way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import SheetState
from tournaments.models import Round, Table, Tournament
from tournaments.services.standing_facts import played_games


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A table that gave no result so far, and what is true of it instead."""

    table: int
    round: int
    is_playing: bool
    said: str


def unfinished_tables(tournament: Tournament) -> list[Unfinished]:
    """One query."""
    without = Table.objects.filter(tournament=tournament).exclude(game__in=played_games())
    found = []
    for pk, game_state, number, state in without.values_list(
        "pk", "game__state", "round__number", "round__state"
    ):
        is_playing = state == Round.State.PUBLISHED and game_state != SheetState.VOID
        said = _("playing") if is_playing else _("void") if game_state == SheetState.VOID else _("not in yet")
        found.append(Unfinished(pk, number, is_playing, said))
    return found


def on_the_way(tournament: Tournament, unfinished: Iterable[Unfinished]) -> dict[str, int]:
    """The round that is being played, and how many of its tables are; of an open night nothing, it has no rounds."""
    rounds = [] if tournament.is_open_night else [one.round for one in unfinished if one.is_playing]
    return {"playing": max(rounds, default=0), "n_playing": len(rounds)}
