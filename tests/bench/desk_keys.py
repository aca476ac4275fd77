"""Keys per sheet, counted as Chromium gets them: ``python -m tests.bench.desk_keys [P3/15 P4/13 ...]``.

Types one sheet of each shape of users.md 3.2 in checked and in fast mode: opens it by its number, types bids, tricks
and the totals on paper, and saves with the last Enter. One JSON line per sheet and mode: the keys pressed, the bar, and
how long the grid took to be ready after the number's Enter. Exit code 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

SHAPES = {"P3/15": (3, 15), "P4/13": (4, 13), "P5/10": (5, 10), "P6/8": (6, 8), "P7/7": (7, 7)}
BAR_GRID_MS = 300


def main() -> int:
    from playwright.sync_api import Page

    from tests.browser.chromium import chromium
    from tests.browser.served import served
    from tests.browser.test_grid import Keyboard

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shapes", nargs="*", metavar="SHAPE", help=", ".join(SHAPES))
    shapes = parser.parse_args().shapes or list(SHAPES)

    def typed(page: Page, base: str, paper: dict[str, object], *, is_fast: bool) -> dict[str, object]:
        page.goto(base)
        page.evaluate(
            "fast => localStorage.setItem('eldest-hand:habits', JSON.stringify({ advance: true, fast }))",
            is_fast,
        )
        page.locator("#sheet-number").focus()
        keys = Keyboard(page)
        keys.press(*str(paper["n"]))
        begun = time.perf_counter()
        keys.press("Enter")
        page.wait_for_selector("html.scripted")
        ready = 1000 * (time.perf_counter() - begun)
        deals: list[dict[str, list[int]]] = paper["deals"]  # type: ignore[assignment]
        totals: list[int] = paper["totals"]  # type: ignore[assignment]
        for deal in deals:
            keys.digits(deal["bids"])
            keys.digits(deal["tricks"][:-1] if is_fast else deal["tricks"])
        for total in totals:
            keys.digits([total])
            keys.press("Enter")
        page.wait_for_url("**/sheets/")
        values = sum(2 * len(totals) - is_fast for _deal in deals)
        bar = values + sum(len(str(total)) for total in totals) + len(totals) + 6
        return {"keys": keys.n, "bar": bar, "grid_ready_ms": round(ready)}

    missed = 0
    papers = [["tricks", *SHAPES[shape], "oh-hell"] for shape in shapes for _mode in ("checked", "fast")]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        browser = stack.enter_context(chromium())
        site = stack.enter_context(
            served(folder, made_by="tests.browser.papers_evening", arguments=[json.dumps(papers)])
        )
        page = site.context(browser, "charlie", viewport={"width": 1366, "height": 900}).new_page()
        for number, paper in enumerate(site.evening["papers"]):
            base = f"{site.base}/tournaments/{paper['slug']}/sheets/"
            found = typed(page, base, paper, is_fast=bool(number % 2))
            missed += found["keys"] > found["bar"]  # type: ignore[operator]
            mode = "fast" if number % 2 else "checked"
            print(
                json.dumps({"sheet": shapes[number // 2], "mode": mode, **found, "grid_bar_ms": BAR_GRID_MS})
            )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
