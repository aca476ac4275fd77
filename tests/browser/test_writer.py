"""A phone writes a whole sheet by taps, most of it without a network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.chromium import listen, sideways
from tests.browser.served import Served, served
from tests.browser.table_evening import SIZES

pytestmark = pytest.mark.browser
AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}

# Bids and tricks by seat; seat 0 deals the first hand, so the order of asking is 1, 2, 3, 0; then 2, 3, 0, 1 ...
BIDS = [[1, 0, 0, 1], [0, 1, 0, 2], [1, 1, 0, 2], [0, 2, 1, 0]]
TRICKS = [[0, 0, 0, 1], [0, 1, 0, 1], [1, 0, 0, 2], [1, 2, 1, 0]]
TOTALS = [
    sum(10 + TRICKS[hand][seat] for hand in range(4) if BIDS[hand][seat] == TRICKS[hand][seat])
    for seat in range(4)
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("tables"), made_by="tests.browser.table_evening") as running:
        yield running


def opened(browser: Browser, site: Served, table: int, **settings: Any) -> Page:
    context = site.context(
        browser, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, **settings
    )
    page = context.new_page()
    page.goto(f"{site.base}/tables/{site.evening['tables'][table]['token']}/")
    page.wait_for_selector("html.scripted")
    return page


def key(page: Page, value: int) -> Locator:
    return page.locator(f'#pad [data-key="pad-{value}"]')


def tap(page: Page, value: int) -> None:
    page.wait_for_timeout(230)  # a second tap within 220 ms is a slip of the thumb
    key(page, value).tap()


def write_hand(page: Page, hand: int) -> None:
    order = [(hand + 1 + step) % 4 for step in range(4)]
    expect(page.locator("#hand-no")).to_have_text(f"Hand {hand + 1} of {len(SIZES)}")
    for row in (BIDS[hand], TRICKS[hand]):
        for seat in order:
            tap(page, row[seat])


def go_on(page: Page) -> None:
    page.locator('#acts [data-key="next"]').tap()


def test_a_whole_sheet_by_taps_with_the_network_cut_and_the_page_reloaded(
    browser: Browser, site: Served
) -> None:
    page = opened(browser, site, 0)
    said = listen(page)
    page.wait_for_selector("html.kept")
    assert sideways(page) == 0
    write_hand(page, 0)
    expect(page.locator("#say")).to_contain_text("Hand 1 is written.")
    expect(page.locator("#net")).to_contain_text("Sent at")
    go_on(page)
    page.context.set_offline(True)
    write_hand(page, 1)
    expect(page.locator("#net")).to_contain_text("No connection since")
    page.reload()
    page.wait_for_selector("html.scripted")
    expect(page.locator("#past tbody tr")).to_have_count(2)
    expect(page.locator("#hand-no")).to_have_text("Hand 3 of 4")
    write_hand(page, 2)
    go_on(page)
    write_hand(page, 3)
    expect(page.locator("#finish-head")).to_have_text("All hands are written.")
    winner = page.locator("#wins").inner_text()
    assert str(max(TOTALS)) in winner
    page.locator("#send-button").tap()
    expect(page.locator("#net")).to_contain_text("goes out as soon as there is a connection")
    page.context.set_offline(False)
    page.wait_for_selector("#stored")
    expect(page.locator("#stored")).to_contain_text(f"wins with {max(TOTALS)}")
    assert [line for line in said if "failed" not in line.lower() and "ERR_INTERNET" not in line] == []
    desk = site.context(browser, "alice").new_page()
    desk.goto(site.url(f"sheets/{site.evening['tables'][0]['n']}/"))
    assert [int(text) for text in desk.locator("tr.computed .total").all_inner_texts()] == TOTALS
    desk.context.close()
    page.context.close()


@pytest.mark.parametrize(("status", "table"), [(200, 4), (401, 5), (403, 6), (404, 7)])
def test_the_page_of_a_guest_network_takes_no_tap_away(
    browser: Browser, site: Served, status: int, table: int
) -> None:
    # While a service worker starts, Chromium lets requests pass that the test means to answer itself.
    page = opened(browser, site, table, service_workers="block")
    page.route(
        "**/draft/**", lambda route: route.fulfill(status=status, content_type="text/html", body="Wifi")
    )
    tap(page, 1)
    expect(page.locator("#net")).to_contain_text("No connection since")
    tap(page, 0)
    page.reload()
    page.wait_for_selector("html.scripted")
    expect(page.locator("#net")).to_contain_text("No connection since")
    page.unroute("**/draft/**")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#net")).to_contain_text("Sent at", timeout=15_000)
    other = opened(browser, site, table)
    assert sorted(stored(other).values()) == [0, 1]
    other.context.close()
    page.context.close()


def test_a_clock_set_back_takes_no_tap_away(browser: Browser, site: Served) -> None:
    page = opened(browser, site, 8)
    tap(page, 1)
    expect(page.locator("#net")).to_contain_text("Sent at")
    page.add_init_script("const now = Date.now; Date.now = () => now() - 600_000;")
    page.reload()
    page.wait_for_selector("html.scripted")
    with page.expect_response(lambda answer: answer.request.method == "POST") as sent:
        tap(page, 0)
    assert sorted(sent.value.json()["values"].values()) == [0, 1]
    page.context.close()


def test_two_pages_of_one_phone_keep_what_each_typed(browser: Browser, site: Served) -> None:
    """Neither could send before it was closed."""
    first = opened(browser, site, 9)
    address = first.url
    second = first.context.new_page()
    second.goto(f"{address}?hand=2")
    second.wait_for_selector("html.scripted")
    first.context.set_offline(True)
    tap(first, 1)
    tap(second, 0)
    first.close()
    second.close()
    second.context.set_offline(False)
    page = second.context.new_page()
    page.goto(address)
    expect(page.locator("#net")).to_contain_text("Sent at")
    page.reload()
    assert stored(page) == {"0.bids.1": 1, "1.bids.2": 0}
    page.context.close()


def stored(page: Page) -> dict[str, int]:
    """The values of the sheet as the site gave them to this page."""
    values: dict[str, int] = page.evaluate(
        "JSON.parse(document.getElementById('writer-data').textContent).values"
    )
    return values


def test_the_hook_strikes_a_bid_undo_takes_it_back_and_the_desk_sees_each_tap(
    browser: Browser, site: Served
) -> None:
    page = opened(browser, site, 1)
    for value in (0, 0, 0):
        tap(page, value)
    struck = page.locator("#pad .struck")
    expect(struck).to_have_text("1makes 1, forbidden by the hook, can be recorded")
    expect(page.locator("#say")).to_contain_text("1 would make 1, which the hook forbids.")
    tap(page, 1)
    page.wait_for_timeout(230)
    page.locator('#acts [data-key="undo"]').tap()
    expect(struck).to_be_visible()
    tap(page, 0)
    for value in (0, 0, 1):
        tap(page, value)
    expect(key(page, 1)).to_be_disabled()
    expect(page.locator("#say")).to_contain_text("0 tricks left.")
    desk = site.context(browser, "alice").new_page()
    desk.goto(site.url(f"sheets/{site.evening['tables'][1]['n']}/"))
    expect(desk.locator("[name='0.tricks.3']")).to_have_value("1")
    desk.locator("[name='0.tricks.0']").fill("0")
    desk.locator("[name='1.bids.0']").focus()
    expect(page.locator("#say")).to_contain_text("Hand 1 is written.", timeout=15_000)
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 640})
        assert sideways(page) == 0
    small = page.evaluate(
        "() => [...document.querySelectorAll('#hand button, #hand a, #past button')].filter("
        "e => e.offsetParent && Math.min(e.offsetHeight, e.offsetWidth) < 40).map(e => e.outerHTML)"
    )
    assert small == []
    page.locator("#again summary").tap()
    page.locator("#again-button").tap()
    expect(page.locator("#say")).to_contain_text("0 of 1 are bid.")
    expect(page.locator("#net")).to_contain_text("Sent at")
    desk.reload()
    expect(desk.locator("[name='0.tricks.3']")).to_have_value("")
    desk.goto(site.url("log/"))
    expect(desk.locator("main")).to_contain_text("had hand 1 of table 2 of round 1 dealt again")
    desk.context.close()
    page.context.close()


def test_what_the_desk_stored_first_is_asked_about_and_a_correction_says_why(
    browser: Browser, site: Served
) -> None:
    """The phone is offline while the desk stores the sheet of this table with another bid."""
    table = site.evening["tables"][2]
    page = opened(browser, site, 2)
    tap(page, 0)
    expect(page.locator("#net")).to_contain_text("Sent at")
    page.context.set_offline(True)
    tap(page, 1)
    desk = site.context(browser, "alice").new_page()
    desk.goto(site.url(f"sheets/{table['n']}/"))
    desk.locator("[name='0.bids.2']").fill("0")
    desk.check("[name=ended_early]")
    desk.click("#save")
    desk.wait_for_url("**/sheets/")
    page.context.set_offline(False)
    asked = page.locator("#contested .alert")
    expect(asked).to_contain_text("Hand 1, bid of", timeout=15_000)
    asked.get_by_role("button", name="1 you").tap()
    expect(asked).to_have_count(0)
    page.locator("#ended").check()
    page.locator("#reason").fill("misheard")
    page.locator("#send-button").tap()
    page.wait_for_selector("#stored")
    desk.goto(site.url(f"sheets/{table['n']}/"))
    expect(desk.locator("[name='0.bids.2']")).to_have_value("1")
    expect(desk.locator("main")).to_contain_text("misheard")
    desk.context.close()
    page.context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_pages_of_phones_and_paper(
    browser: Browser, site: Served, theme: str
) -> None:
    token, n = site.evening["tables"][3]["token"], site.evening["tables"][3]["n"]
    context = site.context(browser, "alice", viewport={"width": 360, "height": 740}, color_scheme=theme)
    page = context.new_page()
    said = listen(page)
    for path in (
        f"/tables/{token}/",
        f"/tournaments/{site.evening['slug']}/rounds/1/links/",
        f"/tournaments/{site.evening['slug']}/sheets/{n}/print/",
        f"/tournaments/{site.evening['slug']}/rounds/1/print/?what=seating",
        "/tables/nothing/",
    ):
        page.goto(site.base + path)
        page.wait_for_load_state("networkidle")
        assert [line for line in said if "404" not in line] == [], path
        found = Axe().run(page, options=AXE).response["violations"]
        assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found] == [], path
        said.clear()  # axe itself tries inline styles, which the policy refuses
        if "print" not in path:
            assert sideways(page) == 0, path
    context.close()
