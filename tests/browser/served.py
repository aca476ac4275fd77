"""The site as `make run` serves it, on a free port, with an evening of its own and nothing else."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.chromium import listen

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass
class Served:
    base: str
    evening: dict[str, Any]
    process: subprocess.Popen[bytes]

    def fresh_sheet(self) -> dict[str, Any]:
        """A sheet nobody has typed on yet: its number, hands and totals."""
        sheet: dict[str, Any] = self.evening["sheets"].pop()
        return sheet

    def url(self, path: str) -> str:
        return f"{self.base}/tournaments/{self.evening['slug']}/{path}"

    def context(self, browser: Browser, user: str | None = None, **settings: Any) -> BrowserContext:
        """A browser of its own, signed in as one of the evening's people."""
        context = browser.new_context(locale="en-GB", **settings)
        if user is not None:
            session = self.evening["sessions"][user]
            context.add_cookies([{"name": "sessionid", "value": session, "url": self.base}])
        return context


_MIGRATED = """
import django
django.setup()
from django.core.management import call_command
from config.serving.static_files import collect_when_changed
call_command("migrate", verbosity=0)
collect_when_changed()
"""


@cache
def _prepared() -> Path:
    """A folder with an empty database and the collected files, made once: each site begins with a copy of it."""
    folder = Path(tempfile.mkdtemp(prefix="eldest-hand-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    subprocess.run([sys.executable, "-c", _MIGRATED], cwd=ROOT, env=_environment(folder), check=True)
    return folder


def _environment(folder: Path) -> dict[str, str]:
    environment = {
        **os.environ,
        "ELDEST_HAND_VAR": str(folder),
        "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
    }
    for name in ("DATABASE_URL", "REDIS_URL", "DJANGO_ALLOW_ASYNC_UNSAFE"):
        environment.pop(name, None)
    return environment


@contextmanager
def organising(browser: Browser, site: Served, *, forgiven: tuple[str, ...] = ()) -> Iterator[Page]:
    """A page of the owner on a screen of a desk. It may complain of nothing but what the words in `forgiven` say."""
    context = site.context(browser, "alice", viewport={"width": 1366, "height": 900})
    page = context.new_page()
    said = listen(page)
    yield page
    context.close()
    assert [line for line in said if not any(word in line for word in forgiven)] == []


@contextmanager
def served(
    folder: Path, made_by: str | None = "tests.browser.desk_evening", arguments: Sequence[str] = ()
) -> Iterator[Served]:
    """Prepare with `made_by.make` (None: nobody is there yet), serve, and stop what was started, whatever happens."""
    environment = _environment(folder)
    shutil.copytree(_prepared(), folder, dirs_exist_ok=True)
    evening: dict[str, Any] = {"sessions": {}}
    if made_by is not None:
        command = [sys.executable, "-m", "tests.browser.making", made_by, *arguments]
        made = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True)
        evening = json.loads(made.stdout)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--no-sample"],
        cwd=ROOT,
        env={**environment, "PORT": str(port), "HOST": "127.0.0.1"},
    )
    try:
        base = f"http://127.0.0.1:{port}"
        _await(base, process)
        yield Served(base, evening, process)
    finally:
        process.terminate()
        process.wait(20)


def _await(base: str, process: subprocess.Popen[bytes], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if process.poll() is not None:
            raise RuntimeError(f"the site ended with {process.returncode}")
        try:
            with urllib.request.urlopen(f"{base}/healthz", timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError("the site did not answer")
