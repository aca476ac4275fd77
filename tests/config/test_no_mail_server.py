"""Without a mail server no page promises a message; with one they do as before."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from clubs.models import User

pytestmark = pytest.mark.django_db
PROMISE = re.compile(r"on its way|\bsent\b|comes there|confirmation email|verify your email", re.IGNORECASE)


def words(client: Client, path: str, typed: dict[str, Any] | None = None) -> str:
    answer = client.get(path, follow=True) if typed is None else client.post(path, typed, follow=True)
    assert answer.status_code == 200, path
    return answer.content.decode()


def everything_said(client: Client, bob: User) -> dict[str, str]:
    new = {
        "username": "nora",
        "email": "nora@example.org",
        "password1": "n0ra-pass-1",
        "password2": "n0ra-pass-1",
    }
    told = {"sign up": words(client, "/accounts/signup/", new)}
    assert User.objects.filter(username="nora").exists()
    mine = "/accounts/email/"
    told["addresses"] = words(client, mine)
    told["another"] = words(client, mine, {"action_add": "", "email": "nora2@example.org"})
    told["again"] = words(client, mine, {"action_send": "", "email": "nora@example.org"})
    told["confirm"] = words(client, "/accounts/confirm-email/")
    client.logout()
    told["forgotten"] = words(client, "/accounts/password/reset/")
    told["reset"] = words(client, "/accounts/password/reset/", {"email": bob.email})
    return told


def test_without_a_mail_server_no_page_promises_a_message(client: Client, bob: User, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"
    told = everything_said(client, bob)
    assert {where: PROMISE.findall(text) for where, text in told.items() if PROMISE.search(text)} == {}
    for where in ("addresses", "another", "again", "confirm", "reset"):
        assert "This site has no mail server" in told[where], where


def test_with_one_they_say_what_is_on_its_way(client: Client, bob: User) -> None:
    told = everything_said(client, bob)
    assert "on its way to nora@example.org" in told["sign up"]
    for where in ("another", "confirm", "reset"):
        assert "on its way" in told[where], where
