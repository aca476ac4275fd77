"""`manage.py import_games FILE`: games kept as bids, made or missed, and points as written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubs.activity import By, log
from clubs.errors import EldestHandError
from clubs.models import Club
from config.catching_up import catch_up
from games.services.importing import Summary, import_games


class Command(BaseCommand):
    help = (
        "Import a club's games from FILE (JSON: bids, made or missed, points as written; no tricks). "
        "Each game is stored once however often this runs; what disagrees is reported, never changed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--club", default="imported", help="slug of the club; made if there is none")
        parser.add_argument("--json", action="store_true", help="print the summary as one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        document = _read(options["file"])
        by = By(None, "import")
        club = _club(options["club"], by)
        progress = None if options["json"] else self._progress
        try:
            summary = import_games(document, club=club, by=by, progress=progress)
        except EldestHandError as error:
            raise CommandError(error.message) from error
        catch_up()
        if options["json"]:
            self.stdout.write(json.dumps(summary.to_json(), ensure_ascii=False))
        else:
            self._report(summary)

    def _progress(self, done: int, games: int) -> None:
        if done % 10 == 0 or done == games:
            self.stdout.write(f"{done} of {games} games")

    def _report(self, summary: Summary) -> None:
        for entry in summary.disagreements:
            hand = "total" if entry.deal is None else f"hand {entry.deal + 1}"
            self.stdout.write(
                f"{entry.game}, {hand}, {entry.player or '-'}: {entry.kind}, "
                f"written {_shown(entry.written)}, computed {_shown(entry.computed)}"
            )
        for refused in summary.refused:
            self.stdout.write(f"{refused['game']}: not stored: {refused['message']}")
        self.stdout.write(
            f"{summary.games} games: {summary.new} new, {summary.known} known, {summary.changed} changed, "
            f"{len(summary.refused)} not stored; {len(summary.disagreements)} disagreements; "
            f"{summary.off_formula} scores off the base formula, kept as written"
        )


def _read(path: Path) -> object:
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{path} is not JSON: {error}.") from error


def _club(slug: str, by: By) -> Club:
    club, created = Club.objects.get_or_create(slug=slug, defaults={"name": slug.replace("-", " ").title()})
    if created:
        log("club.created", f"club:{club.pk}", by=by, club_id=club.pk)
    return club


def _shown(value: Any) -> str:
    return "-" if value is None else str(value)
