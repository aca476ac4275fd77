"""Clubs and players through the API: nothing private, nobody hidden."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Club, Player, User
from tests.counting import n_queries
from tests.evenings import make_players

pytestmark = pytest.mark.django_db


def test_a_club_has_its_house_rules(client: Client, club: Club) -> None:
    body = client.get(f"/api/v1/clubs/{club.uid}/").json()
    assert body["house_rules"] == {"preset": "oh-hell"}
    assert client.get("/api/v1/clubs/").json()["results"][0]["uid"] == str(club.uid)


@pytest.mark.parametrize("visibility", ["members", "unlisted"])
def test_a_closed_circle_is_absent(client: Client, club: Club, visibility: str) -> None:
    club.visibility = visibility
    club.save(update_fields=["visibility"])
    assert client.get("/api/v1/clubs/").json()["results"] == []
    assert client.get(f"/api/v1/clubs/{club.uid}/").status_code == 404
    assert client.get(f"/api/v1/clubs/{club.uid}/members/").status_code == 404


def test_nothing_private_is_told(client: Client, club: Club, by_alice: By, alice: User) -> None:
    player = make_players(club, 1, by=by_alice)[0]
    player.user = alice
    player.save(update_fields=["user"])
    for path in ("/api/v1/players/", f"/api/v1/players/{player.uid}/", f"/api/v1/clubs/{club.uid}/members/"):
        told = client.get(path).content.decode()
        assert "Ada" in told
        assert alice.email not in told
        assert "alice" not in told


def test_a_hidden_player_is_a_number(client: Client, club: Club, by_alice: By) -> None:
    player = make_players(club, 1, by=by_alice)[0]
    player.hidden = True
    player.save(update_fields=["hidden"])
    assert client.get("/api/v1/players/").json()["results"] == []
    assert client.get(f"/api/v1/players/{player.uid}/").json()["name"] == f"Player {player.pk}"
    members = client.get(f"/api/v1/clubs/{club.uid}/members/").json()["results"]
    assert members[0]["player"]["name"] == f"Player {player.pk}"


def test_a_merged_profile_answers_with_the_person(client: Client) -> None:
    ann = Player.objects.create(name="Ann")
    other = Player.objects.create(name="Ann K.", merged_into=ann)
    assert client.get(f"/api/v1/players/{other.uid}/").json()["uid"] == str(ann.uid)


def test_pages_of_players_lead_to_the_end(client: Client) -> None:
    Player.objects.bulk_create([Player(name=f"P {i}") for i in range(250)])
    path, seen = "/api/v1/players/?page_size=100", []
    while path:
        body = client.get(path).json()
        seen += [row["uid"] for row in body["results"]]
        path = (body["next"] or "").replace("http://testserver", "")
    assert len(seen) == len(set(seen)) == 250


def test_as_many_queries_for_500_rows_as_for_5(client: Client, club: Club, by_alice: By) -> None:
    paths = ("/api/v1/players/?page_size=500", f"/api/v1/clubs/{club.uid}/members/?page_size=500")
    for _namesake in range(2):
        make_players(club, 5, by=by_alice)
    few = [n_queries(client, path) for path in paths]
    make_players(club, 200, by=by_alice)
    Player.objects.bulk_create([Player(name=f"P {i}") for i in range(300)])
    assert [n_queries(client, path) for path in paths] == few


def test_an_unknown_uid_is_a_problem_in_one_shape(client: Client) -> None:
    response = client.get("/api/v1/players/00000000-0000-4000-8000-000000000000/")
    assert response.status_code == 404
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json() == {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "detail": "Not found.",
        "code": "not_found",
    }


def test_a_text_that_is_no_uid_is_not_found(client: Client) -> None:
    assert client.get("/api/v1/clubs/abc/").status_code == 404


def test_the_code_of_a_problem_does_not_change_with_the_language(client: Client) -> None:
    path = "/api/v1/players/00000000-0000-4000-8000-000000000000/"
    told = json.loads(client.get(path, headers={"Accept-Language": "de"}).content)
    assert told["code"] == "not_found"
