"""One browser for the folder, and the site as `make run` serves it: an evening at the desk, or one to read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import chromium, listen
from tests.browser.served import Served, served

expect.set_options(timeout=15_000)  # how long a slow machine may take; a good one is not kept waiting


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """An evening with a published round whose sheets wait to be typed."""
    with served(tmp_path_factory.mktemp("desk")) as running:
        yield running


@pytest.fixture(scope="session")
def public_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Something of everything a visitor can read; nobody changes it."""
    with served(tmp_path_factory.mktemp("public"), made_by="tests.browser.public_evening") as running:
        yield running


@dataclass(frozen=True, slots=True)
class Reader:
    """A visitor's page. `complaints` is everything the browser refused or missed."""

    page: Page
    complaints: list[str]
    base: str

    def open(self, path: str) -> Page:
        self.page.goto(self.base + path)
        self.page.wait_for_load_state("networkidle")
        return self.page


@pytest.fixture
def reader(browser: Browser, public_site: Served) -> Iterator[Reader]:
    context = public_site.context(browser, viewport={"width": 1366, "height": 900})
    page = context.new_page()
    yield Reader(page, listen(page), public_site.base)
    context.close()


@pytest.fixture
def plain_reader(browser: Browser, public_site: Served) -> Iterator[Reader]:
    """Without script, on a phone."""
    context = public_site.context(browser, viewport={"width": 360, "height": 800}, java_script_enabled=False)
    page = context.new_page()
    yield Reader(page, listen(page), public_site.base)
    context.close()
