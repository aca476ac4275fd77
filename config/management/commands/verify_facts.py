"""`manage.py verify_facts`: compute everything derived again from the facts and compare."""

from __future__ import annotations

import json
import sys
from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from config.verifying import differences, waiting

SHOWN = 20


class Command(BaseCommand):
    help = (
        "Compute seats, sheet states, standings, season tables and ratings again from the facts and compare them "
        "with what is stored. Exit code 0: equal; 1: differences, the first 20 named. Changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(islice(differences(), SHOWN))
        late = waiting()
        if options["json"]:
            rows = [
                {"row": d.row, "column": d.column, "stored": _plain(d.stored), "computed": _plain(d.computed)}
                for d in found
            ]
            verdict = "differs" if found else "equal"
            self.stdout.write(json.dumps({"rebuild": verdict, "differences": rows, "waiting": late}))
            if found:
                sys.exit(1)
            return
        if late:
            self.stdout.write(f"The worker has not come yet to {', '.join(late)}.")
        if found:
            for difference in found:
                self.stdout.write(str(difference))
            self.stdout.write("rebuild: differs")
            sys.exit(1)
        self.stdout.write("rebuild: equal")


def _plain(value: Any) -> Any:
    return value if isinstance(value, str | int | float | list | dict | None) else str(value)
