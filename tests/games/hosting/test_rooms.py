"""A table is read in one query, and never older than the database: whatever changes, the next look has it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import Club, Membership, Player, User
from games.models import Clock, Game, HostedSeat, HostedTable
from games.services.hosting.rooms import Room, room_at, rooms
from tests.games.hosting.tables import SHORT, people, play_on, seated, started

pytestmark = pytest.mark.django_db(transaction=True)


def columns(room: Room | None) -> list[Any]:
    """All that the models of a room hold, the linked ones too."""
    assert room is not None
    linked = [room.table.game, room.table.club, *(seat.player for seat in room.seats)]
    every = [room.table, *room.seats, *room.clocks, *(one for one in linked if one is not None)]
    return [
        room.n_events,
        *([getattr(one, field.attname) for field in one._meta.concrete_fields] for one in every),
    ]


def fresh(key: str) -> Room | None:
    rooms.clear()
    return room_at(key)


@pytest.fixture
def club() -> Club:
    """Ada, Bo and Cleo are its members."""
    club = Club.objects.create(slug="cards", name="Cards")
    for user in people(3):
        player = Player.objects.create(name=user.username.title(), user=user)
        Membership.objects.create(club=club, player=player)
    return club


@pytest.fixture
def table(club: Club) -> HostedTable:
    """A club's timed table with a member at each seat."""
    return started(3, rules=SHORT, club=club, turn_seconds=60)


CHANGES: dict[str, Callable[[HostedTable], object]] = {
    "an act": lambda table: play_on(table, most=1),
    "a pause": lambda table: HostedTable.objects.update(paused_at=timezone.now()),
    "a seat's link": lambda table: HostedSeat.objects.filter(number=1).update(link_hash="f" * 64),
    "a hidden name": lambda table: Player.objects.filter(name="Bo").update(hidden=True),
    "another name": lambda table: Player.objects.filter(name="Bo").update(name="Boel"),
    "a player let go of": lambda table: Player.objects.filter(name="Bo").update(user=None),
    "somebody else's seat": lambda table: HostedSeat.objects.filter(number=1).update(
        player=Player.objects.create(name="Dag"), user=None
    ),
    "no member's seat": lambda table: HostedSeat.objects.filter(number=1).update(player=None, name="Guest"),
    "a closed club": lambda table: Club.objects.update(visibility="members"),
    "a closed game": lambda table: Game.objects.update(visibility="members"),
    "another name of the evening": lambda table: Game.objects.update(occasion="Autumn cup"),
    "another address of the evening": lambda table: Game.objects.update(occasion_url="/tournaments/autumn/"),
    "a corrected sheet": lambda table: Game.objects.update(version=9),
    "another time zone": lambda table: Club.objects.update(time_zone="Europe/Oslo"),
    "a closed table": lambda table: HostedTable.objects.update(visibility="members"),
    "no club": lambda table: HostedTable.objects.update(club=None),
    "time given": lambda table: Clock.objects.update(due_at=timezone.now() + timedelta(seconds=20)),
    "no clock": lambda table: Clock.objects.all().delete(),
    "the end": lambda table: HostedTable.objects.update(state="closed"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_was_kept_is_never_older_than_the_database(table: HostedTable, name: str) -> None:
    before = columns(room_at(table.key))
    CHANGES[name](table)
    after = columns(room_at(table.key))
    assert after != before
    assert after == columns(fresh(table.key))


def test_the_models_are_those_of_whoever_asked(table: HostedTable) -> None:
    room = room_at(table.key)
    assert room is not None
    kept = columns(room)
    room.table.version, room.seats[0].name, room.clocks[0].left_ms = 999, "changed", 5
    assert columns(room_at(table.key)) == kept


def test_a_table_seen_before_costs_one_query_and_an_act_makes_it_no_dearer(table: HostedTable) -> None:
    room_at(table.key)
    play_on(table, most=1)
    with CaptureQueriesContext(connection) as asked:
        assert room_at(table.key) is not None
    assert len(asked) == 1
    assert room_at("nowhere") is None


def test_what_a_transaction_takes_back_was_never_kept(table: HostedTable) -> None:
    before = columns(room_at(table.key))
    with transaction.atomic():
        Club.objects.update(visibility="members", name="For a moment")
        HostedSeat.objects.filter(number=0).update(name="For a moment")
        assert columns(room_at(table.key)) != before
        transaction.set_rollback(True)
    assert columns(room_at(table.key)) == before


def test_a_club_that_closes_shuts_its_table_at_once(club: Club) -> None:
    table = seated(3, club=club)
    stranger, guest = Client(), Client()
    guest.force_login(User.objects.create_user("stranger"))
    address = table.get_absolute_url()
    assert [reader.get(address).status_code for reader in (stranger, guest)] == [200, 200]
    Club.objects.update(visibility="members")
    assert [reader.get(address).status_code for reader in (stranger, guest)] == [404, 404]
