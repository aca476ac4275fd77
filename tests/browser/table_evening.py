"""Ten tables with their links, for a phone."""

from __future__ import annotations

from typing import Any

SIZES = [1, 2, 3, 4]


def make() -> dict[str, Any]:
    from clubs.activity import By
    from clubs.models import User
    from tests.browser.making import session_of
    from tests.evenings import make_club, make_evening, tables_of
    from tournaments.models import TableLink
    from tournaments.services.links import token_of

    alice = User.objects.create_user("alice", "alice@example.org", "alice-pass-1")
    by = By(alice, "web")
    club = make_club(alice, verifies_sheets=True)
    rules = {"preset": "oh-hell", "hook": True, "schedule": {"shape": "list", "sizes": SIZES}}
    evening = make_evening(club, by=by, n_players=40, sizes=[4], rules=rules)
    tables = tables_of(evening.publish())
    links = {link.table_id: link for link in TableLink.objects.all()}
    return {
        "slug": evening.tournament.slug,
        "tournament": evening.tournament.pk,
        "tables": [{"n": table.sheet_number, "token": token_of(links[table.pk])} for table in tables],
        "sessions": {"alice": session_of(alice)},
    }
