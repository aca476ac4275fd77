"""Photos of the paper beside the grid leave the way to save in sight."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from tests.browser.served import Served, served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("photos"), made_by="tests.browser.table_evening") as running:
        yield running


def test_photos_of_the_paper_leave_the_save_button_in_sight(browser: Browser, site: Served) -> None:
    page = site.context(browser, "alice", viewport={"width": 1366, "height": 768}).new_page()
    address = site.url(f"sheets/{site.evening['tables'][0]['n']}/")
    for shade in (90, 160):
        page.goto(address)
        page.wait_for_selector("html.scripted")
        file = BytesIO()
        Image.new("L", (1500, 2000), shade).save(file, "JPEG")
        page.set_input_files(
            "#photo", {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": file.getvalue()}
        )
        with page.expect_navigation():
            page.click("button[form=photo-form]:not([formaction])")
    page.goto(address)
    expect(page.locator("#photo-list img")).to_have_count(2)
    expect(page.locator("#save")).to_be_in_viewport(ratio=1)
    tops = page.locator("#photo-list figure").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().top)"
    )
    assert tops[0] == tops[1]
    page.context.close()
