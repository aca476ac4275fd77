"""Forty people come in as fast as two: a roll call and a list of walk-ins are few queries, however many are named."""

from __future__ import annotations

import hashlib

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.activity import By
from clubs.models import Activity, Club, Membership
from clubs.services.clubs import NewMember, add_players
from tests.evenings import make_evening, make_players
from tournaments.models import Entry, Presence
from tournaments.services import door
from tournaments.services.entries import enter_players, note_presence

pytestmark = pytest.mark.django_db


def names(first: int, n: int) -> str:
    """As different from one another as names of twelve letters can be."""
    return "\n".join(hashlib.md5(str(number).encode()).hexdigest()[:12] for number in range(first, first + n))


def test_walk_ins_and_a_roll_call_of_forty_cost_as_many_queries_as_of_two(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=8)
    costs = []
    for first, n in ((0, 2), (100, 40)):
        with CaptureQueriesContext(connection) as at_the_door:
            came = door.admit(evening.tournament, names(first, n), by=by_alice)
        people = make_players(club, n, by=by_alice)
        wanted = {player.pk: ("present", "late")[player.pk % 2] for player in people}
        with CaptureQueriesContext(connection) as at_the_roll:
            door.call_roll(evening.tournament, wanted=wanted, by=by_alice)
        assert len(came) == n
        costs.append((len(at_the_door), len(at_the_roll)))
    assert costs[0] == costs[1]


def test_many_at_once_are_what_they_would_be_one_by_one(club: Club, by_alice: By) -> None:
    people = [NewMember("Ida", number="12", aliases=("I.",)), NewMember("Jon", Membership.Kind.GUEST)]
    ida, jon = add_players(club, people, by=by_alice)
    assert (ida.memberships.get().number, ida.memberships.get().aliases) == ("12", ["I."])
    assert jon.memberships.get().kind == Membership.Kind.GUEST
    evening = make_evening(club, by=by_alice, players=[ida])
    lines = enter_players(evening.tournament, [jon, ida, jon], by=by_alice)
    assert [line.player for line in lines] == [jon, ida, jon]
    assert list(Entry.objects.order_by("number").values_list("player", "number")) == [
        (ida.pk, 1),
        (jon.pk, 2),
    ]
    before = Presence.objects.count()
    noted = note_presence(evening.tournament, lines, status="present", by=by_alice)
    assert [line.entry.player_id for line in noted] == [jon.pk, ida.pk, jon.pk]
    assert Presence.objects.count() == before + 1  # Ida was here already
    said = Activity.objects.filter(verb="presence.noted").order_by("id").values_list("subject", flat=True)
    assert list(said) == [f"entry:{lines[1].pk}", f"entry:{lines[0].pk}"]
