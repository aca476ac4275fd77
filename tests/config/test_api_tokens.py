"""Signing in to the API: by token, or by session with the CSRF token."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from clubs.models import Activity, Club, User

pytestmark = pytest.mark.django_db
CLUBS = "/api/v1/clubs/"


def made(*args: str) -> str:
    out = StringIO()
    call_command("api_token", *args, stdout=out)
    return out.getvalue().strip()


def post(client: Client, **headers: str) -> int:
    body = '{"name": "By token"}'
    return client.post(CLUBS, body, content_type="application/json", headers=headers).status_code


def test_a_token_signs_in_and_the_log_says_api(alice: User) -> None:
    token = made("alice")
    assert token == made("alice")
    assert post(Client(enforce_csrf_checks=True), Authorization=f"Token {token}") == 201
    line = Activity.objects.get(verb="club.created")
    assert (line.via, line.actor_id_at) == ("api", alice.pk)


def test_a_new_token_ends_the_old_one(alice: User) -> None:
    old, new = made("alice"), made("alice", "--new")
    assert old != new
    assert post(Client(), Authorization=f"Token {old}") == 401
    assert post(Client(), Authorization=f"Token {new}") == 201
    made("alice", "--revoke")
    assert post(Client(), Authorization=f"Token {new}") == 401


def test_a_token_of_a_closed_login_is_refused(alice: User) -> None:
    token = made("alice")
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert post(Client(), Authorization=f"Token {token}") == 401
    with pytest.raises(CommandError, match="no active user"):
        made("alice")


def test_a_session_needs_the_csrf_token(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert post(client) == 403
    assert not Club.objects.exists()
    client.get("/accounts/email/")  # any page with a form sets the cookie
    assert post(client, **{"X-CSRFToken": client.cookies["csrftoken"].value}) == 201


def test_nobody_writes_without_signing_in() -> None:
    response = Client().post(CLUBS, "{}", content_type="application/json")
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == "Token"
    assert response.json()["code"] == "not_authenticated"
