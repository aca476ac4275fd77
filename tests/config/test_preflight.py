"""What a start says when its database or its broker is not there: the advice fits the fault."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError

from config.serving import preflight
from config.serving.errors import CannotServe
from tests.services.servers import free_port


@pytest.mark.parametrize("url", ["club", "http://127.0.0.1:6379/0", "redis:://x", "redis://127.0.0.1:port/0"])
def test_what_is_no_address_of_a_redis_is_told_so(settings: Any, url: str) -> None:
    settings.REDIS_URL = url
    with pytest.raises(CannotServe, match=r"REDIS_URL names no Redis .*write redis://host:6379/0") as refused:
        preflight.check_broker()
    assert "start it" not in str(refused.value)


def test_a_redis_that_is_not_there_is_to_be_started(settings: Any) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    with pytest.raises(CannotServe, match=r"does not answer .*start it"):
        preflight.check_broker()


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        ('FATAL:  database "club" does not exist', r"has no database club: make it \(createdb club\)"),
        ('FATAL:  password authentication failed for user "ann"', "mend user and password in DATABASE_URL"),
        ('FATAL:  role "ann" does not exist', "mend user and password in DATABASE_URL"),
        ("Connection refused", "start it, or unset DATABASE_URL"),
    ],
)
def test_the_advice_on_a_database_fits_the_fault(
    monkeypatch: pytest.MonkeyPatch, words: str, advice: str
) -> None:
    class Named:
        vendor = "postgresql"
        settings_dict = {"HOST": "db.example", "PORT": 5432, "NAME": "club"}

    monkeypatch.setattr(preflight, "connection", Named())
    error = OperationalError(f'connection to server at "db.example", port 5432 failed: {words}')
    with pytest.raises(CannotServe, match=advice):
        raise CannotServe(preflight._unreachable(error))
