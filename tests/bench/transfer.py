"""A club of 1,000 games out and in: ``python -m tests.bench.transfer``.

25 evenings of 10 rounds at 4 tables of 4, 13 hands each, every tenth sheet corrected once, 40 people. Each step runs
in a process of its own, so that its peak of memory is its own: brought into an empty site, exported, the same file
brought in again. The file that comes out must be the one that went in. Bars: 30 s and 500 MB for each step. Exit code 1
if one is missed.
"""

from __future__ import annotations

import json
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

SECONDS, MEGABYTES = 30.0, 500.0
EVENINGS, ROUNDS, TABLES = 25, 10, 4


def main() -> int:
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


def club_document() -> dict[str, Any]:
    """The whole club as a file would hold it."""
    from games.engine import RuleSet

    rng = random.Random(3)
    rules = RuleSet.from_value("oh-hell")
    people = sorted(uid(rng) for _number in range(40))
    return {
        "format": "eldest-hand-club",
        "version": 1,
        "club": {
            "uid": uid(rng),
            "slug": "bench",
            "name": "Bench",
            "language": "en",
            "time_zone": "Europe/Oslo",
            "house_rules": {"preset": "oh-hell"},
            "visibility": "public",
            "verifies_sheets": False,
        },
        "house_rules": [],
        "rules": {rules.hash: rules.to_json()},
        "players": [
            {
                "uid": person,
                "name": f"Player {number}",
                "hidden": False,
                "anonymised_at": None,
                "merged_into": None,
                "member": {
                    "kind": "member",
                    "number": "",
                    "aliases": [],
                    "joined_at": "2025-01-01T12:00:00Z",
                    "left_at": None,
                },
            }
            for number, person in enumerate(people)
        ],
        "seasons": [],
        "tournaments": [evening(number, people, rules, rng) for number in range(EVENINGS)],
        "games": [],
    }


def uid(rng: random.Random) -> str:
    return str(UUID(int=rng.getrandbits(128), version=4))


def evening(number: int, people: list[str], rules: Any, rng: random.Random) -> dict[str, Any]:
    there = rng.sample(people, 4 * TABLES)
    day = f"2025-{number // 25 + 1:02d}-{number % 25 + 1:02d}"
    tournament = {
        "uid": uid(rng),
        "slug": f"evening-{number}",
        "name": f"Evening {number}",
        "season": None,
        "season_weight": "1.00",
        "rules": rules.hash,
        "table_sizes": [4],
        "n_rounds": ROUNDS,
        "draw": "plan",
        "table_points": "raw",
        "tie_breaks": ["wins", "shared"],
        "best_of": None,
        "absent": {},
        "seed": number,
        "lot_seed": str(number),
        "on_leaving": "ask",
        "visibility": "public",
        "starts_at": f"{day}T17:00:00Z",
        "closed_at": f"{day}T23:00:00Z",
        "frozen_after": None,
        "revealed": 0,
        "entries": [
            {"uid": uid(rng), "number": place, "player": person, "ranked": True}
            for place, person in enumerate(there, start=1)
        ],
        "presence": [],
        "cuts": [],
        "wishes": [],
        "clock": [],
    }
    rounds = [round_of(day, played, there, rules, rng) for played in range(1, ROUNDS + 1)]
    return {"tournament": tournament, "rounds": rounds, "penalties": [], "deciders": [], "log": []}


def round_of(day: str, number: int, there: list[str], rules: Any, rng: random.Random) -> dict[str, Any]:
    at = f"{day}T{17 + number // 2:02d}:{30 * (number % 2):02d}:00Z"
    order = rng.sample(range(len(there)), len(there))
    return {
        "number": number,
        "state": "closed",
        "seed": number,
        "algorithm": "bench",
        "input_hash": "",
        "seating_input": {},
        "seating_report": {},
        "moved_by_hand": False,
        "weight": "1.00",
        "drawn_at": at,
        "published_at": at,
        "started_at": at,
        "closed_at": at,
        "tables": [
            {
                "number": table + 1,
                "sheet_number": (number - 1) * TABLES + table + 1,
                "seats": [{"seat": seat, "entry": order[4 * table + seat] + 1} for seat in range(4)],
                "game": game([there[order[4 * table + seat]] for seat in range(4)], at, rules, rng),
            }
            for table in range(TABLES)
        ],
        "sit_outs": [],
    }


def game(players: list[str], at: str, rules: Any, rng: random.Random) -> dict[str, Any]:
    revisions = [revision(players, at, "", rules, rng)]
    if rng.random() < 0.1:
        revisions.append(revision(players, at, "misread", rules, rng))
    return {
        "uid": uid(rng),
        "rules": rules.hash,
        "source": "paper",
        "count": "computed",
        "first_dealer": 0,
        "casual": False,
        "bots": False,
        "verify": False,
        "played_at": at,
        "import_key": None,
        "seats": [],
        "revisions": revisions,
        "decisions": [],
        "hosted": None,
    }


def revision(players: list[str], at: str, reason: str, rules: Any, rng: random.Random) -> dict[str, Any]:
    deals = []
    for size in rules.hand_sizes(4):
        tricks = [0, 0, 0, 0]
        for _trick in range(size):
            tricks[rng.randrange(4)] += 1
        bids = [taken if rng.random() < 0.6 else rng.randint(0, size) for taken in tricks]
        deals.append({"hand_size": size, "bids": bids, "tricks": tricks})
    return {
        "sheet": {"players": players, "first_dealer": 0, "deals": deals},
        "void": False,
        "by": None,
        "typed_by": [],
        "via": "web",
        "at": at,
        "reason": reason,
        "client_key": None,
    }


if __name__ == "__main__":
    sys.exit(main())
