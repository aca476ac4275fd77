"""Every model of the site either travels or stays, and somebody decided which: a new one fails until it is listed."""

from __future__ import annotations

import pytest
from django.apps import apps

from clubs.activity import By
from clubs.models import Club, User
from tests.tournaments.transfer.odd_evening import odd_evening
from tests.tournaments.transfer.sites import FLOORS, brought_in, catch_up, empty_site, exported_club

TRAVELS = {
    "clubs.Activity": "the log of every evening",
    "clubs.Club": "",
    "clubs.Membership": "",
    "clubs.Player": "",
    "clubs.User": "by uid, as a login nobody can use",
    "games.Game": "",
    "games.GameEvent": "",
    "games.HostedSeat": "",
    "games.HostedTable": "when it is over",
    "games.SheetDecision": "",
    "games.SheetRevision": "",
    "clubs.HouseRules": "",
    "tournaments.ClockAct": "",
    "tournaments.Cut": "",
    "tournaments.Decider": "",
    "tournaments.Entry": "",
    "tournaments.Official": "",
    "tournaments.Penalty": "",
    "tournaments.Presence": "",
    "tournaments.Round": "",
    "tournaments.RoundSeat": "",
    "tournaments.Season": "",
    "tournaments.SeatingWish": "",
    "tournaments.SignUp": "",
    "tournaments.SignUpTerms": "",
    "tournaments.Table": "",
    "tournaments.Tournament": "",
}
FOLLOWS = {
    "games.HostedState": "what the log of the cards gives",
    "games.Seat": "from the sheets",
    "ratings.CorrectionLog": "what each replay changed on this site",
    "ratings.Ladder": "from the games",
    "ratings.LadderEpoch": "from the games",
    "ratings.LadderTouch": "from the games",
    "ratings.RatingEvent": "from the games",
    "ratings.RatingState": "from the games",
    "ratings.RatingSystem": "from the settings of the site",
    "tournaments.SeasonStanding": "from the evenings",
    "tournaments.Stale": "a mark for the worker",
    "tournaments.Standing": "from the sheets",
}
STAYS = {
    "clubs.Claim": "asks for a profile of this site by an account of this site",
    "clubs.Role": "whoever brings a club in owns it there",
    "clubs.User_groups": "logins stay",
    "clubs.User_user_permissions": "logins stay",
    "games.Clock": "a table that is being played does not leave",
    "games.Photo": "the desk's alone, and deleted after 90 days",
    "games.SheetDraft": "half-typed: not said yet",
    "tournaments.DrawOrder": "work for a worker of this site",
    "tournaments.IncomingFile": "a file on its way in here",
    "tournaments.Invitation": "a secret of this site",
    "tournaments.TableLink": "a secret of this site",
}


def models() -> set[str]:
    return {
        f"{floor}.{model.__name__}"
        for floor in FLOORS
        for model in apps.get_app_config(floor).get_models(include_auto_created=True)
    }


def test_somebody_decided_of_every_model() -> None:
    listed = [*TRAVELS, *FOLLOWS, *STAYS]
    assert sorted(listed) == sorted(models())
    assert len(set(listed)) == len(listed)
    assert all([*FOLLOWS.values(), *STAYS.values()]), "each with its reason"


def rows_of_what_travels() -> dict[str, int]:
    """How many rows of each; logins that nobody here needs stay behind, so they are not counted."""
    return {name: apps.get_model(name)._default_manager.count() for name in TRAVELS if name != "clubs.User"}


@pytest.mark.django_db
def test_what_is_said_to_travel_is_all_there_on_the_other_site(club: Club, by_alice: By, bob: User) -> None:
    odd_evening(club, by_alice, By(bob, "web"))
    catch_up()
    before = rows_of_what_travels()
    raw = exported_club(club)
    assert [name for name, n in before.items() if not n] == [], "the odd evening has one of everything"
    empty_site()
    assert set(rows_of_what_travels().values()) == {0}
    brought_in(raw)
    after = rows_of_what_travels()
    in_the_log = {"clubs.Activity"}  # lines of the club itself stay; the import wrote its own
    assert {name: n for name, n in after.items() if name not in in_the_log} == {
        name: n for name, n in before.items() if name not in in_the_log
    }
