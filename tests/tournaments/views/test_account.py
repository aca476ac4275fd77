"""One's own account: the name hidden and shown, everything stored in one file, and the end of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.authtoken.models import Token

from clubs.activity import By, log
from clubs.errors import NotAllowed
from clubs.models import Activity, Club, Player, Role, User
from clubs.services.clubs import give_role
from config.catching_up import catch_up
from config.verifying import differences
from games.models import HostedTable, Seat, SheetRevision
from ratings.models import RatingEvent
from tests.evenings import Evening
from tournaments.models import Entry, IncomingFile, Invitation, Official, Penalty
from tournaments.services.accounts import account_document, delete_account
from tournaments.services.inviting import invite

pytestmark = pytest.mark.django_db
PASSWORD = "bob-pass-1"


@pytest.fixture
def mine(evening: Evening, bob: User) -> Player:
    """The first of the evening is Bob, who also keeps scores and directs this evening."""
    player = evening.entries[0].player
    Player.objects.filter(pk=player.pk).update(user=bob, name="Bob Barker")
    give_role(evening.tournament.club, user=bob, role="scorekeeper", by=evening.by)
    Official.objects.create(tournament=evening.tournament, user=bob, role="director")
    Evening(evening.tournament, evening.entries, By(bob, "web"), evening.rng).play_round()
    catch_up()
    player.refresh_from_db()
    return player


@pytest.fixture
def me(mine: Player, client: Client, bob: User) -> Client:
    client.force_login(bob)
    return client


def test_a_name_is_hidden_everywhere_and_shown_again(me: Client, mine: Player) -> None:
    visitor, address = Client(), mine.get_absolute_url()
    assert "Bob Barker" in visitor.get(address).content.decode()
    assert me.post("/account/", {"act": "hide"}).status_code == 302
    assert "Bob Barker" not in visitor.get(address).content.decode()
    assert "Bob Barker" not in visitor.get("/players/?q=Bark").content.decode()
    assert "Show my name" in me.get("/account/").content.decode()
    me.post("/account/", {"act": "hide"})  # twice changes nothing
    assert Activity.objects.filter(verb="player.hidden").count() == 1
    me.post("/account/", {"act": "show"})
    assert "Bob Barker" in visitor.get(address).content.decode()


def test_without_a_profile_there_is_nothing_to_hide(client: Client, bob: User) -> None:
    client.force_login(bob)
    assert "No profile is yours yet" in client.get("/account/").content.decode()
    assert client.post("/account/", {"act": "hide"}).status_code == 400


def test_the_file_holds_all_that_names_the_person_and_no_secret(me: Client, mine: Player, bob: User) -> None:
    Token.objects.create(user=bob)
    answer = me.get("/account/data/")
    assert "attachment" in answer.headers["Content-Disposition"]
    told = json.loads(answer.content)
    assert (told["account"]["username"], told["account"]["email"]) == ("bob", "bob@example.org")
    assert [profile["name"] for profile in told["profiles"]] == ["Bob Barker"]
    rows = told["rows"]
    assert [row["role"] for row in rows["clubs.Role.user"]] == ["scorekeeper"]
    assert len(rows["tournaments.Official.user"]) == 1
    assert len(rows["games.SheetRevision.by"]) == SheetRevision.objects.filter(by=bob).count() > 0
    assert len(rows["games.Seat.player"]) == 1
    assert len(rows["clubs.Membership.player"]) == 1
    assert len(told["log"]) == Activity.objects.filter(actor_id_at=bob.pk).count() > 0
    text = answer.content.decode()
    assert bob.password not in text
    assert Token.objects.get(user=bob).key not in text


def test_the_file_holds_no_card_to_come_and_no_second_factor(me: Client, bob: User) -> None:
    Authenticator.objects.create(user=bob, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    table = HostedTable.objects.create(opened_by=bob, rules={}, n_seats=3)
    answer = me.get("/account/data/")
    text, rows = answer.content.decode(), json.loads(answer.content)["rows"]
    assert (len(rows["games.HostedTable.opened_by"]), len(rows["mfa.Authenticator.user"])) == (1, 1)
    assert [word for word in (table.seed, table.key, "JBSWY3DPEHPK3PXP") if word in text] == []


def test_the_file_can_be_had_while_another_one_waits_to_be_brought_in(
    me: Client, bob: User, club: Club
) -> None:
    now = timezone.now()
    IncomingFile.objects.create(
        club=club, user=bob, name="roster.csv", content=b"x\xff", day=now.date(), at=now
    )
    for address in ("/account/data/", reverse("api:account-data")):
        (row,) = me.get(address).json()["rows"]["tournaments.IncomingFile.user"]
        assert row["name"] == "roster.csv"


def test_no_table_that_points_to_the_person_is_forgotten(mine: Player, bob: User) -> None:
    """Also one that another floor adds later."""
    rows = account_document(bob)["rows"]
    owned: dict[Any, Any] = {User: bob, Player: mine}
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            label = f"{model._meta.label}.{field.name}"
            one = owned.get(field.related_model) if field.is_relation else None
            if one is None or model._meta.proxy or model is RatingEvent:
                continue
            assert (label in rows) == model._base_manager.filter(**{field.name: one}).exists(), label


def test_the_file_holds_what_others_noted_of_the_person_and_not_who_they_are(
    me: Client, mine: Player, bob: User, alice: User, evening: Evening
) -> None:
    entry = Entry.objects.filter(player=mine).first()
    assert entry is not None
    Penalty.objects.create(
        tournament=entry.tournament,
        entry=entry,
        points=-5,
        reason="Came late",
        by=alice,
        via="web",
        at=timezone.now(),
    )
    for subject in (f"user:{bob.pk}", f"player:{mine.pk}", f"entry:{entry.pk}"):
        log("tested", subject, by=By(alice, "web"), club_id=None, reason="Came late")
    log("tested", f"user:{alice.pk}", by=By(alice, "web"), club_id=None)
    told = me.get("/account/data/").json()
    assert [row["reason"] for row in told["rows"]["tournaments.Penalty.entry"]] == ["Came late"]
    about = [row for row in told["log_about"] if row["verb"] == "tested"]
    assert [row["subject"].partition(":")[0] for row in about] == ["user", "player", "entry"]
    assert all("actor_id_at" not in row for row in told["log_about"])
    assert not {"tournaments.Standing.entry", "tournaments.RoundSeat.entry"} & set(told["rows"])


def test_what_others_wrote_and_where_they_live_is_not_in_it(me: Client, alice: User) -> None:
    text = me.get("/account/data/").content.decode()
    assert alice.email not in text
    assert str(alice.uid) not in text


def test_a_wrong_password_deletes_nothing(me: Client, mine: Player, bob: User) -> None:
    answer = me.post("/account/delete/", {"password": "wrong"})
    assert answer.status_code == 422
    assert "Nothing was deleted" in answer.content.decode()
    assert Player.objects.get(pk=mine.pk).user == bob
    assert me.get("/account/").status_code == 200


def test_the_account_goes_and_the_games_stay(me: Client, mine: Player, bob: User, evening: Evening) -> None:
    token = Token.objects.create(user=bob)
    seats, events = list(Seat.objects.order_by("pk").values()), list(RatingEvent.objects.values())
    log = list(Activity.objects.order_by("pk").values())
    answer = me.post("/account/delete/", {"password": PASSWORD})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert me.get("/account/").status_code == 302, "signed out"
    assert not Client().login(username="bob", password=PASSWORD)
    api = Client().get("/api/v1/clubs/", headers={"Authorization": f"Token {token.key}"})
    assert api.status_code == 401
    gone = User.objects.get(pk=bob.pk)
    assert (gone.username, gone.email, gone.is_active) == (f"deleted-{bob.pk}", "", False)
    assert not gone.has_usable_password()
    assert not Role.objects.filter(user=bob).exists()
    assert not Official.objects.filter(user=bob).exists()
    nameless = Player.objects.get(pk=mine.pk)
    assert (nameless.name, nameless.user) == ("", None)
    assert (list(Seat.objects.order_by("pk").values()), list(RatingEvent.objects.values())) == (seats, events)
    assert list(Activity.objects.order_by("pk").values())[: len(log)] == log
    assert list(differences()) == []
    for page in (f"/players/{mine.pk}/", evening.tournament.get_absolute_url(), "/players/"):
        text = Client().get(page).content.decode()
        assert "Bob Barker" not in text
        assert "bob@" not in text


def test_the_last_owner_hands_the_club_over_first(client: Client, club: Club, alice: User, bob: User) -> None:
    client.force_login(alice)
    assert club.name in client.get("/account/delete/").content.decode()
    answer = client.post("/account/delete/", {"password": "alice-pass-1"})
    assert answer.status_code == 409
    assert User.objects.get(pk=alice.pk).is_active
    gone = User.objects.create_user("gone", is_active=False)
    give_role(club, user=gone, role="owner", by=By(alice, "web"))
    assert client.post("/account/delete/", {"password": "alice-pass-1"}).status_code == 409, (
        "nobody signs in as gone"
    )
    give_role(club, user=bob, role="owner", by=By(alice, "web"))
    assert client.post("/account/delete/", {"password": "alice-pass-1"}).status_code == 302
    assert {role.user for role in club.roles.all()} == {bob, gone}


def test_invitations_of_somebody_who_left_give_nothing(club: Club, alice: User, bob: User) -> None:
    give_role(club, user=bob, role="owner", by=By(alice, "web"))
    made, _token = invite(club, role="owner", by=By(bob, "web"))
    delete_account(bob, by=By(bob, "web"))
    assert Invitation.objects.get(pk=made.pk).revoked_at is not None


def test_nobody_deletes_anothers_account_and_twice_is_once(alice: User, bob: User) -> None:
    for by in (By(alice, "web"), By(None, "link")):
        with pytest.raises(NotAllowed):
            delete_account(bob, by=by)
    for _time in range(2):
        delete_account(bob, by=By(bob, "web"))
    assert User.objects.get(pk=bob.pk).username == f"deleted-{bob.pk}"
