"""Whether what the site stands on is there: its database, in a version this code knows, and its broker."""

from __future__ import annotations

import contextlib
from typing import Any
from urllib.parse import urlsplit

import redis
from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from config.serving.errors import CannotServe

PATIENCE_SECONDS = 3


def check_database() -> None:
    """Raise `CannotServe` unless the database answers and no newer version of this code has changed it."""
    try:
        with connection.wrap_database_errors, contextlib.closing(_connect(connection)):
            pass
        unknown = unknown_migrations(connection)
    except (DatabaseError, OSError) as error:
        raise CannotServe(_unreachable(error)) from None
    if unknown:
        raise CannotServe(
            f"The database is of a newer version (it knows {unknown[0]}, this code does not): "
            "update this checkout, or use another database."
        )


def unknown_migrations(wrapper: BaseDatabaseWrapper) -> tuple[str, ...]:
    """Migrations applied to the database, of apps that are installed, that this code does not have."""
    loader = MigrationLoader(wrapper)
    known = set(loader.disk_migrations or ())
    for migration in (loader.disk_migrations or {}).values():
        known.update(migration.replaces)
    installed = {app.label for app in apps.get_app_configs()}
    return tuple(
        f"{app}.{name}"
        for app, name in sorted(loader.applied_migrations or ())
        if app in installed and (app, name) not in known
    )


def check_broker() -> None:
    """Raise `CannotServe` unless the Redis of REDIS_URL answers; without REDIS_URL nothing is needed."""
    if not settings.REDIS_URL:
        return
    try:
        client = redis.Redis.from_url(
            settings.REDIS_URL,
            socket_timeout=PATIENCE_SECONDS,
            socket_connect_timeout=PATIENCE_SECONDS,
            retry=None,
        )
        with client:
            client.ping()
    except ValueError as error:
        raise CannotServe(
            f"REDIS_URL names no Redis ({_first_line(error)}): write redis://host:6379/0, "
            "or unset it to do without."
        ) from None
    except (redis.AuthenticationError, redis.ResponseError) as error:
        raise CannotServe(
            f"Redis at {_place(settings.REDIS_URL)} (REDIS_URL) refuses ({_first_line(error)}): "
            "write redis://:password@host:6379/0 with its password and a database it has, or unset REDIS_URL."
        ) from None
    except (redis.RedisError, OSError) as error:
        raise CannotServe(
            f"Redis at {_place(settings.REDIS_URL)} (REDIS_URL) does not answer ({_first_line(error)}): "
            "start it, or unset REDIS_URL to do without."
        ) from None


def _connect(wrapper: BaseDatabaseWrapper) -> Any:
    """One connection of its own, outside of the pool: a pool would wait and retry in the background."""
    parameters = wrapper.get_connection_params()
    if wrapper.vendor == "postgresql":
        parameters = {**parameters, "connect_timeout": PATIENCE_SECONDS}
        parameters.pop("pool", None)
        parameters.pop("cursor_factory", None)
        parameters.pop("context", None)
    return wrapper.Database.connect(**parameters)  # type: ignore[attr-defined]


def _unreachable(error: Exception) -> str:
    named = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"The database file {named['NAME']} cannot be opened ({_first_line(error)}): mend or move it."
    where = f"{named['HOST'] or 'localhost'}:{named['PORT'] or 5432}/{named['NAME']}"
    line = _first_line(error)
    if f'database "{named["NAME"]}" does not exist' in line:
        return (
            f"The server of DATABASE_URL answers, but has no database {named['NAME']}: make it "
            f"(createdb {named['NAME']}), or name another in DATABASE_URL."
        )
    if "authentication failed" in line or "role " in line:
        return (
            f"The database {where} (DATABASE_URL) does not let this user in ({line}): "
            "mend user and password in DATABASE_URL."
        )
    return (
        f"The database {where} (DATABASE_URL) does not answer ({_first_line(error)}): "
        "start it, or unset DATABASE_URL to use the built-in one."
    )


def _place(url: str) -> str:
    """Host and port without a password."""
    try:
        parts = urlsplit(url)
        return f"{parts.hostname or 'localhost'}:{parts.port or 6379}"
    except ValueError:
        return "that address"


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
