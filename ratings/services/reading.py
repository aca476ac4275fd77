"""Rated games in played order, as the writer and the checks read them: one statement, hence one snapshot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.db import connection

from clubs.models import Player
from games.models import Game, Seat
from ratings.services.ladders import Scope

# Few players are merged, so that join is small. PostgreSQL must be kept from reading all seats there are for each
# batch: OFFSET 0 leaves it nothing but the index.
_SEATS_OF = {
    "postgresql": "LATERAL (SELECT number, from_deal, place, player_id FROM {seats} WHERE game_id = g.id OFFSET 0) s "
    "ON TRUE",
    "sqlite": "{seats} s ON s.game_id = g.id",
}
_SEATS = """
SELECT g.id, g.order_key, g.revision, s.number, s.from_deal, s.place, COALESCE(p.merged_into_id, s.player_id)
FROM (
    SELECT id, order_key, revision FROM {games}
    WHERE rated AND family = %s {club} AND order_key > %s {limits}
) g
LEFT JOIN {seats_of}
LEFT JOIN {players} p ON p.id = s.player_id AND p.merged_into_id IS NOT NULL
ORDER BY g.order_key, s.number, s.from_deal
"""


class ReadGame(NamedTuple):
    """One rated game: its rated seats with players (merged names resolved today) and places, in seat order."""

    game_id: int
    order_key: str
    revision: int
    seats: list[int]
    players: list[int]
    places: list[int]


def read_games(scope: Scope, *, after: str, limit: int) -> list[ReadGame]:
    """The next rated games beyond the key `after`, at most `limit`."""
    statement, params = _statement(scope, after, "ORDER BY order_key LIMIT %s", [limit])
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return list(gather(cursor.fetchall()))


def stream_games(scope: Scope, *, upto: str, chunk: int = 20_000) -> Iterator[ReadGame]:
    """All rated games with a key <= `upto`, without holding them all; read it inside a snapshot."""
    after = ""
    while True:
        statement, params = _statement(
            scope, after, "AND order_key <= %s ORDER BY order_key LIMIT %s", [upto, chunk]
        )
        with connection.cursor() as cursor:
            cursor.execute(statement, params)
            games = list(gather(cursor.fetchall()))
        yield from games
        if len(games) < chunk:
            return
        after = games[-1].order_key


def plan_plainly() -> None:
    """Up to the end of the transaction PostgreSQL compiles no queries: a tenth of a second per large batch."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL jit = off")


def read_games_at(scope: Scope, keys: Sequence[str]) -> list[ReadGame]:
    """The rated games of the scope with these keys, in played order."""
    if not keys:
        return []
    marks = ", ".join(["%s"] * len(keys))
    statement, params = _statement(scope, "", f"AND order_key IN ({marks})", list(keys))
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return list(gather(cursor.fetchall()))


def count_games(scope: Scope, *, most: int) -> int:
    """How many rated games the scope has; counts to `most` at most."""
    games = Game.objects.filter(rated=True, family=scope.family)
    if scope.club_id is not None:
        games = games.filter(club_id=scope.club_id)
    return games.values("pk")[:most].count()


def gather(rows: Iterable[Sequence[Any]]) -> Iterator[ReadGame]:
    """Games from seat rows in order. Left out: guests, seats held by two, seats joined late (`ratings.md` 2)."""
    game = None
    last_number = -1
    for game_id, key, revision, number, from_deal, place, player in rows:
        if game is None or game_id != game[0]:
            if game is not None:
                yield game
            game = ReadGame(game_id, key, revision, [], [], [])
            seats, players, places = game[3], game[4], game[5]
            last_number = -1
        if number == last_number:
            if seats and seats[-1] == number:
                seats.pop(), players.pop(), places.pop()
            continue
        last_number = number
        if player is not None and from_deal == 0 and place is not None:
            seats.append(number)
            players.append(player)
            places.append(place)
    if game is not None:
        yield game


def _statement(scope: Scope, after: str, limits: str, last: list[Any]) -> tuple[str, list[Any]]:
    sql = _SEATS.format(
        games=Game._meta.db_table,
        players=Player._meta.db_table,
        seats_of=_SEATS_OF[connection.vendor].format(seats=Seat._meta.db_table),
        club="" if scope.club_id is None else "AND club_id = %s",
        limits=limits,
    )
    club = [] if scope.club_id is None else [scope.club_id]
    return sql, [scope.family, *club, after, *last]
