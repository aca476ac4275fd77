"""A second factor and a passkey in a real browser, whose authenticator is a simulated one; axe on every page of it."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.access import faults_of
from tests.browser.chromium import listen
from tests.browser.served import Served, served

pytestmark = pytest.mark.browser
PASSWORD = "alice-pass-1"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("accounts"), made_by="tests.browser.organise_evening") as running:
        yield running


@pytest.fixture
def page(browser: Browser, site: Served) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    opened = context.new_page()
    yield opened
    context.close()


@pytest.fixture
def said(page: Page) -> list[str]:
    """What the browser complained about since axe looked last; axe itself makes it complain."""
    return listen(page)


def faults(page: Page, said: list[str]) -> list[str]:
    found = [*said, *faults_of(page)]
    said.clear()
    return found


def here(site: Served, path: str) -> str:
    """Browsers give no passkeys to an address of numbers."""
    return f"http://localhost:{urlsplit(site.base).port}/accounts/{path}"


def sign_in(page: Page, site: Served) -> None:
    page.goto(here(site, "login/"))
    page.fill("[name=login]", "alice")
    page.fill("[name=password]", PASSWORD)
    page.locator("form.form button[type=submit]").first.click()


def test_a_passkey_is_added_and_signs_in_without_a_password(
    page: Page, said: list[str], site: Served
) -> None:
    keys = page.context.new_cdp_session(page)
    keys.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    keys.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    sign_in(page, site)
    page.goto(here(site, "2fa/"))
    assert faults(page, said) == []
    page.goto(here(site, "2fa/webauthn/add/"))  # asks for the password once more
    assert faults(page, said) == []
    page.fill("[name=password]", PASSWORD)
    page.locator("form.form button[type=submit]").first.click()
    page.fill("[name=name]", "My phone")
    page.check("[name=passwordless]")
    assert faults(page, said) == []
    page.click("#mfa_webauthn_add")
    expect(page.locator("h1")).to_have_text("Codes for the day you lose it")
    assert faults(page, said) == []
    page.goto(here(site, "2fa/webauthn/"))
    expect(page.locator("table.ledger")).to_contain_text("My phone")
    assert faults(page, said) == []
    page.context.clear_cookies()
    page.goto(here(site, "login/"))
    assert faults(page, said) == []
    page.click("#passkey_login")
    expect(page.locator("header .menu summary").first).to_contain_text("alice")
    assert said == []


def test_the_pages_of_a_forgotten_password_and_of_the_app_have_no_fault(
    page: Page, said: list[str], site: Served
) -> None:
    for path in ("password/reset/", "password/reset/done/", "password/reset/key/1-nonsense/"):
        page.goto(here(site, path))
        assert faults(page, said) == [], path
    expect(page.locator("h1")).to_have_text("This link is worth nothing any more")
