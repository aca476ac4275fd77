"""Photos of the paper through a table's link: kept as the desk's are, seen by the desk alone, ended with the link."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from clubs.activity import By
from clubs.models import Activity
from games.models import Photo
from games.services import photos as photo_service
from games.services import pictures
from tests.evenings import Evening
from tests.tournaments.views.desk import draft, published, sheet_url
from tests.tournaments.views.test_photos import picture, upload
from tests.tournaments.views.test_photos import url_of as url_of_photo
from tests.tournaments.views.test_table_writer import address
from tournaments.models import Table, TableLink
from tournaments.services import links, rounds
from tournaments.services.links import token_of

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    cache.clear()
    return tmp_path


def place(table: Table) -> str:
    return f"{address(table)}photos/"


def send(
    client: Client, url: str, content: bytes | None = None, headers: dict[str, str] | None = None
) -> Any:
    file = upload(content if content is not None else picture())
    return client.post(url, {"photo": file}, headers=headers)


def nothing_is_kept(media: Path) -> bool:
    return not Photo.objects.exists() and not [path for path in media.rglob("*") if path.is_file()]


def test_a_photo_from_the_table_stands_beside_the_grid_and_in_the_log(
    client: Client, owner: Client, table: Table
) -> None:
    answer = send(client, place(table))
    assert (answer.status_code, answer.url) == (302, f"{address(table)}#photo")
    assert "1 photo of this sheet is at the desk" in client.get(address(table)).content.decode()
    photo = Photo.objects.get()
    html = owner.get(sheet_url(table)).content.decode()
    assert url_of_photo(photo, table) in html
    assert "taken at the table" in html
    assert draft(owner, table, {}).json()["photos"] == [str(photo.uid)]
    assert (photo.by, photo.via) == (None, "link")
    assert Activity.objects.get(verb="photo.added").via == "link"
    assert not client.cookies


def test_a_script_hears_how_many_lie_at_the_desk(client: Client, table: Table) -> None:
    answer = send(client, place(table), headers=JSON)
    assert answer.status_code == 201
    assert answer.json()["text"].startswith("1 photo of this sheet is at the desk")
    send(client, place(table), headers=JSON)  # the same once more: its answer was lost on the way
    assert Photo.objects.count() == 1


def test_it_is_kept_as_a_picture_and_nothing_else(client: Client, owner: Client, table: Table) -> None:
    tags = Image.Exif()
    tags[0x010F] = "a camera with a name"
    send(client, place(table), picture(exif=tags.tobytes(), comment=b"a secret"))
    answer = owner.get(url_of_photo(Photo.objects.get(), table))
    assert answer.headers["Content-Type"] == "image/jpeg"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert b"camera" not in answer.content
    assert b"secret" not in answer.content
    assert Image.open(BytesIO(answer.content)).format == "JPEG"


def test_whoever_has_the_link_sees_and_removes_no_photo(client: Client, table: Table) -> None:
    send(client, place(table))
    photo = Photo.objects.get()
    assert client.get(url_of_photo(photo, table)).status_code == 302
    assert client.post(url_of_photo(photo, table, "photo_remove")).status_code == 403
    assert str(photo.uid) not in client.get(address(table)).content.decode()
    assert client.get(place(table)).status_code == 405


@pytest.mark.parametrize(
    "content", [b"", b"<svg xmlns='http://www.w3.org/2000/svg'/>", picture()[:200], picture("GIF")]
)
def test_what_is_no_photo_is_refused_on_the_page_and_to_the_script(
    client: Client, table: Table, media: Path, content: bytes
) -> None:
    html = send(client, place(table), content)
    assert html.status_code == 422
    assert 'role="alert"' in html.content.decode()
    answer = send(client, place(table), content, headers=JSON)
    assert answer.status_code == 422
    assert answer.json()["message"]
    assert nothing_is_kept(media)


def test_too_much_is_refused_before_it_is_read(
    client: Client, table: Table, media: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.views.photos._FORM_BYTES", 100)
    answer = send(client, place(table))
    assert answer.status_code == 413
    assert "lower resolution" in answer.content.decode()
    assert not answer.wsgi_request._read_started  # nor afterwards, to show the page
    assert nothing_is_kept(media)


def test_a_full_sheet_says_who_can_remove_one(
    client: Client, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photo_service, "MOST_PHOTOS", 1)
    send(client, place(table))
    answer = send(client, place(table), picture(shade=200), headers=JSON)
    assert answer.status_code == 409
    assert "ask the desk to remove one" in answer.json()["message"]


def test_one_link_sends_so_many_a_minute_and_another_is_not_slowed(
    client: Client, evening: Evening, settings: Any
) -> None:
    settings.LIMITS = {**settings.LIMITS, "uploads": (1, 60)}
    one, other = published(evening)[:2]
    send(client, place(one))
    answer = send(client, place(one), picture(shade=200), headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_often")
    assert int(answer.headers["Retry-After"]) >= 1
    assert send(client, place(other)).status_code == 302


@pytest.mark.parametrize("how", ["revoked", "final", "closed"])
def test_an_ended_link_takes_no_photo(
    client: Client, evening: Evening, by_alice: By, media: Path, how: str
) -> None:
    tables = published(evening)
    url = place(tables[0])
    if how == "revoked":
        links.revoke_link(tables[0], by=by_alice)
    elif how == "final":
        evening.enter(tables[0])  # this club verifies nothing: keyed is final
    else:
        for table in tables:
            evening.enter(table)
        rounds.close_round(tables[0].round, by=by_alice)
    answer = send(client, url, headers=JSON)
    assert answer.status_code == 410
    assert answer.json()["code"].startswith("link_")
    assert nothing_is_kept(media)


def test_a_link_that_ends_while_the_picture_is_read_keeps_nothing(
    client: Client, table: Table, by_alice: By, media: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = pictures.read_picture

    def slowly(content: bytes) -> Any:
        links.revoke_link(table, by=by_alice)
        return read(content)

    monkeypatch.setattr("games.services.photos.read_picture", slowly)
    assert send(client, place(table), headers=JSON).status_code == 410
    assert nothing_is_kept(media)


def test_a_guessed_token_takes_no_photo(client: Client, table: Table, media: Path) -> None:
    token = token_of(TableLink.objects.get(table=table))
    url = reverse("table_photo_add", args=[token[:-1] + ("A" if token[-1] != "A" else "B")])
    assert client.post(url, {"photo": SimpleUploadedFile("a.jpg", picture())}).status_code == 404
    assert nothing_is_kept(media)


def test_the_page_of_an_ended_link_can_say_that_a_photo_stayed_on_the_phone(
    client: Client, evening: Evening, table: Table
) -> None:
    opens = address(table)
    assert "unsent-photo" not in client.get(opens).content.decode()
    evening.enter(table)
    ended = client.get(opens)
    page = ended.content.decode()
    assert ended.status_code == 410
    assert f'id="unsent-photo" data-game="{table.game_id}" hidden' in page
    assert "did not arrive before the link ended" in page
    assert "/js/writer-photos" in page
    assert "unsent-photo" not in client.get("/tables/nonsense/").content.decode()


def test_the_page_of_an_ended_link_can_tell_what_was_typed_and_names_nobody_itself(
    client: Client, evening: Evening, table: Table, by_alice: By
) -> None:
    opens = address(table)
    assert table.game is not None
    names = [seat.player.name for seat in table.game.seats.select_related("player") if seat.player]
    assert len(names) == 4
    links.revoke_link(table, by=by_alice)
    page = client.get(opens).content.decode()
    assert f'id="unsent-values" data-game="{table.game_id}" hidden' in page
    assert "/js/writer-unsent" in page
    assert "A new link of this table" in page
    assert not any(f">{name}<" in page for name in names)
    gone = client.get(
        "/tables/nonsense/"
    ).content.decode()  # a table that was drawn away: the store knows the address
    assert 'id="unsent-values" hidden' in gone
