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

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user, load_backend
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
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
    """The account of the session, or nobody's. One query, one more for a session that opens nothing any more."""
    words = _words(request)
    if words is None:
        return get_user(request)
    row = _row(words[0])
    kept = _kept.get(words)
    if kept is not None and row is not None and kept[0] == row:
        return copy(kept[1])
    user = None if row is None else _built(row)
    if user is None or row is None or not _is_opened_by(user, words):
        return get_user(request)  # Django's own refuses, and ends the session
    _kept.put(words, (row, copy(user)))
    return user


def _is_opened_by(user: User, words: Words) -> bool:
    """Whether the session's words are those of this account as it is now."""
    _who, how, made_with = words
    return (
        how in settings.AUTHENTICATION_BACKENDS
        and bool(load_backend(how).user_can_authenticate(user))  # type: ignore[attr-defined]
        and constant_time_compare(made_with, user.get_session_auth_hash())
    )


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


def _built(row: Row) -> User:
    """The account of a row, its values read as this database keeps them."""
    fields = User._meta.concrete_fields
    values = []
    for field, value in zip(fields, row, strict=True):
        column = field.cached_col
        for convert in (*connection.ops.get_db_converters(column), *column.get_db_converters(connection)):
            value = convert(value, column, connection)
        values.append(value)
    return User.from_db(connection.alias, [field.attname for field in fields], values)


@cache
def _query() -> str:
    """Every column: whatever is asked of an account later is as the row has it now."""
    columns = ", ".join(str(field.column) for field in User._meta.concrete_fields)
    return f"SELECT {columns} FROM {User._meta.db_table} WHERE id = %s"
