"""The address a load balancer asks."""

from __future__ import annotations

import pytest
from django.db import OperationalError
from django.test import Client

from clubs.views import health


@pytest.mark.django_db
def test_healthy_is_ok_in_plain_text(client: Client) -> None:
    response = client.get("/healthz")
    assert response.content == b"ok\n"
    assert response.headers["Content-Type"].startswith("text/plain")


def test_a_dead_database_is_503(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    class Dead:
        def cursor(self) -> None:
            raise OperationalError("gone")

    monkeypatch.setattr(health, "connection", Dead())
    response = client.get("/healthz")
    assert response.status_code == 503
    assert b"does not answer" in response.content
