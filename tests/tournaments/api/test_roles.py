"""Roles by the API: given, listed, taken back, handed over; a club never loses its last owner."""

from __future__ import annotations

import pytest

from clubs.activity import By
from clubs.models import Club, Role, User
from tests.config.api_client import ApiClient
from tests.evenings import make_evening

pytestmark = pytest.mark.django_db


def owners(club: Club) -> set[str]:
    return set(Role.objects.filter(club=club, role="owner").values_list("user__username", flat=True))


def test_given_listed_and_taken_back(club: Club, alice: User, bob: User) -> None:
    api, at = ApiClient(alice), f"clubs/{club.uid}/roles/"
    assert (
        api.send("POST", at, {"who": bob.email, "role": "director"})[0] == 422
    )  # no address of a stranger is told
    for who in (bob.username, bob.username, bob.email):
        given = api.post(at, {"who": who, "role": "director"}, expect=201)
    assert {(row["user"], row["role"]) for row in api.get(at)} == {("alice", "owner"), ("bob", "director")}
    for _time in range(2):
        assert api.send("DELETE", f"{at}{given['id']}/") == (204, None)
    assert len(api.get(at)) == 1
    assert api.send("POST", at, {"who": "nobody", "role": "director"})[0] == 422


def test_the_last_owner_stays_and_everybody_lays_the_own_role_down(
    club: Club, alice: User, bob: User
) -> None:
    last = Role.objects.get(club=club, role="owner")
    status, body = ApiClient(alice).send("DELETE", f"clubs/{club.uid}/roles/{last.pk}/")
    assert (status, body["code"]) == (422, "last_owner")
    own = Role.objects.create(club=club, user=bob, role="scorekeeper")
    assert ApiClient(bob).send("DELETE", f"clubs/{club.uid}/roles/{last.pk}/")[0] == 403
    assert ApiClient(bob).send("DELETE", f"clubs/{club.uid}/roles/{own.pk}/")[0] == 204
    assert owners(club) == {"alice"}


def test_a_club_handed_over_by_link_has_the_new_owner_alone(club: Club, alice: User, bob: User) -> None:
    made = ApiClient(alice).post(
        f"clubs/{club.uid}/invitations/", {"role": "owner", "hands_over": True}, expect=201
    )
    assert owners(club) == {"alice"}, "until it is taken"
    ApiClient(bob).post("invitations/taking/", {"token": made["token"]})
    assert owners(club) == {"bob"}


def test_officials_of_one_evening(club: Club, alice: User, bob: User, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice)
    api, at = ApiClient(alice), f"tournaments/{evening.tournament.uid}/officials/"
    given = api.post(at, {"who": "bob", "role": "director"}, expect=201)
    assert [(row["user"], row["role"]) for row in api.get(at)] == [("bob", "director")]
    assert ApiClient(bob).send("POST", at, {"who": "alice", "role": "director"})[0] == 403
    assert ApiClient(bob).send("DELETE", f"{at}{given['id']}/")[0] == 204, "one lays the own role down"
    assert api.get(at) == []
