"""Tie-breaks inside a group of level players: head-to-head and deciders (users.md 7)."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.standings.book import Book
from tournaments.standings.exact import Exact, plain_text
from tournaments.standings.facts import Decider, Player, TableResult
from tournaments.standings.table_places import competition_places
from tournaments.standings.table_points import Rank
from tournaments.standings.tie_breaks.column import Cell, Skip, Verdict


def head_to_head(book: Book, group: Sequence[Player]) -> Verdict | Skip:
    """+1 for each member below at the same table, -1 for each above, over all games.

    Only if every pair of the group met; the parts go on with the next criterion, so list it twice to apply
    it to them.
    """
    members = set(group)
    tables = _tables_of(book, members)
    apart = _first_pair_apart(group, tables)
    if apart is not None:
        return Skip("never-met", apart)
    score = dict.fromkeys(group, 0)
    for table in tables:
        seated = [
            (table.places[seat], player) for seat, player in enumerate(table.seats) if player in members
        ]
        places = competition_places([-place for place, _ in seated])
        scores, _ = Rank().of_table((), places)
        for (_, player), points in zip(seated, scores, strict=True):
            score[player] += points
    return Verdict([(score[player],) for player in group], [str(score[player]) for player in group])


def _tables_of(book: Book, members: set[Player]) -> list[TableResult]:
    """Every table that seats two members or more, once."""
    tables = {}
    for player in members:
        for game in book.games[player]:
            tables[id(game.table)] = game.table
    return [table for table in tables.values() if len(members.intersection(table.seats)) > 1]


def _first_pair_apart(group: Sequence[Player], tables: Sequence[TableResult]) -> tuple[Player, Player] | None:
    """The first two members in order of ids who never sat at one table."""
    met: dict[Player, set[Player]] = {player: {player} for player in group}
    for table in tables:
        seated = met.keys() & table.seats
        for player in seated:
            met[player] |= seated
    for player in sorted(group):
        strangers = met.keys() - met[player]
        if strangers:
            return player, min(strangers)
    return None


def decider(book: Book, group: Sequence[Player]) -> Verdict | Skip:
    """Points in the first decider that the whole group played; parts go on with later deciders."""
    points: dict[Player, list[Exact]] = {player: [] for player in group}
    whole = list(group)
    part_of = dict.fromkeys(group, whole)
    for game in book.deciders_of(group):
        for part in _parts_in(game, part_of):
            for player in part:
                del part_of[player]
            for smaller in _play(game, part, points):
                part_of.update(dict.fromkeys(smaller, smaller))
    if not any(points.values()):
        return Skip("no-common-game", tuple(group))
    cells: list[Cell] = [[plain_text(value) for value in points[player]] for player in group]
    return Verdict([tuple(points[player]) for player in group], cells)


def _parts_in(game: Decider, part_of: dict[Player, list[Player]]) -> list[list[Player]]:
    """The parts that played the decider as a whole."""
    met = {part[0]: part for player in game.points if (part := part_of.get(player))}
    return [part for part in met.values() if all(player in game.points for player in part)]


def _play(game: Decider, part: list[Player], points: dict[Player, list[Exact]]) -> list[list[Player]]:
    """The still level parts of a part that played the decider."""
    smaller: dict[Exact, list[Player]] = {}
    for player in part:
        points[player].append(game.points[player])
        smaller.setdefault(game.points[player], []).append(player)
    return [level for level in smaller.values() if len(level) > 1]
