"""A broker that dies or hangs costs freshness for seconds; the sheet is saved and answered all the same."""

from __future__ import annotations

import time

import pytest

from games.models import Game
from tests.evenings import Evening, tables_of
from tests.services.effects import await_effects, is_rated, standings_are_fresh
from tests.services.processes import Desk, Site
from tests.services.servers import RedisServer
from tournaments.models import Table

pytestmark = pytest.mark.services


@pytest.fixture
def running(site: Site, evening: Evening) -> Desk:
    """Worker, beat, pages and somebody who saves; the first table's sheet is through."""
    site.start_beat()
    site.start_worker()
    desk = site.start_desk(evening.by)
    first = _tables(evening)[0]
    assert desk.save(first, evening.random_sheet(first)).created
    await_effects(evening, _games(first))
    return desk


def test_a_saved_sheet_is_derived_at_once_while_all_is_well(running: Desk, evening: Evening) -> None:
    first, second = _tables(evening)
    answer = running.save(second, evening.random_sheet(second))
    waited = await_effects(evening, _games(first, second))
    assert answer.seconds < 1
    assert waited < 2  # standings within 1 s, ratings within 2 s (design: Live pages)


def test_a_sheet_saved_while_the_broker_is_down_is_derived_when_it_is_back(
    running: Desk, evening: Evening, broker: RedisServer
) -> None:
    first, second = _tables(evening)
    broker.kill()
    answer = running.save(second, evening.random_sheet(second))
    assert answer.created
    assert answer.seconds < 1
    time.sleep(3)
    assert not is_rated(_games(second)[0])
    assert not standings_are_fresh(evening)
    broker.start()
    await_effects(evening, _games(first, second))


def test_a_sheet_saved_while_the_broker_hangs_is_answered_in_time(
    running: Desk, evening: Evening, broker: RedisServer
) -> None:
    first, second = _tables(evening)
    broker.hang()
    try:
        answer = running.save(second, evening.random_sheet(second))
        assert answer.created
        assert answer.seconds < 2
    finally:
        broker.go_on()
    await_effects(evening, _games(first, second))


@pytest.mark.slow
def test_a_long_outage_does_not_make_the_worker_wait_longer_afterwards(
    running: Desk, evening: Evening, broker: RedisServer
) -> None:
    first, second = _tables(evening)
    broker.kill()
    assert running.save(second, evening.random_sheet(second)).created
    time.sleep(31)  # by itself the worker would try again after 2, 4, 6 ... seconds: the next time at 42
    broker.start()
    await_effects(evening, _games(first, second))


def _tables(evening: Evening) -> list[Table]:
    return tables_of(evening.tournament.rounds.get(number=1))


def _games(*tables: Table) -> list[Game]:
    return [table.game for table in tables if table.game is not None]
