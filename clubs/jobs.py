"""The one way to ask for work after the commit.

A message is a hint, never a fact: what must be done stands in the database as a mark, and the sweep finds
every mark whose message was lost. So a broker that is down or hangs costs the reader only freshness.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from celery import current_app
from django.db import transaction
from kombu.exceptions import KombuError

if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any

    from celery import Task

logger = logging.getLogger(__name__)

REST_SECONDS = 5.0
"""How long a broker that failed is left alone: a hung one would hold every message for its timeout."""


class _Broker:
    """What this process knows of the broker: until when it is not worth asking."""

    rests_until = 0.0


def enqueue(task: str | Task[Any, Any], *args: Hashable) -> None:
    """Send `task` with `args` once the transaction has committed; at once outside of one.

    `args` are ids and plain values. Never raises for a broker that is down: the failure is logged, the broker
    is left alone for `REST_SECONDS`, and the sweep does the rest.
    """
    transaction.on_commit(lambda: _send(task, args), robust=True)


def enqueue_in(seconds: float, task: str, *args: Hashable) -> None:
    """The same, to be done some seconds later; for a few seconds only, longer waits belong to the sweep."""
    transaction.on_commit(lambda: _send(task, args, countdown=seconds), robust=True)


def _send(task: str | Task[Any, Any], args: tuple[Hashable, ...], *, countdown: float = 0.0) -> None:
    name = task if isinstance(task, str) else task.name
    if time.monotonic() < _Broker.rests_until:
        logger.info("The broker rests; %s%r is left to the sweep.", name, args)
        return
    known = current_app.tasks.get(name) if isinstance(task, str) else task
    later: dict[str, Any] = {"countdown": countdown} if countdown else {}
    try:
        if known is None:
            current_app.send_task(name, args=args, retry=False, **later)
        else:
            known.apply_async(args=args, retry=False, **later)
    except (KombuError, OSError) as error:
        _Broker.rests_until = time.monotonic() + REST_SECONDS
        logger.warning("No message for %s%r (%s); the sweep will find it.", name, args, error)
