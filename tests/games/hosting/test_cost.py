"""An act at the end of a game costs what one at its beginning costs; what is derived is rebuilt and compared."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.activity import By
from games.models import GameEvent, HostedState, HostedTable
from games.services.hosting.acting import act
from games.services.verifying import differences
from tests.games.hosting.tables import people, play_on, shown, started, waited_for

pytestmark = pytest.mark.django_db
MANY = {"preset": "oh-hell", "players": [3, 3], "schedule": {"shape": "list", "sizes": [1] * 56}}


def cost_of_an_act(table: HostedTable) -> tuple[int, int]:
    """Queries of the first bid of a hand by the service, and of the page after it."""
    while any(shown(table, None)["deal"]["has_bid"]):
        play_on(table, most=1)
    seat = waited_for(table)[0]
    seen = shown(table, seat)
    client = Client()
    client.force_login(people(3)[seat])
    client.get(table.get_absolute_url())
    with CaptureQueriesContext(connection) as acted:
        act(table, seat=seat, seen=seen["event"], by=By(people(3)[seat], "web"), bid=seen["deal"]["legal"][0])
    with CaptureQueriesContext(connection) as looked:
        assert client.get(table.get_absolute_url()).status_code == 200
    return len(acted), len(looked)


@pytest.mark.scenario("S60")
def test_an_act_and_a_page_cost_the_same_queries_at_event_1_and_at_event_400() -> None:
    table = started(rules=MANY)
    first = cost_of_an_act(table)
    while HostedState.objects.get().version < 400:
        play_on(table, most=9)
    assert cost_of_an_act(table) == first
    assert first[0] <= 15
    assert first[1] <= 15


def test_a_state_that_is_not_the_fold_of_its_log_is_found() -> None:
    table = started(rules={"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [2, 2]}})
    play_on(table, most=5)
    assert list(differences()) == []
    stored = HostedState.objects.get()
    stored.snapshot["deal"]["tricks"][0] += 1
    stored.save()
    found = list(differences())
    assert [(one.row, one.column) for one in found] == [(f"games_hostedstate {table.game_id}", "snapshot")]
    assert "hands" not in str(found[0])
    HostedState.objects.update(version=GameEvent.objects.count() - 1)
    assert "version" in {one.column for one in differences()}
