"""Photos of sheets: what is kept, who sees it, what is refused and what the refusal says."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from clubs.activity import By
from clubs.models import Activity, User
from games.models import Photo
from games.services import photos as photo_service
from games.services import pictures
from tests.evenings import STARTS_AT, Evening
from tests.tournaments.views.desk import client_of, published, sheet_url
from tournaments.models import Table
from tournaments.services.hosting import host_round
from tournaments.services.photos import attach_photo, forget_old_photos, remove_photo


@pytest.fixture(autouse=True)
def media(settings: object, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path  # type: ignore[attr-defined]
    return tmp_path


def picture(
    kind: str = "JPEG", size: tuple[int, int] = (60, 40), shade: int = 90, **settings: object
) -> bytes:
    file = BytesIO()
    Image.new("L" if kind == "JPEG" else "RGBA", size, shade if kind == "JPEG" else (shade, 0, 0, 120)).save(
        file, kind, **settings
    )
    return file.getvalue()


def upload(content: bytes, name: str = "sheet.jpg", kind: str = "image/jpeg") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, kind)


def add(client: Client, table: Table, content: bytes, name: str = "sheet.jpg") -> str:
    url = reverse("photo_add", args=[table.tournament.slug, table.sheet_number])
    return client.post(url, {"photo": upload(content, name)}, follow=True).content.decode()


def url_of(photo: Photo, table: Table, name: str = "photo_file") -> str:
    return reverse(name, args=[table.tournament.slug, table.sheet_number, photo.uid])


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photo_is_kept_as_a_jpeg_beside_the_grid_and_in_the_verify_page(
    owner: Client, table: Table, kind: str
) -> None:
    html = add(owner, table, picture(kind))
    photo = Photo.objects.get()
    assert url_of(photo, table) in html
    answer = owner.get(url_of(photo, table))
    assert answer.headers["Content-Type"] == "image/jpeg"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    shown = Image.open(BytesIO(answer.content))
    assert (shown.format, shown.size) == ("JPEG", (60, 40))
    assert Activity.objects.filter(verb="photo.added").count() == 1


def test_where_it_was_taken_is_forgotten_and_it_stands_upright(owner: Client, table: Table) -> None:
    tags = Image.Exif()
    tags[0x0112] = 6  # lies on its side
    tags[0x010F] = "a camera with a name"
    add(owner, table, picture(exif=tags.tobytes(), comment=b"a secret"))
    kept = Photo.objects.get().file.open().read()
    assert b"camera" not in kept
    assert b"secret" not in kept
    assert Image.open(BytesIO(kept)).size == (40, 60)


def test_a_large_photo_becomes_small(owner: Client, table: Table) -> None:
    add(owner, table, picture(size=(4000, 3000)))
    assert (Photo.objects.get().width, Photo.objects.get().height) == (2400, 1800)


def test_a_grey_scan_of_sixteen_bits_keeps_its_greys(owner: Client, table: Table) -> None:
    scan = BytesIO()
    Image.new("I;16", (40, 30), 128 * 256).save(scan, "PNG")
    add(owner, table, scan.getvalue())
    with Image.open(Photo.objects.get().file) as kept:
        assert kept.getpixel((20, 15)) == (128, 128, 128)


def test_the_same_file_twice_is_kept_once(owner: Client, table: Table) -> None:
    add(owner, table, picture())
    add(owner, table, picture())
    assert Photo.objects.count() == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"<html>GIF89a</html>",
        picture()[:200],
        picture("PNG")[:60],
        picture("GIF"),
        b"\xff\xd8\xff\xe0" + b"\0" * 500,
    ],
    ids=["empty", "svg", "html", "half a jpeg", "half a png", "gif", "noise"],
)
def test_what_is_no_photo_is_refused_and_nothing_is_kept(
    owner: Client, table: Table, media: Path, content: bytes
) -> None:
    html = add(owner, table, content)
    assert "photograph the sheet again" in html or "Choose a photo" in html
    assert Photo.objects.count() == 0
    assert not [path for path in media.rglob("*") if path.is_file()]


def test_a_bomb_of_pixels_is_refused_by_its_head(
    owner: Client, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decoded(*_: object) -> None:
        raise AssertionError("nothing may be decoded")

    bomb = BytesIO()
    Image.new("1", (9000, 9000)).save(bomb, "PNG")
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", decoded)
    assert "too many pixels" in add(owner, table, bomb.getvalue(), "sheet.png")
    assert len(bomb.getvalue()) < 100_000
    assert Photo.objects.count() == 0


def test_too_many_bytes_are_refused(owner: Client, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo_service, "MOST_BYTES", 100)
    assert "lower resolution" in add(owner, table, picture())
    url = reverse("photo_add", args=[table.tournament.slug, table.sheet_number])
    monkeypatch.setattr("tournaments.views.photos._FORM_BYTES", 100)
    monkeypatch.setattr(photo_service, "MOST_BYTES", pictures.MOST_BYTES)
    assert "lower resolution" in owner.post(url, {"photo": upload(picture())}, follow=True).content.decode()
    assert Photo.objects.count() == 0


def test_a_sheet_has_so_many_photos_and_a_person_so_many_a_minute(
    owner: Client, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photo_service, "MOST_PHOTOS", 2)
    for shade in (1, 60):
        add(owner, table, picture(shade=shade))
    assert "remove one first" in add(owner, table, picture(shade=120))
    monkeypatch.setattr(photo_service, "MOST_A_MINUTE", 2)
    assert "wait a little" in add(owner, table, picture(shade=180))
    assert Photo.objects.count() == 2


def test_only_the_desk_sees_a_photo(owner: Client, bob: User, keeper: Client, table: Table) -> None:
    add(owner, table, picture())
    photo = Photo.objects.get()
    assert keeper.get(url_of(photo, table)).status_code == 200
    assert client_of(bob).get(url_of(photo, table)).status_code == 403
    assert Client().get(url_of(photo, table)).status_code == 302
    assert client_of(bob).post(url_of(photo, table, "photo_remove")).status_code == 403
    assert owner.post(url_of(photo, table)).status_code == 405
    assert str(photo.uid) not in client_of(bob).get(photo.game.get_absolute_url()).content.decode()
    assert "sheet-photos" not in owner.get(sheet_url(table)).content.decode()


def test_a_photo_of_another_sheet_is_not_shown_here(owner: Client, evening: Evening) -> None:
    one, other = published(evening)[:2]
    add(owner, one, picture())
    assert owner.get(url_of(Photo.objects.get(), other)).status_code == 404


def test_a_removed_photo_is_gone_and_its_line_stays(
    keeper: Client,
    table: Table,
    media: Path,
    django_capture_on_commit_callbacks: object,
) -> None:
    add(keeper, table, picture())
    photo = Photo.objects.get()
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        keeper.post(url_of(photo, table, "photo_remove"))
    assert keeper.get(url_of(photo, table)).status_code == 404
    assert not [path for path in media.rglob("*") if path.is_file()]
    photo.refresh_from_db()
    assert photo.removed_at is not None
    assert Activity.objects.filter(verb="photo.removed").count() == 1
    add(keeper, table, picture())
    assert Photo.objects.count() == 2


def test_photos_are_forgotten_ninety_days_after_the_tournament(table: Table, by_alice: By) -> None:
    photo = attach_photo(table, sent=upload(picture()), by=by_alice)
    assert forget_old_photos(STARTS_AT + timedelta(days=89)) == 0
    assert forget_old_photos(STARTS_AT + timedelta(days=91)) == 1
    photo.refresh_from_db()
    assert photo.removed_at is not None
    assert forget_old_photos(STARTS_AT + timedelta(days=91)) == 0


def test_the_log_says_in_words_who_added_and_removed_a_photo_and_had_a_round_played_on_the_screen(
    owner: Client, evening: Evening, table: Table, by_alice: By
) -> None:
    photo = attach_photo(table, sent=upload(picture()), by=by_alice)
    remove_photo(table, photo, by=by_alice)
    assert host_round(table.round, by=by_alice)
    page = owner.get(reverse("tournament_log", args=[evening.tournament.slug])).content.decode()
    told = f"a photo of the sheet of table {table.number} of round 1"
    assert f"added {told}" in page
    assert f"removed {told}" in page
    assert "had round 1 played on the screen" in page
    assert not [line for line in ("photo.added", "photo.removed", "round.hosted") if line in page]
