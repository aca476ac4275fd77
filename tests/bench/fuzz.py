"""Hostile requests over every route by each role: ``python -m tests.bench.fuzz [--requests N] [--seed N]``.

A scene of its own in a database of its own. Bars: no answer 500, no change by somebody who may not make it. Each fault
is printed with the request that makes it again. Exit code 1 if there was one.
"""

from __future__ import annotations

import argparse
import logging
import os
import random
import sys
import tempfile
from collections import Counter

N_SHOWN = 20


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.fuzz", description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="eldest-hand-bench-") as folder:
        os.environ |= {"ELDEST_HAND_VAR": folder, "DJANGO_SETTINGS_MODULE": "config.settings.test"}
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/fuzz.sqlite3"
        import django

        django.setup()
        from django.core.management import call_command
        from django.test.utils import setup_test_environment

        call_command("migrate", verbosity=0)
        setup_test_environment()
        logging.disable(logging.CRITICAL)
        return measure(options.requests, options.seed)


def measure(n_requests: int, seed: int) -> int:
    from django.conf import settings
    from django.db import transaction

    from tests.config.rights_scene import make_scene
    from tests.fuzzing import Fuzzer

    settings.LIMITS = dict.fromkeys(settings.LIMITS, (10**9, 60))
    with transaction.atomic():
        fuzzer = Fuzzer(make_scene(), random.Random(seed))
        shots = [fuzzer.fire() for _number in range(n_requests)]
        transaction.set_rollback(True)
    faults = [shot for shot in shots if shot.fault]
    statuses = Counter(shot.status for shot in shots)
    told: set[str] = set()
    for shot in faults:
        kind = (shot.told.strip().splitlines() or [shot.fault])[-1][:100] + shot.fault
        if kind not in told and len(told) < N_SHOWN:
            told.add(kind)
            print(f"{shot}\n")
    print(
        f"{len(shots):,} requests over {len(fuzzer.targets)} routes by {len(fuzzer.clients)} roles, seed {seed}"
    )
    print("answers: " + ", ".join(f"{n:,} x {status}" for status, n in sorted(statuses.items())))
    print(f"answers 500: {statuses[500]}")
    print(f"acts beyond the role: {sum(shot.fault == 'beyond' for shot in shots)}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
