"""Sessions in the database, as Django's own backend keeps them, but read without building a query at every request."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.db import connection
from django.utils import timezone
from django.utils.dateparse import parse_datetime

_READ = "SELECT session_data, expire_date FROM django_session WHERE session_key = %s"


class SessionStore(DatabaseSessions):
    """The name is part of what a session is signed with; sessions of Django's backend stay good."""

    def load(self) -> dict[str, Any]:
        """What the session holds; empty, and without its key, when it is unknown or has expired."""
        with connection.cursor() as cursor:
            cursor.execute(_READ, [self.session_key])
            row = cursor.fetchone()
        if row is None or _moment(row[1]) <= timezone.now():
            self._session_key = None
            return {}
        held: dict[str, Any] = self.decode(row[0])
        return held


def _moment(value: datetime | str) -> datetime:
    """SQLite gives moments as text in UTC."""
    found = parse_datetime(value) if isinstance(value, str) else value
    assert found is not None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found
