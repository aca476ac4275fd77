"""What a backup is compared with: all rows, an empty site, a file with another manifest."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from PIL import Image

from clubs.models import Activity, Club, Player, User
from clubs.services.clubs import create_club
from config.backup.snapshot import snapshot
from config.backup.tables import kept_tables
from games.models import Game, Photo


def picture(shade: int) -> SimpleUploadedFile:
    content = BytesIO()
    Image.new("RGB", (40, 30), (shade, 90, 90)).save(content, "JPEG")
    return SimpleUploadedFile("sheet.jpg", content.getvalue())


def everything() -> dict[str, list[list[Any]]]:
    """All rows of all tables as the archive would write them; their order is no matter."""
    with snapshot() as read:
        return {
            table.name: sorted((repr(row) for row in read(table.select())), key=str)  # type: ignore[misc]
            for table in kept_tables()
        }


def empty(media: Path) -> None:
    call_command("flush", interactive=False, verbosity=0)
    for photo in (media / "sheet-photos").glob("*"):
        photo.unlink()


def is_empty() -> bool:
    models = (User, Club, Player, Game, Activity, Photo)
    return not any(model._default_manager.exists() for model in models)


def edited(backup: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """A copy with another manifest."""
    copy = backup.with_name("edited.zip")
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(copy, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "manifest.json":
                manifest = json.loads(content)
                change(manifest)
                content = json.dumps(manifest).encode()
            new.writestr(name, content)
    return copy


def run_on_sqlite(folder: Path, *arguments: str) -> None:
    """A command of a site that lives in `folder`, as `make run` sets it up."""
    environment = {**os.environ, "ELDEST_HAND_VAR": str(folder)}
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings.embedded"
    environment.pop("DATABASE_URL", None)
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def create_club_in_another_connection(alice: User) -> None:
    """As another request does it."""
    from threading import Thread

    from django.db import connection

    from clubs.activity import By

    failed: list[BaseException] = []

    def act() -> None:
        try:
            create_club(name="Meanwhile", owner=alice, by=By(alice, "web"))
        except BaseException as error:
            failed.append(error)
        finally:
            connection.close()

    thread = Thread(target=act)
    thread.start()
    thread.join(5)
    assert not thread.is_alive(), "the writer waits for the backup"
    assert not failed
