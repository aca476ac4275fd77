"""An evening at the door and one with a draft, for the browser."""

from __future__ import annotations

from typing import Any


def make() -> dict[str, Any]:
    from clubs.activity import By
    from clubs.models import User
    from tests.browser.making import session_of
    from tests.evenings import make_club, make_evening, make_players

    alice = User.objects.create_user("alice", "alice@example.org", "alice-pass-1")
    by = By(alice, "web")
    club = make_club(alice)
    people = make_players(club, 9, by=by)
    door = make_evening(club, by=by, players=[], name="Door")
    board = make_evening(club, by=by, players=people, name="Board")
    board.play_round()
    board.draw()
    return {
        "slug": door.tournament.slug,
        "board": board.tournament.slug,
        "club": club.slug,
        "sessions": {"alice": session_of(alice)},
    }
