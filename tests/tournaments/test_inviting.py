"""Roles by link, a club handed over, and a club that never loses its last owner."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from clubs.activity import By
from clubs.errors import EldestHandError, NotAllowed
from clubs.models import Club, Role, User
from clubs.services.clubs import give_role
from clubs.services.governing import take_role
from tests.evenings import Evening, make_club
from tournaments.models import Invitation, Official
from tournaments.services.inviting import (
    InvitationEnded,
    accept,
    invitation_of,
    invite,
    name_official,
    open_invitations,
    revoke,
)


def by(user: User) -> By:
    return By(user, "web")


def owners(club: Club) -> set[int]:
    return set(Role.objects.filter(club=club, role="owner").values_list("user", flat=True))


@pytest.mark.django_db
class TestInvitations:
    def test_a_link_gives_its_role_to_one_person(self, club: Club, alice: User, bob: User) -> None:
        _made, token = invite(club, role="director", by=by(alice))
        found = invitation_of(token)
        assert found is not None
        for _time in range(2):
            accept(found, by=by(bob))
        assert Role.objects.filter(club=club, user=bob, role="director").count() == 1
        with pytest.raises(InvitationEnded) as refusal:
            accept(found, by=by(User.objects.create_user("carl")))
        assert refusal.value.code == "invitation_taken"
        assert not open_invitations(club).exists()

    def test_what_stands_in_the_link_stands_nowhere_else(self, club: Club, alice: User) -> None:
        made, token = invite(club, role="director", by=by(alice))
        made.refresh_from_db()
        assert token not in repr(list(Invitation.objects.values()))
        assert invitation_of(made.token_hash) is None

    @pytest.mark.parametrize("how", ["revoked", "expired", "powerless"])
    def test_an_ended_link_gives_nothing_and_says_why(
        self, club: Club, alice: User, bob: User, client: Client, how: str
    ) -> None:
        made, token = invite(club, role="director", by=by(alice))
        if how == "revoked":
            revoke(club, invitation_id=made.pk, by=by(alice))
        elif how == "expired":
            Invitation.objects.update(
                made_at=timezone.now() - timedelta(days=20), expires_at=timezone.now() - timedelta(days=1)
            )
        else:
            give_role(club, user=bob, role="owner", by=by(alice))
            Role.objects.filter(user=alice).delete()
        found = invitation_of(token)
        assert found is not None
        with pytest.raises(InvitationEnded) as refusal:
            accept(found, by=by(User.objects.create_user("carl")))
        assert refusal.value.code == f"invitation_{how}"
        answer = client.get(f"/invitations/{token}/")
        assert answer.status_code == 410
        assert str(refusal.value) in answer.content.decode().replace("&#x27;", "'")

    def test_who_may_not_give_a_role_makes_no_link_for_it(
        self, evening: Evening, alice: User, bob: User
    ) -> None:
        club, tournament = evening.tournament.club, evening.tournament
        for role in ("owner", "director", "scorekeeper"):
            with pytest.raises(NotAllowed):
                invite(club, role=role, by=by(bob))
        name_official(tournament, text="bob", role="director", by=by(alice))
        with pytest.raises(NotAllowed):
            invite(club, role="scorekeeper", by=by(bob))
        with pytest.raises(NotAllowed):
            invite(club, role="director", by=by(bob), tournament=tournament)
        made, _token = invite(club, role="scorekeeper", by=by(bob), tournament=tournament)
        with pytest.raises(NotAllowed):
            revoke(club, invitation_id=made.pk, by=by(User.objects.create_user("carl")))
        with pytest.raises(EldestHandError) as refusal:
            invite(club, role="owner", by=by(alice), tournament=tournament)
        assert refusal.value.code == "no_such_role"

    def test_a_link_of_a_tournament_opens_that_tournament_only(
        self, evening: Evening, alice: User, bob: User
    ) -> None:
        _made, token = invite(
            evening.tournament.club, role="scorekeeper", by=by(alice), tournament=evening.tournament
        )
        found = invitation_of(token)
        assert found is not None
        accept(found, by=by(bob))
        assert Official.objects.get(user=bob).tournament == evening.tournament
        assert not Role.objects.filter(user=bob).exists()

    def test_a_club_is_handed_over(self, club: Club, alice: User, bob: User) -> None:
        _made, token = invite(club, role="owner", by=by(alice), hands_over=True)
        assert owners(club) == {alice.pk}, "not before the new owner has come"
        found = invitation_of(token)
        assert found is not None
        accept(found, by=by(bob))
        assert owners(club) == {bob.pk}

    def test_an_owner_who_takes_the_own_link_stays_owner(self, club: Club, alice: User) -> None:
        _made, token = invite(club, role="owner", by=by(alice), hands_over=True)
        found = invitation_of(token)
        assert found is not None
        accept(found, by=by(alice))
        assert owners(club) == {alice.pk}

    def test_made_on_the_page_and_taken_by_whoever_signs_in(self, club: Club, alice: User, bob: User) -> None:
        owner, guest = Client(), Client()
        owner.force_login(alice)
        page = owner.post(f"/clubs/{club.slug}/roles/", {"invite": "1", "role": "director"}).content.decode()
        found = re.search(r'value="http://testserver(/invitations/[^"]+/)"', page)
        assert found is not None
        link = found[1]
        assert link not in owner.get(f"/clubs/{club.slug}/roles/").content.decode(), "shown once"
        seen = guest.get(link)
        assert "alice invites you to be director" in seen.content.decode()
        assert seen.headers["Referrer-Policy"] == "same-origin"
        assert guest.post(link).status_code == 403
        guest.force_login(bob)
        assert guest.post(link).headers["Location"] == club.get_absolute_url()
        assert Role.objects.filter(club=club, user=bob, role="director").exists()
        assert guest.get("/invitations/nonsense/").status_code == 404

    def test_the_officials_of_an_evening_are_named_and_dismissed(
        self, evening: Evening, alice: User, bob: User, client: Client
    ) -> None:
        client.force_login(alice)
        here = f"/tournaments/{evening.tournament.slug}/helpers/"
        assert client.post(here, {"who": "nobody", "role": "director"}).status_code == 422
        for _time in range(2):
            assert client.post(here, {"who": "bob", "role": "director"}).status_code == 302
        assert "bob" in client.get(here).content.decode()
        official = Official.objects.get()
        client.force_login(bob)
        assert client.post(here, {"take": official.pk}).status_code == 302, "one lays the own role down"
        assert not Official.objects.exists()

    def test_made_taken_back_and_taken_by_the_api(self, club: Club, alice: User, bob: User) -> None:
        owner, guest = Client(), Client()
        owner.force_login(alice)
        guest.force_login(bob)
        base = f"/api/v1/clubs/{club.uid}/invitations/"
        kind = "application/json"
        first = owner.post(base, {"role": "director"}, content_type=kind).json()
        assert owner.delete(f"{base}{first['id']}/").status_code == 204
        taking = "/api/v1/invitations/taking/"
        refused = guest.post(taking, {"token": first["token"]}, content_type=kind)
        assert (refused.status_code, refused.json()["code"]) == (410, "invitation_revoked")
        second = owner.post(base, {"role": "scorekeeper"}, content_type=kind).json()
        assert [one["id"] for one in owner.get(base).json()] == [second["id"]]
        assert guest.post(taking, {"token": second["token"]}, content_type=kind).status_code == 200
        assert Role.objects.filter(user=bob, role="scorekeeper").exists()

    def test_the_last_owner_neither_leaves_nor_is_removed_nor_deletes_the_account(
        self, club: Club, alice: User, bob: User
    ) -> None:
        role = Role.objects.get(club=club, user=alice)
        acts: list[Callable[[], object]] = [
            lambda: take_role(club, role_id=role.pk, by=by(alice)),
            lambda: take_role(club, role_id=role.pk, by=By(None, "command")),
            lambda: alice.delete(),
            lambda: User.objects.filter(pk=alice.pk).delete(),
        ]
        for act in acts:
            with pytest.raises(EldestHandError) as refusal, transaction.atomic():
                act()
            assert refusal.value.code == "last_owner"
        gone = User.objects.create_user("gone", is_active=False)
        give_role(club, user=gone, role="owner", by=by(alice))
        with pytest.raises(EldestHandError):
            take_role(club, role_id=role.pk, by=by(alice))
        give_role(club, user=bob, role="owner", by=by(alice))
        take_role(club, role_id=role.pk, by=by(alice))
        assert owners(club) == {bob.pk, gone.pk}

    def test_whoever_has_a_role_lays_it_down_and_no_others(self, club: Club, alice: User, bob: User) -> None:
        mine = give_role(club, user=bob, role="scorekeeper", by=by(alice))
        with pytest.raises(NotAllowed):
            take_role(club, role_id=Role.objects.get(user=alice).pk, by=by(bob))
        take_role(club, role_id=mine.pk, by=by(bob))
        assert not Role.objects.filter(user=bob).exists()


def at_once(*acts: Callable[[], object]) -> Counter[str]:
    start = threading.Barrier(len(acts))

    def one(act: Callable[[], object]) -> str:
        start.wait()
        try:
            act()
            return "done"
        except EldestHandError as error:
            return error.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return Counter(pool.map(one, acts))


@pytest.fixture
def two_owners(transactional_db: None) -> tuple[Club, User, User]:
    alice, bob = User.objects.create_user("alice"), User.objects.create_user("bob")
    club = make_club(alice)
    give_role(club, user=bob, role="owner", by=by(alice))
    return club, alice, bob


@pytest.mark.parametrize("_time", range(3))
def test_of_two_owners_who_leave_at_once_one_stays(two_owners: tuple[Club, User, User], _time: int) -> None:
    club, *people = two_owners
    roles = [(user, Role.objects.get(club=club, user=user)) for user in people]
    left = at_once(
        *[lambda user=user, role=role: take_role(club, role_id=role.pk, by=by(user)) for user, role in roles]
    )
    assert left == {"done": 1, "last_owner": 1}
    assert len(owners(club)) == 1


def test_of_two_owners_who_delete_their_accounts_at_once_one_stays(
    two_owners: tuple[Club, User, User],
) -> None:
    club, alice, bob = two_owners
    assert at_once(alice.delete, bob.delete) == {"done": 1, "last_owner": 1}
    assert len(owners(club)) == 1


def test_one_link_opened_by_four_at_once_is_taken_once(two_owners: tuple[Club, User, User]) -> None:
    club, alice, _bob = two_owners
    _made, token = invite(club, role="director", by=by(alice))
    found = invitation_of(token)
    assert found is not None
    guests = [User.objects.create_user(f"guest{n}") for n in range(4)]
    taken = at_once(*[lambda guest=guest: accept(found, by=by(guest)) for guest in guests])
    assert taken == {"done": 1, "invitation_taken": 3}
    assert Role.objects.filter(club=club, role="director").count() == 1
