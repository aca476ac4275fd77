"""Sheets of every kind of paper."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

# How the paper is read, players, hands, preset.
PAPERS = (
    ("made", 3, 9, "oh-hell"),
    ("tricks", 5, 6, "oh-hell"),
    ("running", 6, 4, "oh-hell"),
    ("points", 7, 3, "oh-hell"),
    ("tricks", 4, 10, "rage"),
)


def make(papers_wanted: Sequence[Sequence[Any]] = PAPERS) -> dict[str, Any]:
    from clubs.activity import By
    from clubs.models import User
    from clubs.services.clubs import give_role
    from tests.browser.making import session_of
    from tests.evenings import make_club, make_evening, tables_of

    alice = User.objects.create_user("alice", "alice@example.org", "alice-pass-1")
    charlie = User.objects.create_user("charlie", "charlie@example.org", "charlie-pass-1")
    by = By(alice, "web")
    club = make_club(alice)
    give_role(club, user=charlie, role="scorekeeper", by=by)
    papers = []
    for number, (mode, n_players, n_hands, preset) in enumerate(papers_wanted, start=1):
        rules = {"preset": preset, "players": [n_players, n_players]}
        if preset != "rage":
            rules["schedule"] = {"shape": "list", "sizes": list(range(1, n_hands + 1))}
        evening = make_evening(
            club,
            by=by,
            n_players=n_players,
            sizes=[n_players],
            rules=rules,
            name=f"paper {number}",
        )
        (table,) = tables_of(evening.publish())
        papers.append(
            {
                "slug": evening.tournament.slug,
                "mode": mode,
                "n": table.sheet_number,
                **_written(evening, table),
            }
        )
    rules = {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [1, 2, 3]}}
    evening = make_evening(club, by=by, n_players=96, sizes=[4], rules=rules, name="two writers")
    sheets = [{"n": table.sheet_number} for table in tables_of(evening.publish())]
    careful = make_club(alice, "Read Twice", verifies_sheets=True)
    give_role(careful, user=charlie, role="scorekeeper", by=by)
    verified = make_evening(careful, by=by, n_players=4, sizes=[4], rules=rules, name="verified")
    (table,) = tables_of(verified.publish())
    return {
        "slug": evening.tournament.slug,
        "verified": {
            "slug": verified.tournament.slug,
            "mode": "tricks",
            "n": table.sheet_number,
            **_written(verified, table),
        },
        "sheets": sheets,
        "papers": papers,
        "sessions": {user.username: session_of(user) for user in (alice, charlie)},
    }


def _written(evening: Any, table: Any) -> dict[str, Any]:
    """Bids, tricks, points and running totals of a sheet without a warning and without a value of two digits."""
    from games.engine import score_sheet
    from games.services.facts import full_sheet

    sheet = evening.random_sheet(table)
    n_seats = len(sheet["players"])
    for deal in sheet["deals"]:
        while max(deal["tricks"]) > 9:
            deal["tricks"] = [1] * (deal["hand_size"] % n_seats) + [0] * (
                n_seats - deal["hand_size"] % n_seats
            )
            deal["tricks"] = [taken + deal["hand_size"] // n_seats for taken in deal["tricks"]]
        deal["bids"] = [min(bid, 9) for bid in deal["bids"]]
        while sum(deal["bids"]) in (0, deal["hand_size"]):
            deal["bids"][evening.rng.randrange(n_seats)] = evening.rng.randint(0, min(9, deal["hand_size"]))
    score = score_sheet(full_sheet(table.game, sheet))
    assert not score.problems, score.problems
    points = [list(row) for row in score.points]
    return {
        "deals": sheet["deals"],
        "points": points,
        "running": [
            list(row)
            for row in zip(*(accumulate(column) for column in zip(*points, strict=True)), strict=True)
        ],
        "totals": list(score.totals),
    }
