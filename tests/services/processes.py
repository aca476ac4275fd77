"""The site as it runs in production, as real processes a test may kill: worker, beat, web, and one that saves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from django.db import connection

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

    def start_saver(self) -> Saver:
        return Saver(self._start("saver", "tests.services.saving"))

    def kill(self, process: subprocess.Popen[str]) -> None:
        """SIGKILL for the process and its children: nobody says goodbye to anybody."""
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
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
        talks = module == "tests.services.saving"
        with (self.folder / f"{name}.log").open("a", encoding="utf-8") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", module, *arguments],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.PIPE if talks else subprocess.DEVNULL,
                stdout=subprocess.PIPE if talks else log,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        self._running.append(process)
        return process


class Saver:
    """A process that saves sheets through the service, as a request does, with the settings of production."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._read()  # it says when it is ready

    def save(self, table: Table, sheet: Mapping[str, Any], reason: str = "") -> Answer:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"table": table.pk, "sheet": sheet, "reason": reason}) + "\n")
        self._process.stdin.flush()
        answer = self._read()
        return Answer(answer["created"], answer["seconds"])

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the process that saves has ended; see saver.log")
        answer: dict[str, Any] = json.loads(line)
        return answer


def _test_database_url() -> str:
    named = connection.settings_dict
    password = f":{named['PASSWORD']}" if named["PASSWORD"] else ""
    return f"postgres://{named['USER']}{password}@{named['HOST']}:{named['PORT'] or 5432}/{named['NAME']}"
