"""Evenings at the edges of what people call themselves and of what a desk meets, for pictures and for axe."""

from __future__ import annotations

from typing import Any

from clubs.activity import By
from clubs.models import Club, Player
from clubs.services.clubs import add_player
from tests.evenings import Evening, make_club, make_evening, make_players, tables_of
from tournaments.services import results
from tournaments.services.clocks import say_to_clock
from tournaments.services.cutting import make_cut
from tournaments.services.freezing import freeze

NAMES = [
    "Maximiliane von und zu Hohenstein-Waller",  # forty characters
    "Wolfeschlegelsteinhausenbergerdorff",
    "أبو بكر محمد بن زكريا الرازي",
    "רבקה בת־שבע אברמוביץ׳",
    " ".join(["Anna Sofia Margareta Kristina"] * 7)[:198] + "Ø.",  # two hundred
    "Guðrún Ösp Ívarsdóttir",
    "Bo",
    "小林 さくら",
]


def make() -> dict[str, Any]:
    """The paths a visitor reads, those of the keeper, and the keeper's session: `tests.browser.making`."""
    from clubs.models import User
    from tests.browser.making import session_of

    keeper = User.objects.create_user("keeper", "keeper@example.org", "keeper-pass-1")
    paths = make_odd_evenings(By(keeper, "web"))
    return {
        "visitor": [path for name, path in paths.items() if name.startswith("public-")],
        "keeper": [path for name, path in paths.items() if not name.startswith("public-")],
        "sessions": {"keeper": session_of(keeper)},
    }


def make_odd_evenings(by: By) -> dict[str, str]:
    """Paths by name of the picture; those that begin with `public-` are for a visitor's eyes."""
    assert by.user is not None
    club = make_club(by.user, name="Spiel- und Kulturverein Untertürkheim-Obertürkheim e. V.")
    people = make_players(club, 12, by=by)
    return _long_names(club, by) | _hidden(club, people, by) | _final(club, people, by)


def _long_names(club: Club, by: By) -> dict[str, str]:
    people = [add_player(club, name=name, by=by) for name in NAMES]
    evening = make_evening(
        club,
        by=by,
        players=people,
        name="Vereinsmeisterschaft der Kartenspielfreunde am Dreikönigstag",
        sizes=(4,),
    )
    evening.play_round()
    shown = evening.publish()
    say_to_clock(shown, "start", seconds=45 * 60, by=by)
    first, second = tables_of(shown)
    cells = {"0.bids.0": 1, "0.bids.1": 0, "0.bids.2": 0, "0.bids.3": 1}
    cells |= {"0.tricks.0": 1, "0.tricks.1": 0, "0.tricks.2": 1, "0.tricks.3": 0, "1.bids.0": 2}
    results.type_on_sheet(first, changes=cells, seen=0, by=by, client_key="one")
    base = evening.tournament.get_absolute_url()
    return {
        "public-long-tournament": base,
        "public-long-standings": f"{base}standings/",
        "public-long-round": f"{base}rounds/2/",
        "public-long-wall": f"{base}wall/",
        "public-long-clock": f"{base}clock/",
        "public-long-player": people[4].get_absolute_url(),
        "public-long-player-rtl": people[2].get_absolute_url(),
        "long-clock": f"{base}clock/",
        "long-entry": f"{base}sheets/{first.sheet_number}/",
        "long-entry-empty": f"{base}sheets/{second.sheet_number}/",
        "long-paper": f"{base}sheets/{first.sheet_number}/print/",
        "long-door": f"{base}door/",
        "long-draw": f"{base}draw/",
        "long-pile": f"{base}sheets/",
    }


def _hidden(club: Club, people: list[Player], by: By) -> dict[str, str]:
    evening = _played(club, people, by, "The frozen evening")
    freeze(evening.tournament, after=1, by=by)
    base = evening.tournament.get_absolute_url()
    return {
        "public-frozen-standings": f"{base}standings/",
        "public-frozen-tournament": base,
        "frozen-prizes": f"{base}prizes/",
        "frozen-standings": f"{base}standings/",
    }


def _final(club: Club, people: list[Player], by: By) -> dict[str, str]:
    before = _played(club, people, by, "The evening before its final")
    cut = _played(club, people, by, "The evening of a final")
    make_cut(cut.tournament, n=4, how="larger", by=by)
    cut.publish()
    return {
        "final-to-come": f"{before.tournament.get_absolute_url()}final/",
        "public-final": f"{cut.tournament.get_absolute_url()}final/",
        "public-final-standings": f"{cut.tournament.get_absolute_url()}standings/",
        "public-final-tournament": cut.tournament.get_absolute_url(),
    }


def _played(club: Club, people: list[Player], by: By, name: str) -> Evening:
    evening = make_evening(club, by=by, name=name, players=people, sizes=(4,), n_rounds=3)
    evening.play_round()
    evening.play_round()
    return evening
