"""The door and the board by keyboard and by hand, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import listen, sideways
from tests.browser.served import Served, served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("organise"), made_by="tests.browser.organise_evening") as running:
        yield running


@pytest.fixture
def page(browser: Browser, site: Served) -> Iterator[Page]:
    context = site.context(browser, "alice", viewport={"width": 1366, "height": 900})
    opened = context.new_page()
    said = listen(opened)
    yield opened
    context.close()
    assert said == []


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
    for name in (names.nth(1), names.last):
        name.focus()
        page.keyboard.press("Enter")
    expect(page.locator("#preview")).to_contain_text(f"{before[1]} and {before[-1]} change seats")


@pytest.mark.parametrize("width", [320, 1366])
def test_the_pages_of_an_organiser_keep_to_policy_width_and_access(
    browser: Browser, site: Served, width: int
) -> None:
    context = site.context(browser, "alice", viewport={"width": width, "height": 800})
    evening, club = site.evening["board"], site.evening["club"]
    paths = [
        f"/tournaments/{evening}/{name}/"
        for name in ("door", "draw", "penalties", "settings", "log", "close")
    ]
    paths += [f"/clubs/{club}/{name}/" for name in ("settings", "roles", "members/add", "tournaments/new")]
    found = []
    for path in ["/clubs/new/", f"/tournaments/{site.evening['slug']}/draw/", *paths]:
        page = context.new_page()
        complaints = listen(page)
        page.goto(site.base + path)
        page.wait_for_load_state("networkidle")
        found += [f"{path}: {complaint}" for complaint in complaints]
        if over := sideways(page):
            found.append(f"{path}: {over} px too wide")
        for violation in Axe().run(page).response["violations"]:
            found.append(f"{path}: {violation['id']}: {violation['nodes'][0]['html'][:120]}")
        page.close()
    context.close()
    assert found == []
