"""An open night by program: the queue, a table in one call, a table taken back."""

from __future__ import annotations

from typing import Any

import pytest

from clubs.activity import By
from clubs.models import Club, User
from tests.config.api_client import ApiClient
from tests.evenings import Evening, make_evening
from tournaments.models import Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def api(alice: User) -> ApiClient:
    return ApiClient(alice)


@pytest.fixture
def night(club: Club, by_alice: By) -> Evening:
    return make_evening(club, by=by_alice, n_players=9, draw="open", sizes=(4, 3))


def here(evening: Evening, part: str = "queue/") -> str:
    return f"tournaments/{evening.tournament.uid}/{part}"


def uids(rows: list[dict[str, Any]]) -> list[str]:
    return [row["entry"] for row in rows]


def test_one_call_starts_what_is_suggested(api: ApiClient, night: Evening) -> None:
    queue = api.get(here(night))
    assert [row["player"]["name"] for row in queue["waiting"]][:2] == ["Ada", "Bo"]
    assert (queue["sizes"], queue["repeats"], queue["playing"]) == ([4, 3], 0, [])
    table = api.post(here(night), {}, expect=201)
    assert (table["table"], table["sheet"], table["round"]) == (1, 1, 1)
    assert set(uids(table["entries"])) == set(queue["suggested"])
    queue = api.get(here(night))
    assert queue["playing"] == [table]
    assert len(queue["waiting"]) == 5


def test_a_size_or_the_very_people_can_be_asked_for(api: ApiClient, night: Evening) -> None:
    assert len(api.get(here(night) + "?size=3")["suggested"]) == 3
    assert len(api.post(here(night), {"size": 3}, expect=201)["entries"]) == 3
    people = [str(entry.uid) for entry in night.entries[5:9]]
    table = api.post(here(night), {"entries": people}, expect=201)
    assert set(uids(table["entries"])) == set(people)
    assert api.post(here(night), {"entries": people}, expect=201) == table
    assert Round.objects.count() == 2


def test_whoever_sits_is_refused(api: ApiClient, night: Evening) -> None:
    api.post(here(night), {}, expect=201)
    people = [str(entry.uid) for entry in night.entries[3:7]]
    assert "sits at table 1 already" in api.post(here(night), {"entries": people}, expect=409)["detail"]


@pytest.mark.parametrize(
    "body",
    [
        {"size": 4, "entries": []},
        {"size": 9},
        {"size": 5},
        {"entries": []},
        {"entries": ["x"]},
        {"entries": ["00000000-0000-0000-0000-000000000000"]},
    ],
)
def test_what_makes_no_table_is_refused(api: ApiClient, night: Evening, body: dict[str, Any]) -> None:
    assert api.post(here(night), body, expect=422)["detail"]
    assert not Round.objects.exists()


def test_a_table_is_taken_back(api: ApiClient, night: Evening) -> None:
    api.post(here(night), {}, expect=201)
    assert api.send("DELETE", here(night, "queue/1/"))[0] == 204
    assert len(api.get(here(night))["waiting"]) == 9
    assert api.send("DELETE", here(night, "queue/1/"))[0] == 404


def test_an_evening_in_rounds_has_no_queue(api: ApiClient, evening: Evening) -> None:
    assert api.send("GET", here(evening))[0] == 404
    assert api.send("POST", here(evening), {})[0] == 404
    assert api.post(here(evening, "draft/"), {}, expect=201)


def test_an_open_night_has_no_draft(api: ApiClient, night: Evening) -> None:
    assert "open night" in api.post(here(night, "draft/"), {}, expect=409)["detail"]
