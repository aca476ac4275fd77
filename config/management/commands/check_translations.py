"""`manage.py check_translations`: every text of the site stands in every language, and the .mo files are up to date."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.translations.catalogs import faults


class Command(BaseCommand):
    help = "Find missing, fuzzy and broken translations and stale .mo files; exit 1 when there are any."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(faults(settings.BASE_DIR))
        for fault in found:
            self.stderr.write(fault)
        if found:
            raise CommandError(f"{len(found)} faults in the translations")
        self.stdout.write("Every text stands in every language.")
