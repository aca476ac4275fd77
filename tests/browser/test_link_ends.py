"""What a phone typed without a network and could not send before its link ended is told by the page of that link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.ending_evenings import ENDINGS
from tests.browser.served import Served, served
from tests.browser.test_writer import go_on, tap

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("ends"), made_by="tests.browser.ending_evenings") as running:
        yield running


def type_at_the_desk(desk: Page, sheet: str) -> None:
    desk.goto(sheet)
    desk.wait_for_selector("html.scripted")
    for row in ("00000001", "10001001"):  # bids across, then tricks across, of both hands
        desk.keyboard.type(row, delay=20)
    desk.keyboard.press("Control+Enter")
    expect(desk.locator(".said")).to_contain_text("is saved")


def end_link(desk: Page, base: str, how: str, n: int) -> None:
    if how == "revoked":
        desk.goto(f"{base}rounds/1/links/")
        desk.locator("button[value=revoke]").click()
        expect(desk.locator(".said")).to_contain_text("opens nothing any more")
        return
    type_at_the_desk(desk, f"{base}sheets/{n}/?mode=tricks")
    if how == "closed":
        desk.goto(f"{base}draw/")
        desk.get_by_role("button", name="Close round 1").click()
        expect(desk.locator(".said")).to_be_visible()


def unsent(page: Page) -> list[str]:
    return page.locator("#unsent-values li").all_inner_texts()


@pytest.mark.parametrize("how", ENDINGS)
def test_what_was_typed_and_not_sent_is_told_by_the_page_of_the_ended_link(
    browser: Browser, site: Served, how: str
) -> None:
    end: dict[str, Any] = site.evening["ends"][how]
    names = end["names"]
    page = site.context(browser, viewport={"width": 360, "height": 740}, has_touch=True).new_page()
    page.goto(f"{site.base}/tables/{end['token']}/")
    page.wait_for_selector("html.scripted")
    tap(page, 0)
    expect(page.locator("#net")).to_contain_text("Sent at")  # this one lies at the desk
    page.context.set_offline(True)
    for value in (0, 0, 1, 0, 0, 0, 1):
        tap(page, value)
    go_on(page)
    tap(page, 2)
    desk = site.context(browser, "alice", viewport={"width": 1366, "height": 900}).new_page()
    end_link(desk, f"{site.base}{end['base']}", how, end["n"])
    page.context.set_offline(False)
    expect(page.locator("#net")).to_contain_text("What this phone still holds was not sent", timeout=30_000)
    for _time in range(2):
        page.reload()
        expect(page.locator("#unsent-values")).to_be_visible()
        assert unsent(page) == [
            *(f"Hand 1, bid of {names[seat]}: {value}" for seat, value in ((0, 1), (2, 0), (3, 0))),
            *(f"Hand 1, tricks of {names[seat]}: {value}" for seat, value in enumerate((1, 0, 0, 0))),
            f"Hand 2, bid of {names[2]}: 2",
        ]
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    other = site.context(browser).new_page()
    other.goto(page.url)
    expect(other.locator("h1")).to_contain_text("This link has ended")
    expect(other.locator("#unsent-values")).to_be_hidden()
    told = set(re.findall(r"\w+", other.locator("html").inner_text()))
    assert told
    assert not told & set(names)  # an ended link tells nobody who sat there
    if how == "revoked":
        desk.goto(f"{site.base}{end['base']}rounds/1/links/")
        desk.locator("button[value=renew]").click()
        page.goto(desk.locator("a[href*='/tables/']").first.get_attribute("href") or "")
        page.wait_for_selector("html.scripted")
        expect(page.locator("#net")).to_contain_text("Sent at", timeout=30_000)
        page.goto(f"{site.base}/tables/{end['token']}/")
        expect(page.locator("h1")).to_contain_text("This link has ended")
        expect(page.locator("#unsent-values")).to_be_hidden()
