"""Every byte a served site sends to a seat, through whole games: pages, API, stream, refusals, errors, its own log."""

from __future__ import annotations

import http.client
import json
import logging
import os
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from games.models import HostedState
from games.views.hosted import table as table_views
from tests.games.hosting.listening import check_heard, tokens_in
from tests.games.hosting.tables import people, started
from tests.timing import slowness

ROOT = Path(__file__).resolve().parents[3]
TOKEN = "a" * 32
PATIENCE = 60.0


class Ear:
    """One listener of a served table: a browser, a program and a held stream, and all they were ever sent."""

    def __init__(self, port: int, key: str, channel: int, session: str) -> None:
        self.port, self.key, self.session = port, key, session
        self.cookie = f"csrftoken={TOKEN}" + (f"; sessionid={session}" if session else "")
        self.heard = ""
        self.streamed = ""
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._connection.request("GET", f"/live/?topic=hosted:{channel}", headers={"Cookie": self.cookie})
        self._stream = self._connection.getresponse()
        assert self._stream.status == 200
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        with suppress(OSError, ValueError, AttributeError):  # closed while it read
            while line := self._stream.readline():
                self.streamed += line.decode()

    def close(self) -> None:
        if self._connection.sock is not None:
            self._connection.sock.shutdown(socket.SHUT_RDWR)
        self._thread.join(5)
        self._stream.close()
        self._connection.close()

    def get(self, path: str) -> tuple[int, str]:
        return self._send("GET", path, None, {})

    def post(self, path: str, form: dict[str, Any], *, script: bool = True) -> tuple[int, str]:
        headers = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": TOKEN}
        if script:
            headers |= {"HX-Request": "true", "HX-Target": "table"}
        return self._send("POST", path, urlencode(form), headers)

    def post_json(self, path: str, body: object) -> tuple[int, str]:
        headers = {"Content-Type": "application/json", "X-CSRFToken": TOKEN}
        return self._send("POST", path, json.dumps(body), headers)

    def _send(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, body, headers | {"Cookie": self.cookie})
            response = connection.getresponse()
            text = response.read().decode()
            self.heard += text + repr(response.getheaders())
            return response.status, text
        finally:
            connection.close()

    def taken(self) -> str:
        """What was heard since the last time; the address's own letters tell nothing."""
        heard, self.heard = self.heard + self.streamed, ""
        return heard.replace(self.key, "").replace(self.session or "-", "")

    def look_everywhere(self) -> list[str]:
        """Every address of the table; returns those of the open cards that answered, as they may once it is over."""
        page, api = f"/play/{self.key}/", f"/api/v1/tables/{self.key}/"
        for path in (page, api, "/play/", "/api/v1/tables/", f"{page}shuffle/"):
            assert self.get(path)[0] == 200, path
        opened = [
            path for path in (f"{page}replay/", f"{page}log/", f"{api}log/") if self.get(path)[0] == 200
        ]
        for path in (f"{page}nowhere/", f"{page}seat/guessed/"):
            assert self.get(path)[0] in (302, 404), path
        assert self.post(f"{page}act/", {"seen": "99999", "bid": "1"})[0] == 409
        assert self.post(f"{page}act/", {"seen": "0", "card": "nonsense"}, script=False)[0] in (409, 422)
        assert self.post(f"{page}direct/", {"what": "nothing"})[0] in (302, 403)
        assert self.get(f"{page}act/")[0] == 405
        assert self.post_json(f"{api}acts/", {"seen": 99999, "bid": 0})[0] in (401, 403, 409)
        assert self.post_json(f"{api}acts/", ["nonsense"])[0] in (400, 401, 403, 409, 422)
        return opened


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """A site with uvicorn and a worker on a database of its own, and the file that keeps what it logs."""
    folder = tmp_path_factory.mktemp("secrecy")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    environment = {
        **os.environ,
        "ELDEST_HAND_VAR": str(folder),
        "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
        "HOST": "127.0.0.1",
        "PORT": str(port),
    }
    for name in ("DATABASE_URL", "REDIS_URL"):
        environment.pop(name, None)
    module = "tests.games.hosting.secret_tables"
    made = subprocess.run(
        [sys.executable, "-m", module], cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True
    )
    said = folder / "said.log"
    with said.open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--no-sample"],
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=log,
        )
    try:
        _await(port)
        yield json.loads(made.stdout) | {"port": port, "folder": folder, "said": said}
    finally:
        process.terminate()
        process.wait(30)


def _await(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the site did not answer")


def rows_in(folder: Path, table: int) -> list[dict[str, Any]]:
    """The log of a table as the database has it."""
    connection = sqlite3.connect(folder / "eldest-hand.sqlite3", timeout=20)
    found = connection.execute(
        "SELECT number, payload FROM games_gameevent WHERE game_id ="
        " (SELECT game_id FROM games_hostedtable WHERE id = ?) ORDER BY number",
        [table],
    ).fetchall()
    connection.close()
    return [{"n": number} | json.loads(payload) for number, payload in found]


def act_if_own_turn(ear: Ear) -> bool:
    """The first thing that is legal, by the API."""
    path = f"/api/v1/tables/{ear.key}/"
    seen = json.loads(ear.get(path)[1])["view"]
    legal = seen["deal"]["legal"] if seen["deal"] else []
    if not legal:
        return False
    what = {"bid" if isinstance(legal[0], int) else "card": legal[0]}
    return ear.post_json(f"{path}acts/", {"seen": seen["event"], **what})[0] == 200


@pytest.mark.scenario("S52", "S53")
@pytest.mark.parametrize("name", ["open", "rage"])
def test_no_byte_of_a_served_site_tells_a_seat_what_it_may_not_know(
    served: dict[str, Any], name: str
) -> None:
    """Ada and Bo play; Cleo lets her time run out, so stand-ins play too. All look everywhere after each act."""
    made = served["tables"][name]
    ears = [
        Ear(served["port"], made["key"], channel, session)
        for channel, session in zip(made["channels"], served["sessions"], strict=True)
    ]
    assert ears[0].post_json(f"/api/v1/tables/{made['key']}/start/", {})[0] == 200
    n_secrets, until = 0, time.monotonic() + PATIENCE * slowness()
    while (rows := rows_in(served["folder"], made["pk"]))[-1]["type"] != "finish":
        assert time.monotonic() < until, "the game does not end"
        for seat, ear in enumerate(ears):
            opened = ear.look_everywhere()
            heard = ear.taken()
            rows = rows_in(served["folder"], made["pk"])
            if rows[-1]["type"] == "finish":
                break
            assert opened == []
            n_secrets += check_heard(heard, rows, seat if seat < 3 else None)
        if not any(act_if_own_turn(ear) for ear in ears[:2]):
            time.sleep(0.1)
        for seat, ear in enumerate(ears[:2]):
            rows = rows_in(served["folder"], made["pk"])
            if rows[-1]["type"] != "finish":
                check_heard(ear.taken(), rows, seat)
    assert n_secrets > 40
    assert 2 in {row["seat"] for row in rows if row.get("by") == "bot"}
    for ear in ears:
        assert "data: {" in ear.streamed  # it did hear
        assert tokens_in(ear.streamed) == set()
        ear.close()
    log = served["said"].read_text()
    for told in (made["key"], *filter(None, served["sessions"])):
        log = log.replace(told, "")
    assert tokens_in(log) == set()
    assert rows[-1]["seed"] not in log
    assert not [row for row in rows if row["type"] == "deal" and str(row["hands"]) in log]


@pytest.mark.django_db
def test_an_error_at_the_table_tells_neither_reader_nor_log_a_card(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = started(rules={"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [5]}})

    def broken(*args: object, **kwargs: object) -> None:
        kept = HostedState.objects.get()
        raise LookupError(f"nothing fits {table!r} {kept!r} {kept}")

    monkeypatch.setattr(table_views, "scene_of", broken)
    client = Client(raise_request_exception=False)
    client.force_login(people(1)[0])
    with caplog.at_level(logging.DEBUG):
        page = client.get(table.get_absolute_url())
    assert page.status_code == 500
    for text in (page.content.decode(), caplog.text):
        assert tokens_in(text.replace(table.key, "")) == set()
        assert table.seed not in text
    assert "LookupError" in caplog.text
