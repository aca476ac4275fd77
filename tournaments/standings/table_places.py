"""Places at one table: by points, then by the tie-breaks of the game (users.md 7, "Game level")."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.standings.exact import Exact

GAME_TIE_BREAKS = ("last-deal", "bids-made", "decider")


def competition_places(values: Sequence[Exact]) -> tuple[int, ...]:
    """The place of each value, highest first; level values share a place and the next one has the gap.

    >>> competition_places([90, 120, 90, 40])
    (2, 1, 2, 4)
    """
    place_of: dict[Exact, int] = {}
    for index, value in enumerate(sorted(values, reverse=True)):
        place_of.setdefault(value, index + 1)
    return tuple([place_of[value] for value in values])


def places_at_table(
    points: Sequence[Exact], tie_breaks: Sequence[Sequence[Exact | None] | None]
) -> tuple[int, ...]:
    """Places by points and then by each tie-break in turn, one value per seat and more is better.

    A tie-break without a value for everyone of a level group leaves that group level.
    """
    places = competition_places(points)
    for values in tie_breaks:
        if values is None or len(set(places)) == len(places):
            continue
        places = _split(places, values)
    return places


def _split(places: Sequence[int], values: Sequence[Exact | None]) -> tuple[int, ...]:
    split = list(places)
    for place in set(places):
        seats = [seat for seat, other in enumerate(places) if other == place]
        known = [value for seat in seats if (value := values[seat]) is not None]
        if len(known) == len(seats):
            for seat, within in zip(seats, competition_places(known), strict=True):
                split[seat] = place + within - 1
    return tuple(split)
