"""Anonymising: nameless everywhere, and no number moves (`users.md` 10)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from clubs.activity import By
from clubs.errors import NotAllowed
from clubs.models import Activity, Club, Membership, Player, User
from clubs.services.forgetting import anonymise_player
from games.models import Seat, SheetRevision
from games.services.people import merge_players
from games.services.sheets import record_sheet
from ratings.models import Ladder, RatingEvent, RatingState
from ratings.services.board import refresh_board
from ratings.services.verifying import verify_ladder
from ratings.services.writer import advance_ladder
from tests.evenings import Evening, make_evening, make_players, tables_of
from tests.ratings.paper import NOON, play
from tournaments.services.entries import give_penalty

pytestmark = pytest.mark.django_db
COMMAND = By(None, "command")
NAME = "Zebulon"


@pytest.fixture
def people(club: Club, by_alice: By) -> list[Player]:
    people = make_players(club, 8, by=by_alice)
    Player.objects.filter(pk=people[0].pk).update(name=NAME)
    Membership.objects.filter(player=people[0]).update(aliases=["Zeb"], number="Z-7")
    people[0].refresh_from_db()
    return people


@pytest.fixture
def evening(club: Club, people: list[Player], by_alice: By) -> Evening:
    evening = make_evening(club, by=by_alice, players=people)
    evening.play_round()
    for ladder in Ladder.objects.all():
        advance_ladder(ladder.pk)
    return evening


def test_no_number_of_anybody_moves(club: Club, people: list[Player]) -> None:
    for minute in range(12):
        play(club, people[:4], [1, 2, 3, 4], minute=minute)
    for ladder in Ladder.objects.all():
        advance_ladder(ladder.pk)
    events, seats = list(RatingEvent.objects.values()), list(Seat.objects.order_by("pk").values())
    anonymise_player(people[0], by=COMMAND)
    play(club, people[4:], [1, 2, 3, 4], minute=-5)  # a late sheet rewinds over all of it
    for ladder in Ladder.objects.all():
        advance_ladder(ladder.pk)
        assert verify_ladder(ladder).is_clean
    kept = [row for row in RatingEvent.objects.values() if row["player_id"] in {p.pk for p in people[:4]}]
    assert kept == events
    assert [row for row in Seat.objects.order_by("pk").values() if row["id"] <= seats[-1]["id"]] == seats


def test_the_name_is_nowhere_any_more(
    client: Client,
    evening: Evening,
    club: Club,
    people: list[Player],
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    player = people[0]
    slug = evening.tournament.get_absolute_url()
    ladder = Ladder.objects.get(club=None)
    game = Seat.objects.filter(player=player)[0].game
    RatingState.objects.update(listed=True)
    pages = [
        player.get_absolute_url(),
        people[1].get_absolute_url(),
        "/players/",
        f"{slug}standings/",
        f"{slug}rounds/1/",
        f"{club.get_absolute_url()}members/",
        ladder.get_absolute_url(),
        game.get_absolute_url(),
        f"/api/v1/players/{player.uid}/",
        f"/api/v1/games/{game.uid}/",
        f"/api/v1/ladders/{ladder.slug}/entries/",
        f"/api/v1/tournaments/{evening.tournament.uid}/standings/",
    ]
    named = [path for path in pages if NAME in client.get(path).content.decode()]
    assert len(named) >= 9, "the name stood there before"
    with django_capture_on_commit_callbacks(execute=True):
        anonymise_player(player, by=COMMAND)
    for path in pages:
        response = client.get(path)
        assert response.status_code == 200, path
        text = response.content.decode()
        assert NAME not in text, path
        assert "Zeb" not in text, path
    assert f"Player {player.pk}" in client.get(pages[0]).content.decode()
    assert NAME not in json.dumps(list(Activity.objects.values("reason", "details")))


def test_profiles_merged_before_lose_their_names_too(club: Club, people: list[Player], by_alice: By) -> None:
    merge_players(people[4], into=people[0], by=by_alice, reason="one person")
    found = anonymise_player(people[4], by=COMMAND)
    assert found.pk == people[0].pk
    assert set(Player.objects.filter(anonymised_at=None).values_list("pk", flat=True)).isdisjoint(
        {people[0].pk, people[4].pk}
    )
    assert Membership.objects.get(player=people[0]).aliases == []


def test_the_board_is_left(club: Club, people: list[Player]) -> None:
    for minute in range(3):
        play(club, people[:4], [1, 2, 3, 4], minute=minute)
    ladder = Ladder.objects.get(club=club)
    advance_ladder(ladder.pk, now=NOON)
    assert RatingState.objects.filter(player=people[0], listed=True).exists()
    anonymise_player(people[0], by=COMMAND)
    refresh_board(ladder.pk, now=NOON)
    assert not RatingState.objects.filter(player=people[0], listed=True).exists()


def test_only_the_person_may_ask_and_twice_is_once(people: list[Player], alice: User, bob: User) -> None:
    player = people[0]
    for stranger in (By(bob, "web"), By(alice, "web"), By(None, "link")):
        with pytest.raises(NotAllowed):
            anonymise_player(player, by=stranger)
    player.user = bob
    player.save(update_fields=["user"])
    first = anonymise_player(player, by=By(bob, "web"))
    assert (first.user, first.name) == (None, "")
    assert anonymise_player(player, by=COMMAND).anonymised_at == first.anonymised_at
    assert Activity.objects.filter(verb="player.anonymised").count() == 1


@pytest.mark.parametrize("name", [NAME, 'Ægir "Ås" Þór'])
def test_the_name_goes_out_of_the_note_of_a_sheet_and_no_number_moves(
    club: Club, people: list[Player], by_alice: By, name: str
) -> None:
    Player.objects.filter(pk=people[0].pk).update(name=name)
    evening = make_evening(club, by=by_alice, players=people)
    table = tables_of(evening.publish())[0]
    sheet = {**evening.random_sheet(table), "note": f"{name.upper()} spilt beer; x{name} did not"}
    game = evening.enter(table, sheet).game
    before = SheetRevision.objects.get(game=game)
    anonymise_player(people[0], by=COMMAND)
    after = SheetRevision.objects.get(pk=before.pk)
    assert after.sheet.pop("note") == f"Player {people[0].pk} spilt beer; x{name} did not"
    assert after.sheet == {key: value for key, value in before.sheet.items() if key != "note"}
    again = record_sheet(game, sheet=SheetRevision.objects.get(pk=before.pk).sheet, by=by_alice)
    assert not again.created, "the same sheet is the same without the name"


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Zebulon Q.", "Zebu\u200blon Q."),
        ("Zebulon Q.", "ZE\u00adBULON  \n\u2060q."),
        ("Zoé Åsen", "Zoe\u0301 A\u030asen"),
        ("Ольга", "О\u200dльга"),
        ("عَلِيّ", "عَ\u200fلِيّ"),
    ],
)
def test_a_name_with_something_unseen_between_its_letters_goes_out_too(
    club: Club, people: list[Player], by_alice: By, name: str, typed: str
) -> None:
    Player.objects.filter(pk=people[0].pk).update(name=name)
    evening = make_evening(club, by=by_alice, players=people)
    table = tables_of(evening.publish())[0]
    game = evening.enter(table, {**evening.random_sheet(table), "note": f"so {typed}, late"}).game
    given = give_penalty(evening.entries[0], points="-1", reason=f"{typed} again", by=by_alice)
    anonymise_player(people[0], by=COMMAND)
    given.refresh_from_db()
    nobody = f"Player {people[0].pk}"
    assert given.reason == f"{nobody} again"
    assert SheetRevision.objects.get(game=game).sheet["note"] == f"so {nobody}, late"


def test_words_of_the_site_in_a_fact_are_not_taken_for_a_name(club: Club, people: list[Player]) -> None:
    Player.objects.filter(pk=people[0].pk).update(name="director")
    kept = {"role": "director", "reason": ["the director said so"], "at": {"note": "Director"}}
    Activity.objects.create(verb="role.given", subject="user:1", via="web", details=kept, at=NOON)
    anonymise_player(people[0], by=COMMAND)
    nobody = f"Player {people[0].pk}"
    assert Activity.objects.get(verb="role.given").details == {
        "role": "director",
        "reason": [f"the {nobody} said so"],
        "at": {"note": nobody},
    }
