"""The door and the board by keyboard and by hand, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.served import Served, organising, served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("organise"), made_by="tests.browser.organise_evening") as running:
        yield running


@pytest.fixture
def page(browser: Browser, site: Served) -> Iterator[Page]:
    with organising(browser, site) as opened:
        yield opened


def test_two_letters_and_enter_tick_the_first_match(page: Page, site: Served) -> None:
    page.goto(site.url("door/"))
    expect(page.locator("#find")).to_be_focused()
    for n, (keys, name) in enumerate((("ad", "Ada"), ("el", "Elin"), ("gr", "Greta")), start=1):
        page.keyboard.type(keys)
        page.keyboard.press("Enter")
        expect(page.locator("#found")).to_have_text(f"{name} is here.")
        expect(page.locator("#door-state .seat")).to_have_text(f"{n} {'is' if n == 1 else 'are'} here")
    expect(page.get_by_role("link", name="Draw tables of round 1")).to_be_visible()
    page.reload()
    expect(page.locator("#lines li.here")).to_have_count(3)


def test_enter_in_the_name_makes_the_evening_and_opens_no_other_page(page: Page, site: Served) -> None:
    page.goto(f"{site.base}/clubs/{site.evening['club']}/tournaments/new/")
    page.fill("[name=name]", "By a single key")
    page.press("[name=name]", "Enter")
    page.wait_for_url("**/tournaments/by-a-single-key/door/")


def test_a_name_nobody_has_goes_to_the_walk_in_box(page: Page, site: Served) -> None:
    page.goto(site.url("door/"))
    page.keyboard.type("Quentin")
    page.keyboard.press("Enter")
    expect(page.locator("#names")).to_be_focused()
    expect(page.locator("#names")).to_have_value("Quentin")


def _names(page: Page) -> list[str]:
    return [text.split("\n")[0] for text in page.locator("[data-board] [data-who]").all_inner_texts()]


def test_a_name_pulled_onto_another_tells_the_cost_and_then_swaps(page: Page, site: Served) -> None:
    page.goto(f"{site.base}/tournaments/{site.evening['board']}/draw/")
    before = _names(page)
    seats = page.locator("[data-board] [data-who]")
    seats.first.drag_to(seats.last)
    expect(page.locator("#preview")).to_contain_text(f"{before[0]} and {before[-1]} change seats")
    assert _names(page) == before
    page.get_by_role("button", name="Do it").click()
    expect(seats.first).to_contain_text(before[-1])
    expect(seats.last).to_contain_text(before[0])


def test_the_same_by_keyboard(page: Page, site: Served) -> None:
    page.goto(f"{site.base}/tournaments/{site.evening['board']}/draw/")
    before = _names(page)
    names = page.locator("[data-board] [data-who] > span")
    names.nth(1).focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-board] .cost").first).to_be_visible()
    expect(names.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(names.last).to_have_attribute("aria-pressed", "false")
    assert names.last.get_attribute("aria-describedby")
    names.last.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#preview")).to_contain_text(f"{before[1]} and {before[-1]} change seats")


def test_what_a_move_costs_stands_on_one_line_beside_the_longest_name(page: Page, site: Served) -> None:
    page.goto(f"{site.base}/tournaments/{site.evening['board']}/draw/")
    names = page.locator("[data-board] [data-who] > span")
    names.last.evaluate("name => { name.textContent = 'A'.repeat(40); }")
    names.first.focus()
    page.keyboard.press("Enter")
    costs = page.locator("[data-board] [data-who] .cost")
    expect(costs.first).to_be_visible()
    expect(names.last.locator("xpath=..").locator(".cost")).to_be_visible()
    heights = costs.evaluate_all("costs => costs.map((cost) => cost.getBoundingClientRect().height)")
    assert max(heights) < 1.5 * min(heights)


BROKEN_WORDS = """rows => rows.flatMap((row) => {
  const text = document.createTreeWalker(row, NodeFilter.SHOW_TEXT), found = [];
  while (text.nextNode()) for (const word of text.currentNode.data.matchAll(/\\S+/g)) {
    const range = document.createRange();
    range.setStart(text.currentNode, word.index);
    range.setEnd(text.currentNode, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
  }
  return found;
})"""


def test_the_names_of_files_keep_their_words_whole_on_a_phone(page: Page, site: Served) -> None:
    page.set_viewport_size({"width": 360, "height": 760})
    page.goto(site.url("export/"))
    labels = page.locator(".ledger tbody th")
    assert labels.count() > 1
    assert labels.evaluate_all(BROKEN_WORDS) == []
