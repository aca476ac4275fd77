"""Cuts, extra games and hidden lists by program."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.models import Club, User
from tests.evenings import Evening, make_evening, sheet_with_totals, tables_of
from tournaments.services import rounds, standings


@pytest.fixture
def level(club: Club, by_alice: By) -> Evening:
    """One round of two tables; the third, fourth and fifth are level in everything."""
    evening = make_evening(club, by=by_alice, n_players=8, table_points="raw", tie_breaks=["shared"])
    played = evening.publish()
    for table, points in zip(tables_of(played), [[80, 70, 60, 60], [60, 30, 20, 10]], strict=True):
        evening.enter(table, sheet_with_totals(table, points))
    rounds.close_round(played, by=by_alice)
    standings.refresh(evening.tournament.pk)
    return evening


@pytest.fixture
def owner(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def post(client: Client, evening: Evening, name: str, body: dict[str, Any], **where: int) -> Any:
    address = reverse(f"api:tournament-{name}", kwargs={"uid": evening.tournament.uid, **where})
    return client.post(address, body, content_type="application/json")


def get(client: Client, evening: Evening, name: str, query: str = "") -> Any:
    return client.get(reverse(f"api:tournament-{name}", args=[evening.tournament.uid]) + query)


def test_a_program_does_not_cut_silently_through_a_tie(level: Evening, owner: Client) -> None:
    line = get(owner, level, "cut-line", "?n=4").json()
    assert (len(line["through"]), len(line["level"])) == (2, 3)
    refused = post(owner, level, "cuts", {"n": 4})
    assert refused.status_code == 409
    assert "level" in refused.json()["detail"]
    made = post(owner, level, "cuts", {"n": 4, "how": "larger"})
    assert made.status_code == 201
    assert made.json()["entries"] == line["through"] + line["level"]
    assert [cut["id"] for cut in get(Client(), level, "cuts").json()] == [made.json()["id"]]
    back = post(owner, level, "cut-back", {"reason": "too many"}, pk=made.json()["id"])
    assert back.status_code == 204
    assert get(owner, level, "cuts").json() == []


def test_an_extra_game_separates_and_can_be_cancelled(level: Evening, owner: Client) -> None:
    tied = get(owner, level, "cut-line", "?n=4").json()["level"]
    points = [{"entry": uid, "points": n} for n, uid in enumerate(tied)]
    given = post(owner, level, "deciders", {"points": points, "seen": 0})
    again = post(owner, level, "deciders", {"points": points, "seen": 0})
    assert given.status_code == 201
    assert again.json()["id"] == given.json()["id"]
    standings.refresh(level.tournament.pk)
    assert get(owner, level, "cut-line", "?n=4").json()["level"] == []
    twice = post(owner, level, "deciders", {"points": [points[0], points[0]]})
    assert twice.status_code == 422
    gone = post(owner, level, "decider-cancel", {"reason": "not played"}, pk=given.json()["id"])
    assert gone.status_code == 204
    standings.refresh(level.tournament.pk)
    assert len(get(owner, level, "cut-line", "?n=4").json()["level"]) == 3


def test_what_is_frozen_for_the_page_is_frozen_for_programs(level: Evening, owner: Client) -> None:
    post(owner, level, "cuts", {"n": 4, "how": "larger"})
    assert post(owner, level, "freeze", {"after": 0}).json() == {"frozen_after": 0, "revealed": 0}
    assert get(Client(), level, "cuts").json() == []
    assert len(get(owner, level, "cuts").json()) == 1
    standings.refresh(level.tournament.pk)
    once = post(owner, level, "reveal", {"seen": 0}).json()
    assert post(owner, level, "reveal", {"seen": 0}).json() == once
    assert once["revealed"] == 1
    shown = owner.delete(reverse("api:tournament-freeze", args=[level.tournament.uid]))
    assert shown.json() == {"frozen_after": None, "revealed": 0}
    assert len(get(Client(), level, "cuts").json()) == 1
