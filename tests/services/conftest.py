"""A broker, the processes of the site on it, and an evening with a published round."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from clubs.activity import By
from clubs.models import User
from tests.evenings import Evening, make_club, make_evening
from tests.services.processes import Site
from tests.services.servers import Missing, RedisServer


@pytest.fixture
def broker() -> Iterator[RedisServer]:
    """A Redis of the test's own, because the test kills it."""
    try:
        server = RedisServer()
    except Missing as missing:
        pytest.skip(str(missing))
    server.start()
    yield server
    server.close()


@pytest.fixture
def site(transactional_db: None, broker: RedisServer, tmp_path: Path) -> Iterator[Site]:
    if connection.vendor != "postgresql":
        pytest.fail("These tests need PostgreSQL: run them by make test-services.")
    site = Site(broker, tmp_path)
    yield site
    site.close()


@pytest.fixture
def evening(transactional_db: None) -> Evening:
    """Eight players at two tables of four, round 1 published."""
    alice = User.objects.create_user("alice", "alice@example.org", "alice-pass-1")
    by = By(alice, "web")
    evening = make_evening(make_club(alice), by=by, n_players=8)
    evening.publish()
    return evening
