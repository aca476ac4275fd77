"""The entry grid by real key presses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.chromium import listen
from tests.browser.hands import IS_FOCUSED
from tests.browser.served import Served
from tests.timing import slowness

pytestmark = pytest.mark.browser


class Keyboard:
    """Presses keys and counts them."""

    def __init__(self, page: Page) -> None:
        self.page, self.n = page, 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.n += 1

    def digits(self, values: Iterable[object]) -> None:
        self.press(*"".join(str(value) for value in values))


def opened(
    browser: Browser, site: Served, user: str = "alice", sheet: dict[str, Any] | None = None
) -> tuple[Page, dict[str, Any]]:
    """The grid of a sheet of this test's own, unless one is named."""
    sheet = sheet or site.fresh_sheet()
    page = site.context(browser, user, viewport={"width": 1366, "height": 900}).new_page()
    page.goto(site.url(f"sheets/{sheet['n']}/"))
    page.wait_for_selector("html.scripted")
    return page, sheet


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.name || document.activeElement.id"))


def cell(page: Page, name: str) -> str:
    return str(page.evaluate("name => document.getElementsByName(name)[0].value", name))


def type_hands(keys: Keyboard, sheet: dict[str, Any], *, is_fast: bool = False) -> None:
    for deal in sheet["deals"]:
        keys.digits(deal["bids"])
        keys.digits(deal["tricks"][:-1] if is_fast else deal["tricks"])


def type_totals(keys: Keyboard, sheet: dict[str, Any]) -> int:
    for total in sheet["totals"]:
        keys.digits([total])
        keys.press("Enter")
    return sum(len(str(total)) for total in sheet["totals"])


def saved_totals(page: Page, site: Served, sheet: dict[str, Any]) -> list[int]:
    page.goto(site.url(f"sheets/{sheet['n']}/"))
    return [int(text.replace("−", "-")) for text in page.locator("tr.computed .total").all_inner_texts()]


@pytest.mark.parametrize(("is_fast", "bar"), [(False, 124), (True, 111)])
def test_a_sheet_of_thirteen_hands_stays_within_the_bar(
    browser: Browser, site: Served, is_fast: bool, bar: int
) -> None:
    page, sheet = opened(browser, site)
    said = listen(page)
    if is_fast:
        page.check("[name=habit-fast]")
    page.goto(site.url("sheets/"))
    keys = Keyboard(page)
    keys.digits([sheet["n"]])
    keys.press("Enter")
    page.wait_for_url(f"**/sheets/{sheet['n']}/")
    page.wait_for_selector("html.scripted")
    assert keys.n <= 4
    type_hands(keys, sheet, is_fast=is_fast)
    n_digits = type_totals(keys, sheet)
    page.wait_for_url("**/sheets/")
    expect(page.locator(".said")).to_contain_text("is saved")
    assert keys.n <= bar - 10 + n_digits
    assert saved_totals(page, site, sheet) == sheet["totals"]
    assert said == []


def test_keys_before_the_script_is_there_open_the_sheet_and_land_in_its_cells(
    browser: Browser, site: Served
) -> None:
    page, sheet = opened(browser, site)
    waiting: list[Route] = []
    page.route(re.compile(r"/js/(pile|grid)[^/]*\.js"), lambda route: waiting.append(route))
    keys = Keyboard(page)
    page.goto(site.url("sheets/"), wait_until="commit")
    page.wait_for_selector("footer.foot")
    page.evaluate("document.activeElement.blur()")
    keys.press(*str(sheet["n"]), "Enter")
    waiting.pop().continue_()
    page.wait_for_url(f"**/sheets/{sheet['n']}/", wait_until="commit")
    page.wait_for_selector("footer.foot")
    keys.digits([1, 0, 0, 1])
    for route in waiting:
        route.continue_()
    page.wait_for_selector("html.scripted")
    assert [cell(page, f"0.bids.{seat}") for seat in range(4)] == ["1", "0", "0", "1"]
    assert focused(page) == "0.tricks.0"


def test_a_draft_under_way_is_dropped_when_the_sheet_is_saved(browser: Browser, site: Served) -> None:
    """Its answer would be 409: the sheet is stored by then."""
    page, sheet = opened(browser, site)
    said = listen(page)
    keys = Keyboard(page)
    waiting: list[Route] = []
    page.route("**/draft/", lambda route: waiting.append(route))
    with page.expect_request("**/draft/"):
        type_hands(keys, sheet)
    keys.press(*[key for total in sheet["totals"] for key in (*str(total), "Enter")][:-1])
    assert len(waiting) == 1
    with page.expect_event("requestfailed", lambda request: request.method == "POST"):
        keys.press("Enter")
    page.wait_for_url("**/sheets/")
    assert said == []
    assert saved_totals(page, site, sheet) == sheet["totals"]


def test_a_slip_typed_without_a_pause_is_on_the_server_before_it_ends(browser: Browser, site: Served) -> None:
    """Slips are keyed player by player, so no hand is whole before the last of them."""
    page, sheet = opened(browser, site)
    page.goto(site.url(f"sheets/{sheet['n']}/?mode=points"))
    page.wait_for_selector("html.scripted")
    kept: list[str] = []
    page.on("request", lambda asked: kept.append(asked.post_data or "") if asked.method == "POST" else None)
    keys = Keyboard(page)
    for key in ("0", "5", "Enter") * 3:
        keys.press(key)
        page.wait_for_timeout(400)
    assert kept
    assert '"0.bids.0":0' in kept[0]
    page.context.close()


def test_keys_while_a_sheet_is_on_its_way_go_to_the_next(browser: Browser, site: Served) -> None:
    page, sheet = opened(browser, site)
    after = site.fresh_sheet()
    keys = Keyboard(page)
    type_hands(keys, sheet)
    waiting: list[Route] = []
    page.route(
        f"**/sheets/{sheet['n']}/",
        lambda route: waiting.append(route) if route.request.method == "POST" else route.continue_(),
    )
    type_totals(keys, sheet)
    keys.press(*str(after["n"]), "Enter", "1", "0")
    assert len(waiting) == 1
    waiting[0].continue_()
    page.wait_for_url(f"**/sheets/{after['n']}/")
    page.wait_for_selector("html.scripted")
    assert [cell(page, f"0.bids.{seat}") for seat in range(4)] == ["1", "0", "", ""]
    assert saved_totals(page, site, sheet) == sheet["totals"]


def test_every_digit_lands_in_its_cell_bids_across_then_tricks(browser: Browser, site: Served) -> None:
    page, sheet = opened(browser, site)
    keys = Keyboard(page)
    type_hands(keys, sheet)
    assert focused(page) == "total.0"
    for number, deal in enumerate(sheet["deals"]):
        for column in ("bids", "tricks"):
            assert [cell(page, f"{number}.{column}.{seat}") for seat in range(4)] == [
                str(v) for v in deal[column]
            ]


@pytest.mark.scenario("S07")
@pytest.mark.parametrize("key", ["Tab", "Enter"])
def test_s07_one_stray_key_after_an_advance_is_swallowed(browser: Browser, site: Served, key: str) -> None:
    page, _sheet = opened(browser, site)
    keys = Keyboard(page)
    keys.press("1", key)
    assert focused(page) == "0.bids.1"
    keys.press("0", key, key)
    assert focused(page) == "0.bids.3"
    keys.press("Shift+Tab")
    assert focused(page) == "0.bids.2"


@pytest.mark.scenario("S07")
def test_without_the_advance_tab_moves_exactly_one_cell(browser: Browser, site: Served) -> None:
    page, _sheet = opened(browser, site)
    page.uncheck("[name=habit-advance]")
    page.locator("#c-0-bids-0").focus()
    Keyboard(page).press("1", "Tab", "0", "Tab")
    assert focused(page) == "0.bids.2"
    assert (cell(page, "0.bids.0"), cell(page, "0.bids.1")) == ("1", "0")


def test_ten_and_more_by_plus_and_by_letters(browser: Browser, site: Served) -> None:
    page, _sheet = opened(browser, site)
    page.locator("#c-12-bids-0").focus()
    Keyboard(page).press("+", "0", "+", "2", "d")
    assert [cell(page, f"12.bids.{seat}") for seat in range(3)] == ["10", "12", "13"]
    assert focused(page) == "12.bids.3"


def test_a_phone_that_sends_no_keys_writes_ten_and_more_by_plus(browser: Browser, site: Served) -> None:
    page, _sheet = opened(browser, site)
    page.locator("#c-12-bids-0").focus()
    page.keyboard.insert_text("+")
    assert (cell(page, "12.bids.0"), focused(page)) == ("+", "12.bids.0")
    page.locator("#c-12-bids-0").fill("+2")
    assert (cell(page, "12.bids.0"), focused(page)) == ("12", "12.bids.1")


@pytest.mark.parametrize("stood", ["", "3"])
@pytest.mark.parametrize("left_by", ["Tab", "ArrowDown", "/"])
def test_a_plus_without_its_digit_leaves_what_stood_there(
    browser: Browser, site: Served, stood: str, left_by: str
) -> None:
    page, _sheet = opened(browser, site)
    page.locator("#c-12-bids-0").focus()
    keys = Keyboard(page)
    keys.press(*stood, *(["Shift+Tab"] if stood else []), "+", left_by)
    assert cell(page, "12.bids.0") == stood
    page.locator("#c-12-bids-0").focus()
    page.keyboard.insert_text("+")
    keys.press(left_by)
    assert cell(page, "12.bids.0") == stood


def test_blank_back_and_revert(browser: Browser, site: Served) -> None:
    page, _sheet = opened(browser, site)
    keys = Keyboard(page)
    keys.press("1", "0")
    keys.press("Backspace")
    assert focused(page) == "0.bids.1"
    keys.press("Backspace")
    assert (focused(page), cell(page, "0.bids.1")) == ("0.bids.1", "")
    keys.press("Backspace", ".")
    assert (focused(page), cell(page, "0.bids.0")) == ("0.bids.0", "")
    keys.press("ArrowDown", "ArrowRight", "End")
    assert focused(page) == "1.tricks.3"
    keys.press("Home", "ArrowUp")
    assert focused(page) == "0.bids.0"
    keys.press("1", "ArrowLeft")
    page.wait_for_timeout(2600)
    page.reload()
    page.wait_for_selector("html.scripted")
    page.locator("#c-0-bids-0").focus()
    keys.press("0", "Shift+Tab", "Escape")
    assert cell(page, "0.bids.0") == "1"


def test_the_row_turns_to_a_warning_at_once(browser: Browser, site: Served) -> None:
    page, _sheet = opened(browser, site)
    page.evaluate(
        """() => {
          const row = document.getElementById("hand-1");
          document.addEventListener("keydown", () => { window.pressed = performance.now(); }, true);
          new MutationObserver(() => {
            if (row.classList.contains("suspect") && !window.took) window.took = performance.now() - window.pressed;
          }).observe(row, { attributes: true });
        }"""
    )
    Keyboard(page).digits([0, 0, 1, 1, 1, 1, 0, 0])
    expect(page.locator("#hand-1")).to_have_class("suspect")
    expect(page.locator("#hand-1 .say")).to_have_text("tricks 2 of 1")
    assert page.evaluate("window.took") < 100 * slowness()
    Keyboard(page).press("-")
    assert focused(page).startswith("0.tricks.")


def test_fast_mode_fills_in_the_last_trick_and_backspace_takes_it_back(
    browser: Browser, site: Served
) -> None:
    page, _sheet = opened(browser, site)
    page.check("[name=habit-fast]")
    page.locator("#c-0-bids-0").focus()
    keys = Keyboard(page)
    keys.digits([0, 0, 1, 1, 0, 0, 0])
    assert (focused(page), cell(page, "0.tricks.3")) == ("1.bids.0", "1")
    expect(page.locator("td.derived")).to_have_count(1)
    keys.press("Backspace")
    assert focused(page) == "0.tricks.3"
    keys.press("0")
    assert cell(page, "0.tricks.3") == "0"
    expect(page.locator("td.derived")).to_have_count(0)


def test_a_slash_goes_to_the_number_box_and_the_number_opens_the_sheet(
    browser: Browser, site: Served
) -> None:
    page, _sheet = opened(browser, site)
    other = site.fresh_sheet()["n"]
    Keyboard(page).press("/", *str(other), "Enter")
    page.wait_for_url(f"**/sheets/{other}/")


def test_what_was_typed_survives_a_reload_at_the_same_cell(browser: Browser, site: Served) -> None:
    page, _sheet = opened(browser, site)
    Keyboard(page).digits([1, 0, 1])
    page.reload()
    page.wait_for_selector("html.scripted")
    assert [cell(page, f"0.bids.{seat}") for seat in range(4)] == ["1", "0", "1", ""]
    assert focused(page) == "0.bids.3"


def test_a_lost_network_loses_nothing(browser: Browser, site: Served) -> None:
    page, sheet = opened(browser, site)
    page.context.set_offline(True)
    keys = Keyboard(page)
    for deal in sheet["deals"][:2]:
        keys.digits(deal["bids"] + deal["tricks"])
    expect(page.locator("#kept")).to_contain_text("No connection since", timeout=8000)
    page.context.set_offline(False)
    expect(page.locator("#kept")).to_contain_text("Kept at", timeout=20000)
    other, _sheet = opened(browser, site, "charlie", sheet)
    assert [cell(other, f"1.tricks.{seat}") for seat in range(4)] == [
        str(v) for v in sheet["deals"][1]["tricks"]
    ]


@pytest.mark.scenario("S04")
def test_s04_two_writers_see_each_other_and_a_person_decides(browser: Browser, site: Served) -> None:
    alice, sheet = opened(browser, site, "alice")
    charlie, _sheet = opened(browser, site, "charlie", sheet)
    expect(alice.locator("#present")).to_contain_text("charlie", timeout=6000)
    alice.locator("#c-0-bids-0").focus()
    Keyboard(alice).digits([1, 0, 0, 1, 0, 0, 0, 1])
    expect(charlie.locator("#c-0-tricks-3")).to_have_value("1", timeout=6000)
    alice.context.set_offline(True)
    charlie.locator("#c-1-bids-0").focus()
    Keyboard(charlie).digits([2, 0, 0, 1, 2, 0, 0, 0])
    expect(charlie.locator("#kept")).to_contain_text("Kept at")
    alice.locator("#c-1-bids-0").focus()
    Keyboard(alice).digits([0])
    alice.context.set_offline(False)
    expect(alice.locator("#contested")).to_contain_text("charlie typed 2", timeout=20000)
    alice.locator("#contested button", has_text="2").click()
    expect(alice.locator("#contested")).to_be_hidden()
    assert cell(alice, "1.bids.0") == "2"


@pytest.mark.scenario("S08")
def test_swapped_columns_are_reported_when_the_totals_are_typed(browser: Browser, site: Served) -> None:
    page, sheet = opened(browser, site)
    keys = Keyboard(page)
    hand = next(
        n
        for n, deal in enumerate(sheet["deals"])
        if (deal["bids"][1], deal["tricks"][1]) != (deal["bids"][2], deal["tricks"][2])
        and (deal["bids"][1] == deal["tricks"][1]) != (deal["bids"][2] == deal["tricks"][2])
    )
    for number, deal in enumerate(sheet["deals"]):
        for column in ("bids", "tricks"):
            row = list(deal[column])
            if number == hand:
                row[1], row[2] = row[2], row[1]
            keys.digits(row)
    type_totals(keys, sheet)
    expect(page.locator("#suspects li:not(.problem)").first).to_contain_text("exchanged", timeout=5000)
    expect(page.locator("#save")).to_be_focused()
    keys.press("-")
    first = page.locator("#suspects li:not(.problem) a").first.get_attribute("href")
    assert first == "#" + page.evaluate("document.activeElement.id")
    page.locator("#save").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/sheets/")
    expect(page.locator(".said")).to_contain_text("2 warnings")


def test_two_saves_at_once_store_one_and_show_both_to_the_other(browser: Browser, site: Served) -> None:
    """On the database file of the served site."""
    page, sheet = opened(browser, site)
    answers = page.evaluate(
        """async (sheet) => {
          const form = document.getElementById("grid");
          const save = (n) => {
            const typed = new FormData(form);
            sheet.deals.forEach((deal, d) => ["bids", "tricks"].forEach((column) => {
              deal[column].forEach((value, seat) => typed.set(`${d}.${column}.${seat}`, value));
            }));
            typed.set("3.bids.0", n);
            typed.set("client_key", `key-${n}`);
            return fetch(location.href, { method: "POST", body: typed, redirect: "manual" });
          };
          const all = await Promise.all([0, 1, 2, 3].map(save));
          return all.map((answer) => answer.status).sort();
        }""",
        sheet,
    )
    assert answers == [0, 409, 409, 409]  # 0 is the redirect of the one that was stored


def test_tab_leaves_the_grid_at_both_ends_and_stops_at_the_reason(browser: Browser, site: Served) -> None:
    page, sheet = opened(browser, site)
    page.locator("#c-0-bids-0").focus()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("region", name="Entry grid")).to_be_focused()
    keys = Keyboard(page)
    page.locator("#c-0-bids-0").focus()
    type_hands(keys, sheet)
    type_totals(keys, sheet)
    page.wait_for_url("**/sheets/")
    page.goto(site.url(f"sheets/{sheet['n']}/"))
    page.wait_for_selector("html.scripted")
    page.locator("#c-total-3").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#reason")).to_be_focused()
    page.keyboard.type("misread")
    page.locator("#c-total-3").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#save")).to_be_focused()
    link = page.get_by_role("link", name="Put them right, with all their hands")
    for _ in range(5):
        page.keyboard.press("Tab")
        if link.evaluate(IS_FOCUSED):
            break
    expect(link).to_be_focused()
    page.context.close()
