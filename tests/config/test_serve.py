"""`manage.py serve`: answers, stops when told, and refuses in one line."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.bootstrap import ROOT
from tests.services.servers import free_port


class Served:
    """A served site in a folder of its own."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.port = free_port()
        self.log = folder / "serve.log"
        kept = {
            name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}
        }
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--no-sample"],
                cwd=ROOT,
                env={
                    **kept,
                    "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
                    "ELDEST_HAND_VAR": str(folder),
                    "PORT": str(self.port),
                    **environment,
                },
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def get(self, path: str, seconds: float = 90) -> int:
        """The status of a page, asked for until the site answers."""
        end = time.monotonic() + seconds
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
                    return int(answer.status)
            except urllib.error.HTTPError as error:
                return error.code
            except OSError:
                assert self.process.poll() is None, self.words
                assert time.monotonic() < end, self.words
                time.sleep(0.05)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(timeout=40)

    @property
    def words(self) -> str:
        return self.log.read_text()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    site = Served(tmp_path)
    yield site
    site.process.kill()
    site.process.wait()


def refused(folder: Path, **environment: str) -> str:
    """The one line with which a start is refused."""
    site = Served(folder, **environment)
    try:
        assert site.process.wait(timeout=30) == 1
    finally:
        site.process.kill()
    lines = site.words.splitlines()
    assert len(lines) == 1, site.words
    return lines[0]


def test_the_site_answers_and_stops_on_sigterm_though_a_request_is_open(served: Served) -> None:
    assert served.get("/healthz") == 200
    with socket.create_connection(("127.0.0.1", served.port)) as open_request:
        open_request.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")  # holds a connection like a stream does
        assert served.stop() == 0
    assert f"http://127.0.0.1:{served.port}/" in served.words
    assert "Stopped." in served.words


@pytest.mark.services  # timed: nothing may run beside it
def test_a_second_start_answers_within_five_seconds_and_stops_within_six(
    served: Served, tmp_path: Path
) -> None:
    assert served.get("/healthz") == 200
    begun = time.monotonic()
    with socket.create_connection(("127.0.0.1", served.port)) as open_request:
        open_request.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        assert served.stop() == 0
    assert time.monotonic() - begun < 6
    again = Served(tmp_path)
    try:
        begun = time.monotonic()
        assert again.get("/healthz") == 200
        assert time.monotonic() - begun < 5
        assert again.stop(signal.SIGINT) == 0
    finally:
        again.process.kill()


def test_a_port_in_use_is_named_with_another_one(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        line = refused(tmp_path, PORT=str(port))
    assert f"Port {port} is in use" in line
    assert f"PORT={port + 1}" in line


@pytest.mark.slow
@pytest.mark.parametrize("text", ["abc", "0", "-1", "65536", "80 80", "٣"])
def test_a_port_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    assert "whole number from 1 to 65535" in refused(tmp_path, PORT=text)


@pytest.mark.slow
def test_a_database_that_does_not_answer_is_named_without_its_password(tmp_path: Path) -> None:
    url = f"postgres://someone:hush@127.0.0.1:{free_port()}/club"
    line = refused(tmp_path, DATABASE_URL=url)
    assert "DATABASE_URL" in line
    assert "/club" in line
    assert "hush" not in line


@pytest.mark.slow
def test_an_address_that_is_no_database_is_refused(tmp_path: Path) -> None:
    assert "postgres://user:password@host:5432/name" in refused(tmp_path, DATABASE_URL="club.sqlite3")


@pytest.mark.slow
def test_a_redis_that_does_not_answer_is_named_without_its_password(tmp_path: Path) -> None:
    port = free_port()
    line = refused(tmp_path, REDIS_URL=f"redis://:hush@127.0.0.1:{port}/0")
    assert f"127.0.0.1:{port} (REDIS_URL)" in line
    assert "hush" not in line


@pytest.mark.slow
def test_a_host_of_another_machine_is_refused(tmp_path: Path) -> None:
    assert "HOST is '192.0.2.1'" in refused(tmp_path, HOST="192.0.2.1")


@pytest.mark.slow
def test_a_database_of_a_newer_version_is_refused_and_left_alone(served: Served, tmp_path: Path) -> None:
    assert served.get("/healthz") == 200
    served.stop()
    with sqlite3.connect(tmp_path / "eldest-hand.sqlite3") as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999_from_the_future', '2030-01-01')"
        )
    line = refused(tmp_path)
    assert "newer version" in line
    assert "games.9999_from_the_future" in line


@pytest.mark.slow
def test_the_whole_network_is_bound_on_request(tmp_path: Path) -> None:
    site = Served(tmp_path, HOST="0.0.0.0")
    try:
        assert site.get("/healthz") == 200
        site.stop()
    finally:
        site.process.kill()
    assert "In this network: http://" in site.words or "no network address" in site.words
