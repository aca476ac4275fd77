"""What holds for every page: strict policy, errors in our look, accounts, the documentation of the API."""

from __future__ import annotations

import re

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.views.defaults import bad_request, permission_denied, server_error

from clubs.errors import Conflict
from clubs.models import User
from config.api import v1
from config.problems import problem_response
from tests.evenings import Evening

pytestmark = pytest.mark.django_db

INLINE = re.compile(
    r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*(?:src=|application/json))|javascript:", re.I
)


def every_page(evening: Evening) -> list[str]:
    base = evening.tournament.get_absolute_url()
    club = evening.tournament.club.get_absolute_url()
    game = evening.tournament.tables.filter(game__isnull=False)[0].game
    assert game is not None
    return [
        "/",
        "/tournaments/",
        "/clubs/",
        "/players/",
        "/ratings/",
        "/ratings/how/",
        "/help/",
        "/api/",
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/password/reset/",
        "/accounts/password/reset/done/",
        "/accounts/confirm-email/",
        "/accounts/inactive/",
        club,
        f"{club}members/",
        f"{club}rules/",
        base,
        f"{base}standings/",
        f"{base}rounds/1/",
        game.get_absolute_url(),
        evening.entries[0].player.get_absolute_url(),
        "/nowhere/",
    ]


def test_no_page_has_inline_script_or_style(client: Client, evening: Evening) -> None:
    evening.play_round()
    for page in every_page(evening):
        response = client.get(page)
        assert response.status_code in (200, 404), page
        assert not INLINE.findall(response.content.decode()), page
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy


@pytest.mark.parametrize("language", ["en", "nb", "da", "de", "is", "af"])
def test_every_page_opens_in_every_language(client: Client, evening: Evening, language: str) -> None:
    evening.play_round()
    client.post("/language/", {"code": language})
    for page in every_page(evening):
        text = client.get(page).content.decode()
        assert f'<html lang="{language}"' in text, page


def test_every_page_has_one_heading_a_title_and_landmarks(client: Client, evening: Evening) -> None:
    evening.play_round()
    titles = set()
    for page in every_page(evening):
        text = client.get(page).content.decode()
        assert len(re.findall(r"<h1[ >]", text)) == 1, page
        for mark in ('<main id="main"', "<header", "<footer", 'class="skip"', "<nav"):
            assert mark in text, (page, mark)
        ids = re.findall(r'\sid="([^"]+)"', text)
        assert len(ids) == len(set(ids)), page
        title = re.search(r"<title>\s*(.*?)\s*</title>", text, re.S)
        assert title is not None
        assert title.group(1) not in titles or page.startswith("/accounts/"), page
        titles.add(title.group(1))


def test_errors_wear_our_look() -> None:
    request = RequestFactory().get("/x/")
    request.user = User()
    for view, status in ((bad_request, 400), (permission_denied, 403)):
        response = view(request, Exception())
        assert response.status_code == status
        assert "Eldest Hand" in response.content.decode()
    broken = server_error(request)
    assert broken.status_code == 500
    assert "What was saved before is safe" in broken.content.decode()


def test_a_missing_page_is_404_in_our_look(client: Client) -> None:
    response = client.get("/nowhere/")
    assert response.status_code == 404
    assert "This page is not here" in response.content.decode()


def test_a_stale_form_says_that_nothing_was_saved() -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/accounts/login/", {"login": "alice"})
    assert response.status_code == 403
    assert "Nothing was saved" in response.content.decode()


def test_signing_in_and_out(client: Client, alice: User) -> None:
    response = client.post("/accounts/login/", {"login": "alice", "password": "alice-pass-1"})
    assert response.status_code == 302
    page = client.get("/").content.decode()
    assert "alice" in page
    assert reverse("account_logout") in page
    client.post(reverse("account_logout"))
    assert "Sign in" in client.get("/").content.decode()


def test_a_wrong_password_is_said_on_top_and_nothing_is_lost(client: Client, alice: User) -> None:
    response = client.post("/accounts/login/", {"login": "alice", "password": "wrong"})
    text = response.content.decode()
    assert 'class="errors" role="alert"' in text
    assert 'value="alice"' in text


def test_signing_up(client: Client) -> None:
    form = {
        "email": "cara@example.org",
        "username": "cara",
        "password1": "three-tricks-7",
        "password2": "three-tricks-7",
    }
    assert client.post("/accounts/signup/", form).status_code == 302
    assert User.objects.filter(username="cara").exists()


def test_account_pages_of_a_signed_in_person(client: Client, alice: User) -> None:
    client.force_login(alice)
    for name in ("account_email", "account_change_password", "account_logout"):
        response = client.get(reverse(name))
        assert response.status_code == 200
        assert not INLINE.findall(response.content.decode()), name


def test_the_schema_describes_every_endpoint(client: Client) -> None:
    schema = client.get("/api/v1/schema/").json()
    assert schema["openapi"].startswith("3.")
    routes = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"/api/v1/{route.pattern}") for route in v1}
    documented = {path.replace("{id}", "{pk}") for path in schema["paths"]}
    assert documented == routes - {"/api/v1/schema/"}
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            refusals = [status for status in operation["responses"] if status >= "400"]
            assert refusals, f"{method} {path}"


def test_the_documentation_names_every_list(client: Client) -> None:
    page = client.get("/api/").content.decode()
    for noun in ("clubs", "players", "tournaments", "games", "ladders"):
        assert f"/api/v1/{noun}/" in page


def test_a_refusal_of_a_service_becomes_a_problem() -> None:
    response = problem_response(Conflict("Somebody was first.", table=3), {})
    assert response is not None
    assert response.status_code == 409
    assert response.data == {
        "type": "about:blank",
        "title": "Conflict",
        "status": 409,
        "detail": "Somebody was first.",
        "code": "conflict",
        "table": 3,
    }


def test_a_defect_is_left_to_the_log() -> None:
    assert problem_response(RuntimeError("bug"), {}) is None
