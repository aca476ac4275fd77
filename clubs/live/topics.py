"""What can be listened to. Each floor registers its kinds of topics with a reader that knows who may listen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser

from clubs.models import User

Topic: TypeAlias = str
"""`kind:key`, such as `sheet:12`; the key of what may be hidden is one nobody can count to."""

Reader: TypeAlias = Callable[[User | AnonymousUser, str], int | None]
"""The version of a thing for a reader by its key, or None if there is no such thing for him."""

_readers: dict[str, Reader] = {}
MOST_TOPICS = 8
_KEY = re.compile(r"[0-9a-f-]{1,36}", re.ASCII)


def register(kind: str, reader: Reader) -> None:
    """Make topics of a kind known; called once when the app is ready."""
    _readers[kind] = reader


def versions_for(user: User | AnonymousUser, topics: Iterable[Topic]) -> dict[Topic, int]:
    """The versions of the topics the user may listen to; others are left out. At most `MOST_TOPICS` are read."""
    found: dict[Topic, int] = {}
    for topic in list(dict.fromkeys(topics))[:MOST_TOPICS]:
        kind, _colon, key = topic.partition(":")
        reader = _readers.get(kind)
        if reader is None or not _KEY.fullmatch(key):
            continue
        version = reader(user, key)
        if version is not None:
            found[topic] = version
    return found


def row_id(key: str) -> int | None:
    """The key as the id of a row; None for what is none."""
    return int(key) if key.isdigit() and len(key) <= 18 else None
