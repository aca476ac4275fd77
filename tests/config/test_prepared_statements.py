"""PostgreSQL plans a statement once per connection, unless a pooler in between could not follow."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from clubs.models import Club
from config.settings.base import database

ADDRESS = "postgres://somebody@127.0.0.1:5432/site"


def test_statements_are_prepared_unless_the_setting_says_no(monkeypatch: pytest.MonkeyPatch) -> None:
    options: dict[str, Any] = database(ADDRESS)["OPTIONS"]
    assert options["server_side_binding"]
    assert options["prepare_threshold"] == 3
    monkeypatch.setenv("DATABASE_PREPARES", "0")
    options = database(ADDRESS)["OPTIONS"]
    assert {"server_side_binding", "prepare_threshold"}.isdisjoint(options)
    assert options["pool"]


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="asks PostgreSQL what it has prepared")
def test_a_page_s_statement_asked_again_and_again_is_prepared_by_the_server() -> None:
    for number in range(6):
        list(Club.objects.filter(pk=number))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s", ["%clubs_club%$1%"]
        )
        assert cursor.fetchone()[0] >= 1
