"""Language and theme, one tap away and without script."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_language_is_kept_and_leads_back(client: Client) -> None:
    response = client.get("/language/de/", {"next": "/clubs/"})
    assert (response.status_code, response.headers["Location"]) == (302, "/clubs/")
    assert 'lang="de"' in client.get("/clubs/").content.decode()


def test_unknown_language_is_not_found(client: Client) -> None:
    assert client.get("/language/xx/").status_code == 404


def test_nobody_is_led_to_another_site(client: Client) -> None:
    response = client.get("/language/nb/", {"next": "https://elsewhere.example/"})
    assert response.headers["Location"] == "/"


@pytest.mark.parametrize("path", ["//elsewhere.example/", "javascript:alert(1)", "\\\\elsewhere.example"])
def test_trick_addresses_lead_home(client: Client, path: str) -> None:
    assert client.get("/theme/dark/", {"next": path}).headers["Location"] == "/"


def test_theme_is_written_by_the_server(client: Client) -> None:
    assert "data-theme=" not in client.get("/help/").content.decode().split("<head>")[0]
    client.get("/theme/dark/")
    assert '<html lang="en" data-theme="dark">' in client.get("/help/").content.decode()


def test_a_forged_theme_cookie_changes_nothing(client: Client) -> None:
    client.cookies["theme"] = '"><script>'
    assert "data-theme=" not in client.get("/help/").content.decode().split("<head>")[0]


@pytest.mark.parametrize("path", ["/language/de/", "/theme/dark/", "/clubs/", "/help/"])
def test_reading_pages_refuse_a_post(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
