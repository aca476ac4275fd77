"""`python -m config.demo [--json] [--seed N]`, behind `make demo`; exit code 1 if anything is not as it must be."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m config.demo", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--seed", type=int, default=2026, help="the seats and the cards")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="eldest-hand-demo-") as folder:
        prepare(Path(folder))
        return run(as_json=options.json, seed=options.seed)


def prepare(folder: Path) -> None:
    """A database, a secret and a queue of this run alone, whatever the environment says."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.embedded"
    os.environ["ELDEST_HAND_VAR"] = str(folder)
    os.environ["DATABASE_URL"] = f"sqlite:///{folder / 'demo.sqlite3'}"
    os.environ.pop("REDIS_URL", None)


def run(*, as_json: bool, seed: int) -> int:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    from config.celery import app
    from config.demo.evening import DemoFailed, play_evening
    from config.demo.printing import lines_of
    from config.serving.embedded_jobs import EmbeddedJobs

    call_command("migrate", verbosity=0)
    try:
        with EmbeddedJobs(app):
            result = play_evening(seed=seed, say=lambda line: print(line, file=sys.stderr))
    except DemoFailed as error:
        print(f"demo: {error}", file=sys.stderr)
        return 1
    finally:
        connections.close_all()
    if as_json:
        print(json.dumps(result, ensure_ascii=False, indent=1))
    else:
        for line in lines_of(result):
            print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
