"""A table with its seats and clocks as the database has them now: one query, and models only for what changed.

Every request and every act asks; most of the time one row differs from what the last one saw. So the columns that can
change are read as they are, in one query whose text is worked out once; what was made of them before is kept, and
copied with the new values in place. Nothing is believed for having been kept: what the query brought decides. A game,
a club or a player that differs is read anew with all its columns.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final, TypeVar

from django.db import connection, models
from django.utils.dateparse import parse_datetime

from clubs.models import Club, Player
from games.models import Clock, Game, HostedSeat, HostedState, HostedTable

Row = tuple[Any, ...]
M = TypeVar("M", bound=models.Model)

N_ROOMS: Final = 256

# The columns that can change, and whom they belong to. What is not here is fixed when its row is made.
LINKS: Final[tuple[tuple[str, type[models.Model], tuple[str, ...]], ...]] = (
    ("t", HostedTable, ("id", "key", "game_id", "club_id")),
    ("club", Club, ("visibility", "time_zone")),
    ("game", Game, ("visibility", "version", "occasion", "occasion_url")),
)
TABLE: Final = (
    *("visibility", "is_rated", "is_directed", "turn_seconds", "reserve_seconds", "watch_delay", "pace_ms"),
    *("state", "paused_at", "asleep_at", "n_stand_ins", "touched_at", "version"),
)
HOLDERS: Final[tuple[tuple[str, type[models.Model], tuple[str, ...]], ...]] = (
    ("seat", HostedSeat, ("id", "number", "player_id")),
    ("player", Player, ("user_id", "name", "hidden", "anonymised_at")),
)
SEAT: Final = (
    *("user_id", "name", "link_hash", "is_bot", "is_ready", "is_away"),
    *("timeouts", "reserve_ms", "wants_pause"),
)
CLOCK: Final = ("id", "is_stand_in", "event", "since", "due_at", "left_ms", "has_grace")


@dataclass(frozen=True, slots=True)
class Room:
    """`rows`: what the query brought, a row for each seat in order; `n_events`: the length of the log, 0 before it.

    Table, seats and clocks are whoever's who asked: changing them changes nothing that is kept. The game, the club and
    the players behind them are shared by all readers: to be read only.
    """

    rows: tuple[Row, ...]
    table: HostedTable
    seats: list[HostedSeat]
    clocks: list[Clock]
    n_events: int


def room_at(key: str) -> Room | None:
    """The room of an address, or None. One query; four if it was not seen before, or is read inside a transaction."""
    return _room(_read("t.key", key))


def locked_room(table_id: int) -> Room:
    """The same under the table's lock: call inside a transaction. One query more where rows can be locked."""
    with connection.cursor() as cursor:
        if (
            connection.features.has_select_for_update
        ):  # a query of its own: what waits for a lock reads old neighbours
            cursor.execute("SELECT 1 FROM games_hostedtable WHERE id = %s FOR UPDATE", [table_id])
    found = _room(_read("t.id", table_id))
    if found is None:
        raise HostedTable.DoesNotExist
    return found


class _Rooms:
    """The rooms seen last, by table."""

    def __init__(self) -> None:
        self._rooms: OrderedDict[int, Room] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, table_id: int) -> Room | None:
        with self._lock:
            return self._rooms.get(table_id)

    def put(self, room: Room) -> None:
        with self._lock:
            self._rooms[room.table.pk] = room
            self._rooms.move_to_end(room.table.pk)
            if len(self._rooms) > N_ROOMS:
                self._rooms.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._rooms.clear()


rooms: Final = _Rooms()


def _room(rows: tuple[Row, ...]) -> Room | None:
    if not rows:
        return None
    at = _places()
    kept = rooms.get(rows[0][0])
    if kept is None or [at.links(row) for row in kept.rows] != [at.links(row) for row in rows]:
        kept = _loaded(rows)
    elif kept.rows != rows:
        kept = _renewed(kept, rows)
    if not connection.in_atomic_block:  # what is read in a transaction may be taken back with it
        rooms.put(kept)
    table, seats, clocks = copy(kept.table), map(copy, kept.seats), map(copy, kept.clocks)
    return Room(rows, table, list(seats), list(clocks), kept.n_events)


def _loaded(rows: tuple[Row, ...]) -> Room:
    """With all their columns; until what was read before and after is the same, so that neither is older."""
    at, table_id = _places(), rows[0][0]
    while True:
        table = HostedTable.objects.select_related("game", "club").get(pk=table_id)
        seats = list(HostedSeat.objects.filter(table=table).select_related("player").order_by("number"))
        after = _read("t.id", table_id)
        if [at.links(row) for row in after] == [at.links(row) for row in rows]:
            return _renewed(Room(rows, table, seats, [], 0), rows)
        rows = after


def _renewed(room: Room, rows: tuple[Row, ...]) -> Room:
    """Copies with the values of these rows."""
    at = _places()
    read = [at.read(row) for row in rows]
    table = _with(room.table, TABLE, at.table(read[0]))
    seats = [_with(seat, SEAT, at.seat(row)) for seat, row in zip(room.seats, read, strict=True)]
    clocks = [
        Clock(table_id=table.pk, seat=seat.number, **dict(zip(CLOCK, values, strict=True)))
        for seat, values in zip(seats, map(at.clock, read), strict=True)
        if values[0] is not None
    ]
    return Room(rows, table, seats, clocks, at.n_events(read[0]))


def _with(model: M, names: Sequence[str], values: Row) -> M:
    fresh = copy(model)
    for name, value in zip(names, values, strict=True):
        setattr(fresh, name, value)
    return fresh


def _read(column: str, value: str | int) -> tuple[Row, ...]:
    with connection.cursor() as cursor:
        cursor.execute(f"{_places().sql} WHERE {column} = %s ORDER BY seat.number", [value])
        return tuple(cursor.fetchall())


@dataclass(frozen=True, slots=True)
class _Places:
    """Where in a row the columns of each are. `readers`: how some are read, by place."""

    sql: str
    readers: tuple[tuple[int, Callable[[Any], Any]], ...]
    n_links: int
    log: int
    seat_at: int
    clock_at: int

    def links(self, row: Row) -> Row:
        """What must be the same for models to be used again, raw."""
        return row[: self.n_links] + row[self.log + 1 : self.seat_at]

    def read(self, row: Row) -> Row:
        cells = list(row)
        for place, reader in self.readers:
            if cells[place] is not None:
                cells[place] = reader(cells[place])
        return tuple(cells)

    def table(self, row: Row) -> Row:
        return row[self.n_links : self.log]

    def n_events(self, row: Row) -> int:
        return row[self.log] or 0

    def seat(self, row: Row) -> Row:
        return row[self.seat_at : self.clock_at]

    def clock(self, row: Row) -> Row:
        return row[self.clock_at :]


@cache
def _places() -> _Places:
    """The query and its columns, in this order: links, table, length of the log, holders, seat, clock."""
    parts: list[tuple[str, type[models.Model], tuple[str, ...]]] = [
        *LINKS,
        ("t", HostedTable, TABLE),
        ("log", HostedState, ("version",)),
        *HOLDERS,
        ("seat", HostedSeat, SEAT),
        ("clock", Clock, CLOCK),
    ]
    fields: list[tuple[str, Any]] = [
        (alias, model._meta.get_field(name.removesuffix("_id")))
        for alias, model, names in parts
        for name in names
    ]
    n_links = sum(len(names) for _alias, _model, names in LINKS)
    log = n_links + len(TABLE)
    seat_at = log + 1 + sum(len(names) for _alias, _model, names in HOLDERS)
    readers = [(place, _reader(field)) for place, (_alias, field) in enumerate(fields)]
    return _Places(
        f"SELECT {', '.join(f'{alias}.{field.column}' for alias, field in fields)}"
        " FROM games_hostedtable t"
        " JOIN games_hostedseat seat ON seat.table_id = t.id"
        " LEFT JOIN clubs_club club ON club.id = t.club_id"
        " LEFT JOIN games_game game ON game.id = t.game_id"
        " LEFT JOIN games_hostedstate log ON log.game_id = t.game_id"
        " LEFT JOIN clubs_player player ON player.id = seat.player_id"
        " LEFT JOIN games_clock clock ON clock.table_id = t.id AND clock.seat = seat.number",
        tuple((place, reader) for place, reader in readers if reader is not None),
        n_links,
        log,
        seat_at,
        seat_at + len(SEAT),
    )


def _reader(field: Any) -> Callable[[Any], Any] | None:
    """How a column is read where the database knows neither moments nor truth."""
    if isinstance(field, models.BooleanField):
        return bool
    return _moment if isinstance(field, models.DateTimeField) else None


def _moment(value: datetime | str) -> datetime | None:
    found = parse_datetime(value) if isinstance(value, str) else value
    return found.replace(tzinfo=UTC) if found is not None and found.tzinfo is None else found
