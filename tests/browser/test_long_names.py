"""Names of two hundred letters without a break: no page grows wider than the phone it is read on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import sideways
from tests.browser.served import Served, served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("long"), made_by="tests.browser.long_names") as running:
        yield running


@pytest.mark.parametrize(("part", "user"), [("public", None), ("inside", "owner")])
def test_no_page_is_wider_than_a_phone(browser: Browser, site: Served, part: str, user: str | None) -> None:
    page = site.context(browser, user, viewport={"width": 360, "height": 800}).new_page()
    found = {}
    for path in site.evening[part]:
        page.goto(site.base + path)
        if over := sideways(page):
            found[path] = over
    page.context.close()
    assert len(site.evening[part]) > 20
    assert found == {}


CLOCK_LINES = """header => {
  header.querySelector(".clock")?.remove();
  header.querySelector("div").insertAdjacentHTML("afterend",
    '<div class="clock"><p class="count"><span>19:45</span></p></div>');
  return header.querySelector(".count span").getClientRects().length;
}"""


def test_the_clock_on_the_wall_keeps_to_one_line(browser: Browser, site: Served) -> None:
    page = site.context(browser, None, viewport={"width": 1366, "height": 768}).new_page()
    page.goto(site.base + next(path for path in site.evening["public"] if path.endswith("/wall/")))
    header = page.locator("#wall header")
    header.locator("h1").evaluate("h1 => { h1.textContent = 'Vereinsmeisterschaft der Kartenspielfreunde'; }")
    header.locator(".club").evaluate("p => { p.textContent = 'Spiel- und Kulturverein Obertal e. V.'; }")
    assert header.evaluate(CLOCK_LINES) == 1
    assert sideways(page) == 0
    page.context.close()


def test_a_name_at_one_of_few_tables_stands_whole_on_the_wall(browser: Browser, site: Served) -> None:
    page = site.context(browser, None, viewport={"width": 1366, "height": 768}).new_page()
    page.goto(site.base + next(path for path in site.evening["public"] if path.endswith("/wall/")))
    name = page.locator("#wall .rooms li > span").first
    name.evaluate("span => { span.textContent = 'Maximiliane von und zu Hohenstein-Waller'; }")
    line = name.evaluate("span => parseFloat(getComputedStyle(span).lineHeight)")
    assert (
        name.evaluate("span => span.scrollHeight - span.clientHeight") < line / 2
    )  # letters reach out of it
    assert name.evaluate("span => span.getClientRects()[0].height") > 0
    page.context.close()
