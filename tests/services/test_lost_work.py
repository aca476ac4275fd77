"""Killed workers, lost messages and messages delivered twice: the effect happens, and it happens once."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from celery import Celery
from django.db import transaction

from games.models import Game
from ratings.models import Ladder
from ratings.services.ladders import Scope, ensure_ladder
from tests.evenings import Evening, tables_of
from tests.services.effects import assert_exactly_once, await_effects, is_rated, someone_waits_for_a_lock
from tests.services.processes import Site
from tests.services.servers import RedisServer
from tournaments.models import Table, Tournament

pytestmark = pytest.mark.services

TIMES = 5


def test_a_worker_killed_in_the_middle_of_its_task_loses_nothing(site: Site, evening: Evening) -> None:
    tables = _tables(evening)
    site.start_beat()
    worker = site.start_worker()
    desk = site.start_desk(evening.by)
    for club in (None, evening.tournament.club_id):
        ensure_ladder(Scope("oh-hell", club))  # else the first save makes them, and nobody holds them
    with transaction.atomic():
        _hold_every_task(evening)
        for table in tables:
            assert desk.save(table, evening.random_sheet(table)).created
        _wait_until(someone_waits_for_a_lock)
        site.kill(worker)
    assert not any(is_rated(game) for game in _games(tables))
    site.start_worker("second")
    await_effects(evening, _games(tables))


def test_a_message_lost_by_the_broker_is_found_by_the_sweep(
    site: Site, evening: Evening, broker: RedisServer
) -> None:
    tables = _tables(evening)
    site.start_beat()
    desk = site.start_desk(evening.by)
    for table in tables:
        assert desk.save(table, evening.random_sheet(table)).created
    broker.kill()  # nothing was taken yet: every message is gone
    broker.start()
    site.start_worker()
    await_effects(evening, _games(tables))


def test_tasks_delivered_many_times_to_two_workers_at_once_have_one_effect(
    site: Site, evening: Evening, broker: RedisServer
) -> None:
    tables = _tables(evening)
    desk = site.start_desk(evening.by)
    for table in tables:
        assert desk.save(table, evening.random_sheet(table)).created
    orders = [("tournaments.tasks.refresh_standings", evening.tournament.pk)]
    orders += [("ratings.tasks.advance_ladder", ladder.pk) for ladder in Ladder.objects.all()]
    assert len(orders) > 1
    with Celery(broker=broker.url) as sender:
        for _time in range(TIMES):
            for name, argument in orders:
                sender.send_task(name, args=(argument,))
    site.start_worker("one")
    site.start_worker("two")
    await_effects(evening, _games(tables))
    _wait_until(lambda: _times_done(site) >= TIMES * len(orders))
    assert_exactly_once(evening, _games(tables))


def _hold_every_task(evening: Evening) -> None:
    """Lock what the tasks lock first, but let sheets be saved: a key lock of theirs does not meet this one."""
    Tournament.objects.select_for_update(no_key=True).get(pk=evening.tournament.pk)
    list(Ladder.objects.select_for_update(no_key=True))


def _wait_until(claim: Callable[[], bool], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not claim():
        assert time.monotonic() < end, f"not so after {seconds} s"
        time.sleep(0.02)


def _times_done(site: Site) -> int:
    return sum(site.log_of(name).count(" succeeded in ") for name in ("one", "two"))


def _tables(evening: Evening) -> list[Table]:
    return tables_of(evening.tournament.rounds.get(number=1))


def _games(tables: list[Table]) -> list[Game]:
    return [table.game for table in tables if table.game is not None]
