"""From a saved sheet to its standings and ratings: ``python -m tests.bench.site_freshness [--services]``.

Fifty sheets of one evening (20 players, 10 rounds) are saved one after the other by the service that pages and API
call; the clock runs from the call until the standings page shows the sheet's version and every ladder has its events.
Embedded: one process, SQLite, the in-memory queue. With ``--services``: PostgreSQL, Redis and a worker process, each
a throw-away server of this run.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

N_SHEETS = 55
WARM_UP = 5
PATIENCE = 10.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--services", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="eldest-hand-bench-") as folder, ExitStack() as stack:
        if options.services:
            stack.enter_context(services(Path(folder)))
        else:
            stack.enter_context(embedded(Path(folder)))
        print(json.dumps({"way": "services" if options.services else "embedded", **measure()}))


@contextmanager
def embedded(folder: Path) -> Iterator[None]:
    """One process with its worker thread, as `make run` has it."""
    os.environ.update(
        DJANGO_SETTINGS_MODULE="config.settings.embedded",
        ELDEST_HAND_VAR=str(folder),
        DATABASE_URL=f"sqlite:///{folder / 'bench.sqlite3'}",
    )
    os.environ.pop("REDIS_URL", None)
    set_up()
    from django.db import connections

    from config.celery import app
    from config.serving.embedded_jobs import EmbeddedJobs

    with EmbeddedJobs(app):
        yield
    connections.close_all()


@contextmanager
def services(folder: Path) -> Iterator[None]:
    """PostgreSQL, Redis, and a Celery worker of its own."""
    from tests.services.servers import RedisServer, postgresql

    with postgresql() as database:
        broker = RedisServer()
        broker.start()
        os.environ.update(
            DJANGO_SETTINGS_MODULE="config.settings.production",
            SECRET_KEY="only-for-this-measurement-0123456789-0123456789",
            ALLOWED_HOSTS="*.localhost,testserver",
            SECURE_SSL_REDIRECT="0",
            DATABASE_URL=database,
            REDIS_URL=broker.url,
        )
        set_up()
        log = (folder / "worker.log").open("w")
        command = [sys.executable, "-m", "celery", "-A", "config", "worker", "-c", "1", "-P", "prefork"]
        worker = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
        try:
            time.sleep(4)  # until it takes tasks; the first sheets are not counted either
            yield
        finally:
            worker.terminate()
            worker.wait(20)
            log.close()
            from django.db import connections

            connections.close_all()
            broker.close()


def set_up() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def measure() -> dict[str, float | int]:
    """Median, 95th percentile and worst of the fifty, in milliseconds."""
    from django.db.models import F

    from clubs.activity import By
    from clubs.models import User
    from games.models import Game
    from ratings.models import Ladder, RatingEvent
    from tests.evenings import make_club, make_evening, tables_of
    from tournaments.models import Stale
    from tournaments.services import rounds

    owner = User.objects.create_user("owner")
    evening = make_evening(
        make_club(owner), by=By(owner, "command"), n_players=20, n_rounds=11, rules="oh-hell", sizes=(4,)
    )

    def shown(game: Game) -> bool:
        mark = Stale.objects.get(scope=evening.tournament.scope)
        rated_in = RatingEvent.objects.filter(game=game).values("epoch").distinct().count()
        return mark.done == mark.wanted and 0 < rated_in == Ladder.objects.count()

    save: list[float] = []
    fresh: list[float] = []
    while len(fresh) < N_SHEETS:
        published = evening.publish()
        for table in tables_of(published):
            sheet = evening.random_sheet(table)
            begun = time.perf_counter()
            recorded = evening.enter(table, sheet)
            save.append(time.perf_counter() - begun)
            while not shown(recorded.game):
                if time.perf_counter() - begun > PATIENCE:
                    raise SystemExit("A sheet did not reach the standings in ten seconds.")
                time.sleep(0.002)
            fresh.append(time.perf_counter() - begun)
        rounds.close_round(published, by=evening.by)
        while Stale.objects.filter(done__lt=F("wanted")).exists():
            time.sleep(0.002)
    counted, saves = sorted(fresh[WARM_UP:]), sorted(save[WARM_UP:])
    return {
        "sheets": len(counted),
        "save_ms_median": round(1000 * median(saves), 1),
        "fresh_ms_median": round(1000 * median(counted), 1),
        "fresh_ms_p95": round(1000 * counted[int(len(counted) * 0.95)], 1),
        "fresh_ms_worst": round(1000 * counted[-1], 1),
    }


if __name__ == "__main__":
    main()
