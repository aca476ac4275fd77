"""The stories of desk, director, player and owner with a stop-watch: clicks and keys are counted (`-s` shows).

Story 1, a whole sheet within its keys, is in `test_grid.py` and `test_desk.py`; story 11, a phone, in `test_writer.py`.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hands import Hands
from tests.browser.served import Served, organising, served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("stories"), made_by="tests.browser.story_evenings") as running:
        yield running


@pytest.fixture
def page(browser: Browser, site: Served) -> Iterator[Page]:
    with organising(browser, site, forgiven=("409", "422")) as opened:
        yield opened


class Watch:
    """What a story cost: printed, and held to its bar."""

    def __init__(self, story: str, hands: Hands) -> None:
        self.story, self.hands, self.since = story, hands, time.monotonic()
        hands.rest()

    def stop(self, *, clicks: int, presses: int, seconds: float) -> None:
        took = time.monotonic() - self.since
        sys.stdout.write(
            f"\nstory {self.story}: {self.hands.clicks} clicks, {self.hands.presses} keys, {took:.1f} s "
            f"(at most {clicks}, {presses}, {seconds:g})"
        )
        assert self.hands.clicks <= clicks
        assert self.hands.presses <= presses
        assert took <= seconds


def at(site: Served, slug: str, path: str = "") -> str:
    return f"{site.base}/tournaments/{slug}/{path}"


def test_story_2_the_desk_finds_a_sheet_by_its_number(page: Page, site: Served) -> None:
    desk = site.evening["desk"]
    page.goto(at(site, desk["slug"], "sheets/"))
    hands = Hands(page)
    expect(page.locator("#sheet-number")).to_be_focused()
    watch = Watch("2", hands)
    hands.open_sheet(desk["open"])
    expect(page.locator("#grid")).to_be_visible()
    heads = page.locator("#grid thead").inner_text()
    assert [name for name in desk["names"] if name in heads] == desk["names"]
    watch.stop(clicks=0, presses=4, seconds=2)
    ready = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    sys.stdout.write(f"; names and cells after {ready:.0f} ms")


def test_story_3_a_mistyped_trick_is_seen_and_reached(page: Page, site: Served) -> None:
    desk = site.evening["desk"]
    page.goto(at(site, desk["slug"], f"sheets/{desk['open']}/?mode=tricks"))
    page.wait_for_selector("html.scripted")
    hands = Hands(page)
    page.locator("#c-0-bids-0").focus()
    hands.digits("00100011")  # bids 0 0 1 0, tricks 0 0 1 1: one trick too many in a hand of one
    watch = Watch("3", hands)
    expect(page.locator("#hand-1")).to_have_class("suspect")
    hands.key("-")
    assert str(page.evaluate("document.activeElement.name")).startswith("0.tricks.")
    watch.stop(clicks=0, presses=2, seconds=2)


def test_story_4_a_second_person_verifies_four_totals(page: Page, site: Served) -> None:
    desk = site.evening["desk"]
    page.goto(at(site, desk["slug"], f"sheets/{desk['keyed']}/verify/"))
    hands = Hands(page)
    expect(page.locator("#t-0")).to_be_focused()
    watch = Watch("4", hands)
    for total in desk["totals"]:
        hands.digits(str(total))
        hands.key("Enter")  # the hand stays on the keypad
    page.wait_for_url("**/sheets/")
    watch.stop(clicks=0, presses=12, seconds=20)
    expect(page.locator(".said")).to_contain_text(str(desk["keyed"]))


def test_story_5_an_evening_of_seventeen_opens_at_the_door(page: Page, site: Served) -> None:
    page.goto(at(site, site.evening["door"], "door/"))
    hands = Hands(page)
    expect(page.locator("#find")).to_be_focused()
    watch = Watch("5", hands)
    names = page.locator("#lines li").evaluate_all("rows => rows.map(row => row.dataset.name)")
    for n, name in enumerate(names, start=1):
        keys_before = hands.presses
        hands.type(name[:2].lower())
        hands.key("Enter")
        expect(page.locator("#door-state .seat")).to_have_text(f"{n} {'is' if n == 1 else 'are'} here")
        assert hands.presses - keys_before <= 4
    for number, stranger in enumerate(("Quentin Quick", "Xenia Late"), start=16):
        since = time.monotonic()
        hands.type(stranger)
        if number == 16:  # nobody on the list has this name: the box for walk-ins takes it over
            hands.key("Enter")
        expect(page.locator("#names")).to_be_focused()
        expect(page.locator("#names")).to_have_value(stranger)
        hands.act(page.get_by_role("button", name="Add to roster and evening"))
        expect(page.locator("#door-state .seat")).to_have_text(f"{number} are here")
        assert time.monotonic() - since <= 10
    expect(page.locator(".splits li.best b")).to_have_text("4 · 4 · 3 · 3 · 3")
    hands.act(page.get_by_role("link", name="Draw tables of round 1"))
    hands.act(page.get_by_role("button", name="Draw round 1"))
    expect(page.get_by_role("button", name="Publish round 1")).to_be_visible()
    tables = page.locator("[data-board] section").evaluate_all(
        "tables => tables.map(table => table.querySelectorAll('[data-who]').length).filter(n => n > 0)"
    )
    assert sorted(tables) == [3, 3, 3, 4, 4]
    watch.stop(clicks=4, presses=15 * 4 + 30, seconds=180)


def test_story_6_a_late_comer_sits_down_after_the_draw(page: Page, site: Served) -> None:
    late = site.evening["late"]
    page.goto(at(site, late["slug"], "draw/"))
    hands = Hands(page)
    watch = Watch("6", hands)
    page.locator("#who").select_option(label=late["who"])
    hands.clicks += 1
    hands.act(page.get_by_role("button", name="Show the ways"))
    hands.act(page.get_by_role("button", name="Do it"))
    expect(page.get_by_text(re.compile(rf"{late['who']} sits at table \d"))).to_be_visible()
    watch.stop(clicks=3, presses=0, seconds=10)


def test_story_7_somebody_leaves_in_the_middle_of_a_game(page: Page, site: Served) -> None:
    leaves = site.evening["leaves"]
    page.goto(at(site, leaves["slug"], "draw/"))
    hands = Hands(page)
    watch = Watch("7", hands)
    page.locator("#who").select_option(label=leaves["who"])
    hands.clicks += 1
    hands.act(page.get_by_role("button", name="Show the ways"))
    hands.act(page.get_by_text("Stops playing, and Ida plays on"))
    expect(page.locator("#hand")).to_have_value("2")
    hands.act(page.get_by_role("button", name="Do it"))
    expect(page.get_by_text(f"Ida plays for {leaves['who']} from hand 2 on.")).to_be_visible()
    watch.stop(clicks=4, presses=0, seconds=15)
    page.goto(at(site, leaves["slug"], f"sheets/{leaves['sheet']}/"))
    expect(page.get_by_text(f"{leaves['who']} / Ida from hand 2").first).to_be_visible()


def test_story_8_an_old_hand_is_corrected_while_a_round_is_played(page: Page, site: Served) -> None:
    slug = site.evening["correct"]
    page.goto(at(site, slug, "standings/"))
    before = page.locator(".standings tbody").inner_text()
    page.goto(at(site, slug, "sheets/1/"))
    hands = Hands(page)
    watch = Watch("8", hands)
    cell = page.locator('[name="2.bids.0"]')
    bid, taken = int(cell.input_value()), int(page.locator('[name="2.tricks.0"]').input_value())
    hands.write(cell, str((bid + 1) % 4 if bid == taken else taken))  # made becomes missed, missed made
    hands.write(page.locator("#reason"), "misread")
    hands.act(page.locator("#save"))
    expect(page.locator("#effects")).to_contain_text("The correction")
    hands.act(page.get_by_role("button", name=re.compile("Save the correction|Save with")))
    page.wait_for_url("**/sheets/")
    saved = time.monotonic()
    watch.stop(clicks=4, presses=20, seconds=20)
    page.goto(at(site, slug, "standings/"))
    while page.locator(".standings tbody").inner_text() == before and time.monotonic() - saved < 10:
        page.wait_for_timeout(100)
    fresh = time.monotonic() - saved
    sys.stdout.write(f"; standings after {fresh:.1f} s")
    assert page.locator(".standings tbody").inner_text() != before


def test_story_9_a_player_sees_rank_and_reason_at_one_tap(browser: Browser, site: Served) -> None:
    context = site.context(browser, viewport={"width": 360, "height": 800})
    page = context.new_page()
    page.goto(at(site, site.evening["correct"]))
    hands = Hands(page)
    watch = Watch("9", hands)
    hands.act(page.get_by_role("link", name=re.compile("tandings|list", re.IGNORECASE)).first)
    expect(page.locator(".standings tbody tr").first).to_be_visible()
    watch.stop(clicks=1, presses=0, seconds=5)
    weight = len(page.request.get(page.url, headers={"Accept-Encoding": "gzip"}).body())
    sys.stdout.write(f"; {weight} bytes of HTML before compression")
    context.close()


def test_story_10_the_cut_is_one_click_and_never_silent(page: Page, site: Served) -> None:
    page.goto(at(site, site.evening["cut"], "final/"))
    hands = Hands(page)
    expect(page.get_by_role("alert")).to_contain_text("3 players are level on the line")
    assert page.get_by_role("button", name=re.compile("^Cut: ")).count() == 0
    expect(page.get_by_role("button", name="Save the extra game")).to_be_visible()
    watch = Watch("10", hands)
    hands.act(page.get_by_role("button", name="With all of them: 5 go on"))
    expect(page.get_by_role("heading", name="5 players went on after round 1")).to_be_visible()
    watch.stop(clicks=1, presses=0, seconds=5)


def test_story_12_the_season_follows_an_evening_and_leaves_as_csv(page: Page, site: Served) -> None:
    page.goto(site.base + site.evening["season"])
    before = page.locator(".season tbody").inner_text()
    page.goto(at(site, site.evening["second"], "sheets/1/?mode=tricks"))
    hands = Hands(page)
    for hand, size in enumerate((1, 2, 3)):
        for seat in range(4):
            page.locator(f'[name="{hand}.bids.{seat}"]').fill("0")
            page.locator(f'[name="{hand}.tricks.{seat}"]').fill(str(size if seat == 3 else 0))
    page.locator("#save").click()
    page.wait_for_url("**/sheets/")
    watch = Watch("12", hands)
    page.goto(site.base + site.evening["season"])
    while page.locator(".season tbody").inner_text() == before and time.monotonic() - watch.since < 10:
        page.wait_for_timeout(200)
        page.reload()
    expect(page.locator(".season tbody s").first).to_be_visible()
    watch.stop(clicks=0, presses=0, seconds=5)
    with page.expect_download() as waiting:
        hands.act(page.get_by_role("link", name="The table as CSV"))
    assert waiting.value.suggested_filename.endswith("-spring.csv")
    assert hands.clicks == 1


def test_story_12_two_profiles_become_one_and_two_again(page: Page, site: Served) -> None:
    merge = site.evening["merge"]
    page.goto(f"{site.base}{merge['club']}members/add/")
    hands = Hands(page)
    watch = Watch("12, merge", hands)
    hands.act(page.get_by_role("link", name="Merge profiles"))
    for label, name in (("This profile", merge["source"]), ("is this person", "Ada")):
        options = page.get_by_label(label).locator("option").all_inner_texts()
        page.get_by_label(label).select_option(label=next(one for one in options if one.startswith(name)))
        hands.clicks += 1  # a native list
    hands.act(page.get_by_role("button", name="See what moves"))
    expect(page.get_by_role("heading", name=f"What Ada gets from {merge['source']}")).to_be_visible()
    page.get_by_label("Why they are one person").focus()
    hands.type("one person")
    hands.key("Enter")
    expect(page.locator(".said")).to_contain_text(f"{merge['source']} is Ada from now on")
    watch.stop(clicks=5, presses=12, seconds=20)
    page.get_by_label("Why they are two people").focus()
    hands.type("two after all")
    hands.key("Enter")
    expect(
        page.get_by_label("This profile").locator("option").filter(has_text=merge["source"])
    ).to_have_count(1)
