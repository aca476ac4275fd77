"""An evening for the browser, in a database of its own."""

from __future__ import annotations

from typing import Any

PLAYERS = 144  # a sheet for each test that writes on one of its own
SIZES = list(range(1, 14))


def make() -> dict[str, Any]:
    from clubs.activity import By
    from clubs.models import User
    from clubs.services.clubs import give_role
    from games.engine import score_sheet
    from games.services.facts import full_sheet
    from tests.browser.making import session_of
    from tests.evenings import make_club, make_evening, tables_of

    alice = User.objects.create_user("alice", "alice@example.org", "alice-pass-1")
    by = By(alice, "web")
    club = make_club(alice)
    charlie = User.objects.create_user("charlie", "charlie@example.org", "charlie-pass-1")
    give_role(club, user=charlie, role="scorekeeper", by=by)
    rules = {"preset": "oh-hell", "players": [3, 4], "schedule": {"shape": "list", "sizes": SIZES}}
    evening = make_evening(club, by=by, n_players=PLAYERS, sizes=[4], rules=rules, n_rounds=2)
    tables = tables_of(evening.publish())
    sheets = []
    for table in tables:
        assert table.game is not None
        sheet = evening.random_sheet(table)
        for deal in sheet["deals"]:  # no warning: neither the hook broken nor all zeros
            while sum(deal["bids"]) in (0, deal["hand_size"]):
                deal["bids"][evening.rng.randrange(4)] = evening.rng.randint(0, deal["hand_size"])
            deal["bids"] = [min(bid, 9) for bid in deal["bids"]]
            if sum(deal["bids"]) == deal["hand_size"]:
                deal["bids"][0] = deal["bids"][0] + 1 if deal["bids"][0] < min(9, deal["hand_size"]) else 0
            if any(taken > 9 for taken in deal["tricks"]):
                raise AssertionError("this evening's sheets have only one-digit values")
        totals = list(score_sheet(full_sheet(table.game, sheet)).totals)
        sheets.append({"n": table.sheet_number, "deals": sheet["deals"], "totals": totals})
    return {
        "slug": evening.tournament.slug,
        "tournament": evening.tournament.pk,
        "sheets": sheets,
        "sessions": {user.username: session_of(user) for user in (alice, charlie)},
    }
