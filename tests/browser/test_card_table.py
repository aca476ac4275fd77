"""A short game at 360 px: one player by keyboard alone, one by touch, a bot beside them; pages follow by themselves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.access import walk
from tests.browser.chromium import listen, sideways
from tests.browser.served import Served, served
from tests.games.hosting.tables import NAMES

pytestmark = pytest.mark.browser
PATIENCE = 90.0
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 780}, "has_touch": True, "is_mobile": True}
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
    """A tap bids; a first tap lifts a card and a second plays it."""
    choice = page.locator("#bids button:not(:disabled), #hand.live .card:not([aria-disabled])").first
    is_card = choice.evaluate("one => one.matches('.card')")
    choice.tap()
    if is_card:
        page.locator("#hand .lifted").tap()


@pytest.mark.scenario("S58")
def test_a_short_game_is_played_by_keyboard_and_by_touch(tables: Served, browser: Browser) -> None:
    address = f"{tables.base}/play/{tables.evening['tables']['short']}/"
    ada = tables.context(browser, "ada", viewport=PHONE["viewport"]).new_page()
    bo = tables.context(browser, "bo", **PHONE).new_page()
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
    page.evaluate(
        "document.dispatchEvent(new CustomEvent('eldest-hand:changed', { detail: { version: 1e9 } }))"
    )
    page.wait_for_timeout(800)
    assert page.evaluate("document.activeElement.value") == first.get_attribute("value")


def at_turn(tables: Served, name: str) -> str:
    """Who leads at a table, by user name."""
    (user,) = tables.evening["at_turn"][name]
    return str(user)


def after(user: str) -> str:
    """Whoever sits on the left of somebody at a table of three."""
    return NAMES[(NAMES.index(user) + 1) % 3]


def sent_acts(page: Page) -> list[str]:
    """Fills up with what the page sends to the table."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/act/") else None)
    return sent


def test_a_tap_lifts_a_card_and_sends_nothing_until_the_second(tables: Served, browser: Browser) -> None:
    page = tables.context(browser, at_turn(tables, "taps"), **PHONE).new_page()
    page.goto(f"{tables.base}/play/{tables.evening['tables']['taps']}/")
    sent = sent_acts(page)
    cards = page.locator("#hand.live .card:not([aria-disabled])")
    first, second = cards.nth(0), cards.nth(1)
    first.tap()
    assert page.locator("#hand .lifted").count() == 1
    assert "lifted" in page.locator("#ear p").last.inner_text()
    second.tap()  # another card: that one is lifted instead
    assert page.locator("#hand .lifted").get_attribute("value") == second.get_attribute("value")
    page.evaluate(
        "document.dispatchEvent(new CustomEvent('eldest-hand:changed', { detail: { version: 1e9 } }))"
    )
    page.wait_for_timeout(500)
    assert page.locator("#hand .lifted").count() == 1  # a refresh lays nothing down
    page.keyboard.press("Escape")
    assert page.locator("#hand .lifted").count() == 0
    second.tap()
    page.locator("#turn").tap()
    assert page.locator("#hand .lifted").count() == 0
    assert sent == []
    token = second.get_attribute("value")
    second.tap()
    page.locator("#hand .lifted").tap()
    page.wait_for_selector(f"#middle [data-token='{token}']")
    assert len(sent) == 1
    assert page.locator(f"#hand [data-card='{token}']").count() == 0


def test_whoever_wants_one_tap_says_so_once_and_a_mouse_plays_at_once(
    tables: Served, browser: Browser
) -> None:
    address = f"{tables.base}/play/{tables.evening['tables']['setting']}/"
    leads = at_turn(tables, "setting")
    context = tables.context(browser, leads, **PHONE)
    page = context.new_page()
    page.goto(address)
    assert page.locator("#lift input").is_checked()
    page.locator("#lift").tap()
    page.reload()
    assert not page.locator("#lift input").is_checked()
    sent = sent_acts(page)
    page.locator("#hand.live .card:not([aria-disabled])").first.tap()
    page.wait_for_selector("#middle [data-token]:not([data-token=''])")
    assert len(sent) == 1
    desk = tables.context(browser, after(leads), viewport={"width": 1366, "height": 900}).new_page()
    desk.goto(address)
    assert not desk.locator("#lift input").is_checked()
    before = desk.get_attribute("#table", "data-event")
    desk.locator("#hand.live .card:not([aria-disabled])").first.click()
    desk.wait_for_function("before => document.getElementById('table').dataset.event !== before", arg=before)


def test_a_page_that_cannot_hold_a_stream_asks_and_follows(tables: Served, browser: Browser) -> None:
    address = f"{tables.base}/play/{tables.evening['tables']['polled']}/"
    leads = at_turn(tables, "polled")
    context = tables.context(browser, after(leads), viewport={"width": 768, "height": 900})
    context.route("**/live/?*", lambda route: route.abort())
    watching = context.new_page()
    watching.goto(address)
    before = watching.get_attribute("#table", "data-event")
    acting = tables.context(browser, leads, viewport={"width": 768, "height": 900}).new_page()
    acting.goto(address)
    acting.locator("#hand.live .card:not([aria-disabled])").first.click()
    watching.wait_for_function(
        "before => document.getElementById('table').dataset.event !== before", arg=before, timeout=15_000
    )


def opened_and_fetched(page: Page, address: str) -> list[str]:
    """Fills up with what the page asks of the table once its stream has told what is there."""
    fetched: list[str] = []
    with page.expect_response("**/live/?*"):
        page.goto(address)
    page.wait_for_timeout(500)

    def note(request: Request) -> None:
        if "/play/" in request.url:
            fetched.append(f"{request.method} {request.url}")

    page.on("request", note)
    return fetched


def test_an_act_is_fetched_once_by_the_others_and_not_again_by_the_page_it_was_made_on(
    tables: Served, browser: Browser
) -> None:
    address = f"{tables.base}/play/{tables.evening['tables']['once']}/"
    leads = at_turn(tables, "once")
    desk: dict[str, Any] = {"viewport": {"width": 768, "height": 900}}
    acting, other = (tables.context(browser, user, **desk).new_page() for user in (leads, after(leads)))
    fetched = {acting: opened_and_fetched(acting, address), other: opened_and_fetched(other, address)}
    before = other.get_attribute("#table", "data-event")
    acting.locator("#hand.live .card:not([aria-disabled])").first.click()
    other.wait_for_function("before => document.getElementById('table').dataset.event !== before", arg=before)
    acting.wait_for_timeout(1000)
    assert fetched == {acting: [f"POST {address}act/"], other: [f"GET {address}"]}


LIES_THERE = """() => {
  const seen = (window.fullTricks = []);
  const look = () => {
    const middle = document.getElementById('middle'), last = seen.at(-1), now = performance.now();
    const trick = middle.dataset.full === 'yes' ? middle.dataset.trick : null;
    if (last && last.until === null && last.trick !== trick) last.until = now;
    if (trick !== null && last?.trick !== trick) seen.push({ trick, from: now, until: null });
  };
  new MutationObserver(look).observe(document.getElementById('table').parentNode,
    { childList: true, subtree: true, attributes: true });
  look();
}"""


@pytest.mark.scenario("S57")
def test_a_full_trick_is_read_although_the_next_card_is_led_at_once(tables: Served, browser: Browser) -> None:
    """Three browsers: the winner leads before anybody could read. The others keep the trick; the winner's own act ends
    it, and the server waited for nobody."""
    address = f"{tables.base}/play/{tables.evening['tables']['trick']}/"
    first = at_turn(tables, "trick")
    order = [first, after(first), after(after(first))]
    desk: dict[str, Any] = {"viewport": {"width": 768, "height": 900}}
    pages = {user: tables.context(browser, user, **desk).new_page() for user in order}
    for page in pages.values():
        page.goto(address)
        page.evaluate(LIES_THERE)
    choice = "#hand.live .card:not([aria-disabled])"
    for user in order:
        before = pages[user].get_attribute("#table", "data-event")
        pages[user].locator(choice).first.click()
        expect(pages[user].locator("#table")).not_to_have_attribute("data-event", before or "")
    until = time.monotonic() + 20
    while not (leading := [user for user, page in pages.items() if page.locator(choice).count()]):
        assert time.monotonic() < until
    pages[leading[0]].locator(choice).first.click()
    for user in set(order) - set(leading):
        pages[user].wait_for_function("() => window.fullTricks.length && window.fullTricks[0].until !== null")
        (shown,) = pages[user].evaluate("window.fullTricks")
        assert shown["until"] - shown["from"] >= 1500


def test_an_act_that_another_page_answers_is_said_to_be_lost(tables: Served, browser: Browser) -> None:
    """A guest network's own page in place of the table."""
    page = tables.context(
        browser, at_turn(tables, "portal"), viewport={"width": 768, "height": 900}
    ).new_page()
    page.route(
        f"**/play/{tables.evening['tables']['portal']}/**",
        lambda route: (
            route.fulfill(status=200, content_type="text/html", body="Wifi")
            if route.request.method == "POST"
            else route.continue_()
        ),
    )
    page.goto(f"{tables.base}/play/{tables.evening['tables']['portal']}/")
    before = page.get_attribute("#table", "data-event")
    page.locator("#hand.live .card:not([aria-disabled])").first.click()
    expect(page.locator("#told")).to_contain_text("did not arrive")
    assert page.get_attribute("#table", "data-event") == before
    page.unroute_all()
    page.locator("#hand.live .card:not([aria-disabled])").first.click()
    page.wait_for_function("before => document.getElementById('table').dataset.event !== before", arg=before)


def test_without_script_a_bid_and_a_card_are_plain_forms(tables: Served, browser: Browser) -> None:
    page = tables.context(
        browser, at_turn(tables, "plain"), java_script_enabled=False, viewport={"width": 360, "height": 780}
    ).new_page()
    page.goto(f"{tables.base}/play/{tables.evening['tables']['plain']}/")
    assert page.locator("#lift").is_hidden()
    held = page.locator("#hand li").count()
    page.locator("#hand.live .card:not([aria-disabled])").first.click()
    assert page.locator("#hand li").count() == held - 1
    assert page.locator("#table").get_attribute("data-event") is not None


def test_axe_finds_nothing_at_the_card_tables(tables: Served, browser: Browser) -> None:
    """Bidding, playing, waiting, finished; up to eight players, Rage; as a player and as a spectator."""
    keys = tables.evening["tables"]
    shown = ("long", "rage", "bidding", "of-7", "eight", "waiting", "over")
    paths = [f"/play/{keys[name]}/" for name in shown]
    paths += ["/play/", "/play/new/", "/play/check/", f"/play/{keys['over']}/replay/?step=9"]
    paths += [f"/play/{keys['over']}/shuffle/", f"/play/{keys['long']}/shuffle/"]
    assert walk(browser, tables, paths, user="ada") == []
    assert walk(browser, tables, [f"/play/{keys['rage']}/", "/play/"]) == []
