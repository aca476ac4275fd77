"""Photos of sheets by the API: the same service, the same people, only ever a picture."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from clubs.activity import By
from clubs.models import Club, User
from tests.evenings import Evening
from tests.tournaments.views.desk import client_of, desk_user, published
from tests.tournaments.views.test_photos import picture, upload


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def place(evening: Evening) -> str:
    table = published(evening)[0]
    return f"/api/v1/tournaments/{evening.tournament.uid}/sheets/{table.sheet_number}/photos/"


@pytest.fixture
def keeper(club: Club, by_alice: By) -> Client:
    return client_of(desk_user(club, "charlie", "scorekeeper", by=by_alice))


def send(client: Client, place: str, file: SimpleUploadedFile | None = None) -> Any:
    return client.post(place, {"photo": file or upload(picture())})


def test_a_photo_is_sent_listed_seen_and_removed(keeper: Client, place: str) -> None:
    sent = send(keeper, place)
    assert sent.status_code == 201
    assert keeper.get(place).json() == [sent.json()]
    assert (sent.json()["width"], sent.json()["height"]) == (60, 40)
    seen = keeper.get(sent.json()["url"])
    assert (seen.status_code, seen.headers["Content-Type"]) == (200, "image/jpeg")
    assert seen.headers["X-Content-Type-Options"] == "nosniff"
    assert Image.open(BytesIO(seen.content)).size == (60, 40)
    for _time in range(2):
        assert keeper.delete(sent.json()["url"]).status_code == 204
    assert keeper.get(place).json() == []
    assert keeper.get(sent.json()["url"]).status_code == 404


def test_the_same_file_sent_twice_is_one_photo(keeper: Client, place: str) -> None:
    assert [send(keeper, place).status_code for _time in range(2)] == [201, 200]
    assert len(keeper.get(place).json()) == 1


def test_where_a_photo_was_taken_is_never_kept(keeper: Client, place: str) -> None:
    exif = Image.Exif()
    exif[0x010F] = "a maker"
    url = send(keeper, place, upload(picture(exif=exif))).json()["url"]
    assert not Image.open(BytesIO(keeper.get(url).content)).getexif()


def test_what_is_no_picture_is_refused_with_the_reason(keeper: Client, place: str) -> None:
    page = SimpleUploadedFile("sheet.jpg", b"<script>alert(1)</script>", "image/jpeg")
    for answer in (send(keeper, place, page), keeper.post(place, {})):
        assert answer.status_code == 422
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["detail"]
    assert keeper.get(place).json() == []


def test_a_caller_may_ask_for_the_picture_by_its_type(keeper: Client, place: str) -> None:
    url = send(keeper, place).json()["url"]
    assert keeper.get(url, headers={"Accept": "image/jpeg"}).status_code == 200


def test_only_the_desk_has_photos(bob: User, keeper: Client, place: str) -> None:
    url = send(keeper, place).json()["url"]
    for client, status in ((Client(), 401), (client_of(bob), 403)):
        assert client.get(place).status_code == status
        assert client.get(url).status_code == status
        assert client.delete(url).status_code == status
        assert send(client, place).status_code == status
    assert keeper.get(url).status_code == 200
