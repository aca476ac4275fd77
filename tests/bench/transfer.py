"""A club of 1,000 games out and in: ``python -m tests.bench.transfer``.

25 evenings of 10 rounds at 4 tables of 4, 13 hands each, 40 people: every tenth sheet corrected once, every fifth
verified, every tenth game played card by card with its log; registrations, helpers, penalties, an extra game and the
log of each evening (`transfer_club`). Each step runs in a process of its own, so that its peak of memory is its own:
brought into an empty site, exported, the same file brought in again. The file that comes out must be the one that went
in. Bars: 30 s and 500 MB for each step. Exit code 1 if one is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable

SECONDS, MEGABYTES = 30.0, 500.0


def main() -> int:
    argparse.ArgumentParser(
        prog="python -m tests.bench.transfer",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    ).parse_args()
    with tempfile.TemporaryDirectory(prefix="eldest-hand-bench-") as folder:
        os.environ["ELDEST_HAND_VAR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.embedded"
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        return measure()


def measure() -> int:
    from tests.bench.transfer_club import EVENINGS, ROUNDS, TABLES, club_document
    from tournaments.services.transfer.canonical import to_bytes

    raw = to_bytes(club_document())
    print(f"{EVENINGS * ROUNDS * TABLES} games, {len(raw) / 1e6:.1f} MB")
    failed = False
    steps: tuple[tuple[str, Callable[[], str]], ...] = (
        ("brought into an empty site", lambda: bring_in(raw)),
        ("exported, byte for byte the same", lambda: exported(raw)),
        ("looked at again and brought in again", lambda: bring_in(raw)),
    )
    for name, step in steps:
        seconds, peak, told = alone(step)
        missed = seconds > SECONDS or peak > MEGABYTES or told != "ok"
        failed |= missed
        print(
            f"{name:42} {seconds:6.1f} s  {peak:5.0f} MB  {told if told != 'ok' else ''}{'  MISSED' if missed else ''}"
        )
    print(f"bars: {SECONDS:.0f} s and {MEGABYTES:.0f} MB a step")
    return int(failed)


def alone(step: Callable[[], str]) -> tuple[float, float, str]:
    """Seconds, the peak of memory in MB and the word of a step, run in a process of its own."""
    from django.db import connections

    connections.close_all()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        began = time.perf_counter()
        try:
            told = step()
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        os.write(writing, json.dumps([time.perf_counter() - began, peak, told]).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        answer = json.loads(pipe.read())
    os.waitpid(child, 0)
    return answer[0], answer[1], answer[2]


def bring_in(raw: bytes) -> str:
    from clubs.activity import By
    from tournaments.services.transfer.canonical import from_bytes
    from tournaments.services.transfer.storing import carry_out

    carry_out(from_bytes(raw), None, by=By(None, "command"))
    return "ok"


def exported(raw: bytes) -> str:
    from clubs.models import Club
    from tournaments.services.transfer.canonical import to_bytes
    from tournaments.services.transfer.out import club_document as document

    return "ok" if to_bytes(document(Club.objects.get(), with_hidden=True)) == raw else "the bytes differ"


if __name__ == "__main__":
    sys.exit(main())
