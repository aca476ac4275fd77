"""`manage.py export_file FILE --club SLUG | --tournament SLUG`: a club or an evening as JSON, CSV or spreadsheet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubs.errors import EldestHandError
from clubs.models import Club
from tournaments.models import Tournament
from tournaments.services.transfer.canonical import to_bytes
from tournaments.services.transfer.out import club_document, tournament_document
from tournaments.services.transfer.public import public_club, public_tournament
from tournaments.services.transfer.results_out import results_csv
from tournaments.services.transfer.roster import roster_csv
from tournaments.services.transfer.workbook_out import results_workbook


class Command(BaseCommand):
    help = (
        "Write FILE; its ending says what. .json: the club or the evening whole (`import_file` brings it in), "
        "with --public the part a visitor may have. .csv: the roster of a club, or the results of an evening. .xlsx: "
        "results with a sheet for every game."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--club", help="slug of the club")
        what.add_argument("--tournament", help="slug of the evening")
        parser.add_argument("--public", action="store_true", help="only what a visitor may have (.json)")
        parser.add_argument(
            "--without-hidden",
            action="store_true",
            help="leave out the names of people who hide theirs (.json)",
        )
        parser.add_argument("--with-contacts", action="store_true", help="addresses in the roster (.csv)")

    def handle(self, *args: Any, **options: Any) -> None:
        ending = options["file"].suffix.casefold()
        if options["public"] and ending in (".csv", ".xlsx"):
            raise CommandError("--public goes with .json: tables hold nothing else.")
        try:
            if options["club"]:
                raw = _of_club(Club.objects.get(slug=options["club"]), ending, options)
            else:
                tournaments = Tournament.objects.select_related("club", "season")
                raw = _of_tournament(tournaments.get(slug=options["tournament"]), ending, options)
        except (Club.DoesNotExist, Tournament.DoesNotExist) as error:
            raise CommandError("There is none of that slug.") from error
        except EldestHandError as error:
            raise CommandError(error.message) from error
        try:
            options["file"].write_bytes(raw)
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{options['file']}: {len(raw)} bytes")


def _of_club(club: Club, ending: str, options: dict[str, Any]) -> bytes:
    if ending == ".csv":
        return roster_csv(club, with_contacts=options["with_contacts"]).encode()
    if ending == ".xlsx":
        return results_workbook(Tournament.objects.filter(club=club))
    if options["public"]:
        return to_bytes(public_club(club))
    return to_bytes(club_document(club, with_hidden=not options["without_hidden"]))


def _of_tournament(tournament: Tournament, ending: str, options: dict[str, Any]) -> bytes:
    if ending == ".csv":
        return results_csv(tournament).encode()
    if ending == ".xlsx":
        return results_workbook([tournament])
    if options["public"]:
        return to_bytes(public_tournament(tournament))
    return to_bytes(tournament_document(tournament, with_hidden=not options["without_hidden"]))
