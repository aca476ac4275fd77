"""Events as PostgreSQL's COPY takes them in its binary form: half the time of text to write, less to read.

Source of the form: PostgreSQL's manual, COPY, "Binary Format": each row is the number of its columns (16 bits), then
each column's length in bytes (32 bits) and its value, all in network order.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct
from typing import Final

from games.order_key import LENGTH
from ratings.services.replaying import Rated

COPY_BEGINS: Final = b"PGCOPY\n\xff\r\n\0" + bytes(8)
COPY_ENDS: Final = b"\xff\xff"

_HEAD: Final = f"!h iq i{LENGTH}s ih iq iq ii"  # epoch, key, seat, player, game, revision
_TAIL: Final = "ii ii ii ii i{}s"  # games and rating before, change, peak before, the key before
_FIRST: Final = Struct(f"{_HEAD} {_TAIL.format(0)}").pack
_LATER: Final = Struct(f"{_HEAD} {_TAIL.format(LENGTH)}").pack


def packed_events(epoch_id: int, rated: Iterable[Rated]) -> bytes:
    """The rows of some games, seat by seat, in the order of `rows._EVENT_COLUMNS`; nothing for no games.

    ValueError for a key of another length than `games.order_key` makes: it would be cut, or filled up.
    """
    rows: list[bytes] = []
    add, first, later = rows.append, _FIRST, _LATER
    for (game_id, text, revision, seats, players, _places), before, deltas in rated:
        key = text.encode()
        if len(key) != LENGTH:
            raise ValueError(f"Game {game_id}: its key {text!r} has {len(key)} bytes, not {LENGTH}.")
        for seat, player, (rating, n, peak, last), delta in zip(seats, players, before, deltas, strict=True):
            # fmt: off
            if last:
                add(later(11, 8, epoch_id, LENGTH, key, 2, seat, 8, player, 8, game_id, 4, revision,
                          4, n, 4, rating, 4, delta, 4, peak, LENGTH, last.encode()))
            else:
                add(first(11, 8, epoch_id, LENGTH, key, 2, seat, 8, player, 8, game_id, 4, revision,
                          4, n, 4, rating, 4, delta, 4, peak, 0, b""))
            # fmt: on
    return b"".join(rows)
