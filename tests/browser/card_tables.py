"""Card tables for the browser, in a database of their own."""

from __future__ import annotations

from typing import Any

SHORT = {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [1, 2, 1]}}
LONG = {"preset": "oh-hell-german", "players": [3, 4], "schedule": {"shape": "list", "sizes": [1, 1, 12]}}
FIVE = {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [5]}}
CROWD = {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [7, 5]}}
RAGE = {"preset": "rage", "players": [3, 8], "schedule": {"shape": "list", "sizes": [10, 9]}}


def make() -> dict[str, Any]:
    from clubs.activity import By
    from games.services.hosting.opening import Terms, open_table, start_table, take_seat
    from tests.browser.making import session_of
    from tests.games.hosting.tables import NAMES, people, play_on, started, waited_for

    ada, bo = people(2)
    short = open_table(Terms(SHORT, 3, turn_seconds=None, pace_ms=150), by=By(ada, "web"))
    take_seat(short, by=By(bo, "web"))
    start_table(short, by=By(ada, "web"), with_bots=True)
    long, rage, over = started(4, rules=LONG), started(5, rules=RAGE), started(3, rules=SHORT)
    play_on(long, most=4 + 4 + 4 + 6)
    play_on(rage, most=5 + 7)
    play_on(over)
    waiting = open_table(Terms("la-podrida", 4), by=By(ada, "web"))
    tables = {"short": short, "long": long, "rage": rage, "over": over, "waiting": waiting}
    leads = {
        name: started(3, rules=FIVE)
        for name in ("taps", "setting", "polled", "once", "plain", "portal", "trick")
    }
    for table in leads.values():
        play_on(table, most=3)
    crowded = {f"of-{n}": started(n, rules=CROWD) for n in (3, 5, 7)}
    for table in crowded.values():
        play_on(table, most=table.n_seats + 2 * table.n_seats - 1)
    bidding, eight = started(5, rules=CROWD), started(8, rules=RAGE)
    play_on(bidding, most=2)
    play_on(eight, most=8 + 8 + 5)
    tables |= leads | crowded | {"bidding": bidding, "eight": eight}
    return {
        "tables": {name: table.key for name, table in tables.items()},
        "at_turn": {name: [NAMES[seat] for seat in waited_for(table)] for name, table in leads.items()},
        "sessions": {user.username: session_of(user) for user in people(8)},
    }
