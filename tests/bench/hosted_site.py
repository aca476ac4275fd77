"""The site under the bench of hosted tables: its database, its tables, its processes."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.bench.hosted_players import Bench

ROOT = Path(__file__).resolve().parent.parent.parent
N_HANDS = 40


@contextmanager
def embedded(folder: Path) -> Iterator[dict[str, str]]:
    os.environ.pop("REDIS_URL", None)
    os.environ.pop("DATABASE_URL", None)
    yield {"DJANGO_SETTINGS_MODULE": "config.settings.embedded", "ELDEST_HAND_VAR": str(folder)}


@contextmanager
def services(folder: Path) -> Iterator[dict[str, str]]:
    from tests.services.servers import postgresql, redis

    with postgresql() as database, redis() as broker:
        yield {
            "DJANGO_SETTINGS_MODULE": "config.settings.production",
            "SECRET_KEY": "only-for-this-measurement-0123456789-0123456789",
            "ALLOWED_HOSTS": "127.0.0.1,testserver",
            "SECURE_SSL_REDIRECT": "0",
            "STATIC_ROOT": str(folder / "static"),
            "DATABASE_URL": database,
            "REDIS_URL": broker,
        }


def prepare(n_tables: int, n_seats: int) -> tuple[list[Bench], list[list[str]]]:
    """Tables that are being played, and a session for every seat: each is somebody of their own."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from clubs.activity import By
    from clubs.models import User
    from games.services.hosting.opening import Terms, open_table, start_table, take_seat
    from tests.browser.making import session_of

    sizes = [7] * N_HANDS
    rules: dict[str, Any] = {
        "preset": "oh-hell",
        "players": [n_seats, n_seats],
        "schedule": {"shape": "list", "sizes": sizes},
    }
    tables, sessions = [], []
    for number in range(n_tables):
        users = [User.objects.create_user(f"player{number}-{seat}") for seat in range(n_seats)]
        table = open_table(Terms(rules, n_seats, turn_seconds=600), by=By(users[0], "command"))
        for user in users[1:]:
            take_seat(table, by=By(user, "command"))
        started = start_table(table, by=By(users[0], "command"))
        tables.append(Bench(number, started.key, started.channel))
        sessions.append([session_of(user) for user in users])
    return tables, sessions


class Server:
    """The site as it is served, and what else it takes; killed and started again at will.

    Embedded: one process. Else pages by gunicorn, streams by uvicorn, a worker with its beat.
    """

    def __init__(self, environment: dict[str, str], folder: Path, *, is_split: bool) -> None:
        self.port = free_port()
        self.live_port = free_port() if is_split else self.port
        self.environment = {**os.environ, **environment, "PORT": str(self.port), "HOST": "127.0.0.1"}
        self.folder, self.is_split = folder, is_split
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self) -> None:
        commands = {"site": ["manage.py", "serve", "--no-sample"]}
        if self.is_split:
            schedule = str(self.folder / "beat")
            commands = {
                "pages": [
                    *["-m", "gunicorn", "config.wsgi", "-c", "docker/gunicorn.conf.py"],
                    *["-b", f"127.0.0.1:{self.port}", "--access-logfile", os.devnull],
                ],
                "live": [
                    "-m",
                    "uvicorn",
                    "config.asgi:application",
                    "--port",
                    str(self.live_port),
                    "--lifespan",
                    "off",
                    "--timeout-graceful-shutdown",
                    "1",
                ],
                "worker": ["-m", "celery", "-A", "config", "worker", "-c", "1", "-B", "-s", schedule],
            }
        for name, command in commands.items():
            with (self.folder / f"{name}.log").open("ab") as log:
                self.running[name] = subprocess.Popen(
                    [sys.executable, *command],
                    cwd=ROOT,
                    env=self.environment,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
        for port in {self.port, self.live_port}:
            self._await(port)

    def _await(self, port: int) -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            try:
                connection.request("GET", "/live/versions/" if port == self.live_port else "/healthz")
                connection.getresponse()
                return
            except OSError:
                time.sleep(0.1)
            finally:
                connection.close()
        raise SystemExit(f"nothing answered on port {port}; see {self.folder}")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """SIGKILL takes the children along: nobody says goodbye to anybody."""
        for process in self.running.values():
            if how == signal.SIGKILL:
                os.killpg(process.pid, how)
            else:
                process.send_signal(how)
        for process in self.running.values():
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait(15)
        self.running = {}

    def memory_mb(self) -> dict[str, list[float]]:
        """Resident memory of each process and its children, largest first."""
        return {
            name: sorted((_rss_mb(pid) for pid in pids), reverse=True) for name, pids in self._pids().items()
        }

    def cpu_seconds(self) -> float:
        """What all processes of the site have computed since they started."""
        return sum(_cpu_seconds(pid) for pids in self._pids().values() for pid in pids)

    def _pids(self) -> dict[str, list[int]]:
        """Each process with its children."""
        children: dict[int, list[int]] = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = int(stat.read_text().rsplit(")", 1)[1].split()[1])
            except (OSError, IndexError):
                continue
            children.setdefault(parent, []).append(int(stat.parent.name))
        return {name: _with_children(process.pid, children) for name, process in self.running.items()}


def _with_children(pid: int, children: dict[int, list[int]]) -> list[int]:
    return [pid, *(one for child in children.get(pid, []) for one in _with_children(child, children))]


def _rss_mb(pid: int) -> float:
    try:
        n_pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return round(n_pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


def _cpu_seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def check() -> dict[str, int]:
    """Every log against its replay and its numbers, every kept state against the fold."""
    from django.db import connections

    from games.engine import replay_document
    from games.models import GameEvent, HostedTable
    from games.services.hosting.documents import log_of
    from games.services.hosting.reading import state_now
    from games.services.verifying import hosted_differences

    connections.close_all()
    unequal = gaps = 0
    for table in HostedTable.objects.select_related("game"):
        document = log_of(table, [f"seat {number}" for number in range(table.n_seats)])
        gaps += [row["n"] for row in document["events"]] != list(range(len(document["events"])))
        found = state_now(table)
        unequal += found is None or replay_document(document)["totals"] != list(found[0].totals)
    return {
        "events": GameEvent.objects.count(),
        "logs_unequal": unequal,
        "logs_with_gaps": gaps,
        "states_unequal": sum(1 for _one in hosted_differences()),
    }


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
