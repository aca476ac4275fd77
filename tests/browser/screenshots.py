"""`make screenshots`: pictures of every page in both themes at four widths, from a throw-away database.

    python -m tests.browser.screenshots [name ...]

Exit 1 when a page complained on its console or was wider than its window.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from pathlib import Path
from typing import Literal
from wsgiref.simple_server import WSGIRequestHandler

ROOT = Path(__file__).resolve().parent.parent.parent
WIDTHS = (360, 768, 1366, 1920)
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


class _Quiet(WSGIRequestHandler):
    def log_message(self, *args: object) -> None:
        """Not a word per request."""


def main(wanted: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ELDEST_HAND_VAR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.embedded"
        os.environ.pop("DATABASE_URL", None)
        pages = _prepare()
        if wanted:
            pages = {name: path for name, path in pages.items() if name in wanted}
        return _shoot(pages)


def _prepare() -> dict[str, str]:
    import django

    django.setup()
    from django.core.management import call_command

    from clubs.models import Club, User
    from games.models import Game
    from ratings.models import Ladder
    from tests.browser.curiosities import make_curiosities
    from tournaments.models import Season, Tournament

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    call_command("sample_club", verbosity=0)
    club = Club.objects.get()
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
    tonight = Tournament.objects.filter(closed_at__isnull=True).order_by("-starts_at")[0]
    over = Tournament.objects.filter(closed_at__isnull=False).order_by("-starts_at")[0]
    game = Game.objects.filter(revision__gt=0).order_by("pk")[0]
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
    return pages | make_curiosities(User.objects.get(username="owner"))


def _shoot(pages: dict[str, str]) -> int:
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
        for width in WIDTHS:
            for theme in THEMES:
                context = browser.new_context(
                    viewport={"width": width, "height": 900}, color_scheme=theme, locale="en-GB"
                )
                for name, path in pages.items():
                    page = context.new_page()
                    said = listen(page)
                    page.goto(base + path)
                    page.wait_for_load_state("networkidle")
                    page.screenshot(path=out / f"{name}-{width}-{theme}.png", full_page=True)
                    over = sideways(page)
                    said = [line for line in said if not (name == "not-found" and "404" in line)]
                    if said or over:
                        faults.append(f"{name} at {width} px, {theme}: {over} px too wide; {said}")
                    page.close()
                context.close()
    server.shutdown()
    sys.stdout.write(f"{len(pages) * len(WIDTHS) * len(THEMES)} pictures in {out.relative_to(ROOT)}/\n")
    sys.stdout.writelines(f"{fault}\n" for fault in faults)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
