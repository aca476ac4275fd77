"""`make screenshots`: pictures of every page in both themes at four widths and as printed, from a throw-away database.

    python -m tests.browser.screenshots [name ...]

What is shown, and as whom, says `tests.browser.sights`; SCREENSHOTS names another folder. Exit 1 when a page
complained on its console or was wider than its window.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from wsgiref.simple_server import WSGIRequestHandler

from playwright.sync_api import Route

if TYPE_CHECKING:
    from tests.browser.sights import Sight

ROOT = Path(__file__).resolve().parent.parent.parent
WIDTHS = (360, 768, 1366, 1920)
A4 = 703  # pixels between the margins of the sheet
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


class _Quiet(WSGIRequestHandler):
    def log_message(self, *args: object) -> None:
        """Not a word per request."""


def main(wanted: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ELDEST_HAND_VAR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.embedded"
        os.environ.pop("DATABASE_URL", None)
        _set_up()
        return _shoot(_sights(wanted), Path(os.environ.get("SCREENSHOTS", ROOT / "screenshots")))


def _set_up() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def _sights(wanted: list[str]) -> dict[str, Sight]:
    """By name; the sample club is played only when one of its pages is wanted, for it takes a while."""
    from clubs.models import User
    from tests.browser import sights
    from tests.config.rights_scene import make_scene

    keeper = User.objects.create_user("owner")
    pages = sights.of_the_rights(make_scene()) | sights.of_odd_evenings(keeper) | sights.of_card_tables()
    if not wanted or any(name not in pages for name in wanted):
        pages |= sights.of_the_sample(keeper)
    return {name: sight for name, sight in pages.items() if not wanted or name in wanted}


def _answer(html: str, route: Route) -> None:
    route.fulfill(body=html, content_type="text/html; charset=utf-8")


def _shoot(pages: dict[str, Sight], out: Path) -> int:
    from django.core.servers.basehttp import ThreadedWSGIServer
    from django.core.wsgi import get_wsgi_application

    from tests.browser.chromium import chromium, listen, sideways

    server = ThreadedWSGIServer(("127.0.0.1", 0), _Quiet)
    server.set_app(get_wsgi_application())
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    out.mkdir(parents=True, exist_ok=True)
    faults = []
    with chromium() as browser:
        for name, sight in pages.items():
            context = browser.new_context(locale="en-GB", viewport={"width": WIDTHS[0], "height": 900})
            if sight.session:
                context.add_cookies([{"name": "sessionid", "value": sight.session, "url": base}])
            page = context.new_page()
            if sight.made:
                page.route(f"**{sight.path}", partial(_answer, sight.made))
            said = listen(page)
            page.goto(base + sight.path)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                for theme in THEMES:
                    page.emulate_media(color_scheme=theme)
                    page.evaluate("document.fonts.ready.then(() => true)")
                    page.screenshot(path=out / f"{name}-{width}-{theme}.png", full_page=True)
                if over := sideways(page):
                    faults.append(f"{name} at {width} px: {over} px too wide")
            page.set_viewport_size({"width": A4, "height": 900})
            page.emulate_media(media="print", color_scheme="light")
            page.screenshot(path=out / f"{name}-print.png", full_page=True)
            faults += [f"{name}: {line}" for line in said if not (name == "not-found" and "404" in line)]
            context.close()
    server.shutdown()
    sys.stdout.write(f"{len(pages) * (len(WIDTHS) * len(THEMES) + 1)} pictures in {out}/\n")
    sys.stdout.writelines(f"{fault}\n" for fault in faults)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
