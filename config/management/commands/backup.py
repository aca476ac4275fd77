"""`manage.py backup [TARGET]`: the whole site in one file, while it is in use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.backup.errors import BackupRefused
from config.backup.writing import write_backup


class Command(BaseCommand):
    help = (
        "Write everything the site keeps, photos included, as of one moment into one file, while people go on working. "
        "TARGET is a new file or a folder; without it the folder backups/ beside the database of `make run`. The file "
        "holds addresses, password hashes and API tokens: keep it as you keep the site."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("target", type=Path, nargs="?", help="a new file, or a folder that is there")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        target = options["target"]
        if target is None:
            target = settings.VAR_DIR / "backups"
            target.mkdir(parents=True, exist_ok=True)
        try:
            written = write_backup(target)
        except BackupRefused as refusal:
            raise CommandError(str(refusal)) from None
        if options["json"]:
            told = {name: getattr(written, name) for name in ("tables", "rows", "photos", "missing", "size")}
            self.stdout.write(json.dumps({"path": str(written.path), **told}))
            return
        self.stdout.write(
            f"{written.path}: {written.rows:,} rows of {written.tables} tables, {written.photos:,} photos, "
            f"{written.size:,} bytes."
        )
