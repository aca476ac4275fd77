"""What a reader could trip over on a page: axe at a desk and on a phone, in both themes, from one visit."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page

from tests.browser.chromium import listen, sideways
from tests.browser.served import Served

RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
# Axe reads the style sheets once more for the one rule about turned screens; they are the same at every width.
ALL = {"resultTypes": ["violations"], "runOnly": RULES}
AGAIN = {**ALL, "preload": False}
COLOURS = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "rule", "values": ["color-contrast"]},
    "preload": False,
}
# Blocks of a page, one under the other, that leave less than four pixels between them. Words may follow words closely.
CROWDED = """() => {
  const boxes = ".acts, .said, .errors, .alert, .empty, .leaf, .ledger, .qr-box, .pair, .desk, .margin, form, section";
  const pairs = [...document.querySelectorAll("main > *, main .acts, main .acts + *")]
    .map((block) => [block.previousElementSibling, block])
    .filter(([above, below]) => above && (above.matches(boxes) || below.matches(boxes)))
    .filter((pair) => !pair.some((one) => one.matches("summary, details") || one.closest("details:not([open])")));
  return pairs.filter(([above, below]) => {
    const [a, b] = [above.getBoundingClientRect(), below.getBoundingClientRect()];
    const gap = b.top - a.bottom;
    return a.height > 1 && b.height > 1 && gap > -1 && gap < 4 && a.left < b.right && b.left < a.right;
  }).map(([above, below]) => [above, below].map((one) => one.outerHTML.slice(0, 60)).join(" | "));
}"""
HEIGHT = 800
DESK, PHONE, NARROWEST = 1366, 360, 320


def crowded(page: Page) -> list[str]:
    """One line for each two blocks that touch where one ends and another begins."""
    found: list[str] = page.evaluate(CROWDED)
    return found


def violations(page: Page, options: object = ALL) -> list[str]:
    """One line for each rule that is broken, with the first place."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(f"axe.run({json.dumps(options)})")["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]


def faults_of(page: Page) -> list[str]:
    """All rules at both widths; the colours in both themes at both widths; never wider than the window."""
    found = []
    for width, theme, options in (
        (DESK, "light", ALL),
        (DESK, "dark", COLOURS),
        (PHONE, "dark", AGAIN),
        (PHONE, "light", COLOURS),
    ):
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        found += [f"{width} px, {theme}: {line}" for line in violations(page, options)]
        if options is not COLOURS and (over := sideways(page)):
            found.append(f"{width} px: {over} px too wide")
        if options is not COLOURS:
            found += [f"{width} px, blocks touch: {line}" for line in crowded(page)]
    page.set_viewport_size({"width": NARROWEST, "height": HEIGHT})
    if over := sideways(page):
        found.append(f"{NARROWEST} px: {over} px too wide")
    return found


def walk(browser: Browser, site: Served, paths: Iterable[str], *, user: str | None = None) -> list[str]:
    """Every fault of every page, read by this person, with what the browser itself complained about."""
    context = site.context(browser, user, viewport={"width": DESK, "height": HEIGHT}, reduced_motion="reduce")
    context.add_init_script(AXE_SCRIPT)  # read by the browser once, not sent for every page
    page = context.new_page()
    said = listen(page)
    found = []
    for path in paths:
        said.clear()
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": DESK, "height": HEIGHT})
        answer = page.goto(site.base + path)
        assert answer is not None
        status = answer.status
        # Axe itself writes styles, which the policy then refuses: what the page has to say comes first.
        found += [f"{path}: {line}" for line in said if not (status >= 400 and f"status of {status}" in line)]
        found += [f"{path}: {line}" for line in faults_of(page)]
    context.close()
    return found


def share(paths: Sequence[str], part: int, of: int) -> Sequence[str]:
    """Every `of`th path, so that a long walk is several tests."""
    return paths[part::of]
