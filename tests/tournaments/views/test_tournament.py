"""The tournament's page: where do I sit, what happens next."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Club, User
from tests.counting import n_queries
from tests.evenings import Evening, make_evening
from tournaments.services import rounds

pytestmark = pytest.mark.django_db


def test_before_the_first_round_it_lists_who_plays(client: Client, evening: Evening) -> None:
    page = client.get(evening.tournament.get_absolute_url()).content.decode()
    assert "8 players have entered." in page
    assert "Ada" in page
    assert "The list begins with the first sheet." in page


def test_an_empty_tournament_says_what_comes(client: Client, club: Club, by_alice: By) -> None:
    nobody = make_evening(club, by=by_alice, players=[])
    assert "Nobody has entered yet" in client.get(nobody.tournament.get_absolute_url()).content.decode()


def test_a_round_in_play_shows_its_tables(client: Client, played: Evening, path: str) -> None:
    page = client.get(path).content.decode()
    assert "Round 2 of 3 is being played." in page
    assert "0 of 2 tables are done." in page
    assert "Tables of round 2" in page
    assert page.count('class="seats"') == 2


def test_a_signed_in_player_reads_the_own_seat(client: Client, played: Evening, path: str, bob: User) -> None:
    player = played.entries[3].player
    player.user = bob
    player.save(update_fields=["user"])
    client.force_login(bob)
    response = client.get(path)
    seating = response.context["seating"]
    assert seating.my_seat.players == (player,)
    page = response.content.decode()
    assert f"Table {seating.my_table.number}, seat {seating.my_seat.number + 1}" in page
    assert "You sit with" in page


def test_the_winner_is_named_when_it_is_over(client: Client, evening: Evening, by_alice: By) -> None:
    evening.play_round()
    rounds.close_tournament(evening.tournament, by=by_alice)
    response = client.get(evening.tournament.get_absolute_url())
    winner = response.context["leaders"].winners[0]
    assert f"{winner.display_name} won with" in " ".join(response.content.decode().split())


def test_times_are_those_of_the_club(client: Client, evening: Evening, club: Club) -> None:
    club.time_zone = "Asia/Tokyo"
    club.save(update_fields=["time_zone"])
    assert "03:30" in client.get(evening.tournament.get_absolute_url()).content.decode()


def test_a_hidden_player_appears_under_a_number(client: Client, played: Evening, path: str) -> None:
    player = played.entries[0].player
    player.hidden = True
    player.save(update_fields=["hidden"])
    for page in (path, f"{path}standings/", f"{path}rounds/1/", player.get_absolute_url()):
        text = client.get(page).content.decode()
        assert f"Player {player.pk}" in text, page
        assert ">Ada<" not in text, page


def test_as_many_queries_for_60_players_as_for_8(
    client: Client, played: Evening, path: str, club: Club, by_alice: By
) -> None:
    big = make_evening(club, by=by_alice, n_players=60, name="Big")
    big.play_round()
    big.publish()
    for page in ("", "rounds/1/", "rounds/2/"):
        assert n_queries(client, path + page) == n_queries(client, big.tournament.get_absolute_url() + page)
