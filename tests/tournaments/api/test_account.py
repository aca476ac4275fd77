"""One's own account by the API: the name hidden and shown, and everything stored."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from clubs.models import Activity, Player, User
from tests.config.api_client import ApiClient
from tests.evenings import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def mine(evening: Evening, bob: User) -> Player:
    Player.objects.filter(pk=evening.entries[0].player_id).update(user=bob, name="Bob Barker")
    return Player.objects.get(user=bob)


def test_a_name_is_hidden_and_shown_as_by_the_page(mine: Player, bob: User) -> None:
    api = ApiClient(bob)
    assert api.get("account/") == {
        "username": "bob",
        "player": {"uid": str(mine.uid), "name": "Bob Barker", "apart": "", "url": mine.get_absolute_url()},
        "is_shown": True,
    }
    for _time in range(2):  # twice is once
        hidden = api.patch("account/", {"is_shown": False})
        assert (hidden["is_shown"], hidden["player"]["name"]) == (False, f"Player {mine.pk}")
    assert Activity.objects.filter(verb="player.hidden").count() == 1
    assert api.patch("account/", {"is_shown": True})["player"]["name"] == "Bob Barker"


def test_an_account_without_a_profile_has_no_name_to_hide(alice: User) -> None:
    api = ApiClient(alice)
    assert api.get("account/") == {"username": "alice", "player": None, "is_shown": None}
    status, body = api.send("PATCH", "account/", {"is_shown": False})
    assert (status, body["code"]) == (409, "no_profile")


@pytest.mark.parametrize(
    "body", [{}, {"is_shown": "maybe"}, {"shown": True}, {"is_shown": True, "name": "X"}]
)
def test_what_cannot_be_read_changes_nothing(mine: Player, bob: User, body: dict[str, Any]) -> None:
    status, told = ApiClient(bob).send("PATCH", "account/", body)
    assert (status, told["code"]) == (422, "invalid")
    assert not Player.objects.get(pk=mine.pk).hidden


def test_everything_stored_is_the_file_of_the_page(mine: Player, bob: User, client: Client) -> None:
    client.force_login(bob)
    api, page = ApiClient(bob).get("account/data/"), client.get("/account/data/").json()
    assert {table: len(rows) for table, rows in api["rows"].items()} == {
        table: len(rows) for table, rows in page["rows"].items()
    }
    assert "clubs.Membership.player" in api["rows"]
    assert set(api) == set(page)
    assert api["profiles"][0]["name"] == "Bob Barker"


def test_the_file_is_asked_for_so_often_and_no_more(mine: Player, bob: User, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "downloads": (1, 3600)}
    api = ApiClient(bob)
    api.get("account/data/")
    status, body = api.send("GET", "account/data/")
    assert (status, body["code"]) == (429, "too_often")
