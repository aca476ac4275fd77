"""An open night with nine people at the door, for the browser: `python -m tests.browser.open_night`."""

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
    from tests.evenings import make_club, make_evening

    alice = User.objects.create_user("alice", "alice@example.org", "alice-pass-1")
    night = make_evening(
        make_club(alice), by=By(alice, "web"), n_players=9, draw="open", sizes=(4, 3, 5), name="Open night"
    )
    return {"slug": night.tournament.slug, "sessions": {"alice": session_of(alice)}}


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    sys.exit(main())
