"""What can be listened to. Each floor registers its kinds of topics with a reader that knows who may listen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser

from clubs.models import User

Topic: TypeAlias = str
"""`kind:id`, such as `tournament:12`."""

Reader: TypeAlias = Callable[[User | AnonymousUser, int], int | None]
"""The version of a thing for a reader, or None if there is no such thing for him."""

_readers: dict[str, Reader] = {}
MOST_TOPICS = 8


def register(kind: str, reader: Reader) -> None:
    """Make topics of a kind known; called once when the app is ready."""
    _readers[kind] = reader


def versions_for(user: User | AnonymousUser, topics: Iterable[Topic]) -> dict[Topic, int]:
    """The versions of the topics the user may listen to; others are left out. At most `MOST_TOPICS` are read."""
    found: dict[Topic, int] = {}
    for topic in list(dict.fromkeys(topics))[:MOST_TOPICS]:
        kind, _colon, number = topic.partition(":")
        reader = _readers.get(kind)
        if reader is None or not number.isascii() or not number.isdigit() or len(number) > 18:
            continue
        version = reader(user, int(number))
        if version is not None:
            found[topic] = version
    return found
