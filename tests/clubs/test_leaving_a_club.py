"""Taken off a club's roster and taken back: what was played stays, the rights of a member go and come."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.activity import By
from clubs.errors import NotAllowed
from clubs.models import Activity, Club, Membership, Player, User
from clubs.rights import As, roles_in_club
from clubs.services.clubs import add_player
from clubs.services.members import change_member, take_back, take_off
from clubs.services.rosters import Fate, add_names, read_roster
from tests.config.api_client import ApiClient
from tests.evenings import make_evening, make_players
from tournaments.services.signing_up import set_terms, sign_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice_client(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


@pytest.fixture
def ada(club: Club, by_alice: By, bob: User) -> Player:
    """A member with number and alias; bob's own profile."""
    ada = make_players(club, 1, by=by_alice)[0]
    change_member(club, ada, by=by_alice, number="7", aliases=["Ace"])
    ada.user = bob
    ada.save()
    return ada


def line(player: Player) -> Membership:
    return Membership.objects.get(player=player)


def test_off_the_roster_and_back_as_before(club: Club, ada: Player, by_alice: By, bob: User) -> None:
    before = Membership.objects.filter(player=ada).values().get()
    for _time in range(2):
        take_off(club, ada, by=by_alice)
        assert not club.memberships.current().exists()
        assert As.MEMBER not in roles_in_club(bob, club)
    for _time in range(2):
        take_back(club, ada, by=by_alice)
        assert Membership.objects.filter(player=ada).values().get() == before
        assert As.MEMBER in roles_in_club(bob, club)
    verbs = Activity.objects.filter(subject=f"player:{ada.pk}").order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[-2:] == ["member.left", "member.returned"]


def test_what_was_played_stays(client: Client, club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice)
    evening.play_round()
    player = evening.entries[0].player
    lists = [f"/players/{player.pk}/games/", f"/tournaments/{evening.tournament.slug}/standings/"]
    before = [client.get(path).content for path in lists]
    take_off(club, player, by=by_alice)
    assert player.name not in client.get(f"/clubs/{club.slug}/members/").content.decode()
    assert [client.get(path).content for path in lists] == before


def test_only_an_owner_takes_off_and_back(club: Club, ada: Player, by_alice: By, bob: User) -> None:
    with pytest.raises(NotAllowed):
        take_off(club, ada, by=By(bob, "web"))
    take_off(club, ada, by=by_alice)
    with pytest.raises(NotAllowed):
        take_back(club, ada, by=By(bob, "web"))


def test_on_the_pages_with_the_way_back_at_hand(
    alice_client: Client, client: Client, club: Club, ada: Player
) -> None:
    here, left = f"/clubs/{club.slug}/members/{ada.pk}/", f"/clubs/{club.slug}/members/left/"
    assert left in alice_client.get(f"/clubs/{club.slug}/members/").content.decode()
    assert left not in client.get(f"/clubs/{club.slug}/members/").content.decode()
    assert 'name="leave"' in alice_client.get(here).content.decode()
    gone = alice_client.post(here, {"leave": "1"}, follow=True)
    assert gone.redirect_chain == [(left, 302)]
    assert f'value="{ada.pk}"' in gone.content.decode()
    assert alice_client.get(here).status_code == 404
    back = alice_client.post(left, {"player": ada.pk}, follow=True)
    assert f'value="{ada.pk}"' not in back.content.decode()
    assert line(ada).left_at is None
    assert alice_client.post(left, {"player": "nobody"}).status_code == 404


def test_by_the_api(club: Club, ada: Player, alice: User) -> None:
    api, at = ApiClient(alice), f"clubs/{club.uid}/members/{ada.uid}/"
    for _time in range(2):
        assert api.send("DELETE", at) == (204, None)
    assert api.get(f"clubs/{club.uid}/members/")["results"] == []
    (row,) = api.get(f"clubs/{club.uid}/members/left/")["results"]
    assert (row["player"]["uid"], row["number"], row["aliases"]) == (str(ada.uid), "7", ["Ace"])
    assert row["left_at"]
    for _time in range(2):
        assert api.send("PUT", at)[0] == 200
    assert api.get(f"clubs/{club.uid}/members/left/")["results"] == []


def test_a_pasted_name_of_somebody_who_left_is_asked_about_and_makes_no_second_profile(
    alice_client: Client, club: Club, ada: Player, by_alice: By
) -> None:
    take_off(club, ada, by=by_alice)
    (asked,) = read_roster(club, "ace")
    assert (asked.fate, asked.people, asked.left) == (Fate.ALIKE, (ada,), frozenset({ada.pk}))
    page = alice_client.post(f"/clubs/{club.slug}/members/add/", {"names": "Ada"}).content.decode()
    assert "Ada, who left and is back" in page
    assert add_names(club, "Ada", by=by_alice, decisions={"Ada": ada.pk}) == [ada]
    assert line(ada).left_at is None
    take_off(club, ada, by=by_alice)
    assert add_names(club, "Ada", by=by_alice, decisions={"Ada": None}) != [ada]
    assert line(ada).left_at is not None


def test_who_left_and_registers_is_a_guest_again(club: Club, ada: Player, by_alice: By, bob: User) -> None:
    take_off(club, ada, by=by_alice)
    evening = make_evening(club, by=by_alice, players=[add_player(club, name="Zoe", by=by_alice)])
    set_terms(evening.tournament, by=by_alice, opens_at=None, closes_at=None, capacity=None)
    sign_up(evening.tournament, by=By(bob, "web"), of_age=True)
    assert (line(ada).left_at, line(ada).kind) == (None, "guest")
