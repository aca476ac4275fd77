"""Open a backup and say whether it is whole, before anything is done with it."""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from config.backup.errors import BackupRefused
from config.backup.writing import FORMAT, MANIFEST

_PIECE = 1 << 20
_KEYS = {"format", "migrations", "tables", "rows", "photos", "missing_photos", "sha256"}


@dataclass(frozen=True, slots=True)
class Archive:
    """An open backup whose manifest was read."""

    path: Path
    file: zipfile.ZipFile
    manifest: Mapping[str, Any]

    def rows(self, member: str) -> Iterator[list[Any]]:
        with self.file.open(member) as lines:
            for line in lines:
                yield json.loads(line)

    def photo(self, name: str) -> bytes:
        return self.file.read(f"photos/{name}")

    @property
    def photo_bytes(self) -> int:
        return sum(self.file.getinfo(f"photos/{name}").file_size for name in self.manifest["photos"])


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """The archive; raises `BackupRefused` for what is none, is cut, or is of a format this version does not know."""
    try:
        with zipfile.ZipFile(path) as file:
            yield Archive(path, file, _manifest(path, file))
    except FileNotFoundError:
        raise BackupRefused(f"{path} is not there.") from None
    except zipfile.BadZipFile:
        raise BackupRefused(f"{path} is no backup, or the file is cut: use another one.") from None


def check_whole(archive: Archive) -> None:
    """Every byte against its digest, and nothing missing or added; reads the whole file once."""
    manifest = archive.manifest
    wanted = {f"tables/{name}.jsonl" for name in manifest["tables"]}
    wanted |= {f"photos/{name}" for name in manifest["photos"]}
    there = archive.file.namelist()
    if (
        set(there) != wanted | {MANIFEST}
        or len(there) != len(set(there))
        or set(manifest["sha256"]) != wanted
    ):
        raise BackupRefused(f"{archive.path} does not hold what its manifest names: use another file.")
    for member in sorted(wanted):
        if _digest(archive, member) != manifest["sha256"][member]:
            raise BackupRefused(f"{archive.path} is damaged in {member}: use another file.")


def _digest(archive: Archive, member: str) -> str:
    digest = hashlib.sha256()
    try:
        with archive.file.open(member) as content:
            while piece := content.read(_PIECE):
                digest.update(piece)
    except (zipfile.BadZipFile, zlib.error, EOFError):
        return ""
    return digest.hexdigest()


def _manifest(path: Path, file: zipfile.ZipFile) -> Mapping[str, Any]:
    try:
        manifest = json.loads(file.read(MANIFEST))
    except (KeyError, ValueError, zlib.error, EOFError):
        raise BackupRefused(f"{path} has no readable {MANIFEST}: it is no backup of this site.") from None
    told = manifest.get("format") if isinstance(manifest, dict) else None
    if told != FORMAT:
        raise BackupRefused(f"{path} is of the format {told!r}; this version reads {FORMAT}.")
    if not set(manifest) >= _KEYS:
        raise BackupRefused(f"The {MANIFEST} of {path} is not complete: use another file.")
    return manifest  # type: ignore[no-any-return]
