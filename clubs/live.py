"""Announcements: "tournament 12 is at version 40". Pages then fetch the fragment they show.

The hub knows topics and versions, never contents, so nothing a reader may not see can travel here.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

Listener = Callable[[str, int], None]
_listeners: list[Listener] = []


def announce(topic: str, version: int) -> None:
    """Tell the listeners after the commit; a listener that fails is logged and holds nobody up."""
    transaction.on_commit(lambda: _tell(topic, version), robust=True)


def listen(listener: Listener) -> None:
    """Be told of every announcement made in this process."""
    _listeners.append(listener)


def _tell(topic: str, version: int) -> None:
    for listener in tuple(_listeners):
        listener(topic, version)
