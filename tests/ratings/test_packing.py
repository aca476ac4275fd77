"""Events as COPY takes them: read back by the form's own description, they are the events."""

from __future__ import annotations

import struct

import pytest

from ratings.services.packing import packed_events
from ratings.services.reading import ReadGame
from ratings.services.replaying import Rated, events_of, rate_games
from ratings.systems import get_system

KEYS = [f"{n:046d}" for n in (1, 2)]
GAMES = [
    ReadGame(11, KEYS[0], 1, [0, 1, 3], [2**40, 5, 6], [1, 2, 2]),
    ReadGame(12, KEYS[1], 7, [0, 2], [6, 2**40], [2, 1]),
]


def rated() -> list[Rated]:
    return list(rate_games(GAMES, {}, get_system("elo-mp", 1)))


def columns_of(packed: bytes) -> list[list[bytes]]:
    """Rows of columns, by the lengths that stand before each."""
    rows, at = [], 0
    while at < len(packed):
        (n_columns,) = struct.unpack_from("!h", packed, at)
        at += 2
        row = []
        for _column in range(n_columns):
            (length,) = struct.unpack_from("!i", packed, at)
            row.append(packed[at + 4 : at + 4 + length])
            at += 4 + length
        rows.append(row)
    return rows


def test_what_is_packed_are_the_events_with_their_epoch() -> None:
    read = [
        tuple(
            cell.decode() if place in (1, 10) else int.from_bytes(cell, signed=True)
            for place, cell in enumerate(row)
        )
        for row in columns_of(packed_events(9, rated()))
    ]
    assert read == [(9, *event) for game in rated() for event in events_of(game)]
    assert [row[10] for row in read] == ["", "", "", KEYS[0], KEYS[0]]


def test_no_games_are_no_bytes() -> None:
    assert packed_events(9, []) == b""


def test_a_key_of_another_length_is_refused_by_its_game() -> None:
    game, before, deltas = rated()[0]
    with pytest.raises(ValueError, match="Game 11"):
        packed_events(9, [(game._replace(order_key="12"), before, deltas)])
