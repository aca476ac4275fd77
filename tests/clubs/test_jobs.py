"""Asking for work: after the commit, never in the way of the fact."""

from __future__ import annotations

import logging
import time
from typing import Any

import pytest
from django.db import transaction
from kombu.exceptions import OperationalError

from clubs import jobs
from clubs.jobs import enqueue, enqueue_in
from config.celery import app

NAME = "tests.work_asked_for"


class Queue:
    """Takes what is sent, or fails like a broker that is away."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, tuple[Any, ...]]] = []
        self.asked = 0
        self.is_away = False

    def send_task(self, name: str, args: tuple[Any, ...], retry: bool) -> None:
        self.asked += 1
        assert retry is False
        if self.is_away:
            raise OperationalError("Timeout reading from socket")
        self.sent.append((name, args))


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> Queue:
    queue = Queue()
    monkeypatch.setattr(app, "send_task", queue.send_task)
    monkeypatch.setattr(jobs._Broker, "rests_until", 0.0)
    return queue


@pytest.mark.django_db(transaction=True)
def test_work_is_asked_for_when_the_fact_is_committed_and_not_before(queue: Queue) -> None:
    with transaction.atomic():
        enqueue(NAME, 7)
        assert queue.sent == []
    assert queue.sent == [(NAME, (7,))]


@pytest.mark.django_db(transaction=True)
def test_a_fact_that_is_rolled_back_asks_for_nothing(queue: Queue) -> None:
    with transaction.atomic():
        enqueue(NAME, 7)
        transaction.set_rollback(True)
    assert queue.asked == 0


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_away_is_logged_and_never_raises(
    queue: Queue, caplog: pytest.LogCaptureFixture
) -> None:
    queue.is_away = True
    with caplog.at_level(logging.WARNING, "clubs.jobs"), transaction.atomic():
        enqueue(NAME, 7)
    assert NAME in caplog.text
    assert "the sweep will find it" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_failed_is_left_alone_for_a_while(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    queue.is_away = True
    enqueue(NAME, 1)
    queue.is_away = False
    enqueue(NAME, 2)
    assert (queue.asked, queue.sent) == (1, [])
    now += jobs.REST_SECONDS
    enqueue(NAME, 3)
    assert queue.sent == [(NAME, (3,))]


@pytest.mark.django_db(transaction=True)
def test_work_for_a_little_later_carries_its_seconds_and_work_for_now_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(app, "send_task", lambda name, **settings: sent.append(settings))
    monkeypatch.setattr(jobs._Broker, "rests_until", 0.0)
    enqueue_in(1.5, NAME, 7)
    enqueue_in(0.0, NAME, 8)
    assert [(one["args"], one.get("countdown")) for one in sent] == [((7,), 1.5), ((8,), None)]
