"""Every public page with scripting switched off: what it says stands there, and its forms answer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Reader
from tests.browser.served import Served

pytestmark = pytest.mark.browser


def faults_of(page: Page) -> list[str]:
    """A page without a title or without words, an act that only a script could do."""
    found = []
    main = page.locator("#main")
    if not main.locator("h1").first.inner_text().strip() or len(main.inner_text()) < 40:
        found.append("says nothing")
    for act, plain in (("hx-get", "a[href], form"), ("hx-post", "form")):
        if page.locator(f"[{act}]:not({plain})").count():
            found.append(f"an {act} without its plain road")
    found += [
        "a form that cannot be sent" for form in page.locator("form").all() if not _has_button(page, form)
    ]
    return found


def _has_button(page: Page, form: Locator) -> bool:
    """Inside it, or elsewhere and naming it."""
    inside = form.locator("button:not([type=button])").count()
    return bool(inside or page.locator(f"button[form='{form.get_attribute('id')}']").count())


def test_every_public_page_is_there_without_script(plain_reader: Reader, public_site: Served) -> None:
    found = []
    for path in public_site.evening["pages"]:
        plain_reader.page.goto(plain_reader.base + path)
        found += [f"{path}: {fault}" for fault in faults_of(plain_reader.page)]
    assert found == []


@pytest.mark.parametrize(
    ("path", "typed", "found"), [("/players/", "Cleo", "Cleo"), ("/tournaments/", "March", "March evening")]
)
def test_a_search_answers_without_script(plain_reader: Reader, path: str, typed: str, found: str) -> None:
    page = plain_reader.page
    page.goto(plain_reader.base + path)
    page.locator("#q").fill(typed)
    page.get_by_role("button", name="Search").click()
    assert f"q={typed}" in page.url
    expect(page.get_by_role("link", name=found).first).to_be_visible()
    page.locator("#q").fill("nobody is called so")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("status")).to_contain_text("nobody is called so")


def test_the_games_behind_a_figure_are_chosen_without_script(
    plain_reader: Reader, public_site: Served
) -> None:
    page = plain_reader.page
    page.goto(f"{plain_reader.base}{public_site.evening['player']}games/")
    page.get_by_text("Which games").click()
    page.get_by_label("Bid").select_option(label="bid made")
    page.get_by_role("button", name="Show").click()
    assert "bid=made" in page.url
    expect(page.get_by_role("link", name="Show all games")).to_be_visible()
