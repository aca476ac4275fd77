"""Saves the sheets it reads from standard input, one JSON line each, and answers with the seconds each took."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import django


def main() -> None:
    django.setup()
    from django.db import connection

    connection.ensure_connection()
    _say({"ready": True})
    for line in sys.stdin:
        _say(_save(json.loads(line)))


def _save(order: dict[str, Any]) -> dict[str, Any]:
    from clubs.activity import By
    from tournaments.models import Table
    from tournaments.services.results import enter_sheet

    begun = time.monotonic()
    table = Table.objects.select_related("game", "round").get(pk=order["table"])
    recorded = enter_sheet(table, sheet=order["sheet"], by=By(None, "command"), reason=order["reason"])
    return {"created": recorded.created, "seconds": time.monotonic() - begun}


def _say(words: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
