"""Forms on pages whose address is a key, sent by a real browser: it decides what it says of where they come from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.served import Served, served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("keys"), made_by="tests.browser.key_evening") as running:
        yield running


@pytest.fixture(params=[True, False], ids=["with scripts", "without"])
def scripted(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


Opened = Callable[[str, str | None], Page]


@pytest.fixture
def opened(browser: Browser, site: Served, scripted: bool) -> Iterator[Opened]:
    """Open a path as a user, or as nobody."""
    contexts = []

    def open_it(path: str, user: str | None) -> Page:
        contexts.append(site.context(browser, user, java_script_enabled=scripted))
        page = contexts[-1].new_page()
        page.goto(site.base + path)
        return page

    yield open_it
    for context in contexts:
        context.close()


@contextmanager
def arrives(page: Page) -> Iterator[None]:
    """The next form that is sent is taken: not one as of a stranger's page."""
    with page.expect_response(lambda response: response.request.method == "POST") as sent:
        yield
    assert sent.value.request.all_headers().get("origin") != "null"
    assert sent.value.status < 400, sent.value.url


def test_an_invitation_is_taken(site: Served, opened: Opened, scripted: bool) -> None:
    page = opened(f"/invitations/{site.evening['invitations'][scripted]}/", ("bob", "carol")[scripted])
    with arrives(page):
        page.get_by_role("button", name="Take it as").click()
    expect(page.locator("#main")).to_be_visible()
    assert "/clubs/" in page.url


def test_one_checks_oneself_in_by_the_code_on_the_wall(site: Served, opened: Opened, scripted: bool) -> None:
    page = opened(f"/check-in/{site.evening['wall']}/", ("bob", "carol")[scripted])
    with arrives(page):
        page.get_by_role("button", name="I am here").click()
    expect(page.get_by_text("is here.").first).to_be_visible()


def test_whoever_calls_the_roll_checks_a_player_in(site: Served, opened: Opened, scripted: bool) -> None:
    page = opened(f"/check-in/{site.evening['own'][scripted]}/", "alice")
    with arrives(page):
        page.get_by_role("button", name="is here").click()
    assert page.url.endswith("/door/")


def test_a_table_gets_a_new_link(site: Served, opened: Opened) -> None:
    page = opened(f"/tournaments/{site.evening['slug']}/rounds/1/links/", "alice")
    with arrives(page):
        page.locator("button[value=renew]").last.click()
    expect(page.get_by_text("has a new link").first).to_be_visible()


@pytest.mark.parametrize("where", ["tournament", "club"])
def test_a_link_to_a_role_is_made(site: Served, opened: Opened, where: str) -> None:
    evening = site.evening
    page = opened(
        evening["roles"] if where == "club" else f"/tournaments/{evening['slug']}/helpers/", "alice"
    )
    with arrives(page):
        page.get_by_role("button", name="Make a link").click()
    expect(page.locator("input[value*='/invitations/']")).to_be_visible()


def test_a_table_is_written(site: Served, opened: Opened, scripted: bool) -> None:
    page = opened(f"/tables/{site.evening['tables'][scripted]}/", None)
    with arrives(page):
        page.locator("#pad button").nth(1).click()
    expect(page.locator("#main, main").first).to_be_visible()


def test_the_frame_of_such_a_page_signs_out(site: Served, opened: Opened) -> None:
    """The frame's own forms are sent from the same page."""
    page = opened(f"/check-in/{site.evening['wall']}/", "alice")
    forms = page.locator("form[method=post]")
    assert forms.count() >= 1
    assert page.request.get(page.url).headers["referrer-policy"] == "same-origin"
