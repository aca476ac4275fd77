"""Evenings as readers meet them."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Club, User
from tests.evenings import Evening
from tests.tournaments.views.desk import client_of, desk_user, published
from tournaments.models import Table, Tournament


@pytest.fixture
def played(evening: Evening) -> Evening:
    """One round played, the second published."""
    evening.play_round()
    evening.publish()
    return evening


@pytest.fixture
def path(played: Evening) -> str:
    return played.tournament.get_absolute_url()


@pytest.fixture
def tables(evening: Evening) -> list[Table]:
    return published(evening)


@pytest.fixture
def table(evening: Evening) -> Table:
    return published(evening)[0]


@pytest.fixture
def owner(alice: User) -> Client:
    return client_of(alice)


@pytest.fixture
def keeper(club: Club, by_alice: By) -> Client:
    return client_of(desk_user(club, "charlie", "scorekeeper", by=by_alice))


def hide(tournament: Tournament, visibility: str = "members") -> None:
    tournament.visibility = visibility
    tournament.save(update_fields=["visibility"])
