"""Out, into an empty site, and out again: byte for byte the same, with everything odd that an evening can hold."""

from __future__ import annotations

import json

import pytest
from django.db import connection

from clubs.activity import By
from clubs.models import Club, Player, User
from games.services.transfer.fates import Fate
from ratings.models import Ladder
from ratings.services.verifying import verify_ladder
from tests.tournaments.transfer.odd_evening import NAMES, odd_evening
from tests.tournaments.transfer.sites import (
    brought_in,
    catch_up,
    empty_site,
    exported,
    exported_club,
    ratings_now,
    standings_now,
)
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def odd(club: Club, by_alice: By, bob: User) -> Tournament:
    tournament = odd_evening(club, by_alice, By(bob, "web")).tournament
    catch_up()
    return tournament


@pytest.mark.scenario("S32")
def test_a_tournament_is_byte_identical_after_a_visit_to_an_empty_site(odd: Tournament) -> None:
    before = exported(odd)
    empty_site()
    plan = brought_in(before)
    assert {part.fate for part in plan.every_part()} == {Fate.NEW}
    catch_up()
    assert exported(Tournament.objects.get(uid=odd.uid)) == before
    text = before.decode()
    assert all(json.dumps(name, ensure_ascii=False) in text for name in NAMES)


def test_standings_and_ratings_of_the_other_site_are_those_of_the_first(odd: Tournament) -> None:
    before, places, ratings = exported(odd), standings_now(), ratings_now()
    assert len(places) > 15
    assert len(ratings) > 10
    empty_site()
    brought_in(before)
    catch_up()
    assert standings_now() == places
    assert ratings_now() == ratings
    for ladder in Ladder.objects.all():
        assert verify_ladder(ladder).differences == []


def test_a_whole_club_is_byte_identical_after_a_visit_to_an_empty_site(odd: Tournament) -> None:
    before, places, ratings = exported_club(odd.club), standings_now(), ratings_now()
    empty_site()
    brought_in(before)
    catch_up()
    assert exported_club(Club.objects.get()) == before
    assert (standings_now(), ratings_now()) == (places, ratings)


def test_the_same_file_twice_changes_nothing(odd: Tournament) -> None:
    before = exported(odd)
    plan = brought_in(before, odd.club)
    assert not plan.changes_anything
    assert {part.fate for part in plan.every_part()} == {Fate.SAME}
    assert exported(odd) == before


def test_nothing_of_a_login_is_in_a_file(odd: Tournament, alice: User, bob: User) -> None:
    raw = exported_club(odd.club)
    for word in ("alice", "bob", "example.org", "password"):
        assert word.encode() not in raw
    assert str(alice.uid).encode() in raw


def test_whoever_hides_is_nameless_unless_asked_for_and_whoever_is_forgotten_always(odd: Tournament) -> None:
    from clubs.services.forgetting import anonymise_player
    from tournaments.services.transfer.canonical import to_bytes
    from tournaments.services.transfer.out import tournament_document

    assert NAMES[1] in exported(odd).decode()
    assert NAMES[1] not in to_bytes(tournament_document(odd)).decode()
    anonymise_player(Player.objects.get(name=NAMES[0]), by=By(None, "command"))
    assert NAMES[0] not in exported(odd).decode()


def test_a_database_holds_its_keys_after_an_import(odd: Tournament) -> None:
    before = exported(odd)
    empty_site()
    brought_in(before)
    connection.check_constraints()
