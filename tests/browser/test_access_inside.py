"""Every page of those who run a club or an evening, and every page of a fault: axe finds nothing on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route

from tests.browser.access import faults_of, share, violations, walk
from tests.browser.served import Served, served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("inside"), made_by="tests.browser.inside_evening") as running:
        yield running


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("odd"), made_by="tests.browser.odd_evenings") as running:
        yield running


@pytest.mark.parametrize("part", [0, 1])
def test_nothing_is_found_on_the_pages_of_an_owner(browser: Browser, site: Served, part: int) -> None:
    paths = site.evening["pages"]["owner"]
    assert len(paths) > 20
    found = walk(browser, site, share(paths, part, 2), user="owner")
    assert found == [], "\n".join(found)


def test_nothing_is_found_on_the_pages_of_a_scorekeeper(browser: Browser, site: Served) -> None:
    paths = site.evening["pages"]["scorekeeper"]
    assert len(paths) > 5
    found = walk(browser, site, paths, user="scorekeeper")
    assert found == [], "\n".join(found)


def test_nothing_is_found_on_the_public_pages_of_a_busy_evening(browser: Browser, site: Served) -> None:
    found = walk(browser, site, site.evening["public"])
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("who", ["visitor", "keeper"])
def test_nothing_is_found_on_evenings_with_odd_names_frozen_lists_and_finals(
    browser: Browser, odd: Served, who: str
) -> None:
    paths = odd.evening[who]
    assert len(paths) > 5
    found = walk(browser, odd, paths, user=None if who == "visitor" else who)
    assert found == [], "\n".join(found)


def test_nothing_is_found_where_a_page_is_missing_or_closed(browser: Browser, site: Served) -> None:
    paths = ["/nowhere/", site.evening["forbidden"]]
    found = walk(browser, site, paths, user="scorekeeper")
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("code", ["400", "403", "429", "500"])
def test_nothing_is_found_on_a_page_of_a_fault(browser: Browser, site: Served, code: str) -> None:
    page = site.context(browser).new_page()

    def answer(route: Route) -> None:
        route.fulfill(
            status=int(code), content_type="text/html; charset=utf-8", body=site.evening["errors"][code]
        )

    page.route("**/a-fault/", answer)
    page.goto(f"{site.base}/a-fault/")
    assert faults_of(page) == []
    page.context.close()


def test_axe_finds_what_is_wrong(browser: Browser, site: Served) -> None:
    """Else a walk that finds nothing would say nothing."""
    page = site.context(browser).new_page()
    page.goto(f"{site.base}/help/")
    page.evaluate(
        """() => {
          const field = document.createElement("input");
          const pale = document.createElement("p");
          pale.textContent = "hardly to be read";
          pale.style.setProperty("color", "#ddd");
          pale.style.setProperty("background", "#fff");
          document.querySelector("main").append(field, pale);
        }"""
    )
    found = {line.split(":")[0] for line in violations(page)}
    assert {"label", "color-contrast"} <= found
    page.context.close()
