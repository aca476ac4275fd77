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
