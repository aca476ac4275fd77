"""A backup made while people work: all of one moment, in a file of the owner's alone, or a clear word and nothing."""

from __future__ import annotations

import errno
import json
import stat
import zipfile
from pathlib import Path
from typing import NoReturn

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from clubs.models import Club, User
from config.backup import writing
from config.backup.snapshot import snapshot
from config.backup.tables import kept_tables
from tests.config.backup.sites import (
    create_club_in_another_connection,
)
from tests.evenings import Evening

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_is_read_is_one_moment_and_no_writer_waits(club: Club, alice: User) -> None:
    table = next(table for table in kept_tables() if table.name == "clubs_club")
    with snapshot() as read:
        before = list(read(table.select()))
        create_club_in_another_connection(alice)
        assert list(read(table.select())) == before
    assert Club.objects.count() == len(before) + 1


def test_the_file_is_the_owners_alone_and_nothing_lies_beside_it(backup: Path) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert [path.name for path in backup.parent.iterdir() if path.is_file()] == ["site.zip"]


def test_sessions_are_not_in_it(backup: Path) -> None:
    with zipfile.ZipFile(backup) as archive:
        assert not [name for name in archive.namelist() if "session" in name]


def test_a_folder_gets_a_file_named_by_the_time_and_no_file_is_written_over(
    played: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    call_command("backup", str(folder), "--json")
    told = json.loads(capsys.readouterr().out)
    assert (told["photos"], told["missing"]) == (2, 0)
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", told["path"])


@pytest.mark.parametrize("target", ["nowhere/site.zip", "/proc/site.zip"])
def test_a_place_that_takes_no_file_is_named(played: Evening, tmp_path: Path, target: str) -> None:
    with pytest.raises(CommandError, match="could not be written"):
        call_command("backup", str(tmp_path / target))


def test_a_disk_that_fills_up_leaves_no_file(
    played: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(writing, "_table", full)
    folder = tmp_path / "full"
    folder.mkdir()
    with pytest.raises(CommandError, match="No space left on device"):
        call_command("backup", str(folder))
    assert list(folder.iterdir()) == []
