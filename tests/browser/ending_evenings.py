"""An evening of one table for each way in which its link can end: taken back, with the final sheet, with the round."""

from __future__ import annotations

from typing import Any

ENDINGS = ("revoked", "final", "closed")


def make() -> dict[str, Any]:
    from clubs.activity import By
    from clubs.models import User
    from tests.browser.making import session_of
    from tests.evenings import make_club, make_evening, tables_of
    from tournaments.models import TableLink
    from tournaments.services.links import token_of

    alice = User.objects.create_user("alice", "alice@example.org", "alice-pass-1")
    by = By(alice, "web")
    rules = {"preset": "oh-hell", "hook": True, "schedule": {"shape": "list", "sizes": [1, 2]}}
    ends = {}
    for how in ENDINGS:
        # Where nobody verifies, a keyed sheet is final, and the round's end would never be what ends the link.
        club = make_club(alice, f"Club of the {how} link", verifies_sheets=how != "final")
        evening = make_evening(club, by=by, n_players=4, sizes=[4], rules=rules, n_rounds=2)
        (table,) = tables_of(evening.publish())
        assert table.game is not None
        ends[how] = {
            "base": evening.tournament.get_absolute_url(),
            "n": table.sheet_number,
            "token": token_of(TableLink.objects.get(table=table)),
            "names": [
                seat.player.name
                for seat in table.game.seats.select_related("player").order_by("number")
                if seat.player is not None
            ],
        }
    return {"slug": "", "ends": ends, "sessions": {"alice": session_of(alice)}}
