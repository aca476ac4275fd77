"""Put a backup into an empty site: all of it or nothing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from clubs.models import Activity, Club, Player, User
from config.backup.errors import BackupRefused
from config.backup.reading import Archive, check_whole, opened
from config.backup.snapshot import AT_ONCE
from config.backup.tables import KeptTable, kept_tables, to_database
from games.models import Game, Photo
from ratings.models import LadderEpoch, LadderTouch, RatingEvent, RatingState


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put back."""

    tables: int
    rows: int
    photos: int


def restore_backup(path: Path) -> Restored:
    """Fill the empty database and the folder of uploads from the file.

    Raises `BackupRefused` with the reason: a file that is cut or changed, another version, a site that is not empty, a
    full disk. Then database and uploads are as they were.
    """
    with opened(path) as archive:
        _check_version(archive)
        check_whole(archive)
        tables = kept_tables()
        _check_tables(archive, tables)
        _check_room(archive)
        placed: list[str] = []
        try:
            with _placing(placed), transaction.atomic():
                _check_empty()
                rows = _fill(archive, tables)
                _leave_out_half_built()
                _place_photos(archive, placed)
        except DatabaseError as error:
            raise BackupRefused(f"The database did not take the rows: {error}. Nothing was kept.") from error
        except OSError as error:
            raise BackupRefused(
                f"The restore stopped ({error.strerror or error}): make room, then try again. Nothing was kept."
            ) from error
    return Restored(len(tables), rows, len(placed))


def _check_version(archive: Archive) -> None:
    """The same migrations, one for one: rows of another version would land in the wrong columns."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise BackupRefused("This database is not set up yet: run manage.py migrate first.")
    here = set(executor.loader.applied_migrations)
    there = {(app, name) for app, name in archive.manifest["migrations"]}
    if newer := sorted(there - here):
        raise BackupRefused(
            f"{archive.path} was made by a newer version (it knows {newer[-1][0]}.{newer[-1][1]}): "
            "restore it with that version."
        )
    if older := sorted(here - there):
        raise BackupRefused(
            f"{archive.path} was made by an older version (it does not know {older[0][0]}.{older[0][1]}): "
            "restore it with that version, then update."
        )


def _check_tables(archive: Archive, tables: list[KeptTable]) -> None:
    here = {table.name: list(table.columns) for table in tables}
    if here != archive.manifest["tables"]:
        differ = sorted(set(here) ^ set(archive.manifest["tables"])) or sorted(
            name for name in here if here[name] != archive.manifest["tables"][name]
        )
        raise BackupRefused(
            f"{archive.path} has other tables or columns than this version: {', '.join(differ)}."
        )


def _check_room(archive: Archive) -> None:
    folder = Path(settings.MEDIA_ROOT)
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    if archive.photo_bytes > free:
        raise BackupRefused(
            f"The photos need {archive.photo_bytes:,} bytes and {folder} has {free:,}: make room first."
        )


def _check_empty() -> None:
    kinds = (User, "accounts"), (Club, "clubs"), (Player, "players"), (Game, "games"), (Activity, "a log")
    for model, word in kinds:
        if model._default_manager.exists():
            raise BackupRefused(
                f"This site has {word} already: a backup goes into an empty one. Use a new database, or for "
                "SQLite move the old file away, and run manage.py migrate."
            )


def _fill(archive: Archive, tables: list[KeptTable]) -> int:
    """What `migrate` put into the tables goes; keys are checked by the database at the end of the transaction."""
    n = 0
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table.name)}")
        for table in tables:
            count = _insert(table, _converted(archive, table))
            if count != archive.manifest["rows"][table.name]:
                raise BackupRefused(f"{archive.path} is damaged in {table.member}: use another file.")
            n += count
        for statement in connection.ops.sequence_reset_sql(no_style(), [table.model for table in tables]):
            cursor.execute(statement)
    return n


def _converted(archive: Archive, table: KeptTable) -> Iterator[list[Any]]:
    converters, width = table.converters(to_database()), len(table.columns)
    for row in archive.rows(table.member):
        if not isinstance(row, list) or len(row) != width:
            raise BackupRefused(f"{archive.path} is damaged in {table.member}: use another file.")
        for i, convert in converters:
            row[i] = convert(row[i])
        yield row


def _insert(table: KeptTable, rows: Iterator[list[Any]]) -> int:
    quote = connection.ops.quote_name
    into = f"{quote(table.name)} ({', '.join(map(quote, table.columns))})"
    n = 0
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {into} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
                    n += 1
            return n
        statement = f"INSERT INTO {into} VALUES ({', '.join(['%s'] * len(table.columns))})"
        while batch := list(islice(rows, AT_ONCE)):
            cursor.executemany(statement, batch)
            n += len(batch)
    return n


def _leave_out_half_built() -> None:
    """Ratings that were being built anew when the moment was taken are not gone on with."""
    half = list(LadderEpoch.objects.filter(status=LadderEpoch.Status.BUILDING).values_list("pk", flat=True))
    if half:
        for model in (RatingEvent, RatingState, LadderTouch):
            model._default_manager.filter(epoch__in=half).delete()
        LadderEpoch.objects.filter(pk__in=half).delete()


def _place_photos(archive: Archive, placed: list[str]) -> None:
    """Names are kept: rows point to them. A photo whose file was gone already is one that was removed."""
    for name in archive.manifest["photos"]:
        content = archive.photo(name)
        if default_storage.exists(name):
            with default_storage.open(name) as file:
                if file.read() == content:
                    continue
            raise BackupRefused(f"Another file is at {name} among the uploads: move it away first.")
        placed.append(name)
        default_storage.save(name, ContentFile(content))
    missing = archive.manifest["missing_photos"]
    Photo.objects.filter(file__in=missing).update(file="", removed_at=timezone.now())


@contextmanager
def _placing(placed: list[str]) -> Iterator[None]:
    """Files are no part of the transaction: they go again if it fails."""
    try:
        yield
    except BaseException:
        for name in placed:
            default_storage.delete(name)
        raise
