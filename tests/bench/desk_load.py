"""Thirty helpers save sheets in the same moment: ``python -m tests.bench.desk_load [--services] [--helpers 30]``.

Each opens a sheet by its number, sends what is typed after each hand, waits for the others and saves; twice. A process
of its own serves over HTTP: as `make run` does (SQLite), or with ``--services`` gunicorn on PostgreSQL and Redis,
throw-away servers of this run. Bars: no error, no save above two seconds on SQLite (p99), one second on PostgreSQL.
Prints one line of JSON; exit code 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent.parent
SHEETS_EACH = 2
BARS = {"sqlite": 2.0, "postgresql": 1.0}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--services", action="store_true")
    parser.add_argument("--helpers", type=int, default=30)
    parser.add_argument("--make", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.make:
        json.dump(make(options.helpers), sys.stdout)
        return 0
    kind = "postgresql" if options.services else "sqlite"
    with tempfile.TemporaryDirectory(prefix="eldest-hand-bench-") as folder, ExitStack() as stack:
        port, evening = stack.enter_context(served(Path(folder), options.helpers, services=options.services))
        figures = measure(port, evening, options.helpers)
    bar = BARS[kind]
    is_met = not figures["errors"] and figures["save_s_p99"] < bar
    print(json.dumps({"database": kind, "helpers": options.helpers, **figures, "bar_s": bar, "met": is_met}))
    return 0 if is_met else 1


@contextmanager
def served(folder: Path, helpers: int, *, services: bool) -> Iterator[tuple[int, dict[str, Any]]]:
    """The site on a free port, with an evening that has enough open sheets."""
    from tests.services.servers import RedisServer, free_port, postgresql

    port = free_port()
    environment = {**os.environ, "ELDEST_HAND_VAR": str(folder), "PORT": str(port), "HOST": "127.0.0.1"}
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings.embedded"
    for name in ("DATABASE_URL", "REDIS_URL"):
        environment.pop(name, None)
    with ExitStack() as stack:
        command = [sys.executable, "manage.py", "serve", "--no-sample"]
        if services:
            broker = RedisServer()
            broker.start()
            stack.callback(broker.close)
            environment |= {
                "DJANGO_SETTINGS_MODULE": "config.settings.production",
                "SECRET_KEY": "only-for-this-measurement-0123456789-0123456789",
                "ALLOWED_HOSTS": "127.0.0.1",
                "SECURE_SSL_REDIRECT": "0",
                "DATABASE_URL": stack.enter_context(postgresql()),
                "REDIS_URL": broker.url,
                "STATIC_ROOT": str(folder / "static"),
            }
            command = [sys.executable, "-m", "gunicorn", "config.wsgi", "-c", "docker/gunicorn.conf.py"]
            command += [
                "--bind",
                f"127.0.0.1:{port}",
                "--access-logfile",
                os.devnull,
                "--log-level",
                "warning",
            ]
        made = subprocess.run(
            [sys.executable, "-m", "tests.bench.desk_load", "--make", "--helpers", str(helpers)],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            check=True,
        )
        log = stack.enter_context((folder / "served.log").open("w"))
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            _await(port, process)
            yield port, json.loads(made.stdout)
        finally:
            process.terminate()
            process.wait(30)


def make(helpers: int) -> dict[str, Any]:
    """An evening with two open sheets for each helper, and the helpers' sign-ins."""
    import django

    django.setup()
    from django.core.management import call_command

    from clubs.activity import By
    from clubs.models import User
    from clubs.services.clubs import give_role
    from tests.browser.making import session_of
    from tests.evenings import make_club, make_evening, tables_of

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    owner = User.objects.create_user("owner")
    club = make_club(owner)
    by = By(owner, "command")
    rules = {
        "preset": "oh-hell",
        "players": [3, 4],
        "schedule": {"shape": "list", "sizes": list(range(1, 14))},
    }
    evening = make_evening(club, by=by, n_players=4 * SHEETS_EACH * helpers, sizes=[4], rules=rules)
    sheets = [
        {"n": table.sheet_number, "deals": evening.random_sheet(table)["deals"]}
        for table in tables_of(evening.publish())
    ]
    sessions = []
    for number in range(helpers):
        user = User.objects.create_user(f"helper{number}")
        give_role(club, user=user, role="scorekeeper", by=by)
        sessions.append(session_of(user))
    return {"slug": evening.tournament.slug, "sheets": sheets, "sessions": sessions}


@dataclass
class Times:
    """Seconds from request to answer."""

    opened: list[float] = field(default_factory=list)
    kept: list[float] = field(default_factory=list)
    saved: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def measure(port: int, evening: dict[str, Any], helpers: int) -> dict[str, Any]:
    times = Times()
    start = threading.Barrier(helpers)
    with ThreadPoolExecutor(helpers) as pool:
        work = [
            pool.submit(
                _help,
                _Browser(port, evening["sessions"][number]),
                f"/tournaments/{evening['slug']}/sheets/",
                evening["sheets"][SHEETS_EACH * number : SHEETS_EACH * (number + 1)],
                times,
                start,
            )
            for number in range(helpers)
        ]
        for done in work:
            done.result()
    return {
        "sheets": len(times.saved),
        "errors": len(times.errors),
        "first_errors": times.errors[:3],
        **{
            f"{name}_s_{what}": round(value, 3)
            for name, found in (("open", times.opened), ("keep", times.kept), ("save", times.saved))
            for what, value in (("median", median(found)), ("p99", _p99(found)), ("worst", max(found)))
        },
    }


def _help(
    browser: _Browser, base: str, sheets: list[dict[str, Any]], times: Times, start: threading.Barrier
) -> None:
    for sheet in sheets:
        url = f"{base}{sheet['n']}/"
        start.wait(60)
        status, html, took = browser.send("GET", url)
        times.opened.append(took)
        if status != 200:
            times.errors.append(f"open {status}")
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html))
        token = fields["csrfmiddlewaretoken"]
        typed: dict[str, str] = {}
        for number, deal in enumerate(sheet["deals"]):
            hand = {
                f"{number}.{column}.{seat}": value
                for column in ("bids", "tricks")
                for seat, value in enumerate(deal[column])
            }
            body = json.dumps(
                {"changes": hand, "seen": number, "revision": 0, "client_key": fields["client_key"]}
            )
            status, _html, took = browser.send("POST", f"{url}draft/", body, "application/json", token)
            times.kept.append(took)
            if status != 200:
                times.errors.append(f"keep {status}")
            typed |= {cell: str(value) for cell, value in hand.items()}
        start.wait(120)
        form = {**fields, "base": "{}", "writer": fields["client_key"], **typed}
        status, _html, took = browser.send(
            "POST", url, urlencode(form), "application/x-www-form-urlencoded", token
        )
        times.saved.append(took)
        if status != 302:
            times.errors.append(f"save {status}")


class _Browser:
    """One connection, two cookies."""

    def __init__(self, port: int, session: str) -> None:
        self.port, self.cookies = port, {"sessionid": session}

    def send(
        self, method: str, url: str, body: str | None = None, kind: str = "", token: str = ""
    ) -> tuple[int, str, float]:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers |= {"Content-Type": kind, "X-CSRFToken": token}
        begun = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, url, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        took = time.perf_counter() - begun
        for name, value in re.findall(
            r"(csrftoken|sessionid)=(\w+)", " ".join(answer.headers.get_all("Set-Cookie") or [])
        ):
            self.cookies[name] = value
        connection.close()
        return answer.status, text, took


def _p99(found: list[float]) -> float:
    return sorted(found)[min(len(found) - 1, int(len(found) * 0.99))]


def _await(port: int, process: subprocess.Popen[bytes], seconds: float = 90) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if process.poll() is not None:
            raise SystemExit(f"the site ended with {process.returncode}")
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
            connection.request("GET", "/healthz")
            connection.getresponse().read()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the site did not answer")


if __name__ == "__main__":
    sys.exit(main())
