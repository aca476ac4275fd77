"""Hosted tables under load: ``python -m tests.bench.hosted_tables``.

``[--tables N] [--rate A] [--seconds S] [--services] [--kill]``: N tables of three HTTP players each (signed in,
choosing from what the server lets them) play at A acts a second in all for S seconds through the site as it is served.
Measured: errors; median and 99th percentile of an act's answer, and from the sending of an act to its being shown to
another player who asks every 20 ms; the server's memory at the end. ``--kill`` kills the server in the middle and
starts it again. At the end every log must be equal to its replay and every kept state to the fold of its log.
Embedded: one process on SQLite. With ``--services``: PostgreSQL, Redis, pages by gunicorn and a worker process, each a
throw-away server of this run.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
N_SEATS = 3
RULES = {"preset": "oh-hell", "players": [3, 3], "schedule": {"shape": "list", "sizes": [7] * 20}}


@dataclass
class Tally:
    """What all players saw together."""

    answers: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    stale: int = 0
    errors: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--rate", type=float, default=20.0, help="acts a second, all tables together")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--services", action="store_true")
    parser.add_argument(
        "--kill", action="store_true", help="kill the server in the middle and start it again"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="eldest-hand-bench-") as folder, ExitStack() as stack:
        environment = stack.enter_context(services() if options.services else embedded(Path(folder)))
        os.environ.update(environment)
        keys, sessions = prepare(options.tables)
        port = free_port()
        server = Server(environment, port, options.services)
        stack.callback(server.stop)
        server.start()
        tally = Tally()
        done = play(keys, sessions, port, options, tally, server)
        memory = server.memory_mb()
        server.stop()
        report(options, tally, done, memory, check())
    return 1 if tally.errors else 0


@contextmanager
def embedded(folder: Path) -> Iterator[dict[str, str]]:
    os.environ.pop("REDIS_URL", None)
    os.environ.pop("DATABASE_URL", None)
    yield {"DJANGO_SETTINGS_MODULE": "config.settings.embedded", "ELDEST_HAND_VAR": str(folder)}


@contextmanager
def services() -> Iterator[dict[str, str]]:
    from tests.services.servers import postgresql, redis

    with postgresql() as database, redis() as broker:
        yield {
            "DJANGO_SETTINGS_MODULE": "config.settings.production",
            "SECRET_KEY": "only-for-this-measurement-0123456789-0123456789",
            "ALLOWED_HOSTS": "127.0.0.1,testserver",
            "SECURE_SSL_REDIRECT": "0",
            "DATABASE_URL": database,
            "REDIS_URL": broker,
        }


def prepare(n_tables: int) -> tuple[list[str], list[str]]:
    """Tables that are being played, and a session for each seat of a table: the same three people sit everywhere."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from clubs.activity import By
    from clubs.models import User
    from games.services.hosting.opening import Terms, open_table, start_table, take_seat
    from tests.browser.desk_evening import _session

    users = [User.objects.create_user(f"player{number}") for number in range(N_SEATS)]
    keys = []
    for _number in range(n_tables):
        table = open_table(Terms(RULES, N_SEATS, turn_seconds=600), by=By(users[0], "command"))
        for user in users[1:]:
            take_seat(table, by=By(user, "command"))
        keys.append(start_table(table, by=By(users[0], "command")).key)
    return keys, [_session(user) for user in users]


class Server:
    """The site as it is served, and what else it takes; killed and started again at will."""

    def __init__(self, environment: dict[str, str], port: int, is_split: bool) -> None:
        self.environment = {**os.environ, **environment, "PORT": str(port), "HOST": "127.0.0.1"}
        self.port, self.is_split = port, is_split
        self.running: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        commands = [[sys.executable, "manage.py", "serve", "--no-sample"]]
        if self.is_split:
            web = ["gunicorn", "config.wsgi", "-b", f"127.0.0.1:{self.port}", "-w", "2", "--threads", "8"]
            worker = ["celery", "-A", "config", "worker", "-c", "1", "-B", "-s", f"/tmp/beat-{self.port}"]
            commands = [[sys.executable, "-m", *web], [sys.executable, "-m", *worker]]
        self.running = [
            subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            for command in commands
        ]
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                if call(self.port, "GET", "/healthz")[0] == 200:
                    return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the site did not answer")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        for process in self.running:
            process.send_signal(how)
        for process in self.running:
            process.wait(30)
        self.running = []

    def memory_mb(self) -> float:
        pages = [Path(f"/proc/{process.pid}/statm").read_text().split()[1] for process in self.running]
        return round(sum(int(count) for count in pages) * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


def call(port: int, method: str, path: str, session: str = "", body: Any = None) -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Cookie": f"sessionid={session}; csrftoken={'a' * 32}", "X-CSRFToken": "a" * 32}
    sent = None if body is None else json.dumps(body)
    if sent is not None:
        headers["Content-Type"] = "application/json"
    try:
        connection.request(method, path, sent, headers)
        response = connection.getresponse()
        text = response.read()
        is_json = "json" in (response.headers.get("Content-Type") or "")
        return response.status, json.loads(text) if is_json else text
    finally:
        connection.close()


def play(
    keys: list[str], sessions: list[str], port: int, options: argparse.Namespace, tally: Tally, server: Server
) -> float:
    """A thread per table; each waits so that all together make `rate` acts a second. The seconds it took."""
    begun = time.monotonic()
    until = begun + options.seconds
    down = threading.Event()
    threads = [
        threading.Thread(target=one_table, args=(key, sessions, port, options, tally, until, down))
        for key in keys
    ]
    for thread in threads:
        thread.start()
    if options.kill:
        time.sleep(options.seconds / 2)
        down.set()
        server.stop(signal.SIGKILL)
        server.start()
        down.clear()
    for thread in threads:
        thread.join()
    return time.monotonic() - begun


def one_table(
    key: str,
    sessions: list[str],
    port: int,
    options: argparse.Namespace,
    tally: Tally,
    until: float,
    down: threading.Event,
) -> None:
    path = f"/api/v1/tables/{key}/"
    pause = options.tables / options.rate
    seen: Any = None
    while time.monotonic() < until:
        begun = time.monotonic()
        try:
            if seen is None:
                seen = call(port, "GET", path, sessions[0])[1]["view"]
            if seen["phase"] == "finished":
                return
            seat = seat_to_act(seen)
            mine = call(port, "GET", path, sessions[seat])[1]["view"]
            legal = mine["deal"]["legal"]
            if not legal:
                seen = None
                continue
            choice = legal[(mine["event"] * 7) % len(legal)]
            act = {"seen": mine["event"], ("bid" if isinstance(choice, int) else "card"): choice}
            sent = time.monotonic()
            status, answer = call(port, "POST", f"{path}acts/", sessions[seat], act)
            answered = time.monotonic()
            note(tally, down, status, answer, answered - sent)
            if status == 200:
                seen = until_shown(port, path, sessions[(seat + 1) % N_SEATS], mine["event"])
                with tally.lock:
                    tally.shown.append(time.monotonic() - sent)
            else:
                seen = None
        except (OSError, http.client.HTTPException, KeyError, TypeError) as error:
            seen = None
            if not down.is_set() and not options.kill:
                with tally.lock:
                    tally.errors.append(repr(error))
            time.sleep(0.2)
        time.sleep(max(0.0, pause - (time.monotonic() - begun)))


def note(tally: Tally, down: threading.Event, status: int, answer: Any, seconds: float) -> None:
    with tally.lock:
        if status == 200:
            tally.answers.append(seconds)
        elif status == 409:
            tally.stale += 1  # an act whose answer was lost with the server had been accepted
        elif not down.is_set():
            tally.errors.append(f"{status} {str(answer)[:200]}")


def seat_to_act(seen: Any) -> int:
    deal = seen["deal"]
    if deal["turn"] is not None:
        return int(deal["turn"])
    return int(next(seat for seat in deal["seats"] if not deal["has_bid"][seat]))


def until_shown(port: int, path: str, session: str, event: int) -> Any:
    while True:
        seen = call(port, "GET", path, session)[1]["view"]
        if seen["event"] > event:
            return seen
        time.sleep(0.02)


def check() -> dict[str, int]:
    """Every log against its replay, every kept state against the fold."""
    from django.db import connections

    from games.engine import replay_document
    from games.models import GameEvent, HostedTable
    from games.services.hosting.documents import log_of
    from games.services.hosting.reading import state_now
    from games.services.verifying import hosted_differences

    connections.close_all()
    unequal = 0
    for table in HostedTable.objects.select_related("game"):
        names = [f"seat {number}" for number in range(N_SEATS)]
        replayed = replay_document(log_of(table, names))
        found = state_now(table)
        unequal += found is None or replayed["totals"] != list(found[0].totals)
    differences = sum(1 for _one in hosted_differences())
    return {"events": GameEvent.objects.count(), "logs_unequal": unequal, "states_unequal": differences}


def report(
    options: argparse.Namespace, tally: Tally, seconds: float, memory: float, checked: dict[str, int]
) -> None:
    def figures(name: str, values: list[float]) -> dict[str, float]:
        ordered = sorted(values) or [0.0]
        p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
        return {f"{name}_ms_median": round(1000 * median(ordered), 1), f"{name}_ms_p99": round(1000 * p99, 1)}

    print(
        json.dumps(
            {
                "way": "services" if options.services else "embedded",
                "tables": options.tables,
                "asked_rate": options.rate,
                "acts": len(tally.answers),
                "rate": round(len(tally.answers) / seconds, 1),
                "killed": options.kill,
                "refused_as_late": tally.stale,
                "errors": len(tally.errors),
                "first_errors": tally.errors[:3],
                **figures("answer", tally.answers),
                **figures("shown", tally.shown),
                "memory_mb": memory,
                **checked,
            }
        )
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    sys.exit(main())
