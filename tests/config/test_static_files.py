"""Static files and pictures under ASGI: whole answers, and not a warning about iterators."""

from __future__ import annotations

import warnings

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client
from django.test.utils import override_settings

FILE = "/static/js/site.js"


@override_settings(WHITENOISE_USE_FINDERS=True)
def test_a_file_is_served_under_asgi_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        answer = async_to_sync(AsyncClient().get)(FILE)
        assert answer.status_code == 200
        assert not answer.streaming
        assert answer.content.startswith(b"//")


@override_settings(WHITENOISE_USE_FINDERS=True)
def test_a_file_keeps_its_headers_its_parts_and_its_tag() -> None:
    whole = Client().get(FILE)
    assert whole["Content-Type"].startswith("text/javascript")
    assert int(whole["Content-Length"]) == len(whole.content)
    part = Client().get(FILE, headers={"range": "bytes=0-9"})
    assert (part.status_code, part.content) == (206, whole.content[:10])
    again = Client().get(FILE, headers={"if-modified-since": whole["Last-Modified"]})
    assert (again.status_code, again.content) == (304, b"")
    assert Client().head(FILE).content == b""


@pytest.mark.django_db
def test_a_server_without_streams_answers_a_stream_with_nothing(client: Client) -> None:
    """Never an endless list in memory: the page then asks for versions."""
    from tests.config.rights_scene import make_scene

    topic = make_scene().evenings["open"].tournament.topic
    answer = client.get("/live/", {"topic": topic})
    assert answer.status_code == 204
    assert client.get("/live/versions/", {"topic": topic}).json()
