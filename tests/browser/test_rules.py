"""Composing house rules: the sentences follow the answers, and what contradicts is said at its question."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import listen
from tests.browser.served import Served, served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("rules"), made_by="tests.browser.organise_evening") as running:
        yield running


@pytest.fixture
def page(browser: Browser, site: Served) -> Iterator[Page]:
    context = site.context(browser, "alice", viewport={"width": 1366, "height": 900})
    opened = context.new_page()
    said = listen(opened)
    opened.goto(f"{site.base}/clubs/{site.evening['club']}/rules/new/")
    yield opened
    context.close()
    assert said == []


def test_an_answer_changes_the_sentences_and_keeps_the_place(page: Page) -> None:
    page.evaluate("window.kept = true")
    hook = page.get_by_label("The last bid", exact=True)
    hook.focus()
    expect(page.locator("#rules-preview")).to_contain_text("The bids may come out even.")
    hook.select_option(label="The last bidder may not make the bids come out even.")
    expect(page.locator("#rules-preview")).to_contain_text("may not make the bids come out even")
    expect(hook).to_be_focused()
    points = page.get_by_label("Points for a made bid", exact=True)
    points.fill("20")
    page.keyboard.press("Tab")
    expect(page.locator("#rules-preview")).to_contain_text("23 points")
    expect(page.get_by_label("More for each trick of a made bid")).to_be_focused()
    assert page.evaluate("window.kept") is True


def test_what_contradicts_is_said_at_its_question_until_it_is_mended(page: Page) -> None:
    smallest = page.get_by_label("Cards of the smallest hand")
    smallest.fill("40")
    page.keyboard.press("Tab")
    at_the_question = page.locator(".field").filter(has=smallest).locator(".err")
    expect(page.locator("#rules-preview .err").first).to_be_visible()
    errors = page.locator(".form.rules .field .err:not(:empty)")
    expect(errors).to_have_count(1)
    said = errors.inner_text().strip()
    expect(page.locator("#rules-preview")).to_contain_text(said)
    smallest.fill("1")
    page.keyboard.press("Tab")
    expect(errors).to_have_count(0)
    expect(at_the_question).to_be_hidden()
    expect(page.locator("#rules-preview .err")).to_have_count(0)
