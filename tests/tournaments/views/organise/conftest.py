"""Browsers of the people of `tests/conftest.py`."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Club, Role, User
from clubs.services.clubs import give_role


@pytest.fixture
def alice_client(alice: User) -> Client:
    """Owns the club."""
    client = Client()
    client.force_login(alice)
    return client


@pytest.fixture
def bob_client(bob: User) -> Client:
    """Has no role anywhere."""
    client = Client()
    client.force_login(bob)
    return client


@pytest.fixture
def desk_client(club: Club, by_alice: By) -> Client:
    """Carol keeps the scores of the club."""
    carol = User.objects.create_user("carol", "carol@example.org", "carol-pass-1")
    give_role(club, user=carol, role=Role.Kind.SCOREKEEPER, by=by_alice)
    client = Client()
    client.force_login(carol)
    return client
