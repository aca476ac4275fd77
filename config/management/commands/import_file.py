"""`manage.py import_file FILE`: a club or an evening as JSON, a roster or results as CSV, results as a spreadsheet."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from clubs.activity import By
from clubs.errors import EldestHandError
from clubs.models import Club
from clubs.shapes import read_day
from config.catching_up import catch_up
from games.services.transfer.fates import Fate
from tournaments.models import Tournament
from tournaments.services.transfer import incoming
from tournaments.services.transfer.incoming import Kind, Preview
from tournaments.services.transfer.people import NEW


class Command(BaseCommand):
    help = (
        "Bring in FILE: a club or an evening exported as JSON, a roster or results as CSV, or results as a spreadsheet "
        "(.xlsx). Tells first what becomes of every part, of a table row by row; with --dry-run nothing is stored. The "
        "same file twice changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--club", help="slug of the club; without it the club of the file, made if need be (JSON only)"
        )
        parser.add_argument("--tournament", help="slug of the one evening that is meant")
        parser.add_argument(
            "--day",
            type=read_day,
            help="of results of an evening that is not here yet (2026-03-06; default today)",
        )
        parser.add_argument("--dry-run", action="store_true", help="only tell what would become of it")
        parser.add_argument(
            "--new-people",
            action="store_true",
            help="people who look like somebody on the roster are somebody new; without it they are a refusal",
        )
        parser.add_argument(
            "--leave-out",
            action="store_true",
            help="leave out what both sites changed, with what hangs on it, and take the rest",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            raw = options["file"].read_bytes()
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from error
        if not raw.strip():
            raise CommandError(f"{options['file']} is empty.")
        club, tournament = _place(options["club"], options["tournament"])
        zone = ZoneInfo(club.time_zone) if club is not None else timezone.get_default_timezone()
        how: dict[str, Any] = {
            "day": options["day"] or timezone.now().astimezone(zone).date(),
            "tournament": tournament,
            "without_apart": options["leave_out"],
            "most": None,
        }
        shown = incoming.preview(raw, club, **how)
        self._tell(shown)
        if any(problem.is_fatal for problem in shown.problems):
            raise CommandError("Nothing was brought in: mend the file first.")
        if options["dry_run"]:
            return
        decisions = {one.uid: NEW for one in shown.questions} if options["new_people"] else {}
        try:
            changed = incoming.bring_in(raw, club, by=By(None, "command"), decisions=decisions, **how)
        except EldestHandError as error:
            raise CommandError(error.message) from error
        catch_up()
        self.stdout.write("Brought in." if changed else "Everything was here already.")

    def _tell(self, shown: Preview) -> None:
        for part in shown.lines:
            if shown.kind is Kind.DOCUMENT and (part.fate is Fate.SAME or part.kind == "person"):
                continue
            where = f"{part.where}: " if shown.kind is not Kind.DOCUMENT and part.where else ""
            where = "" if where.startswith("/") else where  # a place in a document that nobody sees
            self.stdout.write(
                f"{where}{part.kind} {part.name}: {part.fate}{f' ({part.note})' if part.note else ''}"
            )
        for problem in shown.problems:
            place = f"row {problem.line}, {problem.column or 'the row'}: " if problem.line else ""
            self.stdout.write(f"{'' if problem.is_fatal else 'note: '}{place}{problem.text}")
        for one in shown.questions:
            names = ", ".join(player.display_name for player in one.people)
            self.stdout.write(f"person {one.name}: not known here; on the roster: {names}")
        for (kind, fate), n in sorted(shown.counts.items()):
            self.stdout.write(f"{n} {kind} {fate}")


def _place(club_slug: str | None, slug: str | None) -> tuple[Club | None, Tournament | None]:
    """The club and the evening that a file is meant for."""
    tournament = (
        Tournament.objects.select_related("club", "season").filter(slug=slug).first() if slug else None
    )
    if slug and tournament is None:
        raise CommandError(f"There is no evening {slug}.")
    if club_slug is None:
        return (tournament.club if tournament is not None else None), tournament
    club = Club.objects.filter(slug=club_slug).first()
    if club is None:
        raise CommandError(f"There is no club {club_slug}.")
    if tournament is not None and tournament.club_id != club.pk:
        raise CommandError(f"{slug} is no evening of {club_slug}.")
    return club, tournament
