"""What one act at a hosted table costs early and late: ``python -m tests.bench.hosted_cost``.

``[--acts N] [--seats P]``: a game of P players is played at the start and past event 400; at both N acts are posted as
a browser posts them and the own page is fetched after each, in this process on SQLite. Told are the queries and the
median of the computing time, which a busy machine spoils least. Exit 1 when the queries differ or the time late in the
game is more than a half over that of its beginning.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

MOST_OVER = 1.5
LATE = 400  # events


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--acts", type=int, default=60)
    parser.add_argument("--seats", type=int, default=4)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="eldest-hand-bench-") as folder:
        from tests.bench.hosted_site import embedded, prepare

        with embedded(Path(folder)) as environment:
            os.environ.update(environment)
            tables, _sessions = prepare(1, options.seats)
            early = cost(tables[0].key, options.acts)
            play_until(tables[0].key, LATE)
            late = cost(tables[0].key, options.acts)
    for line in (early, late):
        print(json.dumps(line))
    is_equal = early["act_queries"] == late["act_queries"] and early["view_queries"] == late["view_queries"]
    is_near = all(late[name] <= MOST_OVER * early[name] for name in ("act_ms", "view_ms"))
    print(json.dumps({"queries_equal": is_equal, "ms_near": is_near}))
    return 0 if is_equal and is_near else 1


def cost(key: str, n_acts: int) -> dict[str, Any]:
    """Medians over some acts from where the game stands."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from games.models import HostedTable
    from tests.games.hosting.tables import shown, waited_for

    table = HostedTable.objects.get(key=key)
    first = shown(table, None)["event"]
    clients: dict[int, Client] = {}
    taken: dict[str, list[float]] = {"act": [], "view": []}
    queries: dict[str, list[int]] = {"act": [], "view": []}

    def timed(name: str, do: Callable[[], Any]) -> Any:
        with CaptureQueriesContext(connection) as captured:
            begun = time.process_time()
            answer = do()
            taken[name].append(1000 * (time.process_time() - begun))
        queries[name].append(len(captured))
        return answer

    path, headers = table.get_absolute_url(), {"HX-Request": "true", "HX-Target": "table"}
    for _ in range(n_acts):
        seat = waited_for(table)[0]
        client = clients.setdefault(seat, _signed_in(table, seat))
        seen = shown(table, seat)
        choice = seen["deal"]["legal"][0]
        form = {"seen": seen["event"], ("bid" if isinstance(choice, int) else "card"): choice}
        posted = timed("act", partial(client.post, f"{path}act/", form, headers=headers))
        assert posted.status_code == 200, posted.content[:300]
        timed("view", partial(client.get, path, headers=headers))
    return {
        "from_event": first,
        "act_ms": round(median(taken["act"]), 2),
        "view_ms": round(median(taken["view"]), 2),
        "act_queries": int(median(queries["act"])),
        "view_queries": int(median(queries["view"])),
    }


def play_until(key: str, n_events: int) -> None:
    """Everybody takes the first thing that is legal, until the log is that long."""
    from clubs.activity import By
    from games.models import HostedTable
    from games.services.hosting.acting import act
    from tests.games.hosting.tables import shown, waited_for

    table = HostedTable.objects.get(key=key)
    users = [seat.user for seat in table.seats.select_related("user").order_by("number")]
    while (seen := shown(table, waited_for(table)[0]))["event"] < n_events:
        choice = seen["deal"]["legal"][0]
        what: dict[str, Any] = {"bid": choice} if isinstance(choice, int) else {"card": choice}
        act(table, seat=seen["seat"], seen=seen["event"], by=By(users[seen["seat"]], "web"), **what)


def _signed_in(table: Any, seat: int) -> Any:
    from django.test import Client

    user = table.seats.get(number=seat).user
    assert user is not None
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(user)
    return client


if __name__ == "__main__":
    sys.exit(main())
