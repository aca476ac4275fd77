"""What a corrected sheet or another setting would do to the standings, before anything is stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Model

from clubs.activity import By
from clubs.models import Player
from games.models import Game
from ratings.services.explaining import explain_game
from tournaments.models import Entry, Table, Tournament
from tournaments.services.cut_effects import CutMove, lines_of_cuts, moves_of_cuts
from tournaments.services.results import enter_sheet, game_of, writable_game
from tournaments.services.standings import Line, derive_newest
from tournaments.standings import StandingsError


@dataclass(frozen=True, slots=True)
class Move:
    """One line of the newest standings, before and after; places are None for guests and before a first list."""

    entry: Entry
    place_before: int | None
    place_after: int | None
    total_before: str | None
    total_after: str | None


@dataclass(frozen=True, slots=True)
class RatingMove:
    """What this game gives a player on the club's ladder, before and after (milli-points)."""

    player: Player
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Effects:
    """What saving would change. Later games of the same players are rated again from the new figures.

    `cuts` are those a result of this table can move, also where it moves none of them.
    """

    moves: list[Move]
    ratings: list[RatingMove]
    cuts: list[CutMove]


class _TakenBack(Exception):
    """Leaves the transaction of a trial, so that nothing of it stays."""


def effects_of(table: Table, *, sheet: Mapping[str, Any], by: By, reason: str) -> Effects:
    """Lines whose place or total would change if `sheet` were stored at this table, in their new order, and what the
    game would give to the ratings instead.

    The correction is tried for real and taken back, so that the answer cannot differ from what saving does. Refusals
    are those of `enter_sheet`.
    """
    game_id = game_of(table).pk
    before, rated_before = _newest(table.tournament), _rated(game_id)
    cuts_before = cuts_after = lines_of_cuts(table)
    after: dict[int, Line] = {}
    rated_after: dict[Player, int] = {}
    try:
        with transaction.atomic():
            writable_game(table, by)  # who may not store the sheet writes nothing, not even to take it back
            # Where somebody verifies, the ratings move only then: what is told is where the correction leads.
            Game.objects.filter(pk=game_id).update(verify=False)
            enter_sheet(table, sheet=sheet, by=by, reason=reason)
            after, rated_after = _newest(table.tournament), _rated(game_id)
            cuts_after = lines_of_cuts(table)
            raise _TakenBack
    except _TakenBack:
        pass
    ratings = [
        RatingMove(player, rated_before[player], change)
        for player, change in rated_after.items()
        if rated_before.get(player, change) != change
    ]
    return Effects(_moves(before, after), ratings, moves_of_cuts(cuts_before, cuts_after))


def effects_of_settings(tournament: Tournament, changes: Mapping[str, Any]) -> list[Move]:
    """Lines of the newest list that other settings would move. Computed on a copy; a game is rated by its own facts,
    so that no setting of its evening moves a rating.
    """
    changed = copy(tournament)
    for name, value in changes.items():
        if name != "rules" and not isinstance(value, Model):
            setattr(changed, name, value)
    try:
        before = _newest(tournament)
    except StandingsError:  # the settings that stand make no list at all: everybody's place is new
        before = {}
    return _moves(before, _newest(changed))


def _moves(before: Mapping[int, Line], after: Mapping[int, Line]) -> list[Move]:
    """The lines that differ, in their new order. One query."""
    moved = [entry_id for entry_id in after if _outcome(before.get(entry_id)) != _outcome(after[entry_id])]
    entries = _people(moved)
    return [
        Move(
            entry=entries[entry_id],
            place_before=before[entry_id].place if entry_id in before else None,
            place_after=after[entry_id].place,
            total_before=before[entry_id].total if entry_id in before else None,
            total_after=after[entry_id].total,
        )
        for entry_id in moved
    ]


def _people(ids: Iterable[int]) -> dict[int, Entry]:
    return Entry.objects.filter(pk__in=ids).select_related("player__merged_into").in_bulk()


def _rated(game_id: int) -> dict[Player, int]:
    """What the game as it stands gives its players on the narrowest ladder it counts for; empty while unrated."""
    ladders = explain_game(Game.objects.get(pk=game_id), ahead=True)
    return {seat.player: seat.why.delta_milli for seat in ladders[-1].seats} if ladders else {}


def _newest(tournament: Tournament) -> dict[int, Line]:
    return {line.entry_id: line for line in derive_newest(tournament)}


def _outcome(line: Line | None) -> tuple[int | None, str] | None:
    return (line.place, line.total) if line is not None else None
