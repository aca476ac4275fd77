"""A night without rounds at its queue: a table by keyboard, on a phone, and what an older page is told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import listen, sideways
from tests.browser.served import Served, organising, served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("night"), made_by="tests.browser.open_night") as running:
        yield running


@pytest.fixture
def page(browser: Browser, site: Served) -> Iterator[Page]:
    with organising(browser, site) as opened:
        yield opened


def n_waiting(page: Page) -> int:
    return int(page.locator("#queue .seat").inner_text().split()[0])


def test_a_night_at_the_queue(browser: Browser, page: Page, site: Served) -> None:
    """One click is a table; open pages follow; ticks are kept while the queue changes; nobody sits twice."""
    visitor = site.context(browser).new_page()
    visitor.goto(site.url("wall/"))
    expect(visitor.locator("#wall")).to_contain_text("Waiting for a table: Ada, Bo, Cleo, Dag")

    older = page.context.new_page()
    said = listen(older)
    older.goto(site.url("queue/"))
    older.get_by_label("Hal").check()

    page.goto(site.url("queue/"))
    assert page.get_by_role("checkbox", checked=True).count() == 4
    page.get_by_role("button", name="Start a table").focus()
    page.keyboard.press("Enter")
    expect(page.locator("body")).to_contain_text("Table 1 plays: Ada, Bo, Cleo, Dag.")
    assert n_waiting(page) == 5

    expect(visitor.locator("#wall")).to_contain_text("Waiting for a table: Elin, Finn, Greta, Hal, Ida.")
    expect(older.get_by_text("The queue has changed since you ticked.")).to_be_visible()
    expect(older.get_by_label("Hal")).to_be_checked()
    older.get_by_role("button", name="Start a table").click()
    expect(older.get_by_role("alert")).to_contain_text("sits at table 1 already")
    assert [line for line in said if "409" not in line] == []
    older.close()

    page.get_by_role("button", name="Take table 1 back").click()
    expect(page.get_by_text("No table plays.")).to_be_visible()
    assert n_waiting(page) == 9
    visitor.context.close()


def test_a_queue_that_nobody_ticked_mends_itself(page: Page, site: Served) -> None:
    page.goto(site.url("queue/"))
    n = n_waiting(page)
    other = page.context.new_page()
    other.goto(site.url("queue/"))
    other.get_by_label("Somebody does not want a table now").select_option(label="Ida")
    other.get_by_role("button", name="Rests").click()
    expect(other.get_by_role("button", name="Ida plays again")).to_be_visible()
    expect(page.locator("#queue .seat")).to_have_text(f"{n - 1} wait")
    other.get_by_role("button", name="Ida plays again").click()
    expect(page.locator("#queue .seat")).to_have_text(f"{n} wait")
    other.close()


def test_the_queue_fits_a_phone_and_works_without_scripts(browser: Browser, site: Served) -> None:
    context = site.context(
        browser, "alice", viewport={"width": 360, "height": 740}, java_script_enabled=False
    )
    phone = context.new_page()
    phone.goto(site.url("queue/?size=3"))
    assert phone.get_by_role("checkbox", checked=True).count() == 3
    button = phone.get_by_role("button", name="Start a table")
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 40
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    button.click()
    expect(phone.get_by_text("1 table plays")).to_be_visible()
    context.close()
    context = site.context(browser, viewport={"width": 360, "height": 740})
    for path in ("", "standings/", "wall/"):
        page = context.new_page()
        page.goto(site.url(path))
        assert sideways(page) == 0, path
    context.close()
