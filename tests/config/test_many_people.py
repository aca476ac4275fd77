"""However many people play: an expression has a thousand parts at most on SQLite, so none may grow with the people."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from clubs.activity import By
from clubs.models import Club
from games.models import Game
from games.services.transfer.reading import read_games
from games.services.verifying import differences
from tests.evenings import make_evening
from tournaments.services.transfer.planning import stored_games

N = 40


@contextmanager
def short_expressions() -> Iterator[None]:
    """As if there were a thousand people: expressions may have fewer parts than there are people."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    before = connection.connection.setlimit(sqlite3.SQLITE_LIMIT_EXPR_DEPTH, N - 4)
    try:
        yield
    finally:
        connection.connection.setlimit(sqlite3.SQLITE_LIMIT_EXPR_DEPTH, before)


def test_a_round_of_a_hall_is_published(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=N, sizes=(4,), n_rounds=1)
    drafted = evening.draw()
    with short_expressions():
        published = evening.publish(drafted)
    assert published.tables.filter(game__isnull=False).count() == N // 4


def _listed() -> int:
    people = {seat.player for game in Game.objects.with_seats() for seat in game.seats.all()}
    return len({player.merged_into or player for player in people if player is not None})


def _verified() -> int:
    assert not list(differences())
    return N


def _exported() -> int:
    return len({player for _game, value in read_games(Game.objects.all()) for player in _players(value)})


def _imported_again() -> int:
    games = stored_games([str(uid) for uid in Game.objects.values_list("uid", flat=True)])
    return len({seat.player for game in games.values() for seat in game.seats.all()})


def _players(value: dict[str, Any]) -> list[str]:
    (revision,) = value["revisions"]
    return list(revision["sheet"]["players"])


@pytest.mark.parametrize("road", [_listed, _verified, _exported, _imported_again])
def test_the_games_of_a_hall_are_read(road: Callable[[], int], club: Club, by_alice: By) -> None:
    make_evening(club, by=by_alice, n_players=N, sizes=(4,), n_rounds=1).play_round()
    with short_expressions():
        assert road() == N
