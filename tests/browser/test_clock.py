"""The clock of a round, on the screens that stand open while it runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.served import Served, served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("clock"), made_by="tests.browser.table_evening") as running:
        yield running


def say(director: Page, button: str, minutes: int) -> None:
    director.locator("#main input[name=minutes]").fill(str(minutes))
    director.get_by_role("button", name=button).click()
    expect(director.get_by_role("button", name="Pause")).to_be_visible()


def test_every_screen_warns_until_the_time_is_up(browser: Browser, site: Served) -> None:
    director = site.context(browser, "alice").new_page()
    director.goto(site.url("clock/"))
    token = site.evening["tables"][0]["token"]
    screens = []
    for path in (site.url("wall/"), site.url(""), f"{site.base}/tables/{token}/"):
        screen = browser.new_context(locale="en-GB").new_page()
        screen.clock.install()
        screen.goto(path)
        screens.append(screen)
    say(director, "Start the clock", 6)
    for screen in screens:
        expect(screen.locator("[data-clock]")).to_be_visible(timeout=9000)
        expect(screen.locator("[data-said]")).to_be_empty()
        screen.clock.fast_forward("01:30")
        expect(screen.locator("[data-said]")).to_have_text("Less than five minutes left")
    before = [screen.locator("[data-clock]").get_attribute("data-ends") for screen in screens]
    say(director, "Give extra time", -1)
    for screen, ends in zip(screens, before, strict=True):
        expect(screen.locator("[data-clock]")).not_to_have_attribute("data-ends", ends or "", timeout=9000)
        expect(screen.locator("[data-said]")).to_have_text("Less than five minutes left")
        screen.clock.fast_forward("04:00")
        expect(screen.locator("[data-said]")).to_have_text("Time is up")
        screen.context.close()
    director.context.close()


def test_what_a_screen_says_beside_the_time_is_read_from_afar(browser: Browser, site: Served) -> None:
    director = site.context(browser, "alice").new_page()
    director.goto(site.url("clock/"))
    if director.get_by_role("button", name="Start the clock").count():
        say(director, "Start the clock", 6)
    director.get_by_label("Where").select_option(label="Table 1")
    say(director, "Give extra time", 3)
    director.context.close()
    for path in ("wall/", "clock/"):
        screen = browser.new_context(locale="en-GB", viewport={"width": 1920, "height": 1080}).new_page()
        screen.goto(site.url(path))
        extra = screen.locator("[data-clock] .extra")
        expect(extra).to_contain_text("Table 1: until")
        size = float(extra.evaluate("element => parseFloat(getComputedStyle(element).fontSize)"))
        assert size >= 1920 * 0.014  # the smallest line of the wall's own lists
        screen.context.close()
