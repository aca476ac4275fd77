"""An evening at the door and one with a draft, for the browser: `python -m tests.browser.organise_evening`."""

from __future__ import annotations

import json
import os
import sys
from typing import Any


def main() -> int:
    import django

    django.setup()
    from django.core.management import call_command

    from config.serving.static_files import collect_when_changed

    call_command("migrate", verbosity=0)
    collect_when_changed()
    json.dump(make(), sys.stdout)
    return 0


def make() -> dict[str, Any]:
    from clubs.activity import By
    from clubs.models import User
    from tests.browser.desk_evening import _session as session_of
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


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    sys.exit(main())
