"""The widest pages of a helper, on a phone: the grid of a whole table, what two people typed, the rules to choose."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import sideways
from tests.browser.served import Served

pytestmark = pytest.mark.browser

HIDDEN_COLUMNS = "leaf => leaf.scrollWidth - leaf.clientWidth"
MIDDLES = """cells => cells.map((cell) => {
  const blob = getComputedStyle(cell, "::before"), field = cell.querySelector("input").getBoundingClientRect();
  return Math.abs(cell.getBoundingClientRect().top + parseFloat(blob.top) - field.top - field.height / 2);
})"""


@pytest.fixture
def phone(browser: Browser, site: Served) -> Iterator[Page]:
    context = site.context(
        browser, "alice", viewport={"width": 360, "height": 760}, has_touch=True, is_mobile=True
    )
    yield context.new_page()
    context.close()


def test_the_grid_of_four_shows_every_cell_without_a_shift(phone: Page, site: Served) -> None:
    phone.goto(site.url(f"sheets/{site.fresh_sheet()['n']}/"))
    phone.wait_for_selector("html.scripted")
    expect(phone.locator(".sheet.entry.n4")).to_be_visible()
    assert phone.locator(".leaf.fit").evaluate(HIDDEN_COLUMNS) == 0
    assert sideways(phone) == 0
    cells = phone.locator(".sheet.entry tbody input")
    assert min(cells.evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")) >= 24


def test_what_is_wrong_with_a_row_stands_under_it(phone: Page, site: Served) -> None:
    phone.goto(site.url(f"sheets/{site.fresh_sheet()['n']}/"))
    phone.wait_for_selector("html.scripted")
    row = phone.locator("#hand-3")
    for field in row.locator("input").all():
        field.fill("1")
    said = row.locator(".say")
    expect(said).to_have_text("tricks 4 of 3")
    box, around = said.bounding_box(), row.bounding_box()
    assert box is not None
    assert around is not None
    assert box["width"] > 40
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert around["y"] < box["y"]
    assert box["y"] + box["height"] <= around["y"] + around["height"]
    row.locator("input").first.fill("0")
    assert max(row.locator(".missed").evaluate_all(MIDDLES)) < 3  # the mark of a miss stays behind its bid


def test_who_typed_which_value_stands_beside_it(browser: Browser, phone: Page, site: Served) -> None:
    n = site.fresh_sheet()["n"]
    plain = site.context(
        browser, "charlie", viewport={"width": 360, "height": 760}, java_script_enabled=False
    )
    late = plain.new_page()
    for page in (phone, late):
        page.goto(site.url(f"sheets/{n}/"))
    phone.wait_for_selector("html.scripted")
    phone.locator("[name='0.bids.0']").fill("1")
    phone.get_by_role("button", name="Save").click()
    phone.wait_for_url("**/sheets/")
    late.locator("[name='0.bids.0']").fill("0")
    late.locator("#save").click()
    labels = late.locator(".contested label")
    expect(labels).to_have_count(2)
    expect(labels.first).to_contain_text("alice")
    for label in labels.all():
        circle, who = label.locator("input").bounding_box(), label.locator("small").bounding_box()
        assert circle is not None
        assert who is not None
        assert circle["x"] + circle["width"] <= who["x"]
    plain.close()


def test_only_the_chosen_rule_tells_how_it_is_played(phone: Page, site: Served) -> None:
    phone.goto(f"{site.base}/clubs/new/")
    words = phone.locator("#id_rules .choice small")
    assert [one.is_visible() for one in words.all()].count(True) == 1
    chosen = phone.locator("#id_rules .choice").filter(has_text="Kachuful")
    expect(chosen.locator("small")).to_be_hidden()
    chosen.get_by_role("radio").check()
    expect(chosen.locator("small")).to_be_visible()
    assert [one.is_visible() for one in words.all()].count(True) == 1
    phone.set_viewport_size({"width": 1366, "height": 900})
    assert all(one.is_visible() for one in words.all())


def test_a_thumb_finds_the_remark_beside_every_name_of_the_roll(phone: Page, site: Served) -> None:
    phone.goto(site.url("door/"))
    remarks = phone.locator("#lines select")
    expect(remarks.first).to_be_visible()
    assert min(remarks.evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")) >= 44
