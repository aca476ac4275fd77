"""Who is known only from a club that is closed to the reader has no name for that reader, by any road."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Club, Membership, Player, User
from ratings.models import Ladder, RatingState
from ratings.services.writer import advance_ladder
from tests.config.crawling import crawl, readings
from tests.evenings import Evening, make_evening
from tournaments.models import Season

pytestmark = pytest.mark.django_db
NAME = "Zebulon"
PART = NAME[:5]  # what is asked for is repeated by the answer


@pytest.fixture
def quiet(club: Club, by_alice: By) -> Evening:
    """One of the people, by another name, has played in a club that then closes its doors."""
    season = Season.objects.create(club=club, slug="spring", name="Spring", tie_breaks=["wins", "shared"])
    evening = make_evening(club, by=by_alice, season=season)
    Player.objects.filter(pk=evening.entries[0].player.pk).update(name=NAME)
    evening.play_round()
    for ladder in Ladder.objects.all():
        advance_ladder(ladder.pk)
    RatingState.objects.update(listed=True)
    return evening


def addresses(evening: Evening) -> list[str]:
    player, rival = (entry.player for entry in evening.entries[:2])
    found = readings(evening, of_tournament=False) + readings(evening, of_tournament=True)
    found += [f"/players/?q={PART}", f"/api/v1/players/?q={PART}", f"/players/{rival.pk}/against/?q={PART}"]
    for ladder in Ladder.objects.all():
        board = ladder.get_absolute_url()
        found += [f"{board}?q={PART}", f"{board}?player={player.pk}", f"{board}?activity=all"]
        found += [f"/api/v1/ladders/{ladder.slug}/entries/?q={PART}"]
    return found


def named_at(client: Client, evening: Evening) -> list[str]:
    answers = {path: client.get(path).content.decode(errors="replace") for path in addresses(evening)}
    return [path for path, text in answers.items() if NAME in text]


def close_doors(evening: Evening, visibility: str = "members") -> None:
    Club.objects.filter(pk=evening.tournament.club.pk).update(visibility=visibility)


@pytest.mark.parametrize("is_signed_in", [False, True])
def test_a_closed_clubs_people_are_nameless_to_others(
    client: Client, quiet: Evening, bob: User, is_signed_in: bool
) -> None:
    assert len(named_at(client, quiet)) > 8, "the name stood there before"
    close_doors(quiet)
    if is_signed_in:
        client.force_login(bob)
    assert named_at(client, quiet) == []
    board = Ladder.objects.get(club=None).get_absolute_url()
    number = quiet.entries[0].player.pk
    assert f"Player {number}" not in client.get(board).content.decode(), (
        "hidden games put nobody on the board"
    )
    assert f"/players/{number}/" not in client.get(f"{board}?activity=all").content.decode()


def quiet_player() -> Player:
    return Player.objects.get(name=NAME)


def test_who_follows_every_link_meets_no_name(client: Client, quiet: Evening) -> None:
    close_doors(quiet)
    for path, page in crawl(client, ["/", "/players/", "/ratings/", "/help/", "/api/"]).items():
        assert NAME not in page.text, path


def test_an_unlisted_clubs_people_are_in_no_list_and_have_their_name_on_their_page(
    client: Client, quiet: Evening
) -> None:
    close_doors(quiet, "unlisted")
    assert NAME not in client.get("/players/").content.decode()
    assert NAME not in client.get("/api/v1/players/").content.decode()
    assert NAME in client.get(quiet_player().get_absolute_url()).content.decode()


def test_its_own_people_read_the_names(client: Client, quiet: Evening, bob: User) -> None:
    close_doors(quiet)
    Player.objects.filter(pk=quiet.entries[1].player.pk).update(user=bob)
    client.force_login(bob)
    for path in ("/players/", f"/api/v1/players/?q={PART}", quiet_player().get_absolute_url()):
        assert NAME in client.get(path).content.decode(), path


def test_who_is_also_in_an_open_club_and_who_is_in_none_keeps_the_name(
    client: Client, quiet: Evening, alice: User
) -> None:
    close_doors(quiet)
    open_club = Club.objects.create(slug="open", name="Open")
    Membership.objects.create(club=open_club, player=quiet_player())
    Player.objects.create(name="Loner")
    page = client.get("/players/").content.decode()
    assert NAME in page
    assert "Loner" in page


def test_an_address_is_told_to_nobody_who_may_not_read_it(client: Client, quiet: Evening) -> None:
    """E-mail addresses stand on no page anybody may read."""
    assert User.objects.filter(email__contains="@example.org").exists()
    for path in addresses(quiet):
        assert "@example.org" not in client.get(path).content.decode(errors="replace"), path
