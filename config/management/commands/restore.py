"""`manage.py restore FILE`: a backup into an empty site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.backup.errors import BackupRefused
from config.backup.restoring import restore_backup


class Command(BaseCommand):
    help = (
        "Put the backup FILE into an empty site: migrated, no accounts, clubs or games. The whole file is checked "
        "first; whatever goes wrong, nothing is kept. SQLite and PostgreSQL read each other's backups."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            restored = restore_backup(options["file"])
        except BackupRefused as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(
            f"{restored.rows:,} rows of {restored.tables} tables and {restored.photos:,} photos are back. "
            "Now: manage.py verify_facts"
        )
