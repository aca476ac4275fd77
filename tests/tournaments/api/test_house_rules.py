"""House rules by the API: list, read, look at, save, use, put away."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, HouseRules, User

HOOKED = {"preset": "oh-hell", "hook": True}


@pytest.fixture
def alice_api(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def post(client: Client, club: Club, rest: str, body: dict[str, Any]) -> Any:
    return client.post(f"/api/v1/clubs/{club.uid}/rules/{rest}", body, content_type="application/json")


def test_rules_are_saved_listed_and_read(alice_api: Client, client: Client, club: Club) -> None:
    saved = post(alice_api, club, "", {"name": "Thursday", "rules": HOOKED})
    assert saved.status_code == 201
    assert (saved.json()["version"], saved.json()["rules"]["hook"]) == (1, True)
    (listed,) = client.get(f"/api/v1/clubs/{club.uid}/rules/").json()
    assert listed == saved.json()
    assert client.get(f"/api/v1/clubs/{club.uid}/rules/{listed['uid']}/").json() == listed


def test_a_look_at_rules_saves_nothing(alice_api: Client, club: Club) -> None:
    seen = post(alice_api, club, "preview/", {"rules": {**HOOKED, "schedule": {"max": 5}}}).json()
    assert (seen["valid"], seen["problems"]) == (True, [])
    assert seen["schedules"]["4"] == [1, 2, 3, 4, 5]
    assert seen["example"] == "Bid 3, took 3: 13 points; took 4: 0."
    told = {one["field"]: one for one in seen["sentences"]}
    assert told["hook"]["preset"] == "The bids may come out even."
    assert told["bidding"]["preset"] is None
    assert not HouseRules.objects.exists()


def test_a_look_names_every_fault_of_the_first_stage_that_has_one(alice_api: Client, club: Club) -> None:
    rules = {"preset": "rage", "trump": "none", "bidding": "secret", "hook": True}
    seen = post(alice_api, club, "preview/", {"rules": rules}).json()
    assert seen["valid"] is False
    assert [one["code"] for one in seen["problems"]] == ["trump.deck", "hook.needs-open-bidding"]
    assert all(one["message"].endswith(".") for one in seen["problems"])
    assert seen["schedules"] == {}


def test_a_value_no_sentence_knows_is_told(alice_api: Client, club: Club) -> None:
    for change in ({"trump": "magic"}, {"schedule": {"shape": "wave"}}, {"deck": "tarot"}):
        seen = post(alice_api, club, "preview/", {"rules": change})
        assert seen.status_code == 200, change
        assert seen.json()["valid"] is False


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": "X", "rules": {"hook": True, "bidding": "secret"}}, 422),
        ({"name": "X", "rules": {"nonsense": 1}}, 422),
        ({"name": "", "rules": "rage"}, 422),
        ({"name": "X"}, 422),
        ({"name": "X", "rules": 7}, 422),
        ({"name": "X", "rules": "rage", "preset": "chess"}, 422),
    ],
)
def test_rules_that_cannot_be_are_refused(
    alice_api: Client, club: Club, body: dict[str, Any], status: int
) -> None:
    assert post(alice_api, club, "", body).status_code == status
    assert not HouseRules.objects.exists()


def test_they_are_used_and_put_away(alice_api: Client, club: Club) -> None:
    uid = post(alice_api, club, "", {"name": "Thursday", "rules": HOOKED}).json()["uid"]
    assert post(alice_api, club, f"{uid}/", {"act": "use"}).status_code == 200
    club.refresh_from_db()
    assert club.house_rules["hook"] is True
    assert post(alice_api, club, f"{uid}/", {"act": "archive"}).json()["archived_at"]
    assert post(alice_api, club, f"{uid}/", {"act": "restore"}).json()["archived_at"] is None


def test_a_closed_circle_has_no_rules_to_read(client: Client, alice_api: Client, club: Club) -> None:
    uid = post(alice_api, club, "", {"name": "Thursday", "rules": HOOKED}).json()["uid"]
    Club.objects.update(visibility="members")
    assert client.get(f"/api/v1/clubs/{club.uid}/rules/").status_code == 404
    assert client.get(f"/api/v1/clubs/{club.uid}/rules/{uid}/").status_code == 404


@pytest.mark.parametrize(
    "rules",
    [
        {"deck": "\ud800"},
        {"name": "\ud800\x00"},
        {"trump": "fixed", "trump_suit": "\ud800"},
        {"schedule": {"shape": "list", "sizes": [10**9] * 3}},
        {"schedule": {"max": 10**9, "step": 1}},
        {"schedule": {"max": {"3": 10**9}}},
        {"players": [-(10**9), 10**9]},
        {"deck": {"3": "rage-112", "4": "short-24"}},
        {"scoring": {"made_at": {str(bid): bid for bid in range(500)}}},
        {"tie_break": ["\ud800"]},
        {"scoring": {"made": {"base": 10**9, "square": 10**9}}},
    ],
)
def test_odd_rules_are_answered(alice_api: Client, club: Club, rules: dict[str, Any]) -> None:
    seen = post(alice_api, club, "preview/", {"rules": rules})
    assert seen.status_code in (200, 400, 422)
    assert seen.json()
    saved = post(alice_api, club, "", {"name": "Odd", "rules": rules})
    assert saved.status_code in (201, 400, 422)
