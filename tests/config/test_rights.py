"""The matrix of rights over every road of the site: pages and API, read and write."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from clubs.rights import ALLOWED, Act, As
from tests.config.rights_scene import Scene, make_scene
from tests.config.rights_table import COLUMNS, LAW, OUTSIDE, OWN_IS_A_ROLE, ROADS, SIGNED_IN, Refusal, Road

pytestmark = pytest.mark.django_db
ROLES = (As.VISITOR, As.USER, As.MEMBER, As.SCOREKEEPER, As.DIRECTOR, As.OWNER, As.ADMIN)


@pytest.fixture(scope="module")
def scene(django_db_setup: None, django_db_blocker: Any) -> Iterator[Scene]:
    """Made once; every test leaves it as it was."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_scene()
        transaction.set_rollback(True)


def routes(resolver: URLResolver, prefix: str = "", space: str = "") -> Iterator[tuple[str, str]]:
    """(name, pattern) of every route of the site."""
    for found in resolver.url_patterns:
        pattern = prefix + str(found.pattern)
        if isinstance(found, URLPattern):
            yield f"{space}{found.name}", pattern
        else:
            inner = f"{space}{found.namespace}:" if found.namespace else space
            yield from routes(found, pattern, inner)


ROUTES = [route for route in routes(get_resolver()) if not route[1].startswith(OUTSIDE)]


@pytest.mark.parametrize("act", Act)
@pytest.mark.parametrize("column", range(len(COLUMNS)), ids=[role.value for role in COLUMNS])
def test_the_table_of_the_code_is_the_law(act: Act, column: int) -> None:
    cell = LAW[act].split()[column]
    is_allowed = cell in "yt" or (cell == "o" and act in OWN_IS_A_ROLE)
    assert (COLUMNS[column] in ALLOWED[act]) == is_allowed, f"{act}: {COLUMNS[column]} is {cell!r}"


@pytest.mark.parametrize("act", Act)
def test_a_user_without_a_role_reads_and_founds_clubs(act: Act) -> None:
    assert (As.USER in ALLOWED[act]) == (act in SIGNED_IN)


def client_of(scene: Scene, role: As) -> Client:
    client = Client(raise_request_exception=True)
    user = scene.users[role]
    if user is not None:
        client.force_login(user)
    return client


@pytest.mark.parametrize(("name", "pattern"), ROUTES, ids=[name for name, _pattern in ROUTES])
def test_every_route_and_method_stands_in_the_table(scene: Scene, name: str, pattern: str) -> None:
    roads = [road for road in ROADS if road.name == name]
    assert roads, f"{pattern} has no line in rights_pages.py or rights_api.py: say which act it is."
    response = client_of(scene, As.OWNER).generic("PURGE", scene.path(roads[0]))
    assert response.status_code == 405, f"{pattern} does not say which methods it has."
    methods = {word.strip() for word in response.headers["Allow"].split(",")} - {"HEAD", "OPTIONS"}
    assert methods == {road.method for road in roads}, pattern


def test_no_line_of_the_table_is_left_over() -> None:
    assert {road.name for road in ROADS} <= {name for name, _pattern in ROUTES}
    assert len({(road.name, road.method) for road in ROADS}) == len(ROADS)


def asked(client: Client, scene: Scene, road: Road) -> Any:
    """The request of a road, as its reader sends it: JSON to the API, a form to a page."""
    filled = scene.filled(road.body)
    if road.is_api:
        body, kind = json.dumps(filled).encode() if road.method != "GET" else b"", "application/json"
    else:
        body, kind = urlencode(filled).encode(), "application/x-www-form-urlencoded"
    return client.generic(road.method, scene.path(road), body, content_type=kind)


def send(scene: Scene, role: As, road: Road) -> Any:
    """One request, of which nothing stays."""
    client = client_of(scene, role)
    with transaction.atomic():
        response = asked(client, scene, road)
        if response.streaming:
            response.close()
        transaction.set_rollback(True)
    return response


def refused_with(road: Road, role: As) -> int:
    reads, acts, others = road.refusal.value
    if role == As.VISITOR:
        return int(reads if road.method == "GET" else acts)
    if road.refusal in (Refusal.DRAFT_PAGE, Refusal.DRAFT_API) and role in ALLOWED[Act.READ_DRAFTS]:
        return 403  # who may read the draft may be told
    return int(others)


@pytest.mark.parametrize("road", ROADS, ids=lambda road: f"{road.method} {road.name}")
def test_every_road_lets_through_who_may_and_nobody_else(scene: Scene, road: Road) -> None:
    for role in ROLES:
        response = send(scene, role, road)
        told = f"{road.method} {scene.path(road)} as {role}: {response.status_code}"
        to_login = "/accounts/login/" in response.headers.get("Location", "")
        if role in ALLOWED[road.act]:
            assert response.status_code in road.ok, told + f" {response.content[:300]!r}"
            assert not to_login, told
        else:
            assert response.status_code == refused_with(road, role), told
            if response.status_code == 302 and road.refusal is Refusal.PAGE:
                assert to_login, told


@pytest.mark.parametrize("road", ROADS, ids=lambda road: f"{road.method} {road.name}")
def test_a_table_link_opens_its_table_and_leaves_every_other_road_as_it_was(scene: Scene, road: Road) -> None:
    """Whoever came through a link is a visitor elsewhere: its address gives no session and no cookie."""
    client = Client()
    with transaction.atomic():
        opened = client.get(f"/tables/{scene.words['token']}/")
        response = asked(client, scene, road)
        if response.streaming:
            response.close()
        transaction.set_rollback(True)
    assert (opened.status_code, opened.cookies) == (200, {})
    if As.VISITOR in ALLOWED[road.act]:
        assert response.status_code in road.ok
    else:
        assert response.status_code == refused_with(road, As.VISITOR)


def test_refusals_of_the_api_are_problems(scene: Scene) -> None:
    for road in ROADS:
        if road.is_api and As.USER not in ALLOWED[road.act]:
            response = send(scene, As.USER, road)
            assert response.headers["Content-Type"] == "application/problem+json", road.name
            assert response.json()["detail"], road.name


def test_the_admin_site_is_for_staff_and_shows_no_tokens(scene: Scene) -> None:
    assert client_of(scene, As.OWNER).get("/admin/").status_code == 302
    admin = client_of(scene, As.ADMIN)
    assert admin.get("/admin/").status_code == 200
    assert admin.get("/admin/authtoken/tokenproxy/").status_code == 404
