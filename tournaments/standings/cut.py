"""The line below the first n players, and the standings after a final (users.md 5 and 8, scenarios.md S27)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.standings.ranking import rank
from tournaments.standings.rows import Row


@dataclass(frozen=True, slots=True)
class Cut:
    """Who is through when the first `n` go to the final.

    `level` are the players who share the place the line runs through, in order of ids; then `through` holds only
    those above them, and the director has a choice: `smaller` or `larger` are the cuts that need no decision. With
    nobody level, `decided_by` is what separates the last one through from the first one out.
    """

    n: int
    through: tuple[str, ...]
    level: tuple[str, ...]
    smaller: int
    larger: int
    decided_by: str | None


def cut_after(rows: Sequence[Row], n: int) -> Cut:
    """The cut after the first n ranked rows; more than there are = everybody."""
    ranked = [row for row in rows if row.place is not None]
    if n >= len(ranked):
        everybody = tuple([row.player for row in ranked])
        return Cut(n, everybody, (), len(ranked), len(ranked), None)
    first_out = ranked[n]
    if n and first_out.place == ranked[n - 1].place:
        above = [row.player for row in ranked if row.place is not None and row.place < (first_out.place or 0)]
        level = [row.player for row in ranked if row.place == first_out.place]
        return Cut(n, tuple(above), tuple(level), len(above), len(above) + len(level), None)
    return Cut(n, tuple([row.player for row in ranked[:n]]), (), n, n, first_out.decided_by)


def parted(level: Sequence[int], n: int, games: Sequence[Mapping[int, int]]) -> tuple[list[int], list[int]]:
    """Of the level ones those who are through when `n` go on, and those who are still level on the line.

    The first extra game that all of them played parts them; who is level in it too goes on with later games. `n` is
    at least 1; that many or fewer are all through.

    >>> parted([1, 2, 3], 2, [{1: 10, 2: 5, 3: 5}, {2: 0, 3: 9}])
    ([1, 3], [])
    >>> parted([1, 2], 1, [{1: 0, 2: 0}])
    ([], [1, 2])
    """
    if len(level) <= n:
        return list(level), []
    for index, game in enumerate(games):
        if not all(one in game for one in level):
            continue
        through: list[int] = []
        for points in sorted({game[one] for one in level}, reverse=True):
            group = [one for one in level if game[one] == points]
            if len(through) == n:
                break
            ahead, left = parted(group, n - len(through), games[index + 1 :])
            through += ahead
            if left:
                return through, left
        return through, []
    return [], list(level)


def rank_with_final(preliminary: Mapping[str, object], final: Mapping[str, object]) -> list[Row]:
    """The rows of a tournament whose finalists take the first places.

    Two calls (users.md 8): `final` has the finalists and the final round; in `preliminary` the finalists are put
    among the unranked and left out, and the others' places are shifted by the number of finalists with a place.
    """
    finalists = rank(final)
    names = {row.player for row in finalists}
    n_placed = sum(row.place is not None for row in finalists)
    others = [
        row
        for row in rank({**preliminary, "players": _without(preliminary, names)})
        if row.player not in names
    ]
    return finalists + [replace(row, place=row.place and row.place + n_placed) for row in others]


def _without(preliminary: Mapping[str, object], names: set[str]) -> object:
    """The players with the finalists unranked; anything malformed is left for the reader to refuse."""
    players = preliminary.get("players")
    if not isinstance(players, list | tuple):
        return players
    return [_unranked(player) if _id_of(player) in names else player for player in players]


def _id_of(player: object) -> object:
    return player.get("id") if isinstance(player, Mapping) else player


def _unranked(player: object) -> object:
    return {"id": _id_of(player), "ranked": False}
