"""Papers of an evening as a printer gets them: ink on white, no buttons and no ways, nothing beyond the edge of A4."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.served import Served, served

pytestmark = pytest.mark.browser
A4 = {"width": 718, "height": 1047}
"""210 x 297 mm at 96 dots an inch, less margins of 10 mm."""

SHOWN = (
    """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).length"""
)
CUT = """() => [...document.querySelectorAll('main *')].filter((one) => {
  if (!one.checkVisibility() || getComputedStyle(one).position === 'absolute') return false;
  const box = one.getBoundingClientRect();
  return box.width > 1 && (box.right > innerWidth + 1 || box.left < -1);
}).map((one) => `${one.tagName} ${one.className} ${Math.round(one.getBoundingClientRect().right)}`)"""
CLIPPED = """() => [...document.querySelectorAll('main *')].filter((one) => one.checkVisibility()
  && ['auto', 'scroll', 'hidden'].includes(getComputedStyle(one).overflowX)
  && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1).map((one) => `${one.tagName} ${one.className}`)"""
LIGHT = """(one) => {
  const paint = getComputedStyle(one).backgroundColor.match(/[\\d.]+/g).map(Number);
  return (paint.length === 4 && paint[3] === 0) || Math.min(...paint.slice(0, 3)) >= 235;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("print"), made_by="tests.browser.story_evenings") as running:
        yield running


@pytest.fixture(params=["light", "dark"])
def paper(request: pytest.FixtureRequest, browser: Browser, site: Served) -> Iterator[Page]:
    """What the printer sees, whatever the reader's screen is like."""
    context = site.context(browser, "alice", viewport=A4, color_scheme=request.param)
    page = context.new_page()
    page.emulate_media(media="print", color_scheme=request.param)
    yield page
    context.close()


@pytest.mark.parametrize(
    "path",
    ["standings/", "rounds/1/", "rounds/1/print/?what=seating", "rounds/1/print/?what=cards", "clock/"],
)
def test_a_page_is_printed_on_white_whole_and_without_its_ways(paper: Page, site: Served, path: str) -> None:
    paper.goto(f"{site.base}/tournaments/{site.evening['correct']}/{path}")
    assert paper.evaluate(SHOWN, "nav, footer, main button") == 0
    assert paper.locator("html").evaluate(LIGHT)
    assert paper.locator("body").evaluate(LIGHT)
    dark = paper.locator("main, main section, main table, main li, main td").evaluate_all(
        f"(all) => all.filter((one) => !({LIGHT})(one)).map((one) => `${{one.tagName}} ${{one.className}}`)"
    )
    assert dark == []
    assert paper.evaluate(CUT) == []
    assert paper.evaluate(CLIPPED) == []
    assert len(paper.locator("main").inner_text()) > 20
