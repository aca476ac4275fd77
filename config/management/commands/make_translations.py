"""`manage.py make_translations`: take new texts of the sources into the .po files and compile the .mo files."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config.translations.catalogs import update


class Command(BaseCommand):
    help = "Bring locale/*/LC_MESSAGES/django.po and .mo up to date; translations are kept."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        for language, missing in update(settings.BASE_DIR).items():
            self.stdout.write(f"{language}: {missing} missing")
