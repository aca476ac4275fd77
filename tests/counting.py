"""How many queries a page costs."""

from __future__ import annotations

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext


def n_queries(client: Client, path: str) -> int:
    """Queries of one successful GET, after one that fills what is kept in memory."""
    client.get(path)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        response = client.get(path)
    assert response.status_code == 200, f"{path}: {response.status_code}"
    return len(queries)
