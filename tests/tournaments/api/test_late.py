"""A scorekeeper whose sheet became final meanwhile: no correction, but both values, whose they are and since when."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from clubs.models import Club, Role, User
from tests.config.api_client import ApiClient
from tests.evenings import Evening, tables_of
from tournaments.models import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper(club: Club) -> ApiClient:
    sven = User.objects.create_user("sven", "sven@example.org", "sven-pass-1")
    Role.objects.create(club=club, user=sven, role="scorekeeper")
    return ApiClient(sven)


@pytest.fixture
def table(evening: Evening) -> Table:
    return tables_of(evening.publish())[0]


@pytest.fixture
def place(evening: Evening) -> str:
    return f"tournaments/{evening.tournament.uid}/sheets/1/"


@pytest.fixture
def sheets(evening: Evening, table: Table) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is stored, and what the other one sends: one bid differs."""
    stored = evening.random_sheet(table)
    stored["deals"][0]["bids"][0] = 0
    first = {**stored["deals"][0], "bids": [1, *stored["deals"][0]["bids"][1:]]}
    return stored, {**stored, "deals": [first, *stored["deals"][1:]]}


def is_told(problem: dict[str, Any]) -> None:
    (cell,) = problem["conflicts"]
    assert datetime.fromisoformat(cell.pop("at")).tzinfo is not None
    assert cell == {"cell": "0.bids.0", "theirs": 0, "yours": 1, "by": {"uid": None, "name": "alice"}}


@pytest.fixture
def final(alice: User, place: str, sheets: tuple[dict[str, Any], dict[str, Any]]) -> ApiClient:
    api = ApiClient(alice)
    api.put(place, {"sheet": sheets[0], "expected_revision": 0}, expect=201)
    assert api.get(place)["state"] == "final"
    return api


def test_a_late_sheet_learns_what_stands(
    final: ApiClient, keeper: ApiClient, place: str, sheets: tuple[dict[str, Any], dict[str, Any]]
) -> None:
    problem = keeper.put(place, {"sheet": sheets[1], "expected_revision": 0}, expect=409)
    assert (problem["code"], problem["current_revision"]) == ("sheet_final", 1)
    assert [problem[whose]["deals"][0]["bids"][0] for whose in ("current", "yours")] == [0, 1]
    is_told(problem)
    assert final.get(place)["revision"] == 1


def test_who_saw_the_final_sheet_may_not_correct_it_and_learns_the_same(
    final: ApiClient, keeper: ApiClient, place: str, sheets: tuple[dict[str, Any], dict[str, Any]]
) -> None:
    body = {"sheet": sheets[1], "expected_revision": 1, "reason": "misread"}
    problem = keeper.put(place, body, expect=403)
    assert problem["code"] == "not_allowed"
    is_told(problem)
    assert final.get(place)["revision"] == 1


def test_the_same_sheet_late_is_no_fault(
    final: ApiClient, keeper: ApiClient, place: str, sheets: tuple[dict[str, Any], dict[str, Any]]
) -> None:
    assert keeper.put(place, {"sheet": sheets[0], "expected_revision": 0}, expect=200)["revision"] == 1


def test_late_cells_learn_what_stands(final: ApiClient, keeper: ApiClient, place: str) -> None:
    problem = keeper.patch(place, {"changes": {"0.bids.0": 1}, "seen": 0}, expect=409)
    assert problem["code"] == "sheet_final"
    is_told(problem)
    assert keeper.patch(place, {"changes": {"0.bids.0": 0}, "seen": 0})["others"] == {}
    unknown = keeper.patch(place, {"changes": {"9.bids.9": 1}, "seen": 0}, expect=422)
    assert unknown["code"] == "unknown_cell"
    assert final.get(place)["typed"] == {}


def test_who_may_not_type_learns_nothing(
    final: ApiClient, bob: User, place: str, sheets: tuple[dict[str, Any], dict[str, Any]]
) -> None:
    stranger = ApiClient(bob)
    for problem in (
        stranger.put(place, {"sheet": sheets[1], "expected_revision": 0}, expect=403),
        stranger.patch(place, {"changes": {"0.bids.0": 1}, "seen": 0}, expect=403),
    ):
        assert problem["code"] == "not_allowed"
        assert not {"conflicts", "current", "yours"} & set(problem)
