"""A fresh database for one stress run, and the environment every process of it gets."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis

ROOT = Path(__file__).parents[3]


@contextlib.contextmanager
def fresh_world(database_url: str, redis_url: str) -> Iterator[dict[str, str]]:
    """The environment of a migrated, empty database; dropped at the end. An empty address means SQLite.

    `redis_url` may be empty: the workers then look for work themselves.
    """
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="ratings-stress-"))
        url = (
            stack.enter_context(_postgresql(database_url))
            if database_url
            else f"sqlite:///{folder}/stress.sqlite3"
        )
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
            "ELDEST_HAND_VAR": folder,
            "SECRET_KEY": "only-for-tests",
            "DATABASE_URL": url,
            "REDIS_URL": redis_url,
        }
        if redis_url:
            redis.Redis.from_url(redis_url).delete("celery")
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity=0"], cwd=ROOT, env=environment, check=True
        )
        yield environment


@contextlib.contextmanager
def _postgresql(url: str) -> Iterator[str]:
    name = f"ratings_stress_{os.getpid()}"
    parts = urlsplit(url)
    with psycopg.connect(urlunsplit(parts._replace(path="/postgres")), autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlunsplit(parts._replace(path=f"/{name}"))
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
