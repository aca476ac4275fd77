"""Long lists of ids in a query, as one parameter: an IN list of thousands is slow to build and SQLite bounds it."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import connection
from django.db.models.expressions import RawSQL


def among(ids: Iterable[int]) -> RawSQL:
    """For `filter(column__in=among(ids))`."""
    joined = ",".join(map(str, ids))
    if connection.vendor == "postgresql":
        return RawSQL("SELECT unnest(%s::bigint[])", [f"{{{joined}}}"])
    return RawSQL("SELECT value FROM json_each(%s)", [f"[{joined}]"])
