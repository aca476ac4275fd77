"""Ratings under real processes that are killed: `python -m tests.bench.ratings_stress`.

With `--services` on a PostgreSQL and a Redis of its own; on those that DATABASE_URL and REDIS_URL name, where they are
set; else on SQLite with workers that look for work themselves. Per seed: a fresh database; scribes enter games in no
order, twice at once, corrected, void, moved, merged; workers are killed by SIGKILL, on PostgreSQL inside a transaction
where one can be caught; a Redis of its own dies with what is queued, and comes back. At the end every ladder must equal
a clean replay of the sheets and `ratings_verify` must exit 0.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.ratings.stress.fleet import fleet
from tests.ratings.stress.world import ROOT, fresh_world
from tests.services import servers
from tests.services.servers import RedisServer

N_PLAYERS = 120
KILLS_A_RESTART = 10  # of a worker, between two of the broker


def main(arguments: list[str]) -> int:
    options = _options(arguments)
    if options.seed is None:
        worst = 0
        for seed in range(1, options.seeds + 1):
            again = [sys.executable, "-m", "tests.bench.ratings_stress", *arguments, "--seed", str(seed)]
            worst = max(worst, subprocess.run(again, cwd=ROOT, check=False).returncode)
        return worst
    found = run(options)
    print(json.dumps(found), flush=True)
    return 0 if found["equal"] else 1


def run(options: argparse.Namespace) -> dict[str, Any]:
    """One seed, from an empty database to the verdict."""
    rng = random.Random(options.seed)
    started = time.monotonic()
    n_restarts = 0
    with (
        _servers(options) as (database_url, redis_url, broker),
        fresh_world(database_url, redis_url) as environment,
    ):
        _settle(environment)
        deep = options.deep if options.seed % 2 == 0 or options.always_deep else 0
        with fleet(environment, rng, n_workers=options.workers, deep=deep) as workers:
            _first_game()
            scribes = _scribes(options, environment)
            seen = 0
            while any(scribe.poll() is None for scribe in scribes) or workers.kills < options.kills:
                if all(scribe.poll() is not None for scribe in scribes):
                    _correct_one(rng)
                _sweep()
                seen = _wait_for_progress(seen + rng.randint(1, 4))
                if workers.kills < options.kills:
                    workers.kill_one()
                    if broker is not None and workers.kills % KILLS_A_RESTART == 0:
                        _restart(broker, rng)
                        n_restarts += 1
            done: Counter[str] = Counter()
            for scribe in scribes:
                out, _err = scribe.communicate()
                done.update({act: int(n) for act, n in (line.split("\t") for line in out.splitlines())})
            waited = _wait_until_level(options.patience)
        verdict = _verdict(environment)
        failed = [scribe.returncode for scribe in scribes if scribe.returncode]
    return {
        "seed": options.seed,
        "deep": deep,
        "kills": workers.kills,
        "kills_inside_a_transaction": workers.kills_inside,
        "broker_restarts": n_restarts,
        "facts": dict(sorted(done.items())),
        "seconds": round(time.monotonic() - started, 1),
        "seconds_to_level": waited,
        **verdict,
        "equal": verdict["equal"] and not failed and waited is not None,
    }


@contextlib.contextmanager
def _servers(options: argparse.Namespace) -> Iterator[tuple[str, str, RedisServer | None]]:
    """Addresses of the database and of the queue, and the broker if it may be killed."""
    if not options.services:
        yield os.environ.get("DATABASE_URL", ""), os.environ.get("REDIS_URL", ""), None
        return
    with servers.postgresql() as database_url, contextlib.closing(RedisServer()) as broker:
        broker.start()
        yield database_url, broker.url, broker


def _restart(broker: RedisServer, rng: random.Random) -> None:
    """Gone with everything that was queued; nobody is told. Then another one, empty, at the same address."""
    broker.kill()
    time.sleep(rng.uniform(0.2, 2))
    broker.start()


def _settle(environment: dict[str, str]) -> None:
    """Take the environment of the fresh database into this process; two clubs, many people."""
    os.environ.update(environment)
    os.environ["REDIS_URL"] = environment["REDIS_URL"]
    import django

    django.setup()
    from clubs.models import Club, Player

    Club.objects.bulk_create([Club(slug=slug, name=slug) for slug in ("north", "south")])
    Player.objects.bulk_create([Player(name=f"Player {number}") for number in range(N_PLAYERS)])


def _first_game() -> None:
    """Wait until the workers have rated something: they take seconds to start."""
    from clubs.models import Club, Player
    from tests.ratings.paper import play

    play(Club.objects.get(slug="north"), list(Player.objects.order_by("pk")[:4]), [1, 2, 3, 4], minute=0)
    _sweep()
    _wait_for_progress(1, patience=60)


def _scribes(options: argparse.Namespace, environment: dict[str, str]) -> list[subprocess.Popen[str]]:
    share = -(-options.games // options.scribes)
    return [
        subprocess.Popen(
            [
                *(sys.executable, "-m", "tests.ratings.stress.scribe"),
                *(str(options.seed * 100 + i), str(share), str(options.pace)),
            ],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        for i in range(options.scribes)
    ]


def _wait_for_progress(version: int, *, patience: float = 4.0) -> int:
    """Let the workers commit: until the versions of all ladders sum to `version`. Returns the sum."""
    from django.db.models import Sum

    from ratings.models import Ladder

    until = time.monotonic() + patience
    while (found := Ladder.objects.aggregate(sum=Sum("version"))["sum"] or 0) < version:
        if time.monotonic() > until:
            break
        time.sleep(0.01)
    return int(found)


def _correct_one(rng: random.Random) -> None:
    """Once the scribes are done, give the workers something to be killed at."""
    from clubs.errors import EldestHandError
    from games.models import Game
    from games.services.sheets import record_sheet
    from tests.ratings.paper import BY

    rated = Game.objects.filter(rated=True).order_by("order_key")
    game = rated[rng.randrange(rated.count())]
    sheet = dict(game.revisions.latest("number").sheet)
    sheet["paper_totals"] = rng.sample(range(100), len(sheet["players"]))
    try:
        record_sheet(game, sheet=sheet, by=BY, reason="wrong total")
    except EldestHandError:
        return


def _sweep() -> None:
    """What beat does every five seconds."""
    if os.environ["REDIS_URL"]:
        from ratings.tasks import sweep

        sweep()


def _wait_until_level(patience: float) -> float | None:
    """Seconds until no ladder was behind; None if it took too long."""
    from ratings.services.sweeping import behind

    begun = time.monotonic()
    while time.monotonic() - begun < patience:
        if not behind():
            return round(time.monotonic() - begun, 1)
        _sweep()
        time.sleep(1)
    return None


def _verdict(environment: dict[str, str]) -> dict[str, Any]:
    from ratings.models import CorrectionLog, Ladder, LadderEpoch, LadderTouch, RatingEvent
    from tests.ratings.oracle import replay_of, states_of

    ladders = list(Ladder.objects.order_by("pk"))
    verified = subprocess.run(
        [sys.executable, "manage.py", "ratings_verify"],
        cwd=ROOT, env=environment, check=False, capture_output=True, text=True,
    )  # fmt: skip
    if verified.returncode:
        print(verified.stdout, verified.stderr, file=sys.stderr)
    return {
        "ladders": len(ladders),
        "events": RatingEvent.objects.filter(epoch__status="active").count(),
        "rewinds": CorrectionLog.objects.count(),
        "epochs": LadderEpoch.objects.count(),
        "touches_left": LadderTouch.objects.filter(epoch__status="active").count(),
        "verify_exit": verified.returncode,
        "equal": bool(ladders)
        and verified.returncode == 0
        and all(states_of(ladder) == replay_of(ladder) for ladder in ladders),
    }


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.ratings_stress", description=__doc__)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seeds", type=int, default=5, help="runs the seeds 1 to N")
    parser.add_argument("--seed", type=int, help="only this one")
    parser.add_argument("--kills", type=int, default=50, help="per seed")
    parser.add_argument("--services", action="store_true", help="PostgreSQL and Redis of its own")
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--scribes", type=int, default=4)
    parser.add_argument(
        "--deep", type=int, default=2400, help="even seeds: rewinds beyond this build an epoch"
    )
    parser.add_argument("--always-deep", action="store_true")
    parser.add_argument("--pace", type=float, default=0.0, help="seconds between two games of a scribe")
    parser.add_argument("--patience", type=float, default=120, help="seconds to get level at the end")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
