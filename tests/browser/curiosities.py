"""What a sample evening does not show: odd tables, odd sheets, long names, an empty club."""

from __future__ import annotations

from typing import Any

from clubs.activity import By
from clubs.models import Club, Player, User
from clubs.services.clubs import add_player, create_club
from games.models import Game
from games.services.games import create_game
from games.services.sheets import record_sheet
from tests.evenings import STARTS_AT

NAMES = [
    "Guðrún Ösp Ívarsdóttir",
    "Mads Østergaard-Lund",
    "Bo",
    "Maximiliane von und zu Hohenstein-Wallerfangen",
    "Þórdís Hauksdóttir",
    "Nils-Petter Fosså",
    "Kåre Midtbø",
    "Liv Aasen",
    "Jóhann Breiðfjörð",
    "Annette van der Merwe",
]
ANY_TABLE = {"players": [2, 10], "schedule": {"shape": "list", "sizes": [1, 2, 3, 4, 5]}}


def make_curiosities(owner: User) -> dict[str, str]:
    """Paths of the pages that show them, by name."""
    by = By(owner, "web")
    club = create_club(name="Kortklubben på Vestlia grendahus", owner=owner, by=by, time_zone="Europe/Oslo")
    people = [add_player(club, name=name, by=by) for name in NAMES]
    empty = create_club(name="Nobody yet", owner=owner, by=by, house_rules={"preset": "rage"})
    games = {f"{n}-at-the-table": counted(club, people[:n], by=by) for n in (2, 3, 4, 7, 10)}
    games["made-or-missed"] = made_or_missed(club, people[:4], by=by)
    games["written"] = written(club, people[:5], by=by)
    games["rage"] = rage(club, people[:6], by=by)
    games["corrected"] = corrected(club, people[:4], by=by)
    games["no-sheet"] = create_game(
        club=club, rules=ANY_TABLE, players=people[:4], played_at=STARTS_AT, by=by, first_dealer=2
    )
    return {
        "empty-club": empty.get_absolute_url(),
        "long-names": club.get_absolute_url() + "members/",
        **{name: game.get_absolute_url() for name, game in games.items()},
    }


def counted(club: Club, people: list[Player], *, by: By) -> Game:
    """Every kind of row: made, missed, blank, void, sat out, adjusted, with a decider."""
    n = len(people)
    deals = [_deal(number, n) for number in range(1, 6)]
    deals[1]["trump"], deals[2]["void"] = "H", True
    deals.insert(3, _deal(3, n))
    deals[4]["adjustments"] = [{"seat": 0, "points": -10, "reason": "looked into the pack"}]
    return _recorded(_game(club, people, ANY_TABLE, by), {"deals": deals}, people, by)


def made_or_missed(club: Club, people: list[Player], *, by: By) -> Game:
    """A slip with ticks: nobody counted the tricks."""
    deals = [
        {"hand_size": size, "bids": [1, 0, 0, 1], "made": [size % 2 == 0, True, size % 3 == 0, False]}
        for size in range(1, 6)
    ]
    return _recorded(_game(club, people, ANY_TABLE, by), {"deals": deals}, people, by)


def written(club: Club, people: list[Player], *, by: By) -> Game:
    """Points as they stand on paper, of a scoring no rules express."""
    deals = [
        {"hand_size": size, "bids": [0] * 5, "made": [True] * 5, "paper_points": [7, -3, 0, size, 12]}
        for size in range(1, 6)
    ]
    sheet = {"deals": deals, "count": "written", "paper_totals": [35, -15, 0, 15, 60]}
    return _recorded(_game(club, people, ANY_TABLE, by, count="written"), sheet, people, by)


def rage(club: Club, people: list[Player], *, by: By) -> Game:
    """Cards that give and take five, colours for trumps."""
    n = len(people)
    deals = []
    for index, size in enumerate(range(10, 0, -1)):
        deal = _deal(size, n)
        deal["trump"] = "RBGYOP"[index % 6]
        deal["plus_fives"] = [1 if deal["tricks"][0] else 0, *[0] * (n - 1)]
        deal["minus_fives"] = [0, 2 if size > 5 and deal["tricks"][1] else 0, *[0] * (n - 2)]
        deals.append(deal)
    return _recorded(_game(club, people, "rage", by), {"deals": deals}, people, by)


def corrected(club: Club, people: list[Player], *, by: By) -> Game:
    """A sheet that was wrong twice."""
    game = _game(club, people, ANY_TABLE, by)
    deals = [_deal(size, 4) for size in range(1, 6)]
    _recorded(game, {"deals": deals}, people, by)
    deals[2]["tricks"], deals[2]["bids"] = [3, 0, 0, 0], [3, 0, 1, 1]
    _recorded(game, {"deals": deals}, people, by, reason="hand 3 was read upside down")
    deals[4]["bids"] = [2, 0, 1, 1]
    return _recorded(game, {"deals": deals}, people, by, reason="as on the photo")


def _deal(size: int, n_seats: int) -> dict[str, Any]:
    tricks = [0] * n_seats
    for trick in range(size):
        tricks[(trick * 2 + size) % n_seats] += 1
    bids = [taken if (seat + size) % 3 else min(size, taken + 1) for seat, taken in enumerate(tricks)]
    return {"hand_size": size, "bids": bids, "tricks": tricks}


def _game(club: Club, people: list[Player], rules: object, by: By, **settings: Any) -> Game:
    return create_game(club=club, rules=rules, players=people, played_at=STARTS_AT, by=by, **settings)


def _recorded(game: Game, sheet: dict[str, Any], people: list[Player], by: By, reason: str = "") -> Game:
    full = {"players": [str(player.uid) for player in people], "first_dealer": 0, **sheet}
    return record_sheet(game, sheet=full, by=by, reason=reason).game
