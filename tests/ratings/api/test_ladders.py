"""Ladders through the API."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.models import Club
from tests.counting import n_queries
from tests.ratings.views.test_ladders import list_players, make_ladder

pytestmark = pytest.mark.django_db


def test_the_board_comes_highest_first(client: Client) -> None:
    ladder = make_ladder()
    list_players(ladder, [1_400_000, 1_600_000, 1_500_000])
    body = client.get(f"/api/v1/ladders/{ladder.slug}/entries/").json()
    assert [row["rating"] for row in body["results"]] == [1_600_000, 1_500_000, 1_400_000]
    assert body["results"][0]["provisional"] is False
    assert client.get("/api/v1/ladders/").json()["results"][0]["slug"] == ladder.slug


def test_pages_lose_nobody_among_equal_ratings(client: Client) -> None:
    ladder = make_ladder()
    list_players(ladder, [1_500_000] * 30 + [1_400_000] * 30)
    path, seen = f"/api/v1/ladders/{ladder.slug}/entries/?page_size=7", []
    while path:
        body = client.get(path).json()
        seen += [row["player"]["uid"] for row in body["results"]]
        path = (body["next"] or "").replace("http://testserver", "")
    assert len(seen) == len(set(seen)) == 60


@pytest.mark.parametrize("visibility", ["members", "unlisted"])
def test_the_ladder_of_a_closed_circle_is_absent(client: Client, club: Club, visibility: str) -> None:
    ladder = make_ladder(club, "closed")
    club.visibility = visibility
    club.save(update_fields=["visibility"])
    assert client.get("/api/v1/ladders/").json()["results"] == []
    assert client.get(f"/api/v1/ladders/{ladder.slug}/entries/").status_code == 404


def test_as_many_queries_for_500_rows_as_for_5(client: Client) -> None:
    ladder = make_ladder()
    path = f"/api/v1/ladders/{ladder.slug}/entries/?page_size=500"
    list_players(ladder, [1_500_000 + i for i in range(5)])
    few = n_queries(client, path)
    list_players(ladder, [1_400_000 + i for i in range(500)], "Other")
    assert n_queries(client, path) == few
