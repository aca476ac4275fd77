"""Pages as a printer gets them: ink where a reader needs it, and a list of 25 on one sheet of A4."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import sideways
from tests.browser.conftest import Reader
from tests.browser.served import Served

pytestmark = pytest.mark.browser
A4 = 703  # pixels between the margins
HIDDEN = (".mast", ".crumbs", ".foot", ".skip", ".acts", ".seek")
GROW = """n => {
  const rows = document.querySelector(".standings tbody");
  for (let i = 0; rows.children.length < n; i += 1) rows.append(rows.children[i].cloneNode(true));
}"""


def n_pages(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", print_background=False)))


def on_paper(reader: Reader, path: str) -> Page:
    """Even who reads in the dark prints on white."""
    page = reader.page
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": A4, "height": 900})
    page.goto(reader.base + path)
    return page


def test_every_public_page_prints_dark_on_white_without_its_acts(reader: Reader, public_site: Served) -> None:
    wrong = []
    for path in public_site.evening["pages"]:
        page = on_paper(reader, path)
        wrong += [f"{path}: {part}" for part in HIDDEN if page.locator(f"{part}:visible").count()]
        paper, ink = page.evaluate(
            "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
        )
        if paper != "rgb(255, 255, 255)" or ink != "rgb(22, 33, 45)":
            wrong.append(f"{path}: {ink} on {paper}")
        if "at-the-table" not in path and (over := sideways(page)):
            wrong.append(f"{path}: {over} px too wide")
    assert wrong == []


def test_a_list_of_25_prints_as_a_table_on_one_page(reader: Reader, public_site: Served) -> None:
    page = on_paper(reader, f"/tournaments/{public_site.evening['slug']}/standings/")
    page.evaluate(GROW, 25)
    expect(page.locator(".standings tbody tr")).to_have_count(25)
    expect(page.locator(".standings thead")).to_have_css("display", "table-header-group")
    expect(page.locator(".standings tbody tr").first).to_have_css("display", "table-row")
    assert n_pages(page) == 1
    page.evaluate(GROW, 90)
    assert n_pages(page) > 1  # else the count would say nothing


def test_a_sheet_prints_on_one_page_with_its_blobs(reader: Reader, public_site: Served) -> None:
    page = on_paper(reader, public_site.evening["curious"]["7-at-the-table"])
    blob = page.locator(".sheet .blob").first
    expect(blob).to_be_visible()
    expect(blob).to_have_css("print-color-adjust", "exact")
    assert sideways(page) == 0
    assert n_pages(page) == 1
