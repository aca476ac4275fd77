"""A short game at 360 px: one player by keyboard alone, one by touch, a bot beside them; pages follow by themselves."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.chromium import listen, sideways
from tests.browser.served import Served, served

pytestmark = pytest.mark.browser
PATIENCE = 90.0
IS_CHOICE = """() => {
  const one = document.activeElement;
  return !!one && (one.matches('#bids button:not(:disabled)') || one.matches('#hand.live .card:not([aria-disabled])'));
}"""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("tables"), made_by="tests.browser.card_tables") as running:
        yield running


def is_own_turn(page: Page) -> bool:
    return page.locator("#turn[data-own=yes]").count() == 1


def is_over(page: Page) -> bool:
    return page.locator("#table[data-state=finished]").count() == 1


def act_by_keyboard(page: Page) -> None:
    """Tab to the first thing that may be done, and Enter."""
    for _ in range(80):
        if page.evaluate(IS_CHOICE):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError("the keyboard finds no card and no bid")


def act_by_touch(page: Page) -> None:
    page.locator("#bids button:not(:disabled), #hand.live .card:not([aria-disabled])").first.tap()


@pytest.mark.scenario("S58")
def test_a_short_game_is_played_by_keyboard_and_by_touch(tables: Served, browser: Browser) -> None:
    address = f"{tables.base}/play/{tables.evening['tables']['short']}/"
    phone = {"viewport": {"width": 360, "height": 780}, "has_touch": True}
    ada = tables.context(browser, "ada", **phone).new_page()
    bo = tables.context(browser, "bo", **phone).new_page()
    complaints = [listen(page) for page in (ada, bo)]
    for page in (ada, bo):
        page.goto(address)
    n_acts = {ada: 0, bo: 0}
    until = time.monotonic() + PATIENCE
    while not (is_over(ada) and is_over(bo)):
        assert time.monotonic() < until, f"not over after {n_acts}"
        for page, act in ((ada, act_by_keyboard), (bo, act_by_touch)):
            if is_own_turn(page):
                before = page.get_attribute("#table", "data-event")
                act(page)
                page.wait_for_function(
                    "before => document.getElementById('table').dataset.event !== before", arg=before
                )
                n_acts[page] += 1
            assert sideways(page) == 0
        ada.wait_for_timeout(100)
    assert min(n_acts.values()) >= 4  # three bids and a card each
    for page in (ada, bo):
        assert page.locator(".won").count() == 1
        said = page.locator("#ear p").all_inner_texts()
        assert any("takes the trick" in sentence for sentence in said)
        assert any("won with" in sentence or "share first" in sentence for sentence in said)
    assert complaints == [[], []]


@pytest.mark.scenario("S39")
def test_cards_leave_room_for_a_thumb_and_the_hand_does_not_move_for_others(
    tables: Served, browser: Browser
) -> None:
    page = tables.context(browser, "ada", viewport={"width": 360, "height": 780}).new_page()
    page.goto(f"{tables.base}/play/{tables.evening['tables']['long']}/")
    boxes = [box.bounding_box() for box in page.locator("#hand li").all()]
    assert len(boxes) >= 10
    assert all(box is not None and box["width"] >= 44 for box in boxes)
    first = page.locator("#hand button").nth(3)
    first.focus()
    page.evaluate("document.dispatchEvent(new CustomEvent('eldest-hand:changed', { detail: {} }))")
    page.wait_for_timeout(800)
    assert page.evaluate("document.activeElement.value") == first.get_attribute("value")
