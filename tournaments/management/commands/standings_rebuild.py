"""`manage.py standings_rebuild [TOURNAMENT ...]`: standings and season tables again, from their facts."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Season, Tournament
from tournaments.services.rebuilding import rebuild_season, rebuild_tournament


class Command(BaseCommand):
    help = "Compute standings and the tables of their seasons again, whatever is stored. Pages stay open meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "tournament", nargs="*", metavar="TOURNAMENT", help="slug; all, and all seasons, if none is given"
        )

    def handle(self, *args: Any, tournament: list[str], **options: Any) -> None:
        found, wanted_seasons = Tournament.objects.order_by("pk"), Season.objects.order_by("pk")
        if tournament:
            found = found.filter(slug__in=tournament)
            unknown = set(tournament) - set(found.values_list("slug", flat=True))
            if unknown:
                raise CommandError(
                    f"There is no tournament {', '.join(sorted(unknown))}. Nothing was changed."
                )
            wanted_seasons = wanted_seasons.filter(tournaments__in=found).distinct()
        for pk, slug in list(found.values_list("pk", "slug")):
            self.stdout.write(f"{slug}: {rebuild_tournament(pk)} lines")
        for pk, slug in list(wanted_seasons.values_list("pk", "slug")):
            self.stdout.write(f"season {slug}: {rebuild_season(pk)} lines")
