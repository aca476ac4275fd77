"""A hundred open pages after a sheet: each holds the stream of a served site and fetches the standings when told."""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.bench.figures import percentile

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 15.0


@contextmanager
def served(folder: Path) -> Iterator[int]:
    """The site as `make run` serves it, on the database of this run; gives its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    environment = {**os.environ, "PORT": str(port), "HOST": "127.0.0.1"}
    with (folder / "serve.log").open("w") as log:
        command = [sys.executable, "manage.py", "serve", "--no-sample"]
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            await_site(port, process)
            yield port
        finally:
            process.terminate()
            process.wait(20)


def await_site(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > end:
                raise SystemExit("The site did not start.") from None
            time.sleep(0.1)


def listen(port: int, *, topic: str, path: str, saves: list[Any], n_pages: int) -> dict[str, Any]:
    """For every save in turn: how long until each page holds the fragment of the new version, in milliseconds."""
    return asyncio.run(_listen(port, topic, path, saves, n_pages))


async def _listen(port: int, topic: str, path: str, saves: list[Any], n_pages: int) -> dict[str, Any]:
    pages = [Page(port, topic, path) for _n in range(n_pages)]
    await asyncio.gather(*(page.open() for page in pages))
    waits: list[float] = []
    errors = 0
    for save in saves:
        begun = time.perf_counter()
        told = [asyncio.create_task(page.refreshed()) for page in pages]
        await asyncio.to_thread(save, port)
        for done in await asyncio.gather(*told, return_exceptions=True):
            if isinstance(done, float):
                waits.append(done - begun)
            else:
                errors += 1
    for page in pages:
        page.close()
    return {
        "pages": n_pages,
        "sheets": len(saves),
        "p50_ms": round(1000 * percentile(waits, 0.5)) if waits else None,
        "p99_ms": round(1000 * percentile(waits, 0.99)) if waits else None,
        "errors": errors,
    }


class Page:
    """One open page: a stream, and a fetch with the jitter of `live.js` when it tells of a version."""

    def __init__(self, port: int, topic: str, path: str) -> None:
        self.port, self.topic, self.path = port, topic, path
        self.shown = 0

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(f"GET /live/?topic={self.topic} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        self.shown = await self._news()

    def close(self) -> None:
        self.writer.close()

    async def refreshed(self) -> float:
        """When the page holds the fragment of a newer version."""
        async with asyncio.timeout(PATIENCE):
            version = self.shown
            while version <= self.shown:
                version = await self._news()
            await asyncio.sleep(random.random() * 0.25)
            body = await self._fetch()
            if f'data-version="{version}"' not in body:
                raise ValueError("an old fragment")
            self.shown = version
            return time.perf_counter()

    async def _news(self) -> int:
        while True:
            line = (await self.reader.readline()).decode()
            if not line:
                raise ConnectionError("the stream ended")
            if line.startswith("data: {") and self.topic in line:
                return int(json.loads(line[6:])[self.topic])

    async def _fetch(self) -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\nConnection: close\r\n\r\n"
        writer.write(head.encode())
        answer = await reader.read()
        writer.close()
        return answer.decode()
