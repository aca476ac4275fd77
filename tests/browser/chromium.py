"""The distribution's Chromium, driven without a word to the network."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, Request, sync_playwright

# The headless shell first: the same engine without the browser around it, at a third of the work.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser; RuntimeError says what to install when the machine has none."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        raise RuntimeError(
            "Chromium is needed, found none: install it (Debian: apt install chromium-headless-shell)."
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def listen(page: Page) -> list[str]:
    """Everything the page complains about from now on: refused styles and scripts, errors, failed requests.

    A page that is left drops its stream and its refresh; that is no complaint.
    """
    complaints: list[str] = []

    def failed(request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":
            complaints.append(f"failed: {request.url}: {request.failure}")

    page.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", failed)
    return complaints


def sideways(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    return int(page.evaluate("Math.max(0, document.documentElement.scrollWidth - window.innerWidth)"))
