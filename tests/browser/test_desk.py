"""Every kind of paper within its bar of keys; and nothing typed is lost, asked twice or overwritten."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.chromium import listen
from tests.browser.papers_evening import PAPERS
from tests.browser.served import Served, served
from tests.browser.test_grid import Keyboard, cell, focused

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("papers"), made_by="tests.browser.papers_evening") as running:
        yield running


def opened(browser: Browser, desk: Served, user: str, n: int) -> Page:
    page = desk.context(browser, user, viewport={"width": 1366, "height": 900}).new_page()
    page.goto(desk.url(f"sheets/{n}/?mode=tricks"))
    page.wait_for_selector("html.scripted")
    return page


def keys_of(paper: dict[str, Any]) -> tuple[list[str], int]:
    """What is pressed for a paper, and the bar of `users.md` 3.2: values, digits of numbers, one key after each, 6."""
    pressed: list[str] = []
    deals, mode = paper["deals"], paper["mode"]
    n_seats = len(paper["totals"])
    totals = [str(total) for total in paper["totals"]]
    if mode == "points":
        for seat in range(n_seats):
            for deal, points in zip(deals, paper["points"], strict=True):
                pressed += [str(deal["bids"][seat]), *str(points[seat]), "Enter"]
            pressed += [*totals[seat], "Enter"]
    for deal, running in zip(deals, paper["running"], strict=True):
        bids, tricks = deal["bids"], deal["tricks"]
        if mode in ("tricks", "made"):
            second = tricks if mode == "tricks" else [int(b == t) for b, t in zip(bids, tricks, strict=True)]
            pressed += [str(value) for value in (*bids, *second)]
        elif mode == "running":
            pressed += [str(bid) for bid in bids]
            pressed += [key for total in running for key in (*str(total), "Enter")]
    if mode in ("tricks", "made"):
        pressed += [key for total in totals for key in (*total, "Enter")]
    n_values = n_seats * len(deals) * (2 if mode in ("tricks", "made") else 1)
    rows = {"running": paper["running"], "points": paper["points"]}.get(mode, [])
    numbers = [str(value) for row in rows for value in row] + ([] if mode == "running" else totals)
    return pressed, n_values + sum(len(text) + 1 for text in numbers) + 6


@pytest.mark.parametrize("number", range(len(PAPERS)), ids=[f"{p[0]}-{p[1]}-{p[3]}" for p in PAPERS])
def test_every_kind_of_paper_stays_within_its_bar(browser: Browser, desk: Served, number: int) -> None:
    paper = desk.evening["papers"][number]
    pressed, bar = keys_of(paper)
    base = f"{desk.base}/tournaments/{paper['slug']}/sheets/"
    page = desk.context(browser, "charlie", viewport={"width": 1366, "height": 900}).new_page()
    page.goto(base)
    page.locator("#sheet-number").focus()
    keys = Keyboard(page)
    keys.press(*str(paper["n"]), "Enter")
    page.wait_for_selector("html.scripted")
    # Chosen once: the club's next sheet opens as its last one was read.
    page.goto(f"{base}{paper['n']}/?mode={paper['mode']}")
    page.wait_for_selector("html.scripted")
    keys.press(*pressed)
    page.wait_for_url("**/sheets/")
    expect(page.locator(".said")).to_contain_text("is saved.")
    assert keys.n <= bar
    page.goto(f"{base}{paper['n']}/")
    points = page.locator("table.sheet tfoot .total").all_inner_texts()
    assert [int(text.replace("−", "-")) for text in points[: len(paper["totals"])]] == paper["totals"]


@pytest.mark.parametrize("width", [1024, 1152, 1280])
@pytest.mark.parametrize("number", range(len(PAPERS)), ids=[f"{p[0]}-{p[1]}-{p[3]}" for p in PAPERS])
def test_what_a_row_says_is_in_sight_on_a_small_screen(
    browser: Browser, desk: Served, number: int, width: int
) -> None:
    paper = desk.evening["papers"][number]
    page = desk.context(browser, "alice", viewport={"width": width, "height": 800}).new_page()
    page.goto(f"{desk.base}/tournaments/{paper['slug']}/sheets/{paper['n']}/?mode={paper['mode']}")
    grid = page.locator(".leaf:has(> .sheet.entry)")
    assert grid.evaluate("leaf => leaf.scrollWidth - leaf.clientWidth") == 0
    page.context.close()


def test_a_sheet_wider_than_a_tablet_keeps_its_checks_in_sight_and_the_cell_beside_them(
    browser: Browser, desk: Served
) -> None:
    paper = desk.evening["papers"][4]
    page = desk.context(browser, "alice", viewport={"width": 768, "height": 900}).new_page()
    page.goto(f"{desk.base}/tournaments/{paper['slug']}/sheets/{paper['n']}/?mode={paper['mode']}")
    grid = page.locator(".leaf:has(> .sheet.entry)")
    assert grid.evaluate("leaf => leaf.scrollWidth - leaf.clientWidth") > 0
    check, leaf = page.locator(".sheet.entry tbody .sum").first, grid.bounding_box()
    for seat in (0, 3, 0):
        page.focus(f"#c-0-bids-{seat}")
        cell, beside = page.locator(":focus").bounding_box(), check.bounding_box()
        if leaf is None or cell is None or beside is None:
            raise AssertionError("nothing of the grid is there")
        assert beside["x"] + beside["width"] <= leaf["x"] + leaf["width"] + 1
        assert cell["x"] + cell["width"] <= beside["x"] + 1
    page.context.close()


@pytest.mark.parametrize("width", [1024, 1200, 1280, 1366])
def test_the_sums_of_four_players_are_in_sight_beside_the_findings(
    browser: Browser, desk: Served, width: int
) -> None:
    paper = next(
        found for found in desk.evening["papers"] if len(found["totals"]) == 4 and found["mode"] == "tricks"
    )
    page = desk.context(browser, "alice", viewport={"width": width, "height": 800}).new_page()
    page.goto(f"{desk.base}/tournaments/{paper['slug']}/sheets/{paper['n']}/?mode=tricks")
    grid = page.locator(".leaf:has(> .sheet.entry)")
    assert grid.evaluate("leaf => leaf.scrollWidth - leaf.clientWidth") == 0
    page.context.close()


def test_a_phone_shows_two_players_of_rage_and_the_cell_that_is_typed(browser: Browser, desk: Served) -> None:
    """Bid, tricks, +5 and −5 of each: whoever types bids across is not thrown about by every key."""
    paper = desk.evening["papers"][4]
    page = desk.context(browser, "alice", viewport={"width": 360, "height": 760}).new_page()
    page.goto(f"{desk.base}/tournaments/{paper['slug']}/sheets/{paper['n']}/?mode=tricks")
    page.wait_for_selector("html.scripted")
    grid = page.locator(".leaf:has(> .sheet.entry)").bounding_box()
    second = page.locator("#c-0-minus_fives-1").bounding_box()
    assert grid is not None
    assert second is not None
    assert second["x"] + second["width"] <= grid["x"] + grid["width"]
    assert second["width"] >= 24
    hand = page.locator("#hand-1 .hand").bounding_box()
    assert hand is not None
    for seat in range(4):
        page.locator(f"#c-0-bids-{seat}").focus()
        cell = page.locator(":focus").bounding_box()
        assert cell is not None
        assert hand["x"] + hand["width"] <= cell["x"] + 1
        assert cell["x"] + cell["width"] <= grid["x"] + grid["width"] + 1
    page.context.close()


@pytest.mark.parametrize(("paper", "box"), [("a4", (595, 842)), ("letter", (612, 792))], ids=["a4", "letter"])
@pytest.mark.parametrize("number", [0, 3], ids=["upright", "broad"])
def test_the_print_page_asks_for_the_paper_it_is_drawn_for(
    browser: Browser, desk: Served, number: int, paper: str, box: tuple[int, int]
) -> None:
    sheet = desk.evening["papers"][number]
    page = desk.context(browser, "alice").new_page()
    page.goto(f"{desk.base}/tournaments/{sheet['slug']}/rounds/1/print/?paper={paper}")
    printed = page.pdf(prefer_css_page_size=True)
    found = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", printed)
    assert {tuple(round(float(side)) for side in sides) for sides in found} == {
        box if number == 0 else box[::-1]
    }
    assert len(found) == 1
    page.context.close()


def test_the_grid_writes_the_time_of_the_club_whatever_the_device_is_set_to(
    browser: Browser, desk: Served
) -> None:
    n = desk.fresh_sheet()["n"]
    page = desk.context(browser, "alice", timezone_id="Asia/Tokyo").new_page()
    page.goto(desk.url(f"sheets/{n}/?mode=tricks"))
    page.wait_for_selector("html.scripted")
    Keyboard(page).press(*"10010001")
    expect(page.locator("#kept")).to_contain_text("Kept at")
    shown = page.locator("#kept").inner_text().rpartition(" ")[2]
    now = datetime.now(UTC)
    assert shown in {f"{at:%H:%M}" for at in (now, now - timedelta(minutes=1))}


def test_ten_minutes_without_network_lose_nothing(browser: Browser, desk: Served) -> None:
    n = desk.fresh_sheet()["n"]
    page = desk.context(browser, "alice").new_page()
    page.clock.install()
    page.goto(desk.url(f"sheets/{n}/?mode=tricks"))
    page.wait_for_selector("html.scripted")
    page.context.set_offline(True)
    Keyboard(page).press(*"10010001", *"1")
    page.clock.fast_forward("10:00")
    expect(page.locator("#kept")).to_contain_text("No connection since")
    page.context.set_offline(False)
    page.clock.run_for(16_000)
    expect(page.locator("#kept")).to_contain_text("Kept at")
    other = opened(browser, desk, "charlie", n)
    assert [cell(other, f"0.tricks.{seat}") for seat in range(4)] == ["0", "0", "0", "1"]
    assert cell(other, "1.bids.0") == "1"


def test_two_windows_of_one_person_lose_nothing_of_each_other(browser: Browser, desk: Served) -> None:
    n = desk.fresh_sheet()["n"]
    first = opened(browser, desk, "alice", n)
    second = first.context.new_page()
    second.goto(desk.url(f"sheets/{n}/?mode=tricks"))
    second.wait_for_selector("html.scripted")
    first.context.set_offline(True)
    Keyboard(first).press(*"101")
    second.locator("#c-2-bids-0").focus()
    Keyboard(second).press(*"210")
    first.close()
    second.close()
    first.context.set_offline(False)
    page = first.context.new_page()
    page.goto(desk.url(f"sheets/{n}/?mode=tricks"))
    page.wait_for_selector("html.scripted")
    typed = [cell(page, f"{hand}.bids.{seat}") for hand in (0, 2) for seat in range(3)]
    assert typed == ["1", "0", "1", "2", "1", "0"]


def test_after_a_new_sign_in_the_same_cell_waits(browser: Browser, desk: Served) -> None:
    n = desk.fresh_sheet()["n"]
    page = opened(browser, desk, "alice", n)
    page.context.clear_cookies(name="sessionid")
    Keyboard(page).press(*"1001000")
    expect(page.locator("#signed-out")).to_be_visible(timeout=8000)
    page.locator("#signed-out a").click()
    page.fill("input[name=login]", "alice")
    page.fill("input[name=password]", "alice-pass-1")
    page.press("input[name=password]", "Enter")
    page.wait_for_url(f"**/sheets/{n}/?mode=tricks")
    page.wait_for_selector("html.scripted")
    assert focused(page) == "0.tricks.3"
    assert [cell(page, f"0.bids.{seat}") for seat in range(4)] == ["1", "0", "0", "1"]
    expect(page.locator("#kept")).to_contain_text("Kept at")


def test_a_sign_in_that_expired_before_the_last_key_leads_back_to_what_was_typed(
    browser: Browser, desk: Served
) -> None:
    n = desk.fresh_sheet()["n"]
    page = opened(browser, desk, "alice", n)
    page.context.clear_cookies(name="sessionid")
    Keyboard(page).press(*"10010001")
    page.check("[name=ended_early]")
    page.keyboard.press("Control+Enter")
    page.locator("#signed-out a").click()
    page.fill("input[name=login]", "alice")
    page.fill("input[name=password]", "alice-pass-1")
    page.press("input[name=password]", "Enter")
    page.wait_for_url(f"**/sheets/{n}/?mode=tricks")
    page.wait_for_selector("html.scripted")
    assert [cell(page, f"0.tricks.{seat}") for seat in range(4)] == ["0", "0", "0", "1"]
    expect(page.locator("[name=ended_early]")).to_be_checked()
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/sheets/")
    expect(page.locator(".said")).to_contain_text("is saved")


@pytest.mark.parametrize("status", [0, 200, 403, 404, 502], ids=lambda status: str(status or "cut"))
def test_a_save_without_a_network_stays_on_the_page_and_arrives_by_itself(
    browser: Browser, desk: Served, status: int
) -> None:
    """The network is cut, or a guest network's page answers in place of the site."""
    n = desk.fresh_sheet()["n"]
    page = opened(browser, desk, "alice", n)
    is_portal = bool(status)

    def answer(route: Route) -> None:
        if is_portal and route.request.method == "POST":
            route.fulfill(status=status, content_type="text/html", body="Wifi")
        else:
            route.continue_()

    page.route(re.compile(rf"/sheets/{n}/(\?|$)"), answer)
    Keyboard(page).press(*"10010001")
    page.check("[name=ended_early]")
    page.context.set_offline(not is_portal)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#kept")).to_contain_text("Not saved yet")
    assert page.url.endswith(f"/sheets/{n}/?mode=tricks")
    expect(page.locator("#signed-out")).to_be_hidden()
    is_portal = False
    page.context.set_offline(False)
    page.wait_for_url("**/sheets/")
    expect(page.locator(".said")).to_contain_text("is saved")
    page.goto(desk.url(f"sheets/{n}/"))
    assert page.locator("#c-0-tricks-3").input_value() == "1"


def test_a_sheet_that_is_gone_says_so_on_the_grid_and_keeps_what_was_typed(
    browser: Browser, desk: Served
) -> None:
    n = desk.fresh_sheet()["n"]
    page = opened(browser, desk, "alice", n)
    gone = {
        "status": 404,
        "content_type": "application/json",
        "body": '{"code": "not_found", "message": "gone"}',
    }
    page.route(
        re.compile(rf"/sheets/{n}/(\?|draft/|$)"),
        lambda route: route.fulfill(**gone) if route.request.method == "POST" else route.continue_(),
    )
    Keyboard(page).press(*"10010001")
    page.check("[name=ended_early]")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#kept")).to_have_text("gone")
    assert cell(page, "0.tricks.3") == "1"
    page.unroute_all()
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/sheets/")
    expect(page.locator(".said")).to_contain_text("is saved")


def test_a_save_after_a_sign_in_in_another_window_is_accepted(browser: Browser, desk: Served) -> None:
    """The token of the form is an old one by then."""
    n = desk.fresh_sheet()["n"]
    page = opened(browser, desk, "alice", n)
    Keyboard(page).press(*"10010001")
    page.check("[name=ended_early]")
    page.context.clear_cookies()
    other = page.context.new_page()
    other.goto(f"{desk.base}/accounts/login/")
    other.fill("input[name=login]", "alice")
    other.fill("input[name=password]", "alice-pass-1")
    other.press("input[name=password]", "Enter")
    other.wait_for_url(f"{desk.base}/")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/sheets/")
    expect(page.locator(".said")).to_contain_text("is saved")


@pytest.mark.parametrize("status", [200, 403, 404])
def test_the_page_of_a_guest_network_takes_nothing_of_a_draft_away(
    browser: Browser, desk: Served, status: int
) -> None:
    n = desk.fresh_sheet()["n"]
    page = opened(browser, desk, "alice", n)
    page.route(
        "**/draft/**", lambda route: route.fulfill(status=status, content_type="text/html", body="Wifi")
    )
    Keyboard(page).press(*"10010001")
    expect(page.locator("#kept")).to_contain_text("No connection since")
    expect(page.locator("#signed-out")).to_be_hidden()
    page.unroute_all()
    expect(page.locator("#kept")).to_contain_text("Kept at", timeout=20_000)
    other = opened(browser, desk, "charlie", n)
    assert [cell(other, f"0.tricks.{seat}") for seat in range(4)] == ["0", "0", "0", "1"]


def test_a_second_person_keys_the_paper_again_and_is_led_to_the_cell_that_differs(
    browser: Browser, desk: Served
) -> None:
    paper = desk.evening["verified"]
    base = f"{desk.base}/tournaments/{paper['slug']}/sheets/{paper['n']}"
    pressed, _bar = keys_of(paper)
    first = desk.context(browser, "charlie", viewport={"width": 1366, "height": 900}).new_page()
    first.goto(f"{base}/?mode=tricks")
    first.wait_for_selector("html.scripted")
    Keyboard(first).press(*pressed)
    first.wait_for_url("**/sheets/")
    second = desk.context(browser, "alice", viewport={"width": 1366, "height": 900}).new_page()
    said = listen(second)
    second.goto(f"{base}/verify/")
    second.get_by_role("link", name="Key the whole paper again").click()
    second.wait_for_selector("html.scripted")
    assert focused(second) == "0.bids.0"
    slip = "1" if pressed[1] == "0" else "0"
    Keyboard(second).press(pressed[0], slip, *pressed[2:5])
    second.reload()
    second.wait_for_selector("html.scripted")
    assert (focused(second), cell(second, "0.bids.1")) == ("0.tricks.1", slip)
    Keyboard(second).press(*pressed[5:])
    if second.locator("#save").evaluate("button => button === document.activeElement"):
        second.keyboard.press("Enter")  # the slip breaks a rule: the key after the last total stops there
    expect(second.locator(".errors a")).to_have_attribute("href", "#c-0-bids-1")
    second.wait_for_selector("html.scripted")
    assert (focused(second), cell(second, "0.bids.1")) == ("0.bids.1", "")
    assert cell(second, "0.bids.0") == pressed[0]
    Keyboard(second).press(pressed[1])
    second.keyboard.press("Control+Enter")
    second.wait_for_url("**/sheets/")
    expect(second.locator(".said")).to_contain_text("is final")
    assert said == []


def test_both_writers_of_a_cell_are_asked_and_one_decides(browser: Browser, desk: Served) -> None:
    n = desk.fresh_sheet()["n"]
    alice, charlie = (opened(browser, desk, user, n) for user in ("alice", "charlie"))
    charlie.context.set_offline(True)
    Keyboard(charlie).press("1")
    Keyboard(alice).press("0")
    expect(alice.locator("#kept")).to_contain_text("Kept at")
    charlie.context.set_offline(False)
    expect(charlie.locator("#contested")).to_contain_text("alice typed 0", timeout=20_000)
    expect(alice.locator("#contested")).to_contain_text("charlie typed 1", timeout=8000)
    charlie.reload()
    expect(charlie.locator("#contested")).to_contain_text("alice typed 0")
    charlie.locator("#contested button", has_text="1").click()
    expect(alice.locator("#contested")).to_be_hidden(timeout=8000)
    assert (cell(alice, "0.bids.0"), cell(charlie, "0.bids.0")) == ("1", "1")


def test_what_a_browser_kept_of_a_sheet_that_was_saved_meanwhile_is_a_question(
    browser: Browser, desk: Served
) -> None:
    n = desk.fresh_sheet()["n"]
    alice, charlie = (opened(browser, desk, user, n) for user in ("alice", "charlie"))
    alice.context.set_offline(True)
    Keyboard(alice).press("1")
    Keyboard(charlie).press(*"00011000")
    charlie.keyboard.press("Control+Enter")
    charlie.wait_for_url("**/sheets/")
    alice.context.set_offline(False)
    alice.reload()
    expect(alice.locator("#contested")).to_contain_text("you typed 1 before the sheet was saved with 0")
    alice.locator("#contested button", has_text="0").click()
    alice.reload()
    expect(alice.locator("#contested")).to_be_hidden()


def test_fast_typing_without_the_totals_stops_at_the_button(browser: Browser, desk: Served) -> None:
    page = opened(browser, desk, "alice", desk.fresh_sheet()["n"])
    page.check("[name=habit-fast]")
    page.locator("#c-0-bids-0").focus()
    keys = Keyboard(page)
    keys.press(*"1010100", *"1010110", *"2010201")
    assert focused(page) == "total.0"
    expect(page.locator("#v-3")).to_contain_text("type the total")
    keys.press("Enter", "Enter", "Enter", "Enter", "Enter")
    expect(page.locator("#save")).to_be_focused()
