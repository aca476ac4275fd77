"""The site as it runs in production, as real processes a test may kill: worker, beat, pages and streams."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from django.db import connection as database
from rest_framework.authtoken.models import Token

from clubs.activity import By
from clubs.models import User
from tests.services.servers import RedisServer, free_port, wait_for_port
from tournaments.models import Table

ROOT = Path(__file__).resolve().parents[2]
SECRET = "only-for-the-service-tests-" + "0123456789" * 4


class Answer(NamedTuple):
    """What came back from saving a sheet, and after how long."""

    created: bool
    seconds: float


class Site:
    """Starts the processes of one test on one broker and the test's database, and ends them all."""

    def __init__(self, broker: RedisServer, folder: Path) -> None:
        self.broker = broker
        self.folder = folder
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings.production",
            "SECRET_KEY": SECRET,
            "ALLOWED_HOSTS": "127.0.0.1",
            "SECURE_SSL_REDIRECT": "0",
            "DATABASE_URL": _test_database_url(),
            "REDIS_URL": broker.url,
            "STATIC_ROOT": str(folder / "static"),
            "PYTHONUNBUFFERED": "1",
        }
        self._running: list[subprocess.Popen[str]] = []

    def collect_static(self) -> None:
        """What pages need before the first of them can be rendered."""
        subprocess.run(
            [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"],
            cwd=ROOT,
            env=self.environment,
            check=True,
        )

    def start_worker(self, name: str = "worker") -> subprocess.Popen[str]:
        """A Celery worker with one child; returns when it takes tasks."""
        worker = self._start(
            name,
            *(
                "celery",
                "-A",
                "config",
                "worker",
                "-P",
                "prefork",
                "-c",
                "1",
                "-n",
                f"{name}@test",
                "-l",
                "INFO",
            ),
        )
        self.wait_for_words(name, " ready.")
        return worker

    def start_beat(self) -> subprocess.Popen[str]:
        return self._start(
            "beat", "celery", "-A", "config", "beat", "-s", str(self.folder / "schedule"), "-l", "INFO"
        )

    def start_web(self) -> int:
        """The pages, by gunicorn; returns the port once it answers."""
        port = free_port()
        self._start(
            "web", "gunicorn", "config.wsgi", "-b", f"127.0.0.1:{port}", "--workers", "1", "--threads", "4"
        )
        wait_for_port(port)
        return port

    def start_live(self) -> int:
        """The streams, by uvicorn; returns the port once it answers."""
        port = free_port()
        self._start("live", "uvicorn", "config.asgi:application", "--port", str(port), "--lifespan", "off")
        wait_for_port(port)
        return port

    def start_desk(self, by: By) -> Desk:
        """The pages' server, and somebody who saves sheets through it."""
        assert by.user is not None
        return Desk(self.start_web(), by.user)

    def kill(self, process: subprocess.Popen[str]) -> None:
        """SIGKILL for the process and its children: nobody says goodbye to anybody."""
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self._running.remove(process)

    def log_of(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")

    def wait_for_words(self, name: str, words: str, seconds: float = 30) -> None:
        end = time.monotonic() + seconds
        while words not in self.log_of(name):
            if time.monotonic() > end:
                raise TimeoutError(f"{name} did not say {words!r} within {seconds} s:\n{self.log_of(name)}")
            time.sleep(0.05)

    def close(self) -> None:
        for process in list(self._running):
            self.kill(process)

    def _start(self, name: str, module: str, *arguments: str) -> subprocess.Popen[str]:
        with (self.folder / f"{name}.log").open("a", encoding="utf-8") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", module, *arguments],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        self._running.append(process)
        return process


class Desk:
    """Saves sheets as a scorekeeper's program does: one PUT each, to the pages' own server."""

    def __init__(self, port: int, user: User) -> None:
        self._port = port
        self._token = Token.objects.create(user=user).key

    def save(self, table: Table, sheet: Mapping[str, Any]) -> Answer:
        """Store `sheet` as the first revision of its table."""
        body = json.dumps({"sheet": sheet, "expected_revision": 0})
        headers = {"Authorization": f"Token {self._token}", "Content-Type": "application/json"}
        begun = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
        connection.request("PUT", _address(table), body, headers)
        answer = connection.getresponse()
        words = answer.read().decode()
        seconds = time.monotonic() - begun
        connection.close()
        assert answer.status in {200, 201}, f"{answer.status}: {words}"
        return Answer(answer.status == 201, seconds)


def _address(table: Table) -> str:
    return f"/api/v1/tournaments/{table.tournament.uid}/sheets/{table.sheet_number}/"


def _test_database_url() -> str:
    named = database.settings_dict
    password = f":{named['PASSWORD']}" if named["PASSWORD"] else ""
    return f"postgres://{named['USER']}{password}@{named['HOST']}:{named['PORT'] or 5432}/{named['NAME']}"
