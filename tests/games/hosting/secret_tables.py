"""Tables for the test that listens to a served site: `python -m tests.games.hosting.secret_tables` tells which."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

RULES = {
    "rage": {"preset": "rage", "bidding": "secret", "schedule": {"shape": "list", "sizes": [3, 2]}},
    "open": {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [3]}},
}


def main() -> int:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    json.dump(make(), sys.stdout)
    return 0


def make() -> dict[str, Any]:
    """Three players a table that waits for its start. Who does not act within two seconds, more on a slow machine, is
    stood in for.
    """
    from tests.browser.making import session_of
    from tests.games.hosting.tables import people, seated
    from tests.timing import slowness

    seconds = round(2 * slowness())
    tables = {
        name: seated(3, rules=rules, turn_seconds=seconds, reserve_seconds=0, pace_ms=100)
        for name, rules in RULES.items()
    }
    return {
        "tables": {
            name: {"key": table.key, "channels": [table.channel] * 3 + [table.watch_channel], "pk": table.pk}
            for name, table in tables.items()
        },
        "sessions": [*(session_of(user) for user in people(3)), ""],
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    sys.exit(main())
