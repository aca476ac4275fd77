"""A club made, set up, its helpers named, its roster filled."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Activity, Club, Membership, Player, Role, User
from tests.evenings import make_club, make_players

_TOKEN = re.compile("[A-Za-z0-9]{64}")  # of the form, another one each time
TYPED = {
    "name": "Kraków Trumps",
    "language": "de",
    "time_zone": "Europe/Warsaw",
    "rules": "kachuful",
    "visibility": "members",
    "verifies_sheets": "on",
}


def test_whoever_makes_a_club_owns_it(bob_client: Client, bob: User) -> None:
    assert "13 points" in bob_client.get("/clubs/new/").content.decode()
    answer = bob_client.post("/clubs/new/", TYPED)
    club = Club.objects.get()
    assert answer.headers["Location"] == f"/clubs/{club.slug}/members/add/"
    assert (club.name, club.language, club.time_zone) == ("Kraków Trumps", "de", "Europe/Warsaw")
    assert (club.house_rules, club.visibility, club.verifies_sheets) == (
        {"preset": "kachuful"},
        "members",
        True,
    )
    assert list(club.roles.values_list("user", "role")) == [(bob.pk, "owner")]


def test_sending_it_twice_makes_one_club(bob_client: Client) -> None:
    for _time in range(2):
        assert bob_client.post("/clubs/new/", TYPED).status_code == 302
    assert Club.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", "  "), ("time_zone", "Oslo"), ("rules", "chess"), ("visibility", "some"), ("language", "xx")],
)
def test_what_is_wrong_stands_at_its_field_and_the_rest_is_kept(
    bob_client: Client, field: str, value: str
) -> None:
    answer = bob_client.post("/clubs/new/", {**TYPED, field: value})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert f'href="#id_{field}"' in page
    kept = "Europe/Warsaw" if field == "name" else "Kraków Trumps"
    assert kept in page
    assert not Club.objects.exists()


def test_a_club_named_new_has_an_address_of_its_own(bob_client: Client) -> None:
    bob_client.post("/clubs/new/", {**TYPED, "name": "New"})
    club = Club.objects.get()
    assert bob_client.get(club.get_absolute_url()).status_code == 200
    assert club.slug != "new"


def test_making_a_club_wants_a_sign_in(client: Client, db: None) -> None:
    assert client.get("/clubs/new/").headers["Location"].startswith("/accounts/login/?next=")
    assert client.post("/clubs/new/", TYPED).status_code == 403
    assert client.put("/clubs/new/").status_code in (403, 405)


def test_settings_change_what_changed_and_the_log_says_so(alice_client: Client, club: Club) -> None:
    path = f"/clubs/{club.slug}/settings/"
    assert "as they are" in alice_client.get(path).content.decode()
    typed = {
        "name": club.name,
        "language": club.language,
        "time_zone": "Europe/Oslo",
        "rules": "same",
        "visibility": club.visibility,
    }
    for _time in range(2):
        assert alice_client.post(path, typed).status_code == 302
    club.refresh_from_db()
    assert club.time_zone == "Europe/Oslo"
    assert Activity.objects.get(verb="club.changed").details["changed"] == ["time_zone"]
    assert alice_client.post(path, {**typed, "time_zone": "Mars"}).status_code == 422


def test_only_the_owner_sets_up_and_names(
    bob_client: Client, desk_client: Client, club: Club, client: Client
) -> None:
    for page in ("settings", "roles", "members/add", "tournaments/new"):
        path = f"/clubs/{club.slug}/{page}/"
        for stranger in (bob_client, desk_client):
            assert stranger.get(path).status_code == 403
            assert stranger.post(path, {"names": "Eve"}).status_code == 403
        assert client.get(path).status_code == 302
        assert bob_client.get(f"/clubs/nowhere/{page}/").status_code == 404
        assert bob_client.delete(path).status_code in (403, 405)
    Club.objects.update(visibility="members")
    assert bob_client.get(f"/clubs/{club.slug}/settings/").status_code == 404


@pytest.mark.parametrize("who", ["bob", "BOB", " bob@example.org "])
def test_a_role_is_given_by_name_or_address_once(
    alice_client: Client, club: Club, bob: User, who: str
) -> None:
    player = Player.objects.create(name="Bob", user=bob)
    Membership.objects.create(club=club, player=player)
    for _time in range(2):
        alice_client.post(f"/clubs/{club.slug}/roles/", {"who": who, "role": "director"})
    assert Role.objects.filter(club=club, user=bob).values_list("role", flat=True).get() == "director"


def test_nobody_learns_from_a_club_whether_a_strangers_address_has_an_account(
    alice_client: Client, club: Club, bob: User
) -> None:
    """Everybody may found a club; the same answer with an account and without one, on the page and by the API."""
    User.objects.filter(pk=bob.pk).update(username="robert@example.org")
    roles, api = f"/clubs/{club.slug}/roles/", f"/api/v1/clubs/{club.uid}/roles/"
    for path in (roles, api):
        told = set()
        for who in ("bob@example.org", "robert@example.org", "no-one@example.org"):
            typed = {"who": who, "role": "director"}
            kind = {"content_type": "application/json"} if path == api else {}
            answer = alice_client.post(path, typed, **kind)  # type: ignore[arg-type]
            told.add((answer.status_code, _TOKEN.sub("", answer.content.decode()).replace(who, "")))
        assert len(told) == 1, path
        assert told.pop()[0] == 422
    assert Role.objects.filter(club=club).count() == 1


@pytest.mark.parametrize(("who", "role"), [("nobody", "director"), ("", "director"), ("bob", "king")])
def test_a_role_that_cannot_be_given_says_why(
    alice_client: Client, club: Club, bob: User, who: str, role: str
) -> None:
    answer = alice_client.post(f"/clubs/{club.slug}/roles/", {"who": who, "role": role})
    assert answer.status_code == 422
    assert f'value="{who}"' in answer.content.decode()
    assert Role.objects.filter(club=club).count() == 1


def test_a_role_is_taken_back_and_the_last_owner_stays(alice_client: Client, club: Club, bob: User) -> None:
    path = f"/clubs/{club.slug}/roles/"
    alice_client.post(path, {"who": "bob", "role": "director"})
    given = Role.objects.get(user=bob)
    for _time in range(2):
        assert alice_client.post(path, {"take": given.pk}).status_code == 302
    assert not Role.objects.filter(user=bob).exists()
    answer = alice_client.post(path, {"take": Role.objects.get(club=club).pk})
    assert answer.status_code == 422
    assert Role.objects.filter(club=club, role="owner").count() == 1


def test_a_role_of_another_club_is_not_taken_here(alice_client: Client, club: Club, bob: User) -> None:
    other = make_club(bob, name="Elsewhere")
    alice_client.post(f"/clubs/{club.slug}/roles/", {"take": other.roles.get().pk})
    assert other.roles.count() == 1


def test_pasted_names_show_their_fate_before_anybody_is_added(
    alice_client: Client, club: Club, by_alice: By
) -> None:
    make_players(club, 2, by=by_alice)  # Ada, Bo
    text = "Ada\nGreta\nGreta\nAda.\n"
    page = alice_client.post(f"/clubs/{club.slug}/members/add/", {"names": text}).content.decode()
    assert "1 new" in page
    assert "Who is “Ada”?" in page
    assert "1 line stands twice" in page
    assert "Who is “Ada.”?" in page
    assert Player.objects.count() == 2


def test_names_are_added_as_chosen_and_twice_is_once(alice_client: Client, club: Club, by_alice: By) -> None:
    ada, _bo = make_players(club, 2, by=by_alice)
    path = f"/clubs/{club.slug}/members/add/"
    typed = {"names": "Greta\nAda.", "add": "1", "form_key": "one form"}
    undecided = alice_client.post(path, typed)
    assert undecided.status_code == 422
    assert "Ada." in undecided.content.decode()
    for _time in range(2):
        assert alice_client.post(path, {**typed, "who-1": str(ada.pk)}).status_code == 302
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ada", "Bo", "Greta"]


def test_an_empty_paste_asks_for_a_name(alice_client: Client, club: Club) -> None:
    answer = alice_client.post(f"/clubs/{club.slug}/members/add/", {"names": " \n"})
    assert answer.status_code == 422
    assert "Paste at least one name." in answer.content.decode()
