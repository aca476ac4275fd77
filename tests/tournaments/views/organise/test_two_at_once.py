"""Many requests at the same moment: one draft, one publication, one person."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable

import pytest
from django.db import connections
from django.test import Client

from clubs.activity import By
from clubs.models import Activity, Membership, Player, User
from clubs.services.clubs import create_club
from tests.evenings import Evening, make_evening
from tournaments.models import Presence, Round, RoundSeat, Tournament
from tournaments.services.board import fingerprint

N = 8
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def shared_evening(transactional_db: None) -> Evening:
    """An evening every thread sees. A database in memory belongs to one thread, so it must be shared or a file."""
    owner = User.objects.create_user("alice", "alice@example.org", "alice-pass-1")
    by = By(owner, "web")
    club = create_club(name="At once", owner=owner, by=by)
    return make_evening(club, by=by, n_players=9)


def at_once(act: Callable[[Client], int], owner: User) -> Counter[int]:
    """The answers of `N` signed-in clients that start together."""
    clients = []
    for _n in range(N):
        client = Client()
        client.force_login(owner)
        clients.append(client)
    barrier = threading.Barrier(N)
    answers: list[int] = []

    def run(client: Client) -> None:
        try:
            barrier.wait()
            answers.append(act(client))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(answers)


def owner_of(evening: Evening) -> User:
    user = evening.by.user
    assert user is not None
    return user


@pytest.mark.scenario("S21")
def test_eight_draws_make_one_draft(shared_evening: Evening) -> None:
    path = f"/tournaments/{shared_evening.tournament.slug}/draw/"
    answers = at_once(lambda client: client.post(path, {}).status_code, owner_of(shared_evening))
    assert answers == {302: 1, 409: N - 1}
    drafted = Round.objects.get()
    assert RoundSeat.objects.filter(round=drafted).count() == 9
    assert Activity.objects.filter(verb="round.drawn").count() == 1


def test_eight_presses_publish_once(shared_evening: Evening) -> None:
    drafted = shared_evening.draw()
    path = f"/tournaments/{shared_evening.tournament.slug}/draw/publish/"
    typed = {"draft": drafted.pk, "seen": fingerprint(drafted)}
    answers = at_once(lambda client: client.post(path, typed).status_code, owner_of(shared_evening))
    assert set(answers) <= {302, 409}
    assert answers[302] >= 1
    assert Activity.objects.filter(verb="round.published").count() == 1
    assert drafted.tables.filter(game__isnull=False).count() == drafted.tables.count()


def test_eight_presses_swap_once(shared_evening: Evening) -> None:
    drafted = shared_evening.draw()
    one, other = drafted.tables.order_by("number")[:2]
    first, second = (table.seats.order_by("seat")[0].entry_id for table in (one, other))
    typed = {"draft": drafted.pk, "seen": fingerprint(drafted), "who": first, "to": f"p{second}"}
    path = f"/tournaments/{shared_evening.tournament.slug}/draw/change/"
    answers = at_once(lambda client: client.post(path, typed).status_code, owner_of(shared_evening))
    assert answers == {302: 1, 409: N - 1}
    assert one.seats.order_by("seat")[0].entry_id == second


def test_eight_walk_ins_of_one_name_are_one_person(shared_evening: Evening) -> None:
    path = f"/tournaments/{shared_evening.tournament.slug}/door/walk-in/"
    answers = at_once(
        lambda client: client.post(path, {"names": "Quentin"}).status_code, owner_of(shared_evening)
    )
    assert set(answers) <= {302, 409, 422}
    assert Player.objects.filter(name="Quentin").count() == 1
    assert Membership.objects.filter(player__name="Quentin").count() == 1


def test_eight_ticks_of_one_person_note_one_presence(shared_evening: Evening) -> None:
    entry = shared_evening.entries[0]
    path = f"/tournaments/{shared_evening.tournament.slug}/door/"
    typed = {"was": f"{entry.player_id}:present", "only": entry.player_id}
    answers = at_once(lambda client: client.post(path, typed).status_code, owner_of(shared_evening))
    assert answers == {302: N}
    assert Presence.objects.filter(entry=entry, status="absent").count() == 1


def test_eight_sends_of_a_new_tournament_make_one(shared_evening: Evening) -> None:
    club = shared_evening.tournament.club
    typed = {
        "key": "0123456789abcdef",
        "name": "Once",
        "starts_at": "2026-05-01T19:00",
        "rules": "house",
        "table_sizes": "4, 3, 5",
        "n_rounds": "3",
        "draw": "plan",
        "visibility": "public",
    }
    path = f"/clubs/{club.slug}/tournaments/new/"
    answers = at_once(lambda client: client.post(path, typed).status_code, owner_of(shared_evening))
    assert answers == {302: N}
    assert Tournament.objects.filter(name="Once").count() == 1
