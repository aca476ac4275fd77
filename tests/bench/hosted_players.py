"""Players of hosted tables for the bench: each does over HTTP what a browser does, and notes when it saw what.

A player holds one stream, fetches the own table when its version rises, reads from the page what may be done, and posts
the form. Nothing is asked for that a browser would not ask for.
"""

from __future__ import annotations

import http.client
import json
import re
import threading
import time
from contextlib import closing
from dataclasses import dataclass, field
from urllib.parse import urlencode

from tests.bench.hosted_wire import Wire, streamed

TOKEN = "a" * 32
BEAT_SECONDS = 15.0
SCRIPT = f"X-CSRFToken: {TOKEN}\r\nHX-Request: true\r\nHX-Target: table\r\n"
FORM = f"{SCRIPT}Content-Type: application/x-www-form-urlencoded\r\n"
TABLE = re.compile(r'<div id="table"[^>]*data-version="(\d+)"[^>]*data-event="(\d*)"[^>]*data-state="(\w+)"')
SEEN = re.compile(r'name="seen" value="(\d+)"')
BID = re.compile(r'<button type="submit" name="(bid)" value="(\d+)" id="bid-\d+">')
CARD = re.compile(r'<button class="card [^"]*" type="submit" name="(card)" value="([^"]+)">')
STALLED_SECONDS = 6.0  # without an announcement a player looks again, as a browser polls; it is counted


@dataclass
class Pace:
    """How fast all tables together are played; changed while they play."""

    rate: float
    until: float


@dataclass
class Tally:
    """What all players saw together. `acts` and `shown`: table, seat, event, time sent or seen."""

    acts: list[tuple[int, int, int, float]] = field(default_factory=list)
    shown: list[tuple[int, int, int, float]] = field(default_factory=list)
    answers: list[tuple[float, float]] = field(default_factory=list)  # when sent, how long
    stale: int = 0
    stalls: int = 0
    lost: int = 0  # requests that met no server
    errors: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass
class Site:
    """Where pages and streams are served; `down` while the bench itself keeps it down."""

    port: int
    live_port: int
    down: threading.Event = field(default_factory=threading.Event)
    outage: tuple[float, float] = (0.0, 0.0)


@dataclass
class Bench:
    """A table of the bench. `next_at`: not before then its next act."""

    number: int
    key: str
    channel: int
    next_at: float = 0.0


class Player(threading.Thread):
    """One seat. Ends with the game, or at the first beat after the time is over."""

    def __init__(
        self, table: Bench, seat: int, session: str, *, site: Site, pace: Pace, tally: Tally, n_tables: int
    ) -> None:
        super().__init__(daemon=True)
        self.table, self.seat, self.session = table, seat, session
        self.site, self.pace, self.tally, self.n_tables = site, pace, tally, n_tables
        self.cookie = f"sessionid={session}; csrftoken={TOKEN}"
        self.pages = Wire(site.port, self.cookie)
        self.version, self.event = -1, -1
        self.is_over = False

    def run(self) -> None:
        while not self.is_over and time.monotonic() < self.pace.until:
            try:
                self._follow()
            except (OSError, http.client.HTTPException):
                with self.tally.lock:
                    self.tally.lost += 1
                time.sleep(0.3)

    def _follow(self) -> None:
        """Hold a stream and act; every connection first compares what it shows."""
        path = f"/live/?topic=hosted:{self.table.channel}"
        with (
            closing(self.pages),
            closing(streamed(self.site.live_port, path, self.cookie, seconds=BEAT_SECONDS)) as lines,
        ):
            next(lines)
            heard_at = time.monotonic()
            self._look()
            for text in lines:
                now = time.monotonic()
                if self.is_over or now >= self.pace.until:
                    return
                if text.startswith("data: {"):
                    heard_at = now
                    if max(json.loads(text[6:]).values(), default=0) > self.version:
                        self._look()
                elif text and now - heard_at > STALLED_SECONDS:
                    heard_at = now
                    before = self.version
                    self._look()
                    if self.version > before:
                        with self.tally.lock:
                            self.tally.stalls += 1

    def _look(self) -> None:
        status, page = self._call("GET", f"/play/{self.table.key}/")
        if status != 200:
            self._fault(status, page)
            return
        while choice := self._read(page):
            page = self._act(choice)

    def _read(self, page: str) -> dict[str, str] | None:
        """Note what the page shows; what this seat may do now, if anything."""
        found = TABLE.search(page)
        if found is None:
            return None
        self.version = max(self.version, int(found[1]))
        event = int(found[2] or -1)
        if event > self.event:
            self.event = event
            with self.tally.lock:
                self.tally.shown.append((self.table.number, self.seat, event, time.monotonic()))
        self.is_over = found[3] in ("finished", "closed")
        if 'data-own="yes"' not in page:
            return None
        seen = SEEN.search(page)
        may = BID.findall(page) or CARD.findall(page)
        if seen is None or not may:
            return None
        name, value = may[(event * 7) % len(may)]
        return {"seen": seen[1], name: value}

    def _act(self, choice: dict[str, str]) -> str:
        """Wait for the table's pace, post the form; the page that came back."""
        wait = self.table.next_at - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        sent = time.monotonic()
        if sent >= self.pace.until:
            return ""
        self.table.next_at = max(self.table.next_at, sent - 1.0) + self.n_tables / self.pace.rate
        status, page = self._call("POST", f"/play/{self.table.key}/act/", choice)
        with self.tally.lock:
            if status == 200:
                self.tally.answers.append((sent, time.monotonic() - sent))
                found = re.search(r'data-event="(\d+)"', page)
                event = int(found[1]) if found else -1
                self.tally.acts.append((self.table.number, self.seat, event, sent))
            elif status == 409:
                self.tally.stale += 1  # an act whose answer was lost with the server had been accepted
            else:
                self.tally.errors.append(f"{status} {page[:200]}")
        return page if status in (200, 409) else ""

    def _fault(self, status: int, page: str) -> None:
        if not self.site.down.is_set():
            with self.tally.lock:
                self.tally.errors.append(f"{status} {page[:200]}")

    def _call(self, method: str, path: str, body: dict[str, str] | None = None) -> tuple[int, str]:
        if body is None:
            return self.pages.call(method, path, SCRIPT)
        return self.pages.call(method, path, FORM, urlencode(body))
