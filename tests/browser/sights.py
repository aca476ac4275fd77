"""What `make screenshots` looks at: every page of the table of rights, the sample club, and evenings that are odd.

`tests/config/test_sights.py` compares it with the routes of the site.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.urls import resolve, reverse

NO_PICTURE = {
    "healthz": "one word for a machine",
    "robots": "a text for machines",
    "sitemap": "a list for machines",
    "sitemap_section": "a list for machines",
    "club_feed": "a feed",
    "live_stream": "a stream of versions",
    "live_versions": "versions as JSON",
    "clock_now": "the clock as JSON",
    "player_curve": "points of the curve as JSON",
    "season_csv": "a file",
    "account_data": "a file",
    "tournament_results_csv": "a file",
    "tournament_results_xlsx": "a file",
    "club_results_xlsx": "a file",
    "tournament_json": "a file",
    "club_roster_csv": "a file",
    "club_json": "a file",
    "club_public_json": "a file",
    "tournament_public_json": "a file",
    "play_log": "a file",
    "play_link": "leads to the table at once",
    "evening_game": "leads to the game at once",
    "photo_file": "a picture already",
    "round_pdf": "a paper; its page is round_print",
    "table_draft": "the state of a table as JSON",
    "table_worker": "a script",
    "sheet_draft": "the state of a sheet as JSON",
}
"""Routes that answer a GET with something else than a page, and what that is."""

ACCOUNT = ("login", "signup", "reset_password")


@dataclass(frozen=True, slots=True)
class Sight:
    """A page by its address, or as made already; `session` is who looks at it."""

    path: str
    session: str = ""
    made: str = ""

    @property
    def route(self) -> str:
        return "" if self.made else resolve(self.path.split("?")[0]).view_name


@dataclass(frozen=True, slots=True)
class Sample:
    """What of the sample club is shown."""

    club: Any
    tonight: Any
    over: Any
    game: Any
    season: Any
    ladder: Any

    @property
    def players(self) -> list[int]:
        return [seat.player_id for seat in self.game.seats.all()]


VISITED: dict[str, tuple[str, Callable[[Sample], list[Any]], str]] = {
    "home": ("home", lambda at: [], ""),
    "tournaments": ("tournament_list", lambda at: [], ""),
    "clubs": ("club_list", lambda at: [], ""),
    "players": ("player_list", lambda at: [], ""),
    "ratings": ("ladder_list", lambda at: [], ""),
    "ratings-how": ("ratings_how", lambda at: [], ""),
    "help": ("help", lambda at: [], ""),
    "api": ("api_docs", lambda at: [], ""),
    "sign-in": ("account_login", lambda at: [], ""),
    "sign-up": ("account_signup", lambda at: [], ""),
    "password": ("account_reset_password", lambda at: [], ""),
    "club": ("club_detail", lambda at: [at.club.slug], ""),
    "members": ("club_members", lambda at: [at.club.slug], ""),
    "rules": ("club_rules", lambda at: [at.club.slug], ""),
    "tournament": ("tournament_detail", lambda at: [at.tonight.slug], ""),
    "tournament-over": ("tournament_detail", lambda at: [at.over.slug], ""),
    "round": ("round_detail", lambda at: [at.tonight.slug, 1], ""),
    "standings": ("standings", lambda at: [at.over.slug], ""),
    "game": ("game_detail", lambda at: [at.game.pk], ""),
    "player": ("player_detail", lambda at: at.players[:1], ""),
    "player-games": ("player_games", lambda at: at.players[:1], "?bid=made"),
    "player-figures": ("player_figures", lambda at: at.players[:1], ""),
    "player-rivals": ("player_rivals", lambda at: at.players[:1], ""),
    "player-against": ("player_against", lambda at: at.players[:2], ""),
    "season": ("season_detail", lambda at: [at.club.slug, at.season.slug], ""),
    "ladder": ("ladder_detail", lambda at: [at.ladder.slug], ""),
}
"""Pictures of the sample club, as visitors see it: route, arguments, query."""


def of_the_sample(keeper: Any) -> dict[str, Sight]:
    """The sample club with its evenings; it takes a while to play."""
    from django.utils import timezone

    from config.catching_up import catch_up
    from config.sample.club import make_sample_club
    from games.models import Game
    from ratings.models import Ladder
    from tournaments.models import Season

    club = make_sample_club(keeper, now=timezone.now())
    catch_up()
    at = Sample(
        club,
        club.tournaments.filter(closed_at__isnull=True).order_by("-starts_at")[0],
        club.tournaments.filter(closed_at__isnull=False).order_by("-starts_at")[0],
        Game.objects.filter(club=club, revision__gt=0).order_by("pk")[0],
        Season.objects.filter(club=club).order_by("-pk")[0],
        Ladder.objects.filter(club__isnull=True).order_by("pk")[0],
    )
    pages = {
        name: Sight(reverse(route, args=args(at)) + query) for name, (route, args, query) in VISITED.items()
    }
    around = f"{reverse('ladder_detail', args=[at.ladder.slug])}?player={at.players[0]}"
    return pages | {"ladder-around": Sight(around), "not-found": Sight("/nowhere/")}


def of_the_rights(scene: Any) -> dict[str, Sight]:
    """Every page of the table of rights that an owner may read, the pages of an account, and the pages of faults."""
    from clubs.rights import As
    from tests.browser.inside_evening import ACCOUNT, errors, readable
    from tests.browser.making import session_of
    from tests.config.rights_table import ROADS

    owner = scene.users[As.OWNER]
    seen = {route for route, _args, _query in VISITED.values()}
    named = {
        scene.path(road): f"{road.name}-{road.where}".strip("-").replace("_", "-")
        for road in ROADS
        if road.method == "GET" and not road.is_api and road.name not in seen
    }
    named |= {f"/accounts/{name}": f"account-{name.strip('/').replace('/', '-')}" for name in ACCOUNT}
    session = session_of(owner)
    sights = {named[path]: Sight(path, session) for path in readable(list(named), owner)}
    return sights | {f"fault-{code}": Sight(f"/fault-{code}/", made=html) for code, html in errors().items()}


def of_odd_evenings(keeper: Any) -> dict[str, Sight]:
    """Long names and names from right to left, a frozen list, a final, a running clock, a sheet with problems."""
    from clubs.activity import By
    from tests.browser.curiosities import make_curiosities
    from tests.browser.making import session_of
    from tests.browser.odd_evenings import make_odd_evenings

    curious = {name: Sight(path) for name, path in make_curiosities(keeper).items()}
    session = session_of(keeper)
    odd = make_odd_evenings(By(keeper, "web"))
    return curious | {
        name: Sight(path, "" if name.startswith("public-") else session) for name, path in odd.items()
    }


def of_card_tables() -> dict[str, Sight]:
    """A table in play as a player sees it, of Rage too, one that waits, and one played to its end."""
    from tests.browser.card_tables import make

    made = make()
    key, ada = made["tables"], made["sessions"]["ada"]
    return {
        "table-long": Sight(f"/play/{key['long']}/", ada),
        "table-rage": Sight(f"/play/{key['rage']}/", ada),
        "table-bidding": Sight(f"/play/{key['bidding']}/", ada),
        "table-of-3": Sight(f"/play/{key['of-3']}/", ada),
        "table-of-5": Sight(f"/play/{key['of-5']}/", ada),
        "table-of-7": Sight(f"/play/{key['of-7']}/", ada),
        "table-rage-of-8": Sight(f"/play/{key['eight']}/", ada),
        "table-waiting": Sight(f"/play/{key['waiting']}/", ada),
        "table-over": Sight(f"/play/{key['over']}/", ada),
        "table-replay": Sight(f"/play/{key['over']}/replay/", ada),
    }
