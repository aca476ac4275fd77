"""Who asks: the account of a session, read at every request, but built and checked only when its row has changed.

Whether a session opens an account follows from the account's row and the session's own words (its backend, and the
hash of the password it was made with). So an account that was found good for them stays good while the row, read
anew each time, is the same to the last column: a new password or a closed account ends its sessions at once.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from copy import copy
from functools import cache
from typing import Any, Final

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from clubs.models import User

Words = tuple[str, str, str]  # of the session: whose it is, by which backend, with which hash
Row = tuple[Any, ...]
N_KEPT: Final = 1024


class Accounts(AuthenticationMiddleware):
    """Django's own, with `request.user` as `reader_of` finds it."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _reader(request))  # type: ignore[assignment]


def reader_of(request: HttpRequest) -> User | AnonymousUser:
    """The account of the session, or nobody's. One query."""
    words = _words(request)
    if words is None:
        return get_user(request)
    row = _row(words[0])
    kept = _kept.get(words)
    if kept is not None and row is not None and kept[0] == row:
        return copy(kept[1])
    user = get_user(request)
    if (
        isinstance(user, User) and row is not None and row == _row(words[0])
    ):  # what was read is what was judged
        _kept.put(words, (row, copy(user)))
    return user


def _words(request: HttpRequest) -> Words | None:
    session = request.session
    found = (session.get(SESSION_KEY), session.get(BACKEND_SESSION_KEY), session.get(HASH_SESSION_KEY))
    who, how, made_with = (word if isinstance(word, str) else "" for word in found)
    return (who, how, made_with) if who.isdecimal() and how and made_with else None


def _reader(request: HttpRequest) -> User | AnonymousUser:
    found: User | AnonymousUser | None = getattr(request, "_cached_user", None)
    if found is None:
        found = reader_of(request)
        request._cached_user = found  # type: ignore[attr-defined]  # where Django's own keeps it
    return found


class _Kept:
    """The accounts asked for last. Safe to use from threads."""

    def __init__(self) -> None:
        self._found: OrderedDict[Words, tuple[Row, User]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, words: Words) -> tuple[Row, User] | None:
        with self._lock:
            return self._found.get(words)

    def put(self, words: Words, found: tuple[Row, User]) -> None:
        with self._lock:
            self._found[words] = found
            self._found.move_to_end(words)
            if len(self._found) > N_KEPT:
                self._found.popitem(last=False)


_kept: Final = _Kept()


def _row(user_id: str) -> Row | None:
    with connection.cursor() as cursor:
        cursor.execute(_query(), [int(user_id)])
        found: Row | None = cursor.fetchone()
        return found


@cache
def _query() -> str:
    """Every column: whatever is asked of an account later is as the row has it now."""
    columns = ", ".join(str(field.column) for field in User._meta.concrete_fields)
    return f"SELECT {columns} FROM {User._meta.db_table} WHERE id = %s"
