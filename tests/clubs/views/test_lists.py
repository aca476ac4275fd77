"""The list of clubs."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.models import Club, Visibility
from tests.counting import n_queries

pytestmark = pytest.mark.django_db


def add_clubs(n: int, prefix: str = "Club") -> None:
    Club.objects.bulk_create([Club(slug=f"{prefix}-{i}".lower(), name=f"{prefix} {i:03d}") for i in range(n)])


def test_only_public_clubs_are_listed(client: Client) -> None:
    for visibility in Visibility:
        Club.objects.create(slug=visibility, name=f"The {visibility} ones", visibility=visibility)
    page = client.get("/clubs/").content.decode()
    assert "The public ones" in page
    assert "The members ones" not in page
    assert "The unlisted ones" not in page


def test_search_finds_a_part_of_the_name(client: Client) -> None:
    add_clubs(3)
    page = client.get("/clubs/", {"q": "club 002"}).content.decode()
    assert "Club 002" in page
    assert "Club 001" not in page


def test_pages_lead_on_and_back_by_key(client: Client) -> None:
    add_clubs(120)
    first = client.get("/clubs/")
    after = first.context["page"].after
    second = client.get("/clubs/", {"after": after})
    assert [club.name for club in second.context["page"].rows][:1] == ["Club 050"]
    back = client.get("/clubs/", {"before": second.context["page"].before})
    assert [club.name for club in back.context["page"].rows] == [
        club.name for club in first.context["page"].rows
    ]
    assert back.context["page"].before is None


@pytest.mark.parametrize("key", ["x", "~", "a~b", "~-1", "a~99999999999999999999", "\x00~1", "a~²"])
def test_an_unreadable_key_shows_the_first_page(client: Client, key: str) -> None:
    add_clubs(2)
    response = client.get("/clubs/", {"after": key})
    assert response.status_code == 200
    assert len(response.context["page"].rows) in (0, 2)


def test_as_many_queries_for_500_clubs_as_for_5(client: Client) -> None:
    add_clubs(5)
    few = n_queries(client, "/clubs/")
    add_clubs(500, "More")
    assert n_queries(client, "/clubs/") == few


def test_htmx_gets_the_list_alone_and_the_history_the_page(client: Client) -> None:
    fragment = client.get("/clubs/", headers={"HX-Request": "true"})
    assert fragment.content.decode().lstrip().startswith('<div id="clubs"')
    assert "HX-Request" in fragment.headers["Vary"]
    whole = client.get("/clubs/", headers={"HX-Request": "true", "HX-History-Restore-Request": "true"})
    assert whole.content.decode().startswith("<!doctype html>")
