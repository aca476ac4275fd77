"""The public pages in a real browser: nothing refused by the policy, nothing too wide, nothing that axe finds."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.access import share, walk
from tests.browser.conftest import Reader
from tests.browser.served import Served

pytestmark = pytest.mark.browser
MOST_BYTES = 50_000  # look.md, "Weight": first visit, without fonts


@pytest.mark.parametrize("part", [0, 1])
def test_every_page_keeps_to_policy_width_and_access(
    browser: Browser, public_site: Served, part: int
) -> None:
    found = walk(browser, public_site, share(public_site.evening["pages"], part, 2))
    assert found == [], "\n".join(found)


def test_a_first_visit_stays_light(browser: Browser, public_site: Served) -> None:
    context = public_site.context(browser)
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})  # every visit is the first
    sizes: dict[str, int] = {}
    fonts: set[str] = set()

    def received(event: dict[str, Any]) -> None:
        if event["type"] == "Font":
            fonts.add(event["requestId"])

    def finished(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = int(event["encodedDataLength"])

    wire.on("Network.responseReceived", received)
    wire.on("Network.loadingFinished", finished)
    heavy = []
    for path in public_site.evening["pages"]:
        sizes.clear()
        page.goto(public_site.base + path)
        page.wait_for_timeout(100)  # what a script asks for once the page is there
        total = sum(size for request, size in sizes.items() if request not in fonts)
        assert total > 10_000  # page and styles at least
        if total > MOST_BYTES:
            heavy.append(f"{path}: {total} bytes")
    context.close()
    assert heavy == []


def test_the_theme_changes_at_once_and_is_kept(reader: Reader) -> None:
    page = reader.open("/help/")
    page.get_by_text("Theme", exact=True).click()
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.url.endswith("/help/")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert reader.complaints == []


def test_theme_and_language_work_without_script(plain_reader: Reader) -> None:
    page = plain_reader.open("/help/")
    page.get_by_text("Theme", exact=True).click()
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator("details.menu summary").filter(has_text="English").click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.url.endswith("/help/")


def test_the_board_turns_its_pages_in_place(reader: Reader, public_site: Served) -> None:
    page = reader.open(public_site.evening["board"])
    page.evaluate("window.kept = true")
    page.get_by_role("link", name="Further").click()
    expect(page.locator("#board tbody tr").first.locator("td").first).to_have_text("51")
    assert "after=" in page.url
    assert page.evaluate("window.kept") is True
    page.go_back()
    expect(page.locator("#board tbody tr").first).to_contain_text("Player 000")
    page.get_by_label("Name of a player").fill("Player 11")
    expect(page.locator("#board tbody tr")).to_have_count(10)
    assert reader.complaints == []


def test_standings_look_back_in_place_and_without_script(
    reader: Reader, plain_reader: Reader, public_site: Served
) -> None:
    path = f"/tournaments/{public_site.evening['slug']}/standings/"
    page = reader.open(path)
    page.evaluate("window.kept = true")
    page.get_by_role("link", name="After round 1").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Standings after round 1 of 4")
    assert page.evaluate("window.kept") is True
    plain = plain_reader.open(path)
    plain.get_by_role("link", name="After round 1").click()
    expect(plain.get_by_role("heading", level=1)).to_have_text("Standings after round 1 of 4")
    assert reader.complaints == []


def test_the_curve_is_drawn_and_the_table_stays(reader: Reader, public_site: Served) -> None:
    page = reader.open(public_site.evening["player"])
    expect(page.locator(".plot canvas")).to_have_count(1)
    box = page.locator(".plot canvas").bounding_box()
    assert box is not None
    assert box["height"] > 200
    page.get_by_text("The curve as a table").click()
    expect(page.get_by_role("table", name="Rating at the end of each month")).to_be_visible()
    assert reader.complaints == []


def test_the_months_under_the_curve_are_not_cut_off_on_a_phone(reader: Reader, public_site: Served) -> None:
    page = reader.page
    page.set_viewport_size({"width": 360, "height": 740})
    page.add_init_script("""
      window.drawn = [];
      const write = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
        const at = this.getTransform().transformPoint(new DOMPoint(x, y));
        const wide = this.measureText(text).width * { center: 0.5, right: 0, left: 1 }[this.textAlign];
        window.drawn.push([text, at.x + wide, this.canvas.width]);
        return write.call(this, text, x, y, ...rest);
      };
    """)
    days = [[1_787_628_720 + 432_000 * game, 1500 + 5 * game] for game in range(20)]

    def long_ago(route: Route) -> None:
        answer = route.fetch()
        points = r'(<script id="curve-points"[^>]*>)[^<]*'
        route.fulfill(response=answer, body=re.sub(points, rf"\g<1>{days}", answer.text()))

    page.route(f"**{public_site.evening['player']}", long_ago)
    reader.open(public_site.evening["player"])
    page.locator(".plot canvas").wait_for()
    months = [row for row in page.evaluate("window.drawn") if "20" in row[0] and not row[0].isdecimal()]
    assert months
    assert [row for row in months if row[1] > row[2]] == []


def test_the_curve_can_be_read_without_script(plain_reader: Reader, public_site: Served) -> None:
    page = plain_reader.open(public_site.evening["player"])
    expect(page.locator(".plot")).to_be_hidden()
    page.get_by_text("The curve as a table").click()
    expect(page.get_by_role("table", name="Rating at the end of each month")).to_be_visible()


def test_the_masthead_is_reached_by_keyboard(reader: Reader) -> None:
    page = reader.open("/")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("To the content")
    reached = set()
    for _press in range(10):
        page.keyboard.press("Tab")
        reached.add(page.locator(":focus").inner_text().strip())
    assert {"Tournaments", "Clubs", "Players", "Ratings", "Help", "Sign in", "Theme"} <= reached
