"""A backup of 100,000 games while sheets are being saved: ``python -m tests.bench.backup [--games N] [--seconds S]``.

A database of its own on SQLite. Sheets of one evening are saved one after the other, first alone, then while
`manage.py backup` runs in another process; then the file goes into an empty site. Printed: how long, how large, and
what a save took with and without. Bars: the backup takes at most 30 s of processor time, 95 of 100 saves meanwhile
take under half a second by the clock, and none fails. Exit code 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

BACKUP_SECONDS, SAVE_SECONDS = 30.0, 0.5
ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.backup", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=5, help="how long sheets are saved without a backup")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="eldest-hand-bench-") as folder:
        os.environ |= {
            "ELDEST_HAND_VAR": f"{folder}/site",
            "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
        }
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        return measure(Path(folder), options.games, options.seconds)


def measure(folder: Path, n_games: int, seconds: float) -> int:
    from tests.bench.ratings_facts import make_games, make_players

    make_games(n_games, make_players(2000))
    save = saving()
    begun = time.monotonic()
    alone = timed(save, until=lambda: time.monotonic() - begun > seconds)
    target = folder / "site.zip"
    started, worked = time.monotonic(), of_children()
    process = command("backup", str(target), "--json")
    during = timed(save, until=lambda: process.poll() is not None)
    took = time.monotonic() - started
    output, _errors = process.communicate()
    worked = of_children() - worked
    if process.returncode:
        return 1
    told = json.loads(output)
    os.environ["ELDEST_HAND_VAR"] = f"{folder}/empty"
    command("migrate", "-v", "0").wait()
    started, restoring = time.monotonic(), of_children()
    is_restored = command("restore", str(target)).wait() == 0
    restored_in, restoring = time.monotonic() - started, of_children() - restoring
    slowest = percentile(during, 95)
    met = worked <= BACKUP_SECONDS and slowest <= SAVE_SECONDS and is_restored
    print(f"{'games, rows, photos':32} {n_games:,}, {told['rows']:,}, {told['photos']:,}")
    clock = f"{took:.1f} s by the clock"
    size = f"{told['size'] / 1e6:.1f} MB"
    print(f"{'backup while sheets are saved':32} {worked:.1f} s of processor time, {clock}, {size}")
    clock = f"{restored_in:.1f} s by the clock"
    print(f"{'restore into an empty site':32} {restoring:.1f} s of processor time, {clock}")
    for title, taken in (("a save alone", alone), ("a save during the backup", during)):
        p50, p95, most = (1000 * percentile(taken, part) for part in (50, 95, 100))
        print(f"{title:32} p50 {p50:.0f} ms, p95 {p95:.0f} ms, most {most:.0f} ms ({len(taken)} saves)")
    word = "met" if met else "MISSED"
    print(f"bars: {BACKUP_SECONDS:.0f} s of processor time, p95 {1000 * SAVE_SECONDS:.0f} ms: {word}")
    return 0 if met else 1


def saving() -> Callable[[], object]:
    """Saves the next sheet of an evening of sixteen tables, again and again, each time with a reason."""
    from clubs.activity import By
    from clubs.models import User
    from tests.evenings import make_club, make_evening, tables_of

    owner = User.objects.create_user("owner")
    evening = make_evening(make_club(owner), by=By(owner, "web"), n_players=64)
    tables: Iterator[Any] = cycle(tables_of(evening.publish()))
    return lambda: evening.enter(next(tables), reason="measured")


def timed(act: Callable[[], object], *, until: Callable[[], bool]) -> list[float]:
    """Seconds of each act, at most one every tenth of a second."""
    taken: list[float] = []
    while not until():
        started = time.monotonic()
        act()
        taken.append(time.monotonic() - started)
        time.sleep(max(0.0, 0.1 - taken[-1]))
    return taken


def of_children() -> float:
    """Processor time of the processes that have ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def percentile(values: list[float], part: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * part // 100)]


def command(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


if __name__ == "__main__":
    sys.exit(main())
