"""Replay the facts of every ladder and compare. Exit 0: clean; 1: differences; 2: could not run."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from ratings.errors import PoisonGame, UnknownLadder
from ratings.models import Ladder
from ratings.services.ladders import ladder_named
from ratings.services.report import Report
from ratings.services.sampling import verify_sample
from ratings.services.verifying import verify_ladder


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ladder", nargs="*", metavar="LADDER", help="slug; all ladders if none is given")
        parser.add_argument("--sample", type=int, metavar="N", help="look at N random games of each only")
        parser.add_argument("--as-json", action="store_true", help="one JSON object on stdout")

    def handle(
        self, *args: Any, ladder: list[str], sample: int | None, as_json: bool, **options: Any
    ) -> None:
        if sample is not None and sample < 1:
            raise CommandError("--sample needs a number from 1 on.", returncode=2)
        try:
            ladders = [ladder_named(slug) for slug in ladder] or list(Ladder.objects.order_by("slug"))
            reports = [
                verify_ladder(each) if sample is None else verify_sample(each, n_games=sample)
                for each in ladders
                if each.active_epoch_id is not None
            ]
        except (DatabaseError, PoisonGame, UnknownLadder) as error:
            raise CommandError(str(error), returncode=2) from error
        if as_json:
            clean = all(report.is_clean for report in reports)
            self.stdout.write(
                json.dumps({"clean": clean, "ladders": [report.to_json() for report in reports]})
            )
        else:
            for report in reports:
                self._tell(report)
        n = sum(report.n_differences for report in reports)
        if n:
            raise CommandError(f"{n} differences.", returncode=1)

    def _tell(self, report: Report) -> None:
        document = report.to_json()
        differences = document.pop("differences")
        self.stdout.write("  ".join(f"{name} {value}" for name, value in document.items()))
        for difference in differences:
            self.stdout.write(f"  {difference}")
