"""Open pages of one process after a sheet: ``python -m tests.bench.site_streams [--pages 500] [--sheets 5]``.

The site runs as `make run` serves it, one process on SQLite; this process holds the streams of all the pages, saves
sheets through the API, and fetches the standings for each page when its stream tells of a version, with the jitter of
`live.js`. The clock of a page runs from the save until it holds the new fragment. Bars: the 99th of a hundred pages
within 1.5 s, no error. Exit code 1 if one is missed. Both processes want a core of their own.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
from pathlib import Path

P99_MS = 1500


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--sheets", type=int, default=5)
    options = parser.parse_args()
    allow_files(2 * options.pages + 200)
    with tempfile.TemporaryDirectory(prefix="eldest-hand-bench-") as folder:
        from tests.bench import site_pages
        from tests.bench.site_listeners import listen, served

        site_pages.set_up(Path(folder))
        from django.db import connections
        from rest_framework.authtoken.models import Token

        from clubs.models import User

        Token.objects.create(user=User.objects.create_user("owner"))
        evening, saves = site_pages.waiting_sheets()
        path = f"{evening.tournament.get_absolute_url()}standings/"
        connections.close_all()
        with served(Path(folder)) as port:
            found = listen(
                port,
                topic=evening.tournament.topic,
                path=path,
                saves=saves[: options.sheets],
                n_pages=options.pages,
            )
    met = found["errors"] == 0 and found["p99_ms"] is not None and found["p99_ms"] <= P99_MS
    print(json.dumps({"what": "open pages after a sheet", **found, "bar_p99_ms": P99_MS, "met": met}))
    return 0 if met else 1


def allow_files(n: int) -> None:
    """Let this process and the site it starts open so many sockets at once."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < n <= hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (n, hard))


if __name__ == "__main__":
    sys.exit(main())
