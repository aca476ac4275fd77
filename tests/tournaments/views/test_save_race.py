"""Two people press Save in the same moment, each with a sheet of their own: one is stored, the other is shown both."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections

from clubs.activity import By
from clubs.models import User
from tests.evenings import make_club, make_evening
from tests.tournaments.views.desk import cells_of, client_of, form_of, published, sheet_url

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def test_two_saves_at_once_store_one_and_show_both_to_the_other() -> None:
    if connection.vendor == "sqlite" and connection.is_in_memory_db():  # type: ignore[attr-defined]
        pytest.skip("a database in memory has no two connections")
    alice = User.objects.create_user("alice", "alice@example.org", "alice-pass-1")
    evening = make_evening(make_club(alice), by=By(alice, "web"), n_players=8)
    clients = [client_of(alice) for _ in range(4)]
    for table in published(evening):
        forms = [{**form_of(c, table), **cells_of(evening.random_sheet(table))} for c in clients]
        start = threading.Barrier(len(clients))

        def save(n: int, table: object = table, forms: list = forms, start: threading.Barrier = start) -> int:
            try:
                start.wait()
                return clients[n].post(sheet_url(table), forms[n]).status_code  # type: ignore[arg-type]
            finally:
                connections.close_all()

        with ThreadPoolExecutor(len(clients)) as pool:
            answers = sorted(pool.map(save, range(len(clients))))
        assert answers == [302, 409, 409, 409]
        assert table.game is not None
        assert table.game.revisions.count() == 1
