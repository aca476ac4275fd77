"""Nothing of a phone at the table is lost: photos without a network, two pages of one phone, a proxy that fails."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser.proxy import Proxy, proxied
from tests.browser.served import Served, served
from tests.browser.test_writer import stored, tap

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("tables"), made_by="tests.browser.table_evening") as running:
        yield running


ALL_KEPT = """Promise.all(
  [location.href, ...[...document.querySelectorAll("script[src]")].map((script) => script.src)]
    .map((address) => caches.match(address))
).then((found) => found.every(Boolean))"""


@pytest.fixture
def proxy(site: Served) -> Iterator[Proxy]:
    with proxied(site.base) as between:
        yield between


def opened(browser: Browser, site: Served, table: int, base: str = "") -> Page:
    page = site.context(browser, viewport={"width": 360, "height": 740}, has_touch=True).new_page()
    page.goto(f"{base or site.base}/tables/{site.evening['tables'][table]['token']}/")
    page.wait_for_selector("html.scripted")
    return page


def await_kept(page: Page) -> None:
    """Until the page and its scripts lie in the store; asked from here, since a promise in a wait counts as true."""
    for _try in range(300):
        if page.evaluate(ALL_KEPT):
            return
        page.wait_for_timeout(100)
    raise AssertionError("not kept within half a minute")


def photo(shade: int = 90) -> dict[str, object]:
    file = BytesIO()
    Image.new("L", (3000, 2000), shade).save(file, "JPEG")
    return {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": file.getvalue()}


def send_photo(page: Page, shade: int = 90) -> None:
    page.evaluate("document.getElementById('photo').open = true")
    page.set_input_files("#photo-file", photo(shade))  # type: ignore[arg-type]
    page.click("#photo-form button")


def test_a_photo_without_a_network_waits_through_a_reload_and_takes_no_tap_away(
    browser: Browser, site: Served
) -> None:
    page = opened(browser, site, 0)
    desk = site.context(browser, "alice", viewport={"width": 1366, "height": 900}).new_page()
    desk.goto(site.url(f"sheets/{site.evening['tables'][0]['n']}/"))
    page.wait_for_selector("html.kept")
    page.context.set_offline(True)
    send_photo(page)
    expect(page.locator("#photo-said")).to_contain_text("The photo is kept on this phone")
    tap(page, 1)
    page.reload()
    page.wait_for_selector("html.scripted")
    page.context.set_offline(False)
    expect(page.locator("#photo-said")).to_contain_text(
        "1 photo of this sheet is at the desk", timeout=30_000
    )
    expect(page.locator("#net")).to_contain_text("Sent at", timeout=30_000)
    picture = desk.locator("#photo-list img")
    expect(picture).to_have_count(1, timeout=30_000)
    assert picture.get_attribute("width") == "2400"
    expect(desk.locator("#photos figcaption")).to_contain_text("taken at the table")
    desk.click("#photos figcaption button")
    expect(desk.locator(".said")).to_contain_text("The photo is removed")
    page.reload()
    assert stored(page) == {"0.bids.1": 1}


def test_a_photo_that_stays_on_the_phone_is_said_by_the_page_of_the_ended_link(
    browser: Browser, site: Served
) -> None:
    page = opened(browser, site, 9)
    page.context.set_offline(True)
    send_photo(page)
    expect(page.locator("#photo-said")).to_contain_text("The photo is kept on this phone")
    desk = site.context(browser, "alice").new_page()
    desk.goto(site.url("rounds/1/links/"))
    row = desk.locator("form", has=desk.locator("input[name=table][value='10']"))
    row.locator("button[value=revoke]").click()
    expect(desk.locator(".said")).to_contain_text("opens nothing any more")
    page.context.set_offline(False)
    expect(page.locator("#photo-said")).to_contain_text("the photo was not sent", timeout=30_000)
    page.reload()
    expect(page.locator("#unsent-photo")).to_be_visible()
    other = site.context(browser).new_page()
    other.goto(page.url)
    expect(other.locator("h1")).to_contain_text("This link has ended")
    expect(other.locator("#unsent-photo")).to_be_hidden()


def test_a_proxy_that_fails_takes_no_photo_and_the_site_says_what_is_wrong_with_one(
    browser: Browser, site: Served, proxy: Proxy
) -> None:
    page = opened(browser, site, 1, proxy.base)
    proxy.status = 502
    send_photo(page)
    expect(page.locator("#photo-said")).to_contain_text("No connection since")
    proxy.status = 0
    expect(page.locator("#photo-said")).to_contain_text("1 photo of this sheet", timeout=30_000)
    page.set_input_files(
        "#photo-file", {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"<script>alert(1)</script>"}
    )
    page.click("#photo-form button")
    expect(page.locator("#photo-said")).to_contain_text("photograph the sheet again")


@pytest.mark.parametrize("status", [502, 504, 404, 200])
def test_the_page_of_a_proxy_is_no_page_of_the_table(
    browser: Browser, site: Served, proxy: Proxy, status: int
) -> None:
    page = opened(browser, site, 2, proxy.base)
    page.wait_for_selector("html.kept")
    await_kept(page)
    proxy.status = status
    for _time in range(2):
        page.reload()
        page.wait_for_selector("html.scripted")
        expect(page.locator("#hand-no")).to_contain_text("Hand 1")
    proxy.status = 0
    page.reload()
    page.wait_for_selector("html.scripted")
    assert page.evaluate("performance.getEntriesByType('navigation')[0].responseStatus") == 200


def test_a_send_that_waits_is_kept_by_the_other_page_of_the_phone_and_sent_by_it(
    browser: Browser, site: Served
) -> None:
    first = opened(browser, site, 3)
    second = first.context.new_page()
    second.goto(first.url)
    second.wait_for_selector("html.scripted")
    for value in (0, 0, 0, 0, 0, 0, 0, 1):  # a whole hand: there is a sheet to send
        tap(second, value)
    expect(second.locator("#net")).to_contain_text("Sent at")
    first.reload()
    first.wait_for_selector("html.scripted")
    first.context.set_offline(True)
    tap(first, 0)
    first.check("#ended")
    first.click("#send-button")
    second.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    first.close()
    kept = second.evaluate(
        "JSON.parse(Object.entries(localStorage).find(([name]) => name.includes(':table:'))[1])"
    )
    assert kept["send"]["ended_early"] == "on"
    second.context.set_offline(False)
    expect(second.locator("#stored")).to_be_visible(timeout=60_000)


def test_a_page_that_slept_sends_nothing_over_what_was_typed_since(browser: Browser, site: Served) -> None:
    first = opened(browser, site, 4)
    second = first.context.new_page()
    second.goto(first.url)
    second.wait_for_selector("html.scripted")
    first.context.set_offline(True)
    tap(first, 1)
    tap(second, 0)  # the same cell: what is typed last on this phone holds
    first.context.set_offline(False)
    expect(first.locator("#net")).not_to_contain_text("No connection", timeout=30_000)
    second.wait_for_timeout(6000)
    second.reload()
    assert stored(second)["0.bids.1"] == 0


def test_a_page_that_slept_leaves_in_the_store_what_another_page_typed_over_its_own(
    browser: Browser, site: Served
) -> None:
    first = opened(browser, site, 5)
    second = first.context.new_page()
    second.goto(first.url)
    second.wait_for_selector("html.scripted")
    first.context.set_offline(True)
    tap(first, 1)
    tap(first, 1)  # the next cell: the first page has something to send of its own
    tap(second, 0)
    for page in (first, second):  # both try again without a network
        page.evaluate("window.dispatchEvent(new Event('online'))")
        page.wait_for_timeout(500)
    tap(second, 0)
    first.context.set_offline(False)
    second.wait_for_timeout(6000)
    second.reload()
    assert {cell: stored(second).get(cell) for cell in ("0.bids.1", "0.bids.2")} == {
        "0.bids.1": 0,
        "0.bids.2": 0,
    }


def test_a_tap_while_the_sheet_is_on_its_way_is_kept(browser: Browser, site: Served) -> None:
    page = opened(browser, site, 6)
    for value in (0, 0, 0, 0, 0, 0, 0, 1):
        tap(page, value)
    expect(page.locator("#net")).to_contain_text("Sent at")
    page.evaluate(
        "window.fetch = ((real) => async (...asked) => {"
        " const answer = await real(...asked);"
        " if (asked[1]?.body instanceof URLSearchParams) await new Promise((done) => setTimeout(done, 2000));"
        " return answer; })(window.fetch)"
    )
    page.check("#ended")
    page.click("#send-button")
    page.locator('[data-key="mend-bids-1"]').tap()
    tap(page, 1)
    expect(page.locator("#why")).to_be_visible(timeout=30_000)  # the page of the stored sheet
    page.wait_for_timeout(3000)
    page.reload()
    assert stored(page)["0.bids.1"] == 1
