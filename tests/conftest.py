"""People and evenings that every test may ask for."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone, translation
from hypothesis import HealthCheck
from hypothesis import settings as examples

from clubs.activity import By
from clubs.models import Club, User
from tests.evenings import Evening, make_club, make_evening

# A loaded machine is no fault: neither the time of one example nor of making some.
examples.register_profile(
    "site", examples.default, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
examples.load_profile("site")


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    """Limits count in the cache, and the accounts of all tests have the same numbers."""
    cache.clear()


@pytest.fixture(autouse=True)
def nobodys_language() -> None:
    """A request leaves its thread in the reader's language and time zone, whoever asks next."""
    translation.activate(settings.LANGUAGE_CODE)
    timezone.deactivate()


@pytest.fixture
def alice(db: None) -> User:
    """Owns the club."""
    return User.objects.create_user("alice", "alice@example.org", "alice-pass-1")


@pytest.fixture
def bob(db: None) -> User:
    """Has no role anywhere."""
    return User.objects.create_user("bob", "bob@example.org", "bob-pass-1")


@pytest.fixture
def by_alice(alice: User) -> By:
    return By(alice, "web")


@pytest.fixture
def club(alice: User) -> Club:
    return make_club(alice)


@pytest.fixture
def evening(club: Club, by_alice: By) -> Evening:
    """Eight players at two tables of four, three short games planned, nothing drawn yet."""
    return make_evening(club, by=by_alice, n_players=8)
