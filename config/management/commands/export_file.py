"""`manage.py export_file FILE --club SLUG | --tournament SLUG`: a club or an evening whole, as one JSON file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubs.errors import EldestHandError
from clubs.models import Club
from tournaments.models import Tournament
from tournaments.services.transfer.canonical import to_bytes
from tournaments.services.transfer.out import club_document, tournament_document


class Command(BaseCommand):
    help = "Write a whole club, or one evening, to FILE as JSON; `import_file` brings it in elsewhere."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--club", help="slug of the club")
        what.add_argument("--tournament", help="slug of the evening")
        parser.add_argument(
            "--without-hidden", action="store_true", help="leave out the names of people who hide theirs"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with_hidden = not options["without_hidden"]
        try:
            if options["club"]:
                club = Club.objects.get(slug=options["club"])
                raw = to_bytes(club_document(club, with_hidden=with_hidden))
            else:
                tournament = Tournament.objects.select_related("club", "season").get(
                    slug=options["tournament"]
                )
                raw = to_bytes(tournament_document(tournament, with_hidden=with_hidden))
        except (Club.DoesNotExist, Tournament.DoesNotExist) as error:
            raise CommandError("There is none of that slug.") from error
        except EldestHandError as error:
            raise CommandError(error.message) from error
        try:
            options["file"].write_bytes(raw)
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{options['file']}: {len(raw)} bytes")
