"""Who sits at a table and which cell is meant, in words: the same on the grid, the phone, and beside them."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from clubs.sentences import isolated
from games.forms import Column
from games.models import Game, Seat
from tournaments.models import Tournament
from tournaments.services.namesakes import tell_apart_at


def holders_of(game: Game, tournament: Tournament) -> list[Seat]:
    """The seats of a game with their players, namesakes told apart."""
    holders = list(game.seats.select_related("player__merged_into"))
    tell_apart_at(tournament, (seat.player for seat in holders))
    return holders


def seat_names(seats: Iterable[Seat], *, is_paper: bool = False) -> list[str]:
    """Who holds each seat, in seat order; people who followed each other are joined, with the hand they came in.

    Fit to stand in a sentence beside numbers; on paper (`is_paper`) a name has its own box and no marks around it.
    """
    people: dict[int, list[str]] = {}
    for seat in sorted(seats, key=lambda one: (one.number, one.from_deal)):
        name = seat.player.display_name if seat.player is not None else _("guest")
        name = name if is_paper else isolated(name)
        if seat.number in people:
            name = _("%(name)s from hand %(hand)d") % {"name": name, "hand": seat.from_deal + 1}
        people.setdefault(seat.number, []).append(name)
    return [" / ".join(dict.fromkeys(people[number])) for number in sorted(people)]


def where(cell: str, names: list[str], columns: tuple[Column, ...]) -> str:
    """A cell in words."""
    first, *rest = cell.split(".")
    if first == "total":
        return _("%(name)s: total on paper") % {"name": names[int(rest[0])]}
    column = next((c.name for c in columns if c.key == rest[0]), rest[0])
    values = {"hand": int(first) + 1, "name": names[int(rest[1])], "column": column}
    return _("Hand %(hand)d, %(name)s: %(column)s") % values
