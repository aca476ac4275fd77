"""The pages of a ladder of 100,000 players (`ratings.md` 9): `python -m tests.bench.ratings_board [--sqlite]`.

PostgreSQL as DATABASE_URL names it (a throw-away database on that server), SQLite with `--sqlite`. Each figure is the
median of the statements of one page, beside its bar and beside the usual way to do it (OFFSET, rank() over all). What
a bar is for must be read by an index alone: EXPLAIN is asked. SQLite works inside this process, so there the clock is
that of the process and a busy machine does not count. Exit code 1 if one is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from tests.ratings.stress.world import ROOT, fresh_world

Statement = tuple[str, Sequence[Any]]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.ratings_board", description=__doc__)
    parser.add_argument("--sqlite", action="store_true")
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.inside:
        import django

        django.setup()
        rows = measure(options.players, options.seed)
        return 0 if all(row["met"] for row in rows) else 1
    url = "" if options.sqlite else os.environ.get("DATABASE_URL", "")
    if not url and not options.sqlite:
        print("DATABASE_URL names no PostgreSQL server; --sqlite measures on SQLite.", file=sys.stderr)
        return 2
    with fresh_world(url, "") as environment:
        inside = [sys.executable, "-m", "tests.bench.ratings_board", *arguments, "--inside"]
        return subprocess.run(inside, cwd=ROOT, env=environment, check=False).returncode


def measure(n: int, seed: int) -> list[dict[str, Any]]:
    """Every figure, printed as it is known."""
    from django.db import connection
    from django.http import QueryDict

    from ratings.models import RatingState
    from ratings.views.board import HIGHEST_FIRST, N_ABOVE, count_before, states_of

    ladder = _fill(n, seed)
    board = states_of(ladder).filter(listed=True)
    middle = RatingState.objects.filter(epoch=ladder.active_epoch_id).order_by("-rating", "player_id")[n // 2]
    after = QueryDict(f"after={middle.rating}~{middle.player_id}")
    pages: list[tuple[str, float, Callable[[], Any]]] = [
        ("first page", 1.0, lambda: HIGHEST_FIRST.page(board, QueryDict())),
        ("page in the middle", 1.0, lambda: HIGHEST_FIRST.page(board, after)),
        ("where am I: the rows", 5.0, lambda: HIGHEST_FIRST.page_around(board, middle, above=N_ABOVE)),
        ("where am I: the place", 5.0, lambda: count_before(board, middle)),
    ]
    peers = {
        "page in the middle": ("OFFSET", lambda: list(board[n // 2 : n // 2 + 50])),
        "where am I: the place": ("rank() over all", lambda: _rank_of(ladder, middle)),
    }
    rows: list[dict[str, Any]] = []
    for name, bar, ask in pages:
        statements = _statements(ask)
        row: dict[str, Any] = {
            "what": name,
            "on": connection.vendor,
            "players": n,
            "ms": _milliseconds(statements),
            "bar_ms": bar,
            "by_index": all(_is_by_index(statement) for statement in statements),
        }
        if name in peers:
            peer, usual = peers[name]
            row |= {"peer": peer, "peer_ms": _milliseconds(_statements(usual))}
        row["met"] = row["ms"] <= bar and row["by_index"]
        rows.append(row)
        print(json.dumps(row), flush=True)
    return rows


def _fill(n: int, seed: int) -> Any:
    from django.db import connection
    from django.utils import timezone

    from clubs.models import Player
    from ratings.models import RatingState
    from ratings.services.ladders import Scope, ensure_ladder

    rng, now = random.Random(seed), timezone.now()
    Player.objects.bulk_create([Player(name=f"Player {i}") for i in range(n)], batch_size=5000)
    ladder = ensure_ladder(Scope("oh-hell", None))
    assert ladder.active_epoch_id is not None
    states = [
        RatingState(
            epoch_id=ladder.active_epoch_id,
            player_id=pk,
            rating=round(rng.gauss(1_500_000, 120_000)),
            games=30,
            peak=1_600_000,
            listed=True,
            last_played=now,
        )
        for pk in Player.objects.values_list("pk", flat=True)
    ]
    RatingState.objects.bulk_create(states, batch_size=5000)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
    return ladder


def _rank_of(ladder: Any, state: Any) -> Any:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT place FROM (SELECT player_id, rank() OVER (ORDER BY rating DESC) AS place FROM "
            "ratings_ratingstate WHERE epoch_id = %s AND listed) ranked WHERE player_id = %s",
            [ladder.active_epoch_id, state.player_id],
        )
        return cursor.fetchone()


def _statements(ask: Callable[[], Any]) -> list[Statement]:
    """What `ask` sends to the database."""
    from django.db import connection

    sent: list[Statement] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        sent.append((sql, tuple(params or ())))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        ask()
    return sent


def _milliseconds(statements: Sequence[Statement], repeats: int = 41) -> float:
    from django.db import connection

    clock = time.process_time if connection.vendor == "sqlite" else time.perf_counter
    taken = []
    with connection.cursor() as cursor:
        for _repeat in range(repeats):
            begun = clock()
            for sql, params in statements:
                cursor.execute(sql, params)
                cursor.fetchall()
            taken.append(clock() - begun)
    return round(median(taken) * 1000, 3)


def _is_by_index(statement: Statement) -> bool:
    """Whether the states are read by an index, and nothing is sorted or read from end to end."""
    from django.db import connection

    with connection.cursor() as cursor:
        explain = "EXPLAIN " if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN "
        cursor.execute(explain + statement[0], statement[1])
        plan = "\n".join(str(row[-1]) for row in cursor.fetchall())
    told = "state_board" in plan and "Seq Scan" not in plan and "SCAN ratings_ratingstate" not in plan
    if not told:
        print(plan, file=sys.stderr)
    return told


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
