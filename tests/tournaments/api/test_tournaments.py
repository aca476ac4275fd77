"""Tournaments through the API: the same rules of who sees what as on the pages."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Club, User
from tests.counting import n_queries
from tests.evenings import Evening, make_evening
from tests.tournaments.views.conftest import hide

pytestmark = pytest.mark.django_db
LIST = "/api/v1/tournaments/"


@pytest.fixture
def played(evening: Evening) -> Evening:
    evening.play_round()
    evening.publish()
    return evening


def one(evening: Evening, part: str = "") -> str:
    return f"{LIST}{evening.tournament.uid}/{part}"


def get(client: Client, path: str) -> Any:
    response = client.get(path)
    assert response.status_code == 200, response.content
    return response.json()


def test_the_list_names_public_tournaments(client: Client, played: Evening) -> None:
    body = get(client, LIST)
    assert [row["uid"] for row in body["results"]] == [str(played.tournament.uid)]
    assert body["next"] is None


def test_one_tournament_has_its_rules_and_entries(client: Client, played: Evening) -> None:
    body = get(client, one(played))
    assert body["rules"]["schedule"]["sizes"] == [1, 2, 3]
    assert [entry["player"]["name"] for entry in body["entries"]][:2] == ["Ada", "Bo"]
    assert body["club"] == str(played.tournament.club.uid)


def test_rounds_have_their_published_seats(client: Client, played: Evening) -> None:
    rounds = get(client, one(played, "rounds/"))
    assert [(row["number"], row["state"]) for row in rounds] == [(1, "closed"), (2, "published")]
    seats = [seat["player"]["uid"] for table in rounds[1]["tables"] for seat in table["seats"]]
    assert sorted(seats) == sorted(str(entry.player.uid) for entry in played.entries)
    assert rounds[0]["tables"][0]["game"]


def test_a_draft_is_not_in_the_api_even_for_its_owner(client: Client, evening: Evening, alice: User) -> None:
    evening.draw()
    assert get(client, one(evening, "rounds/")) == []
    client.force_login(alice)
    assert get(client, one(evening, "rounds/")) == []


def test_standings_after_a_round(client: Client, played: Evening) -> None:
    body = get(client, one(played, "standings/"))
    assert body["after"] == 1
    assert len(body["rows"]) == 8
    assert body["rows"][0]["place"] == 1
    assert body["rows"][0]["columns"]["rounds"] == [body["rows"][0]["total"]]
    assert get(client, one(played, "standings/?after=1")) == body


@pytest.mark.parametrize(("query", "status"), [("?after=7", 404), ("?after=x", 400), ("?after=²", 400)])
def test_standings_of_no_round(client: Client, played: Evening, query: str, status: int) -> None:
    response = client.get(one(played, f"standings/{query}"))
    assert response.status_code == status
    assert response.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("visibility", ["members", "unlisted"])
def test_what_is_not_listed_is_absent_for_strangers(
    client: Client, played: Evening, visibility: str, bob: User
) -> None:
    hide(played.tournament, visibility)
    for user in (None, bob):
        if user is not None:
            client.force_login(user)
        assert get(client, LIST)["results"] == []
        for part in ("", "rounds/", "standings/"):
            assert client.get(one(played, part)).status_code == 404


def test_members_only_is_there_for_the_owner(client: Client, played: Evening, alice: User) -> None:
    hide(played.tournament)
    client.force_login(alice)
    assert get(client, one(played))["name"] == "March evening"


def test_tournaments_of_one_club(client: Client, played: Evening) -> None:
    assert len(get(client, f"{LIST}?club={played.tournament.club.uid}")["results"]) == 1
    assert get(client, f"{LIST}?club={uuid.uuid4()}")["results"] == []


def test_a_uid_that_is_none_is_named(client: Client) -> None:
    response = client.get(f"{LIST}?club=abc")
    body = response.json()
    assert response.status_code == 400
    assert (body["code"], body["errors"][0]["field"]) == ("invalid", "club")


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_a_tournament_is_neither_replaced_nor_deleted(
    client: Client, played: Evening, alice: User, method: str
) -> None:
    client.force_login(alice)
    response = getattr(client, method)(one(played), {}, content_type="application/json")
    assert response.status_code == 405
    assert response.json()["code"] == "method_not_allowed"


def test_as_many_queries_for_60_players_as_for_8(
    client: Client, played: Evening, club: Club, by_alice: By
) -> None:
    parts = ("", "rounds/", "standings/")
    few = [n_queries(client, one(played, part)) for part in parts]
    big = make_evening(club, by=by_alice, n_players=60, name="Big")
    big.play_round()
    big.publish()
    assert [n_queries(client, one(big, part)) for part in parts] == few


def test_as_many_queries_for_a_list_of_300_as_for_one(client: Client, played: Evening, club: Club) -> None:
    from tests.tournaments.views.test_home_and_clubs import add_tournaments

    few = n_queries(client, LIST)
    add_tournaments(club, 300, "many")
    assert n_queries(client, f"{LIST}?page_size=300") == few
