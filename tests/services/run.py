"""`make test-services`: the tests on PostgreSQL and Redis, then the ones that start real processes.

Uses DATABASE_URL and REDIS_URL where they are set, else throw-away servers of its own. Arguments go to pytest.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys

from tests.services import servers

NO_TESTS = 5
# What `make test` has shown is shown once: these tests ask nothing that another database could answer otherwise.
ELSEWHERE = (
    # The pure rooms know no database and no queue.
    "tests/games/engine",
    "tests/ratings/systems",
    "tests/tournaments/seating",
    "tests/tournaments/standings",
    # Command lines, and sites that are served on SQLite.
    "tests/config/test_bootstrap.py",
    "tests/config/test_command_lines.py",
    "tests/config/test_demo.py",
    "tests/config/test_serve.py",
    "tests/games/hosting/test_secrecy.py",
    # Who may do what stands in one table; that every route answers here too is for the fuzzer and the odd names.
    "tests/config/test_rights.py",
    "tests/config/test_vanished_names.py",
    # Files as they are read, before anything is looked up.
    "tests/tournaments/transfer/test_workbook.py",
)


def main(arguments: list[str]) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the servers are taken down on the way out
    try:
        with contextlib.ExitStack() as stack:
            environment = dict(os.environ)
            for name, server in (("DATABASE_URL", servers.postgresql), ("REDIS_URL", servers.redis)):
                if not environment.get(name):
                    environment[name] = stack.enter_context(server())
                    print(f"{name} was not set: {environment[name]} is up for these tests.", flush=True)
            return run(environment, arguments)
    except servers.Missing as missing:
        print(f"make test-services: {missing}", file=sys.stderr)
        return 1


def run(environment: dict[str, str], arguments: list[str]) -> int:
    workers = environment.get("WORKERS", "auto")
    elsewhere = [f"--ignore={folder}" for folder in ELSEWHERE]
    passes = (
        # Processes are timed: nothing else may run beside them.
        (
            "The tests on PostgreSQL:",
            ["-n", workers, *elsewhere, "-m", "not browser and not slow and not services"],
        ),
        ("Real processes:", ["-m", "services and not browser"]),
    )
    worst = 0
    for title, options in passes:
        print(title, flush=True)
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, *arguments], env=environment, check=False
        )
        worst = max(worst, 0 if done.returncode == NO_TESTS else done.returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
