"""A backup put into an empty site: all of it, or a clear word and nothing."""

from __future__ import annotations

import errno
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from clubs.models import Club, Player
from clubs.services.clubs import add_player
from config.backup import restoring
from config.backup.writing import write_backup
from config.catching_up import catch_up
from games.models import Photo
from ratings.models import Ladder, LadderEpoch, RatingEvent
from tests.config.backup.sites import (
    edited,
    empty,
    everything,
    is_empty,
    run_on_sqlite,
)
from tests.evenings import Evening, tables_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_is_restored_equals_what_was_there_row_for_row(
    played: Evening, backup: Path, media: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = everything()
    photos = {path.name: path.read_bytes() for path in (media / "sheet-photos").iterdir()}
    assert len(photos) == 2
    empty(media)
    assert is_empty()
    call_command("restore", str(backup))
    assert everything() == before
    assert {path.name: path.read_bytes() for path in (media / "sheet-photos").iterdir()} == photos
    capsys.readouterr()
    call_command("verify_facts", "--json")
    assert json.loads(capsys.readouterr().out) == {"rebuild": "equal", "differences": [], "waiting": []}


def test_the_restored_site_goes_on(played: Evening, backup: Path, media: Path, client: Client) -> None:
    empty(media)
    call_command("restore", str(backup))
    assert client.login(username="alice", password="alice-pass-1")
    assert client.get(played.tournament.get_absolute_url()).status_code == 200
    evening = Evening(played.tournament, played.entries, played.by, played.rng)
    for table in tables_of(played.tournament.rounds.get(number=3)):
        evening.enter(table)
    newest = Player.objects.order_by("-pk")[0].pk
    assert add_player(Club.objects.get(), name="Somebody new", by=played.by).pk == newest + 1
    catch_up()
    call_command("verify_facts")


@pytest.mark.parametrize("part", [0.0, 0.3, 0.9, 0.999])
def test_a_file_that_is_cut_is_refused_before_anything_is_written(
    backup: Path, media: Path, part: float
) -> None:
    content = backup.read_bytes()
    backup.write_bytes(content[: int(len(content) * part)])
    empty(media)
    with pytest.raises(CommandError, match="is no backup, or the file is cut"):
        call_command("restore", str(backup))
    assert is_empty()


def test_one_flipped_bit_is_found_and_its_table_named(backup: Path, media: Path) -> None:
    with zipfile.ZipFile(backup) as archive:
        place = archive.getinfo("tables/clubs_activity.jsonl").header_offset + 200
    content = bytearray(backup.read_bytes())
    content[place] ^= 1
    backup.write_bytes(bytes(content))
    empty(media)
    with pytest.raises(CommandError, match=r"damaged in tables/clubs_activity\.jsonl"):
        call_command("restore", str(backup))
    assert is_empty()


def _of_a_newer_version(manifest: dict[str, Any]) -> None:
    manifest["migrations"].append(["games", "9999_later"])


def _of_an_older_version(manifest: dict[str, Any]) -> None:
    manifest["migrations"].remove(["games", "0001_initial"])


def _of_another_format(manifest: dict[str, Any]) -> None:
    manifest["format"] = "eldest-hand-backup/7"


def _without_digests(manifest: dict[str, Any]) -> None:
    del manifest["sha256"]


def _with_another_count(manifest: dict[str, Any]) -> None:
    manifest["rows"]["games_seat"] += 1


def _with_a_member_too_many(manifest: dict[str, Any]) -> None:
    manifest["photos"].append("sheet-photos/none.jpg")


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (_of_a_newer_version, r"newer version .*games\.9999_later"),
        (_of_an_older_version, r"older version .*games\.0001_initial"),
        (_of_another_format, "eldest-hand-backup/7"),
        (_without_digests, "not complete"),
        (_with_another_count, "damaged in tables/games_seat"),
        (_with_a_member_too_many, "does not hold what its manifest names"),
    ],
)
def test_what_does_not_fit_is_refused_in_words_and_nothing_is_kept(
    backup: Path, media: Path, change: Callable[[dict[str, Any]], object], word: str
) -> None:
    copy = edited(backup, change)
    empty(media)
    with pytest.raises(CommandError, match=word):
        call_command("restore", str(copy))
    assert is_empty()
    assert not list((media / "sheet-photos").iterdir())


def test_another_zip_and_a_file_that_is_not_there_are_named(tmp_path: Path) -> None:
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("readme.txt", "hello")
    with pytest.raises(CommandError, match=r"no readable manifest\.json"):
        call_command("restore", str(other))
    with pytest.raises(CommandError, match="is not there"):
        call_command("restore", str(tmp_path / "none.zip"))


def test_a_site_with_people_in_it_is_left_as_it_is(played: Evening, backup: Path) -> None:
    before = everything()
    with pytest.raises(CommandError, match="has accounts already"):
        call_command("restore", str(backup))
    assert everything() == before


def test_a_full_disk_under_the_photos_takes_everything_back(
    backup: Path, media: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty(media)
    save = default_storage.save
    saved: list[str] = []

    def fills_up(name: str, content: Any) -> str:
        if saved:
            raise OSError(errno.ENOSPC, "No space left on device")
        saved.append(name)
        return str(save(name, content))

    monkeypatch.setattr(default_storage, "save", fills_up)
    with pytest.raises(CommandError, match="No space left on device"):
        call_command("restore", str(backup))
    assert len(saved) == 1
    assert is_empty()
    assert not list((media / "sheet-photos").iterdir())


def test_rows_the_database_refuses_take_everything_back(
    backup: Path, media: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key that points nowhere is found at the end of the transaction."""
    empty(media)
    fill = restoring._fill

    def without_a_club(*args: Any) -> int:
        n = fill(*args)
        Club.objects.all()._raw_delete("default")
        return n

    monkeypatch.setattr(restoring, "_fill", without_a_club)
    with pytest.raises(CommandError, match="did not take the rows"):
        call_command("restore", str(backup))
    assert is_empty()
    assert not list((media / "sheet-photos").iterdir())


def test_a_photo_whose_file_is_gone_comes_back_as_removed(
    played: Evening, media: Path, tmp_path: Path
) -> None:
    first, second = Photo.objects.all()
    default_storage.delete(str(first.file.name))
    written = write_backup(tmp_path / "site.zip")
    assert (written.photos, written.missing) == (1, 1)
    empty(media)
    call_command("restore", str(written.path))
    assert list(Photo.objects.filter(removed_at=None)) == [second]


def test_ratings_that_were_being_built_anew_are_left_out(
    played: Evening, media: Path, tmp_path: Path
) -> None:
    active = Ladder.objects.order_by("pk")[0].active_epoch
    assert active is not None
    half = LadderEpoch.objects.create(
        ladder=active.ladder, system=active.system, status=LadderEpoch.Status.BUILDING
    )
    n_events = RatingEvent.objects.count()
    event = RatingEvent.objects.filter(epoch=active)[0]
    values = {field.attname: getattr(event, field.attname) for field in event._meta.concrete_fields}
    RatingEvent.objects.create(**{**values, "epoch_id": half.pk})
    path = write_backup(tmp_path / "site.zip").path
    empty(media)
    call_command("restore", str(path))
    assert not LadderEpoch.objects.filter(pk=half.pk).exists()
    assert RatingEvent.objects.count() == n_events
    call_command("verify_facts")


@pytest.mark.services
def test_a_laptops_site_moves_to_the_server_and_back(
    played: Evening, backup: Path, media: Path, tmp_path: Path
) -> None:
    """With `make test-services` from PostgreSQL to SQLite and back."""
    before = everything()
    laptop, again = tmp_path / "laptop", tmp_path / "again.zip"
    run_on_sqlite(laptop, "migrate", "-v", "0")
    run_on_sqlite(laptop, "restore", str(backup))
    run_on_sqlite(laptop, "verify_facts")
    run_on_sqlite(laptop, "backup", str(again))
    empty(media)
    call_command("restore", str(again))
    assert everything() == before
    call_command("verify_facts")
