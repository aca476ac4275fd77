"""Announcements reach a browser through the proxy of docker/ one by one, not in a lump (scenarios S45)."""

from __future__ import annotations

import http.client
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.checking import DOCKER
from tests.evenings import Evening, tables_of
from tests.services.effects import await_effects
from tests.services.processes import Site
from tests.services.servers import free_port, wait_for_port

pytestmark = pytest.mark.services


@pytest.fixture
def proxy(site: Site, tmp_path: Path) -> Iterator[int]:
    """nginx with the configuration of docker/, in front of gunicorn and uvicorn; the port it listens on."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        pytest.skip("nginx is not here (Debian: apt install nginx-light)")
    port = free_port()
    site.collect_static()
    text = (DOCKER / "nginx.conf.template").read_text()
    for theirs, ours in (
        ("server web:8000;", f"server 127.0.0.1:{site.start_web()};"),
        ("server live:8001;", f"server 127.0.0.1:{site.start_live()};"),
        ("listen 8080;", f"listen 127.0.0.1:{port};"),
    ):
        assert text.count(theirs) == 1
        text = text.replace(theirs, ours)
    (tmp_path / "site.conf").write_text(text)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "\n".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in kinds)
    (tmp_path / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {tmp_path}/nginx.pid; error_log {tmp_path}/nginx.log;\n"
        f"events {{}}\nhttp {{ access_log off; gzip on; gzip_types *; {folders}\ninclude {tmp_path}/site.conf; }}\n"
    )
    process = subprocess.Popen([program, "-c", str(tmp_path / "nginx.conf"), "-p", str(tmp_path)])
    wait_for_port(port)
    yield port
    process.terminate()
    process.wait()


@pytest.mark.scenario("S45")
def test_a_saved_sheet_is_announced_through_the_proxy_at_once(
    site: Site, evening: Evening, proxy: int
) -> None:
    site.start_worker()
    desk = site.start_desk(evening.by)
    first, second = tables_of(evening.tournament.rounds.get(number=1))
    desk.save(first, evening.random_sheet(first))  # the first request also loads the pages
    await_effects(evening, [first.game] if first.game else [])
    connection = http.client.HTTPConnection("127.0.0.1", proxy, timeout=15)
    connection.request("GET", f"/live/?topic={evening.tournament.topic}", headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    assert answer.status == 200
    assert answer.getheader("X-Accel-Buffering") == "no"
    assert answer.getheader("Content-Encoding") in {None, "identity"}
    before = next_version(answer)
    begun = time.monotonic()
    desk.save(second, evening.random_sheet(second))
    while next_version(answer) <= before:  # the versions of now, once more after subscribing
        pass
    assert time.monotonic() - begun < 2
    beat_within(answer, seconds=12)
    connection.close()


def test_pages_go_through_the_proxy_compressed(site: Site, evening: Evening, proxy: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", proxy, timeout=15)
    connection.request("GET", f"/tournaments/{evening.tournament.slug}/", headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    assert answer.status == 200
    assert answer.getheader("Content-Encoding") == "gzip"
    connection.close()


def next_version(answer: http.client.HTTPResponse) -> int:
    """The version in the next announcement of the stream."""
    while line := answer.readline().decode():
        if found := re.match(r"data: \{\"tournament:[0-9a-f-]+\": (\d+)\}", line):
            return int(found[1])
    raise AssertionError("the stream ended")


def beat_within(answer: http.client.HTTPResponse, *, seconds: float) -> None:
    end, heard = time.monotonic() + seconds, [b""]
    while heard[-1] != b"event: beat\n":
        assert time.monotonic() < end, f"no beat, only {heard}"
        heard.append(answer.readline())
