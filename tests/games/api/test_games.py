"""Games and sheets through the API."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.models import User
from games.engine import score_sheet
from games.models import Game
from tests.counting import n_queries
from tests.evenings import Evening
from tests.ratings.paper import play

pytestmark = pytest.mark.django_db
LIST = "/api/v1/games/"


@pytest.fixture
def game(evening: Evening) -> Game:
    evening.play_round()
    return Game.objects.filter(revision__gt=0).order_by("pk")[0]


def test_a_game_has_its_seats_with_totals_and_places(client: Client, game: Game) -> None:
    body = client.get(f"{LIST}{game.uid}/").json()
    assert [seat["total"] for seat in body["seats"]] == [seat.total for seat in game.seats.all()]
    assert sorted(body["seats"][0]["player"]) == ["apart", "name", "uid"]
    assert body["is_final"] is True


def test_the_sheet_scores_the_same_through_the_engine(client: Client, game: Game) -> None:
    body = client.get(f"{LIST}{game.uid}/sheet/").json()
    again = score_sheet(body["sheet"]).to_json()
    assert body["score"]["totals"] == again["totals"]
    assert body["score"]["places"] == again["places"]
    assert "problems" not in body["score"]


def test_a_game_without_a_sheet_is_not_listed_and_has_none(client: Client, evening: Evening) -> None:
    evening.publish()
    assert client.get(LIST).json()["results"] == []
    game = Game.objects.all()[0]
    assert client.get(f"{LIST}{game.uid}/sheet/").status_code == 404


@pytest.mark.parametrize("visibility", ["members", "unlisted"])
def test_what_is_not_listed_is_absent(client: Client, game: Game, visibility: str, bob: User) -> None:
    Game.objects.filter(pk=game.pk).update(visibility=visibility)
    client.force_login(bob)
    assert str(game.uid) not in client.get(LIST).content.decode()
    for part in ("", "sheet/"):
        assert client.get(f"{LIST}{game.uid}/{part}").status_code == 404


def test_games_of_one_player(client: Client, game: Game) -> None:
    seat = game.seats.all()[0]
    assert seat.player is not None
    found = client.get(f"{LIST}?player={seat.player.uid}").json()["results"]
    assert [row["uid"] for row in found] == [str(game.uid)]


def test_as_many_queries_for_200_games_as_for_two(client: Client, game: Game) -> None:
    few = n_queries(client, f"{LIST}?page_size=500")
    people = [seat.player for seat in game.seats.all()]
    for minute in range(200):
        play(game.club, people, [1, 2, 3, 4], minute=minute)
    assert len(client.get(f"{LIST}?page_size=500").json()["results"]) == 202
    assert n_queries(client, f"{LIST}?page_size=500") == few


def test_wrong_method_is_refused(client: Client, game: Game) -> None:
    assert client.post(LIST, {}, content_type="application/json").status_code == 401
    assert client.delete(f"{LIST}{game.uid}/").status_code == 401
