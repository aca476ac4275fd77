"""`manage.py import_file FILE`: a club or an evening that another site exported, results or a roster as CSV."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubs.activity import By
from clubs.errors import EldestHandError
from clubs.models import Club
from config.catching_up import catch_up
from games.services.transfer.fates import Fate
from tournaments.services.transfer.canonical import from_bytes
from tournaments.services.transfer.people import NEW
from tournaments.services.transfer.planning import Plan, plan_import
from tournaments.services.transfer.storing import carry_out


class Command(BaseCommand):
    help = (
        "Bring in FILE, a club or an evening exported as JSON. Tells what becomes of every part; with --dry-run "
        "nothing is stored. The same file twice changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--club", help="slug of the club; without it the club of the file, made if need be"
        )
        parser.add_argument("--dry-run", action="store_true", help="only tell what would become of it")
        parser.add_argument(
            "--new-people",
            action="store_true",
            help="people who look like somebody on the roster are somebody new; without it they are a refusal",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            raw = options["file"].read_bytes()
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from error
        club = Club.objects.filter(slug=options["club"]).first() if options["club"] else None
        if options["club"] and club is None:
            raise CommandError(f"There is no club {options['club']}.")
        try:
            document = from_bytes(raw, most=None)
            plan = plan_import(document, club)
            self._tell(plan)
            if options["dry_run"]:
                return
            decisions = {one.uid: NEW for one in plan.people if one.like} if options["new_people"] else {}
            carry_out(document, club, by=By(None, "command"), decisions=decisions)
        except EldestHandError as error:
            raise CommandError(error.message) from error
        catch_up()
        self.stdout.write("Brought in." if plan.changes_anything else "Everything was here already.")

    def _tell(self, plan: Plan) -> None:
        for part in plan.every_part():
            if part.fate is not Fate.SAME and part.kind != "person":
                self.stdout.write(
                    f"{part.kind} {part.name}: {part.fate}{f' ({part.note})' if part.note else ''}"
                )
        for one in plan.people:
            if one.like:
                names = ", ".join(player.display_name for player in one.like)
                self.stdout.write(f"person {one.name}: not known here; on the roster: {names}")
        for (kind, fate), n in sorted(plan.counts().items()):
            self.stdout.write(f"{n} {kind} {fate}")
