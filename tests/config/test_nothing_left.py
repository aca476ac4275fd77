"""Whoever deletes the account leaves no personal text: every column of every table is read, also of tables to come."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone
from rest_framework.authtoken.models import Token

from clubs.activity import By
from clubs.models import Claim, Player, User
from clubs.rights import As
from clubs.services.claiming import approve_claim, ask_claim, refuse_claim
from clubs.services.members import change_member
from games.models import HostedSeat, HostedTable
from games.services.hosting.directing import adjust
from tests.config.rights_scene import Scene, make_scene, user
from tests.evenings import tables_of
from tournaments.models import IncomingFile
from tournaments.services import results
from tournaments.services.accounts import delete_account
from tournaments.services.entries import give_penalty
from tournaments.services.signing_up import set_terms, sign_up

pytestmark = pytest.mark.django_db
NAME, LOGIN, MAIL, PHONE = "Zebulon Ærø", "zebbe-1", "zeb@example.org", "555-0101"
TOLD = (NAME, LOGIN, MAIL, PHONE, "Zeb", "Zackarias", "Z-7")


@pytest.fixture
def scene() -> Scene:
    return make_scene()


@pytest.fixture
def zeb(scene: Scene) -> User:
    """Somebody who has left words wherever the site takes some."""
    club, by = scene.club, By(user(scene.users, As.OWNER), "web")
    zeb = User.objects.create_user(LOGIN, MAIL, "zeb-pass-1", first_name="Zackarias", last_name="Zork")
    by_zeb = By(zeb, "web")
    EmailAddress.objects.create(user=zeb, email=MAIL, primary=True)
    Token.objects.create(user=zeb)
    Authenticator.objects.create(user=zeb, type="webauthn", data={"name": f"key of {NAME}"})
    player = Player.objects.get(pk=scene.words["rival"])
    refused = ask_claim(player, by=by_zeb, words=f"It is {NAME}, call {PHONE}.")
    refuse_claim(refused, club=club, by=by, reason=f"Nobody answers at {PHONE}, {MAIL}.")
    approve_claim(ask_claim(player, by=by_zeb, words=f"Call {PHONE}."), club=club, by=by)
    other = User.objects.create_user("other")
    change_member(club, player, by=by, number="Z-7", aliases=["Zeb"])
    Player.objects.filter(pk=player.pk).update(name=NAME)
    Claim.objects.create(
        kind="asked", player=player, user=other, via="web", at=timezone.now(), reason=f"{NAME} is me."
    )
    opened, idle = scene.evenings["open"], scene.evenings["idle"]
    table = tables_of(opened.tournament.rounds.get())[0]
    reason = f"{NAME} ({MAIL}, {LOGIN}) counted anew"
    results.enter_sheet(table, sheet=opened.random_sheet(table), by=opened.by, reason=reason)
    give_penalty(opened.entries[0], points="-1", reason=f"Zackarias Zork was late, says {LOGIN}", by=by)
    set_terms(idle.tournament, by=by, opens_at=None, closes_at=None, capacity=None)
    sign_up(idle.tournament, by=by_zeb, of_age=True)
    HostedSeat.objects.filter(table__key=scene.words["waiting"], number=1).update(user=zeb, name=NAME)
    played = HostedTable.objects.get(key=scene.words["table"])
    adjust(played, number=0, points=-5, by=by, reason=f"{NAME} waited")
    IncomingFile.objects.create(
        club=club,
        user=zeb,
        name=f"{LOGIN}.csv",
        content=zlib.compress(NAME.encode()),
        day="2026-03-06",
        at=timezone.now(),
    )
    for row in (zeb, player):
        LogEntry.objects.create(
            user=user(scene.users, As.ADMIN),
            content_type=ContentType.objects.get_for_model(row),
            object_id=str(row.pk),
            object_repr=f"{NAME} {LOGIN}",
            action_flag=CHANGE,
            change_message=f"{MAIL} changed",
        )
    return zeb


def told_in_tables() -> Iterator[tuple[str, str]]:
    """Table and column that hold a text of the person, with that text."""
    for model in apps.get_models():
        if model._meta.proxy:
            continue
        for row in model._base_manager.values():
            for column, value in row.items():
                text = readable(value)
                for word in TOLD:
                    if word in text:
                        yield f"{model._meta.label}.{column}", word


def readable(value: Any) -> str:
    if isinstance(value, bytes | memoryview):
        raw = bytes(value)
        try:
            return zlib.decompress(raw).decode(errors="replace")
        except zlib.error:
            return raw.decode(errors="replace")
    return str(value)


def test_no_table_tells_of_who_deleted_the_account(zeb: User) -> None:
    before = {place for place, _word in told_in_tables()}
    assert {
        "clubs.User.username",
        "clubs.Claim.reason",
        "clubs.Membership.aliases",
        "games.SheetRevision.reason",
        "tournaments.Penalty.reason",
        "admin.LogEntry.object_repr",
        "tournaments.IncomingFile.content",
        "games.HostedSeat.name",
        "games.GameEvent.payload",
        "games.HostedState.snapshot",
        "mfa.Authenticator.data",
    } <= before
    delete_account(zeb, by=By(zeb, "web"))
    assert list(told_in_tables()) == []


def test_what_was_asked_and_answered_stays_without_its_words(zeb: User) -> None:
    kinds = list(Claim.objects.order_by("pk").values_list("kind", "player", "user", "at"))
    delete_account(zeb, by=By(zeb, "web"))
    assert list(Claim.objects.order_by("pk").values_list("kind", "player", "user", "at")) == kinds
    assert set(Claim.objects.filter(user=zeb).values_list("reason", flat=True)) == {"", "–"}


def test_a_login_that_is_an_ordinary_word_is_left_in_the_sentences_of_others(zeb: User, scene: Scene) -> None:
    by = By(user(scene.users, As.OWNER), "web")
    table = User.objects.create_user("table", "t@example.org", "table-pass-1", first_name="Will")
    entry = scene.evenings["open"].entries[1]
    told = give_penalty(
        entry,
        points="-1",
        reason="Left the table, as @Table and Will said: he will not. T@example.org",
        by=by,
    )
    delete_account(table, by=By(table, "web"))
    told.refresh_from_db()
    gone = f"deleted-{table.pk}"
    assert told.reason == f"Left the table, as {gone} and Will said: he will not. {gone}"
