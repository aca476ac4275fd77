"""An open night with nine people at the door, for the browser."""

from __future__ import annotations

from typing import Any


def make() -> dict[str, Any]:
    from clubs.activity import By
    from clubs.models import User
    from tests.browser.making import session_of
    from tests.evenings import make_club, make_evening

    alice = User.objects.create_user("alice", "alice@example.org", "alice-pass-1")
    night = make_evening(
        make_club(alice), by=By(alice, "web"), n_players=9, draw="open", sizes=(4, 3, 5), name="Open night"
    )
    return {"slug": night.tournament.slug, "sessions": {"alice": session_of(alice)}}
