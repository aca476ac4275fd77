"""No page and no endpoint asks more of the database for more rows: every GET route of the table of roads is counted."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.activity import By
from clubs.models import Club, Player
from clubs.rights import ALLOWED, As
from clubs.services.clubs import add_player
from config.catching_up import catch_up
from ratings.models import RatingState
from tests.config.rights_scene import Scene, make_scene
from tests.config.rights_table import ROADS, Road
from tests.evenings import FIRST_NAMES, make_club, make_evening
from tournaments.services.entries import give_penalty

# GET routes without a count, each with its reason.
EXEMPT = {
    "live_stream": "a stream, which the test client never ends; `live_versions` reads the same",
    "club_json": "a file of the whole club, some twenty queries for every evening in it",
    "api:club-export": "the same file",
    "club_public_json": "what everybody may see of it, likewise",
    "api:club-public": "the same file",
    "play_new": "a query for each of the reader's own clubs, of which a person has a few",
}
ROUTES = sorted({road.name for road in ROADS if road.method == "GET"})


@pytest.fixture(scope="module")
def counts(django_db_setup: None, django_db_blocker: Any) -> dict[str, tuple[int, int]]:
    """Queries of every route with few rows and with more."""
    few: dict[str, int] = {}
    many: dict[str, int] = {}
    with django_db_blocker.unblock():
        for n_players, found in ((8, few), (13, many)):
            with transaction.atomic():
                found |= measured(scene_with(n_players), warm=not few)
                transaction.set_rollback(True)
    cache.clear()
    return {name: (few[name], many[name]) for name in few}


def scene_with(n_players: int) -> Scene:
    """The scene of the rights, played by so many; with more than eight there is also more of everything else."""
    scene = make_scene(n_players)
    if n_players > 8:
        owner = scene.users[As.OWNER]
        assert owner is not None
        by = By(owner, "web")
        for n in range(3):
            club = make_club(owner, f"Club {n}")
            make_evening(
                club, by=by, players=new_people(club, 4, f"E{n}", by=by), name=f"Evening {n}"
            ).play_round()
            make_evening(
                scene.club, by=by, players=new_people(scene.club, 5, f"X{n}", by=by), name=f"Extra {n}"
            ).play_round()
            for entry in scene.evenings["open"].entries[:3]:
                give_penalty(entry, points="-1", reason="late", by=by)
    catch_up()
    RatingState.objects.update(listed=True)
    return scene


def new_people(club: Club, n: int, mark: str, *, by: By) -> list[Player]:
    """People whose names nobody else has: namesakes cost one query a list, few or many (`clubs.namesakes`)."""
    return [add_player(club, name=f"{name} {mark}", by=by) for name in FIRST_NAMES[:n]]


def measured(scene: Scene, *, warm: bool) -> dict[str, int]:
    roads = [road for road in ROADS if road.method == "GET" and road.name not in EXEMPT]
    return {road.name: n_of(scene, road, warm=warm) for road in roads}


def n_of(scene: Scene, road: Road, *, warm: bool) -> int:
    """Queries of a request, nothing kept; as a visitor where visitors may, else as the owner.

    The first request of a process fills what is kept for good: `warm` makes one before.
    """
    client, path = Client(), scene.path(road)
    reader = scene.users[As.VISITOR if As.VISITOR in ALLOWED[road.act] else As.OWNER]
    if reader is not None:
        client.force_login(reader)
    if warm:
        client.get(path)
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        response = client.get(path)
    assert response.status_code in road.ok, f"{path}: {response.status_code}"
    if response.streaming:
        response.close()
    return len(queries)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ROUTES)
def test_a_route_asks_no_more_for_more_rows(name: str, counts: dict[str, tuple[int, int]]) -> None:
    if name in EXEMPT:
        assert EXEMPT[name]
        return
    few, many = counts[name]
    assert many <= few, f"{name}: {few} queries for few rows, {many} for more"


def test_no_exemption_is_left_over() -> None:
    assert set(EXEMPT) <= set(ROUTES)
