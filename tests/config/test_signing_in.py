"""Second factor, passkeys, a new password: the pages are ours, hold no inline script, need no mail server."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core import mail
from django.core.cache import cache
from django.test import Client

from clubs.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "alice-pass-1"
SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.DOTALL)


@pytest.fixture(autouse=True)
def no_limits() -> Iterator[None]:
    """Attempts are counted in the cache."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def signed_in(client: Client, alice: User) -> Client:
    """By password, typed once more, as setting up a second factor asks for."""
    assert client.post("/accounts/login/", {"login": "alice", "password": PASSWORD}).status_code == 302
    assert (
        client.get("/accounts/2fa/totp/activate/").headers["Location"].startswith("/accounts/reauthenticate/")
    )
    assert client.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302
    return client


def code_now(secret: str) -> str:
    return str(format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time())))))


def set_up_app(client: Client) -> str:
    """The secret of the app, read from the page as a person without a camera does."""
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    found = re.search(r"<code>([A-Z2-7]{16,})</code>", page)
    assert found is not None
    assert client.post("/accounts/2fa/totp/activate/", {"code": code_now(found[1])}).status_code == 302
    return found[1]


@pytest.mark.parametrize(
    "path",
    [
        "2fa/",
        "2fa/totp/activate/",
        "2fa/webauthn/",
        "2fa/webauthn/add/",
        "password/reset/",
        "password/change/",
    ],
)
def test_the_pages_are_ours_and_hold_no_script_or_style_of_their_own(signed_in: Client, path: str) -> None:
    answer = signed_in.get(f"/accounts/{path}")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'class="mast"' in page
    assert "style=" not in page
    for attributes, inside in SCRIPT.findall(page):
        assert "src=" in attributes or 'type="application/json"' in attributes, inside[:80]


def test_a_code_of_the_app_is_asked_for_after_the_password(signed_in: Client, alice: User) -> None:
    secret = set_up_app(signed_in)
    other = Client()
    answer = other.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert answer.headers["Location"] == "/accounts/2fa/authenticate/"
    assert "One more step" in other.get("/accounts/2fa/authenticate/").content.decode()
    assert "_auth_user_id" not in other.session
    wrong = other.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert wrong.status_code == 200
    assert "_auth_user_id" not in other.session
    cache.clear()  # a code is good once; the one of setting up is used
    other.post("/accounts/2fa/authenticate/", {"code": code_now(secret)})
    assert other.session["_auth_user_id"] == str(alice.pk)


@pytest.mark.parametrize(("steps", "is_good"), [(-2, False), (-1, True), (1, True), (2, False)])
def test_a_phone_may_be_half_a_minute_wrong(
    signed_in: Client, monkeypatch: pytest.MonkeyPatch, steps: int, is_good: bool
) -> None:
    secret = set_up_app(signed_in)
    now = 1_800_000_010
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time.time", lambda: now)
    other = Client()
    other.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    code = str(format_hotp_value(hotp_value(secret, now // 30 + steps)))
    other.post("/accounts/2fa/authenticate/", {"code": code})
    assert ("_auth_user_id" in other.session) is is_good


def test_the_page_of_the_account_leads_to_the_second_factor(signed_in: Client) -> None:
    page = signed_in.get("/account/").content.decode()
    assert page[page.index('id="login"') :].count('href="/accounts/2fa/"') == 1


def test_a_code_on_paper_signs_in_once(signed_in: Client, alice: User) -> None:
    set_up_app(signed_in)
    page = signed_in.get("/accounts/2fa/recovery-codes/").content.decode()
    code = re.findall(r"<code>(\w+)</code>", page)[0]
    for is_good in (True, False):
        other = Client()
        other.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
        other.post("/accounts/2fa/authenticate/", {"code": code})
        assert ("_auth_user_id" in other.session) is is_good


def test_whoever_runs_the_site_takes_a_lost_phone_away_and_reads_no_secret(
    signed_in: Client, alice: User, bob: User
) -> None:
    secret = set_up_app(signed_in)
    User.objects.filter(pk=bob.pk).update(is_staff=True, is_superuser=True)
    admin = Client()
    admin.force_login(bob)
    for one in Authenticator.objects.filter(user=alice):
        here = f"/admin/mfa/authenticator/{one.pk}/"
        page = admin.get(f"{here}change/").content.decode()
        assert "alice" in page
        assert secret not in page
        assert "seed" not in page
        assert admin.post(f"{here}change/", {"type": "totp", "data": "{}"}).status_code == 403
        assert admin.post(f"{here}delete/", {"post": "yes"}).status_code == 302
    assert admin.get("/admin/mfa/authenticator/add/").status_code == 403
    assert not Authenticator.objects.exists()


def test_the_app_is_switched_off_again(signed_in: Client, alice: User) -> None:
    set_up_app(signed_in)
    assert "Switch it off" in signed_in.get("/accounts/2fa/").content.decode()
    assert signed_in.get("/accounts/2fa/totp/deactivate/").status_code == 200
    assert signed_in.post("/accounts/2fa/totp/deactivate/").status_code == 302
    assert not Authenticator.objects.filter(user=alice, type="totp").exists()


def test_the_sign_in_page_offers_a_passkey(client: Client) -> None:
    page = client.get("/accounts/login/").content.decode()
    assert 'id="passkey_login"' in page
    assert client.get("/accounts/2fa/webauthn/login/", headers={"Accept": "application/json"}).json()[
        "request_options"
    ]


def test_a_forgotten_password_is_made_anew_by_the_link_in_the_message(client: Client, alice: User) -> None:
    assert client.post("/accounts/password/reset/", {"email": "alice@example.org"}).status_code == 302
    found = re.search(r"http://\S+(/accounts/password/reset/key/\S+)", str(mail.outbox[0].body))
    assert found is not None
    form = client.get(found[1], follow=True)
    path = form.request["PATH_INFO"]
    typed = {"password1": "a-new-pass-2", "password2": "a-new-pass-2"}
    assert client.post(path, typed).status_code == 302
    assert Client().login(username="alice", password="a-new-pass-2")
    again = Client().get(found[1], follow=True)
    assert "worth nothing any more" in again.content.decode()


def test_without_a_mail_server_the_page_says_what_to_do(
    client: Client, alice: User, settings: pytest.FixtureRequest
) -> None:
    assert "no mail server" not in client.get("/accounts/password/reset/").content.decode()
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"  # type: ignore[attr-defined]
    for path in ("/accounts/password/reset/", "/accounts/password/reset/done/"):
        assert "changepassword" in client.get(path).content.decode()
