"""Make the file of a backup: under another name until it is whole."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.files.storage import default_storage
from django.db import connection

from config.backup.errors import BackupRefused
from config.backup.snapshot import Read, snapshot
from config.backup.tables import Convert, KeptTable, from_database, kept_tables

FORMAT = "eldest-hand-backup/1"
MANIFEST = "manifest.json"
PHOTOS = "SELECT file FROM games_photo WHERE file <> '' ORDER BY id"
MIGRATIONS = "SELECT app, name FROM django_migrations ORDER BY app, name"
_LEVEL = 3
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


@dataclass(frozen=True, slots=True)
class Written:
    """What lies in the file."""

    path: Path
    tables: int
    rows: int
    photos: int
    missing: int  # photos that were removed while the backup was made
    size: int


def write_backup(target: Path, *, now: datetime | None = None) -> Written:
    """The whole site as of one moment in `target`, a new file or a folder that gets one. Readable by its owner only.

    Raises `BackupRefused`; then no file is left behind.
    """
    now = now or datetime.now(UTC)
    path = target / f"eldest-hand-{now:%Y-%m-%d-%H%M%S}.zip" if target.is_dir() else target
    if path.exists():
        raise BackupRefused(f"{path} is there already: choose another name, or remove it first.")
    part = path.with_name(f".{path.name}.part")
    try:
        with _whole_or_nothing(part, path), snapshot() as read:
            told = _fill(part, read, now)
    except OSError as error:
        raise BackupRefused(_disk_words(path, error)) from error
    return Written(
        path,
        tables=len(told["tables"]),
        rows=sum(told["rows"].values()),
        photos=len(told["photos"]),
        missing=len(told["missing_photos"]),
        size=path.stat().st_size,
    )


@contextmanager
def _whole_or_nothing(part: Path, path: Path) -> Iterator[None]:
    """The file `part` becomes `path` when all is on the disk; it is removed on any failure."""
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    try:
        yield
        _to_disk(part)
        part.rename(path)
        _to_disk(path.parent)
    finally:
        part.unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _fill(part: Path, read: Read, now: datetime) -> dict[str, Any]:
    """Photos first, since their files may go while the rows stand still; the manifest last."""
    told: dict[str, Any] = {
        "format": FORMAT,
        "made_at": now.isoformat(),
        "database": connection.vendor,
        "migrations": [list(row) for row in read(MIGRATIONS)],
        "tables": {},
        "rows": {},
        "photos": [],
        "missing_photos": [],
        "sha256": {},
    }
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
        for (name,) in read(PHOTOS):
            content = _photo(name)
            if content is None:
                told["missing_photos"].append(name)
                continue
            told["photos"].append(name)
            told["sha256"][f"photos/{name}"] = hashlib.sha256(content).hexdigest()
            archive.writestr(f"photos/{name}", content, zipfile.ZIP_STORED)
        for table in kept_tables():
            told["tables"][table.name] = list(table.columns)
            n, digest = _table(archive, table, read(table.select()))
            told["rows"][table.name], told["sha256"][table.member] = n, digest
        archive.writestr(MANIFEST, json.dumps(told, indent=1))
    return told


def _photo(name: str) -> bytes | None:
    try:
        with default_storage.open(name) as file:
            return bytes(file.read())
    except FileNotFoundError:
        return None


def _table(archive: zipfile.ZipFile, table: KeptTable, rows: Iterable[Sequence[Any]]) -> tuple[int, str]:
    """How many rows there were, and the digest of what was written."""
    n, digest = 0, hashlib.sha256()
    with archive.open(table.member, "w", force_zip64=True) as member:
        for lines in _batches(rows, table.converters(from_database())):
            n += len(lines)
            text = ("\n".join(lines) + "\n").encode()
            digest.update(text)
            member.write(text)
    return n, digest.hexdigest()


def _batches(
    rows: Iterable[Sequence[Any]], converters: tuple[tuple[int, Convert], ...], size: int = 2000
) -> Iterator[list[str]]:
    lines: list[str] = []
    for row in rows:
        values = list(row)
        for i, convert in converters:
            values[i] = convert(values[i])
        lines.append(_encode(values))
        if len(lines) == size:
            yield lines
            lines = []
    if lines:
        yield lines


def _disk_words(path: Path, error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{path} could not be written ({reason}): make room or choose another place. Nothing was kept."
