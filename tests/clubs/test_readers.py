"""Who asks is read at every request: what was found good before opens nothing once the account or session changed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import User
from clubs.readers import reader_of
from clubs.sessions import SessionStore

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("alice", password="a long enough one")


@pytest.fixture
def browser(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def reader(browser: Client) -> Any:
    """Who a request of this browser comes from."""
    request = RequestFactory().get("/")
    request.session = SessionStore(browser.session.session_key)
    return reader_of(request)


def test_an_account_costs_a_query_for_it_and_one_for_the_session_seen_before_or_not(
    alice: User, browser: Client
) -> None:
    key = browser.session.session_key
    found = []
    for _ in range(2):
        request = RequestFactory().get("/")
        request.session = SessionStore(key)
        with CaptureQueriesContext(connection) as asked:
            found.append(reader_of(request))
        assert len(asked) == 2
    columns = [field.attname for field in User._meta.concrete_fields]
    stored = User.objects.get()
    for user in found:
        assert [getattr(user, name) for name in columns] == [getattr(stored, name) for name in columns]


@pytest.mark.parametrize(
    "change",
    [
        lambda user: user.set_password("another long one"),
        lambda user: setattr(user, "is_active", False),
    ],
    ids=["password", "closed"],
)
def test_a_new_password_or_a_closed_account_ends_its_sessions_at_once(
    alice: User, browser: Client, change: Any
) -> None:
    assert reader(browser) == alice
    change(alice)
    alice.save()
    assert not reader(browser).is_authenticated


def test_what_is_changed_in_an_account_is_what_the_next_request_sees(alice: User, browser: Client) -> None:
    found = reader(browser)
    found.first_name = "changed by a view that did not save it"
    assert reader(browser).first_name == ""
    User.objects.update(is_superuser=True, first_name="Alice")
    assert (reader(browser).is_superuser, reader(browser).first_name) == (True, "Alice")
    alice.delete()
    assert not reader(browser).is_authenticated


def test_an_expired_ended_or_forged_session_is_nobodys(alice: User, browser: Client) -> None:
    assert reader(browser) == alice
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not reader(browser).is_authenticated
    Session.objects.update(expire_date=timezone.now() + timedelta(days=1), session_data="forged:by:hand")
    assert not reader(browser).is_authenticated
    Session.objects.all().delete()
    assert not reader(browser).is_authenticated


def test_a_session_that_claims_another_account_is_judged_by_that_one(alice: User, browser: Client) -> None:
    assert reader(browser) == alice
    bob = User.objects.create_user("bob", password="one more long one")
    session = SessionStore(browser.session.session_key)
    session["_auth_user_id"] = str(bob.pk)
    session.save()
    assert not reader(browser).is_authenticated
