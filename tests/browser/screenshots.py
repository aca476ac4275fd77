"""`make screenshots`: pictures of every page in both themes at four widths and as printed, from a throw-away database.

    python -m tests.browser.screenshots [name ...]

Visitors' pages come from the sample club and its curiosities, the pages behind a sign-in from the scene of the rights,
as its owner sees them. Exit 1 when a page complained on its console or was wider than its window.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal
from wsgiref.simple_server import WSGIRequestHandler

from playwright.sync_api import Route

ROOT = Path(__file__).resolve().parent.parent.parent
WIDTHS = (360, 768, 1366, 1920)
A4 = 703  # pixels between the margins of the sheet
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@dataclass(frozen=True, slots=True)
class Sight:
    """A page by its address, or as made already; `session` is who looks at it."""

    path: str
    session: str = ""
    made: str = ""


class _Quiet(WSGIRequestHandler):
    def log_message(self, *args: object) -> None:
        """Not a word per request."""


def main(wanted: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ELDEST_HAND_VAR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.embedded"
        os.environ.pop("DATABASE_URL", None)
        _set_up()
        pages = _inside()
        if not wanted or not set(wanted) <= set(pages):  # the sample club takes a while to play
            pages |= {name: Sight(path) for name, path in _prepare().items()}
        if wanted:
            pages = {name: sight for name, sight in pages.items() if name in wanted}
        return _shoot(pages)


def _set_up() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def _inside() -> dict[str, Sight]:
    """What an owner sees, page by page of the table of rights, and the pages of faults."""
    from clubs.rights import Act, As
    from tests.browser.desk_evening import _session as session_of
    from tests.browser.inside_evening import ACCOUNT, errors, readable
    from tests.config.rights_scene import make_scene
    from tests.config.rights_table import ROADS

    scene = make_scene()
    owner = scene.users[As.OWNER]
    named = {
        scene.path(road): f"{road.name}-{road.where}".strip("-").replace("_", "-")
        for road in ROADS
        if road.method == "GET" and not road.is_api and road.act is not Act.READ_PUBLIC
    }
    named |= {f"/accounts/{name}": f"account-{name.strip('/').replace('/', '-')}" for name in ACCOUNT}
    session = session_of(owner)
    sights = {named[path]: Sight(path, session) for path in readable(list(named), owner)}
    return sights | {f"fault-{code}": Sight(f"/fault-{code}/", made=html) for code, html in errors().items()}


def _prepare() -> dict[str, str]:
    from django.utils import timezone

    from clubs.models import User
    from config.catching_up import catch_up
    from config.sample.club import make_sample_club
    from games.models import Game
    from ratings.models import Ladder
    from tests.browser.curiosities import make_curiosities
    from tournaments.models import Season

    keeper = User.objects.create_user("owner")
    club = make_sample_club(keeper, now=timezone.now())
    catch_up()
    pages = {
        "home": "/",
        "tournaments": "/tournaments/",
        "clubs": "/clubs/",
        "players": "/players/",
        "ratings": "/ratings/",
        "ratings-how": "/ratings/how/",
        "help": "/help/",
        "api": "/api/",
        "sign-in": "/accounts/login/",
        "sign-up": "/accounts/signup/",
        "password": "/accounts/password/reset/",
        "not-found": "/nowhere/",
        "club": club.get_absolute_url(),
        "members": club.get_absolute_url() + "members/",
        "rules": club.get_absolute_url() + "rules/",
    }
    tonight = club.tournaments.filter(closed_at__isnull=True).order_by("-starts_at")[0]
    over = club.tournaments.filter(closed_at__isnull=False).order_by("-starts_at")[0]
    game = Game.objects.filter(club=club, revision__gt=0).order_by("pk")[0]
    pages |= {
        "tournament": tonight.get_absolute_url(),
        "tournament-over": over.get_absolute_url(),
        "round": f"{tonight.get_absolute_url()}rounds/1/",
        "standings": f"{over.get_absolute_url()}standings/",
        "game": game.get_absolute_url(),
        "player": f"/players/{game.seats.all()[0].player_id}/",
        "player-games": f"/players/{game.seats.all()[0].player_id}/games/?bid=made",
        "player-figures": f"/players/{game.seats.all()[0].player_id}/figures/",
        "player-rivals": f"/players/{game.seats.all()[0].player_id}/against/",
        "player-against": f"/players/{game.seats.all()[0].player_id}/against/{game.seats.all()[1].player_id}/",
    }
    if season := Season.objects.order_by("-pk").first():
        pages["season"] = season.get_absolute_url()
    if ladder := Ladder.objects.filter(club__isnull=True).order_by("pk").first():
        pages["ladder"] = ladder.get_absolute_url()
        pages["ladder-around"] = f"{ladder.get_absolute_url()}?player={game.seats.all()[0].player_id}"
    return pages | make_curiosities(keeper)


def _answer(html: str, route: Route) -> None:
    route.fulfill(body=html, content_type="text/html; charset=utf-8")


def _shoot(pages: dict[str, Sight]) -> int:
    from django.core.servers.basehttp import ThreadedWSGIServer
    from django.core.wsgi import get_wsgi_application

    from tests.browser.chromium import chromium, listen, sideways

    server = ThreadedWSGIServer(("127.0.0.1", 0), _Quiet)
    server.set_app(get_wsgi_application())
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    out = ROOT / "screenshots"
    out.mkdir(exist_ok=True)
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
    sys.stdout.write(f"{len(pages) * (len(WIDTHS) * len(THEMES) + 1)} pictures in {out.relative_to(ROOT)}/\n")
    sys.stdout.writelines(f"{fault}\n" for fault in faults)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
