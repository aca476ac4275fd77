"""An open night as everybody sees it: its tables, its queue, a list of games instead of rounds, the wall."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Club, User
from tests.counting import n_queries
from tests.evenings import Evening, make_evening, sheet_with_totals, tables_of
from tournaments.services.open_nights import start_table
from tournaments.services.rounds import close_tournament
from tournaments.tasks import refresh_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(club: Club, by_alice: By) -> Evening:
    absent = {"points": "mean", "cap": None, "min_rounds": 1}
    return make_evening(
        club,
        by=by_alice,
        n_players=7,
        draw="open",
        sizes=(3,),
        table_points="raw",
        absent=absent,
        name="Open",
    )


def play(night: Evening, places: list[int], points: int) -> None:
    """A table of these people; the first of them gets so many points, the others 0."""
    table = tables_of(start_table(night.tournament, [night.entries[n] for n in places], by=night.by).round)[0]
    seats = [seat.entry_id for seat in table.seats.all()]
    first = night.entries[places[0]].pk
    night.enter(table, sheet_with_totals(table, [points if pk == first else 0 for pk in seats]))
    refresh_standings(night.tournament.pk)


def words(client: Client, night: Evening, page: str = "") -> str:
    answer = client.get(f"{night.tournament.get_absolute_url()}{page}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_page_shows_who_plays_and_who_waits(client: Client, night: Evening) -> None:
    assert "Nobody has entered yet" not in words(client, night)
    start_table(night.tournament, night.entries[:3], by=night.by)
    start_table(night.tournament, night.entries[3:6], by=night.by)
    page = words(client, night)
    assert "2 tables play" in page
    assert "1 person waits." in page
    assert "1. Greta" in page
    assert "of 3 is being played" not in page


def test_a_player_reads_at_which_table_they_sit(night: Evening, bob: User) -> None:
    player = night.entries[4].player
    player.user = bob
    player.save()
    start_table(night.tournament, night.entries[:3], by=night.by)
    start_table(night.tournament, night.entries[3:6], by=night.by)
    client = Client()
    client.force_login(bob)
    page = words(client, night)
    assert "You play at table 2 with" in page
    assert "Table 2, seat" in page


def test_the_list_has_games_and_means_instead_of_rounds_and_totals(client: Client, night: Evening) -> None:
    play(night, [0, 1, 2], 30)
    play(night, [3, 1, 2], 9)
    play(night, [0, 4, 5], 11)
    page = words(client, night, "standings/")
    assert "Standings so far" in page
    assert "Ada leads by 11.5 with 20.5." in page
    assert ">Game 1<" in page
    assert ">Game 2<" in page
    assert ">Game 3<" not in page
    assert ">Mean<" in page
    assert "After round" not in page
    ada, dag = (page.split(f">{name}<")[1].split("</tr>")[0] for name in ("Ada", "Dag"))
    assert [ada.count("games/"), dag.count("games/")] == [2, 1]
    assert "not played" in dag
    close_tournament(night.tournament, by=night.by)
    refresh_standings(night.tournament.pk)
    assert "Standings of the night" in words(client, night, "standings/")


def test_the_wall_shows_all_tables_that_play_and_who_waits(client: Client, night: Evening) -> None:
    play(night, [0, 1, 2], 30)
    start_table(night.tournament, night.entries[:3], by=night.by)
    start_table(night.tournament, night.entries[3:6], by=night.by)
    page = words(client, night, "wall/")
    assert "Waiting for a table: Greta." in page
    assert 'aria-label="Table 1"' in page
    assert 'aria-label="Table 2"' in page
    assert "of round" not in page


def test_more_tables_cost_no_more_queries(client: Client, night: Evening) -> None:
    pages = ("", "standings/", "wall/")
    play(night, [0, 1, 2], 30)
    start_table(night.tournament, night.entries[:3], by=night.by)
    few = [n_queries(client, f"{night.tournament.get_absolute_url()}{page}") for page in pages]
    play(night, [3, 4, 5], 12)
    start_table(night.tournament, night.entries[3:6], by=night.by)
    refresh_standings(night.tournament.pk)
    assert [n_queries(client, f"{night.tournament.get_absolute_url()}{page}") for page in pages] == few


def test_the_page_of_the_final_says_that_an_open_night_has_none(
    club: Club, by_alice: By, alice: User, client: Client
) -> None:
    alice_client = Client()
    alice_client.force_login(alice)
    night = make_evening(club, by=by_alice, n_players=8, sizes=(4,), draw="open")
    api = f"/api/v1/tournaments/{night.tournament.uid}/cuts/line/"
    for reader in (alice_client, client):
        page = reader.get(f"/tournaments/{night.tournament.slug}/final/").content.decode()
        assert "An open night has no final: make a tournament of those who are to play it." in page
        assert "everybody plays every round" not in page
        assert "A cut is made when" not in page
    assert alice_client.get(api).json()["code"] == "open_night"
