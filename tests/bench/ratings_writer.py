"""The writer of ratings on a real database (`ratings.md` 11): `python -m tests.bench.ratings_writer [--sqlite]`.

PostgreSQL as DATABASE_URL names it (a throw-away database on that server), SQLite with `--sqlite` (drain, correction
and one game only). Prints one JSON line per figure beside its target; exit code 1 if one is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from tests.ratings.stress.world import ROOT, fresh_world

MEASURES = ("drain", "correction", "one_game", "rebuild")


def main(arguments: list[str]) -> int:
    options = _options(arguments)
    if options.inside:
        import django

        django.setup()
        found = globals()[f"measure_{options.inside}"](options)
        for row in found:
            print(json.dumps(row), flush=True)
        return 0 if all(row["met"] for row in found) else 1
    url = "" if options.sqlite else os.environ.get("DATABASE_URL", "")
    if not url and not options.sqlite:
        print("DATABASE_URL names no PostgreSQL server; --sqlite measures on SQLite.", file=sys.stderr)
        return 2
    worst = 0
    for measure in options.only or MEASURES:
        if measure == "rebuild" and not url:
            continue
        with fresh_world(url, "") as environment:
            inside = [sys.executable, "-m", "tests.bench.ratings_writer", *arguments, "--inside", measure]
            worst = max(worst, subprocess.run(inside, cwd=ROOT, env=environment, check=False).returncode)
    return worst


def measure_drain(options: argparse.Namespace) -> list[dict[str, Any]]:
    """A backlog of 3,000 games, from the first read to events and states committed; best of three."""
    from ratings.models import LadderEpoch, RatingEvent, RatingState
    from ratings.services.ladders import Scope, ensure_ladder
    from ratings.services.writer import advance_ladder
    from tests.bench.ratings_facts import make_games, make_players

    make_games(3000, make_players(2000))
    ladder = ensure_ladder(Scope("oh-hell", None))
    best = 0.0
    for _repeat in range(3):
        RatingEvent.objects.all().delete()
        RatingState.objects.all().delete()
        LadderEpoch.objects.update(cursor_key="")
        seconds = _seconds(lambda: advance_ladder(ladder.pk))
        best = max(best, 3000 / seconds)
    assert RatingEvent.objects.count() == 12_000
    return [_row("drain of 3,000 games", round(best), 10_000, "games/s", at_least=True)]


def measure_correction(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Places changed 1,000 games back, 200 players: from the fact committed to the states committed."""
    from django.db.models import F

    from games.models import Game, Seat
    from ratings.models import LadderTouch
    from ratings.services.ladders import Scope, ensure_ladder
    from ratings.services.writer import advance_ladder
    from tests.bench.ratings_facts import make_games, make_players

    make_games(3000, make_players(200))
    ladder = ensure_ladder(Scope("oh-hell", None))
    assert ladder.active_epoch is not None
    advance_ladder(ladder.pk)
    seen = []
    for back in range(1000, 1011):
        game = Game.objects.order_by("-order_key")[back - 1]
        Seat.objects.filter(game=game).update(place=5 - F("place"))
        LadderTouch.objects.create(epoch=ladder.active_epoch, order_key=game.order_key or "")
        seen.append(_seconds(lambda: advance_ladder(ladder.pk)) * 1000)
    return [_row("correction 1,000 games back", round(median(seen)), 250, "ms")]


def measure_one_game(options: argparse.Namespace) -> list[dict[str, Any]]:
    """A sheet stored and rated on two ladders, without the queue: `site_freshness` measures the whole way."""
    from clubs.models import Club, Player
    from games.services.sheets import record_sheet
    from ratings.models import Ladder
    from ratings.services.writer import advance_ladder
    from tests.bench.ratings_facts import make_games, make_players
    from tests.ratings.paper import BY, NOON, open_game, written_sheet

    ids = make_players(200)
    make_games(5000, ids)
    club = Club.objects.create(slug="club", name="Club")
    people = list(Player.objects.filter(pk__in=ids[:4]))
    stored, rated = [], []
    for minute in range(60):
        game = open_game(club, people, minute=(time.time() - NOON.timestamp()) / 60 + minute / 60)
        begun = time.perf_counter()
        record_sheet(game, sheet=written_sheet(people, [1, 2, 3, 4]), by=BY)
        stored.append((time.perf_counter() - begun) * 1000)
        ladders = list(Ladder.objects.values_list("pk", flat=True))
        begun = time.perf_counter()
        for ladder_id in ladders:
            advance_ladder(ladder_id)
        rated.append((time.perf_counter() - begun) * 1000)
    return [
        _row("one sheet stored", round(median(stored[10:]), 1), 100, "ms"),
        _row("one game rated on two ladders", round(median(rated[10:]), 1), 100, "ms"),
    ]


def measure_rebuild(options: argparse.Namespace) -> list[dict[str, Any]]:
    """All games into a new epoch, reading to last index, states included; then the board on it."""
    from ratings.models import RatingEvent, RatingState
    from ratings.services import epochs
    from ratings.services.ladders import Scope, ensure_ladder
    from tests.bench.ratings_facts import make_games, make_players

    players = make_players(options.players)
    seconds = _seconds(lambda: make_games(options.games, players))
    print(f"facts made in {seconds:.0f} s", file=sys.stderr)
    ladder = ensure_ladder(Scope("oh-hell", None))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    computed = time.process_time()
    seconds = _seconds(lambda: epochs.rebuild_beside(ladder.pk))
    computed = time.process_time() - computed
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    ladder.refresh_from_db()
    assert RatingEvent.objects.filter(epoch=ladder.active_epoch_id).count() == 4 * options.games
    listed = RatingState.objects.filter(epoch=ladder.active_epoch_id, listed=True).count()
    print(f"process {computed:.1f} s; memory was {before} MiB before; {listed} listed", file=sys.stderr)
    return [
        _row(f"rebuild of {options.games:,} games x 4", round(seconds, 1), 30, "s"),
        _row("memory of the rebuild", peak, 1024, "MiB"),
        *_board(ladder.active_epoch_id),
    ]


def _board(epoch_id: int | None) -> list[dict[str, Any]]:
    """The queries of section 9 as SQL, at any depth, and the curve of one player."""
    from django.db import connection
    from django.db.models import Q

    from ratings.models import RatingEvent, RatingState

    rng = random.Random(1)
    board = RatingState.objects.filter(epoch_id=epoch_id, listed=True)
    rows = rng.sample(list(board.values_list("rating", "player_id")), 200)
    page, rank, curve = [], [], []
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE ratings_ratingstate")
        for rating, player in rows:
            after = board.filter(rating__lte=rating).filter(Q(rating__lt=rating) | Q(player_id__gt=player))
            pages = after.order_by("-rating", "player_id").values_list("player_id", "rating", "games")[:50]
            higher = board.filter(rating__gt=rating).values("player_id")
            events = RatingEvent.objects.filter(epoch_id=epoch_id, player_id=player).order_by("order_key")
            page.append(_query(cursor, *pages.query.sql_with_params()))
            rank.append(_query(cursor, *higher.query.sql_with_params(), count=True))
            curve.append(
                _query(cursor, *events.values_list("order_key", "r_before", "delta").query.sql_with_params())
            )
    return [
        _row("board page of 50 at any depth", round(median(page), 2), 1, "ms"),
        _row("own rank", round(median(rank), 2), 10, "ms"),
        _row("one player's curve", round(median(curve), 2), 1, "ms"),
    ]


def _query(cursor: Any, sql: str, params: tuple[Any, ...], *, count: bool = False) -> float:
    statement = f"SELECT COUNT(*) FROM ({sql}) AS counted" if count else sql

    def run() -> None:
        cursor.execute(statement, params)
        cursor.fetchall()

    return _seconds(run) * 1000


def _seconds(act: Callable[[], object]) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def _row(what: str, seen: float, target: float, unit: str, *, at_least: bool = False) -> dict[str, Any]:
    met = seen >= target if at_least else seen <= target
    load = round(os.getloadavg()[0], 1)  # more than there are cores: others slowed this down
    return {"what": what, "seen": seen, "target": target, "unit": unit, "met": met, "load": load}


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.ratings_writer", description=__doc__)
    parser.add_argument("--sqlite", action="store_true")
    parser.add_argument("--games", type=int, default=1_000_000, help="of the rebuild")
    parser.add_argument("--players", type=int, default=100_000, help="of the rebuild and the board")
    parser.add_argument("--only", action="append", choices=MEASURES)
    parser.add_argument("--inside", choices=MEASURES, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
