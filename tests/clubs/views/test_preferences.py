"""Language and theme, one tap away and without script."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_language_is_kept_and_leads_back(client: Client) -> None:
    response = client.post("/language/", {"code": "de", "next": "/clubs/"})
    assert (response.status_code, response.headers["Location"]) == (302, "/clubs/")
    assert 'lang="de"' in client.get("/clubs/").content.decode()


@pytest.mark.parametrize("body", [{"code": "xx"}, {}, {"theme": "dark"}])
def test_a_language_nobody_knows_is_refused(client: Client, body: dict[str, str]) -> None:
    response = client.post("/language/", body)
    assert response.status_code == 400
    assert not response.cookies


def test_no_token_is_needed_and_no_page_carries_one(client: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/theme/", {"theme": "dark"}).status_code == 302
    page = client.get("/clubs/")
    assert "csrf" not in page.content.decode()
    assert not page.cookies


def test_nobody_is_led_to_another_site(client: Client) -> None:
    response = client.post("/language/", {"code": "nb", "next": "https://elsewhere.example/"})
    assert response.headers["Location"] == "/"


@pytest.mark.parametrize("path", ["//elsewhere.example/", "javascript:alert(1)", "\\\\elsewhere.example"])
def test_trick_addresses_lead_home(client: Client, path: str) -> None:
    assert client.post("/theme/", {"theme": "dark", "next": path}).headers["Location"] == "/"


def test_theme_is_written_by_the_server(client: Client) -> None:
    assert "data-theme=" not in client.get("/help/").content.decode().split("<head>")[0]
    client.post("/theme/", {"theme": "dark"})
    assert '<html lang="en" data-theme="dark"' in client.get("/help/").content.decode()


def test_a_forged_theme_cookie_changes_nothing(client: Client) -> None:
    client.cookies["theme"] = '"><script>'
    assert "data-theme=" not in client.get("/help/").content.decode().split("<head>")[0]


@pytest.mark.parametrize("path", ["/language/", "/theme/"])
def test_nobody_comes_here_by_a_link(client: Client, path: str) -> None:
    assert client.get(path).status_code == 405
    assert f'href="{path}' not in client.get("/").content.decode()


def test_the_way_to_sign_in_comes_back_here_and_never_nests(client: Client) -> None:
    assert 'href="/accounts/login/?next=%2Fclubs%2F%3Fq%3Dx"' in client.get("/clubs/?q=x").content.decode()
    login = client.get("/accounts/login/", {"next": "/clubs/?q=x"}).content.decode()
    assert 'class="sign" href="/accounts/login/?next=%2Fclubs%2F%3Fq%3Dx"' in login
    assert "login%2F" not in login
    assert 'class="sign" href="/accounts/login/"' in client.get("/accounts/login/").content.decode()


def test_machines_are_told_what_to_leave_alone(client: Client) -> None:
    lines = client.get("/robots.txt").content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    assert {"Disallow: /accounts/", "Disallow: /live/", "Disallow: /admin/"} <= set(lines)


@pytest.mark.parametrize("path", ["/clubs/", "/help/"])
def test_reading_pages_refuse_a_post(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
