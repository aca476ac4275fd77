"""Hosted tables under load: ``python -m tests.bench.hosted_tables``.

``[--tables N] [--seats P] [--rate A] [--seconds S] [--services] [--kill] [--ramp]``: N tables of P players, each signed
in as somebody of their own, holding a stream and fetching their own page as a browser does, play at A acts a second in
all for S seconds. Measured: errors; median and 99th percentile of an act's answer, and of the time from the sending of
an act until each other player of the table has it on the page; the memory of every process, and what the site, and the
players beside it, compute for an act and the pages after it (on a busy machine the figures that hold). ``--kill`` kills
all processes of the site in the middle and starts them again. At the end every log must be whole, equal to its replay,
and every kept state to the fold of its log. ``--ramp`` raises the rate by a quarter every S seconds from A on, until
the 99th percentile passes a second or the tables no longer keep up, and tells the last rate that held.
Embedded: one process on SQLite. With ``--services``: PostgreSQL, Redis, pages by gunicorn, streams by uvicorn and a
worker, each a throw-away server of this run. Exit 1 on an error, or a log that is not its replay.
"""

from __future__ import annotations

import argparse
import bisect
import json
import math
import os
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.hosted_players import Bench, Pace, Player, Site, Tally
from tests.bench.hosted_site import Server, check, embedded, prepare, services

SLOW = 1.0  # seconds until shown, at which a ramp ends
KEEPS_UP = 0.9  # of the asked rate
SETTLES = 2.0  # seconds after everybody is there that are not counted
COMES = 60.0  # seconds at most for all to come


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rate", type=float, default=20.0, help="acts a second, all tables together")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--services", action="store_true")
    parser.add_argument("--kill", action="store_true", help="kill the site in the middle and start it again")
    parser.add_argument("--ramp", action="store_true", help="raise the rate until the site is slow")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="eldest-hand-bench-") as name, ExitStack() as stack:
        folder = Path(name)
        environment = stack.enter_context(services(folder) if options.services else embedded(folder))
        os.environ.update(environment)
        tables, sessions = prepare(options.tables, options.seats)
        server = Server(environment, folder, is_split=options.services)
        stack.callback(server.stop)
        server.start()
        lines = play(tables, sessions, server, options)
        server.stop()
        checked = check()
        for line in lines:
            print(json.dumps(line))
        print(json.dumps(checked))
    is_bad = any(line["errors"] or line["never_shown"] for line in lines)
    return (
        1
        if is_bad or checked["logs_unequal"] or checked["logs_with_gaps"] or checked["states_unequal"]
        else 0
    )


def play(
    tables: Sequence[Bench], sessions: Sequence[Sequence[str]], server: Server, options: argparse.Namespace
) -> list[dict[str, Any]]:
    """A line of figures, or one for each rate of a ramp."""
    site, tally = Site(server.port, server.live_port), Tally()
    most = 12 * options.seconds if options.ramp else options.seconds
    pace = Pace(options.rate, math.inf)
    players = [
        Player(table, seat, session, site=site, pace=pace, tally=tally, n_tables=len(tables))
        for table, seated in zip(tables, sessions, strict=True)
        for seat, session in enumerate(seated)
    ]
    for player in players:
        player.start()
    _await_all(players)
    pace.until = time.monotonic() + SETTLES + most
    time.sleep(SETTLES)
    lines = []
    while time.monotonic() < pace.until - 0.5:
        start, computed, played = time.monotonic(), server.cpu_seconds(), time.process_time()
        if options.kill:
            _kill_in_the_middle(server, site, options.seconds)
        time.sleep(max(0.0, start + options.seconds - time.monotonic()))
        memory, computed = server.memory_mb(), server.cpu_seconds() - computed
        played = time.process_time() - played
        time.sleep(SLOW)  # what was sent last may still be on its way
        line = figures(tally, site, (start, start + options.seconds), options) | {
            "asked_rate": round(pace.rate, 1),
            "memory_mb": memory,
        }
        if not options.kill:
            line["cpu_ms_per_act"] = round(1000 * computed / max(1, line["acts"]), 1)
            line["players_cpu_ms_per_act"] = round(1000 * played / max(1, line["acts"]), 1)
        lines.append(line)
        if not options.ramp or line["shown_ms_p99"] > 1000 * SLOW or line["rate"] < KEEPS_UP * pace.rate:
            break
        pace.rate *= 1.25
    pace.until = 0.0
    for player in players:
        player.join(20)
    if options.ramp:
        held = [line["asked_rate"] for line in lines if line["shown_ms_p99"] <= 1000 * SLOW]
        lines[-1]["holds_up_to"] = held[-1] if held else None
    return lines


def _await_all(players: Sequence[Player]) -> None:
    """Until everybody has seen the own table: two hundred who come at once keep a site busy for a while."""
    until = time.monotonic() + COMES
    while any(player.version < 0 for player in players) and time.monotonic() < until:
        time.sleep(0.1)


def _kill_in_the_middle(server: Server, site: Site, seconds: float) -> None:
    time.sleep(seconds / 2)
    site.down.set()
    since = time.monotonic()
    server.stop(signal.SIGKILL)
    server.start()
    site.outage = (since, time.monotonic())
    site.down.clear()


def figures(
    tally: Tally, site: Site, window: tuple[float, float], options: argparse.Namespace
) -> dict[str, Any]:
    """What came of the acts sent in a window; those of an outage, and of the second before it, are not timed."""
    start, end = window
    gone, back = site.outage

    def is_timed(sent: float) -> bool:
        return start <= sent < end and not gone - SLOW <= sent < back + SLOW

    with tally.lock:
        acts, seen = [act for act in tally.acts if start <= act[3] < end], list(tally.shown)
        answers = [took for sent, took in tally.answers if is_timed(sent)]
        stale, stalls, lost, errors = tally.stale, tally.stalls, tally.lost, list(tally.errors)
    waits, _none = until_shown([act for act in acts if is_timed(act[3])], seen, options.seats)
    _waits, never = until_shown(acts, seen, options.seats)
    return {
        "way": "services" if options.services else "embedded",
        "tables": options.tables,
        "players": options.tables * options.seats,
        "acts": len(acts),
        "rate": round(len(acts) / (end - start), 1),
        "outage_seconds": round(back - gone, 1),
        "refused_as_late": stale,
        "met_no_server": lost,
        "found_without_stream": stalls,
        "errors": len(errors),
        "first_errors": errors[:3],
        "never_shown": never,
        **_percentiles("answer", answers),
        **_percentiles("shown", waits),
    }


def until_shown(
    acts: Sequence[tuple[int, int, int, float]], seen: Sequence[tuple[int, int, int, float]], n_seats: int
) -> tuple[list[float], int]:
    """Seconds from each act to each other player's page; and how many never had it, the last of a table left out.

    >>> until_shown([(0, 0, 5, 10.0)], [(0, 1, 4, 10.1), (0, 1, 6, 10.3), (0, 0, 5, 10.1)], 2)
    ([0.3], 0)
    """
    by_seat: dict[tuple[int, int], tuple[list[int], list[float]]] = {}
    for table, seat, event, at in seen:
        events, times = by_seat.setdefault((table, seat), ([], []))
        events.append(event)
        times.append(at)
    newest = {table: max(act[2] for act in acts if act[0] == table) for table in {act[0] for act in acts}}
    waits, never = [], 0
    for table, actor, event, sent in acts:
        for seat in set(range(n_seats)) - {actor}:
            events, times = by_seat.get((table, seat), ([], []))
            at = bisect.bisect_left(events, event)
            if at < len(events):
                waits.append(round(max(0.0, times[at] - sent), 4))
            elif event < newest[table]:
                never += 1
    return waits, never


def _percentiles(name: str, values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values) or [0.0]
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return {f"{name}_ms_median": round(1000 * median(ordered), 1), f"{name}_ms_p99": round(1000 * p99, 1)}


if __name__ == "__main__":
    sys.exit(main())
