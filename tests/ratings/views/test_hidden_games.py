"""A rating counts every game; nothing else on the pages of ratings tells of a hidden one (`users.md` 10)."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.activity import By
from clubs.models import Club, Player, User
from games.models import Game
from ratings.models import Ladder, RatingState
from ratings.services.board import refresh_board
from ratings.services.writer import advance_ladder
from tests.counting import n_queries
from tests.evenings import make_club, make_players
from tests.ratings.paper import NOON, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club: Club, by_alice: By) -> list[Player]:
    """Ada, Bo, Cleo, Dag."""
    return make_players(club, 4, by=by_alice)


def days_ago(days: int) -> int:
    """For `play`: the minute of a game played so many days ago."""
    return int((timezone.now() - timedelta(days=days) - NOON).total_seconds() // 60)


def rate(min_games: int = 1) -> Ladder:
    """Everything rated; the ladder of everybody."""
    Ladder.objects.update(min_games=min_games)
    for ladder in Ladder.objects.all():
        advance_ladder(ladder.pk)
        refresh_board(ladder.pk, now=timezone.now())
    return Ladder.objects.get(club=None)


def seen(client: Client, ladder: Ladder, **query: Any) -> list[tuple[str, int | None]]:
    lines = client.get(ladder.get_absolute_url(), query).context["lines"]
    return [(line.state.player.name, line.rank) for line in lines]


def through_api(client: Client, ladder: Ladder, **query: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = client.get(f"/api/v1/ladders/{ladder.slug}/entries/", query).json()[
        "results"
    ]
    return rows


@pytest.mark.parametrize("visibility", ["members", "unlisted"])
def test_who_played_lately_only_where_nobody_may_look_did_not_play_lately(
    client: Client, club: Club, people: list[Player], visibility: str
) -> None:
    ada, bo, cleo, dag = people
    play(club, [ada, bo, cleo, dag], [1, 2, 3, 4], minute=days_ago(200))
    play(club, [cleo, dag], [1, 2], minute=days_ago(3))
    play(club, [ada, bo], [1, 2], minute=days_ago(2), visibility=visibility)
    ladder = rate()
    assert [name for name, _rank in seen(client, ladder, activity="recent")] == ["Cleo", "Dag"]
    assert [row["player"]["name"] for row in through_api(client, ladder, activity="recent")] == [
        "Cleo",
        "Dag",
    ]
    assert len(seen(client, ladder)) == 4


def test_who_played_within_a_year_only_where_nobody_may_look_rests(
    client: Client, club: Club, people: list[Player]
) -> None:
    ada, bo, cleo, dag = people
    play(club, [ada, bo, cleo, dag], [1, 2, 3, 4], minute=days_ago(500))
    play(club, [cleo, dag], [1, 2], minute=days_ago(3))
    play(club, [ada, bo], [1, 2], minute=days_ago(2), visibility="unlisted")
    ladder = rate()
    assert RatingState.objects.get(epoch=ladder.active_epoch, player=ada).listed
    assert seen(client, ladder) == [("Cleo", 1), ("Dag", 2)]
    assert dict(seen(client, ladder, activity="all")) == {"Ada": None, "Bo": None, "Cleo": 1, "Dag": 2}
    assert seen(client, ladder, q="cleo") == [("Cleo", 1)], "no place is left for who rests"
    assert dict(seen(client, ladder, q="ada", activity="all")) == {"Ada": None}
    page = client.get(ladder.get_absolute_url(), {"player": ada.pk})
    assert page.context["absence"].resting
    assert page.context["n_listed"] == 2
    profiles = [client.get(player.get_absolute_url()).context["main"] for player in (ada, cleo)]
    assert [line.rank for line in profiles] == [None, 1]
    tops = client.get("/ratings/").context["tops"]
    assert [line.state.player.name for line in tops[0]["lines"]] == ["Cleo", "Dag"]


def test_enough_games_are_enough_that_readers_may_know_of(
    client: Client, club: Club, people: list[Player]
) -> None:
    ada, bo, cleo, dag = people
    play(club, [ada, bo, cleo, dag], [1, 2, 3, 4], minute=days_ago(5))
    play(club, [cleo, dag], [1, 2], minute=days_ago(4))
    play(club, [ada, bo], [1, 2], minute=days_ago(2), visibility="unlisted")
    ladder = rate(min_games=2)
    assert [name for name, _rank in seen(client, ladder)] == ["Cleo", "Dag"]
    assert [name for name, _rank in seen(client, ladder, activity="all")] == ["Cleo", "Dag"]
    assert [row["player"]["name"] for row in through_api(client, ladder)] == ["Cleo", "Dag"]
    assert client.get(ladder.get_absolute_url(), {"player": ada.pk}).context["absence"].few


def test_the_highest_rating_is_one_after_a_game_readers_may_know_of(
    client: Client, club: Club, people: list[Player]
) -> None:
    ada, bo, *_ = people
    play(club, people, [1, 2, 3, 4], minute=days_ago(5))
    play(club, [ada, bo], [1, 2], minute=days_ago(4), visibility="unlisted")
    ladder = rate()
    assert RatingState.objects.get(epoch=ladder.active_epoch, player=ada).peak > 1_550_000
    main = client.get(ada.get_absolute_url()).context["main"]
    assert (main.state.peak, main.state.games) == (1_550_000, 1)
    assert {row["peak"] for row in through_api(client, ladder, q="ada")} == {1_550_000}


def test_games_before_are_those_readers_may_know_of(client: Client, club: Club, people: list[Player]) -> None:
    play(club, people, [1, 2, 3, 4], minute=0)
    play(club, people, [1, 2, 3, 4], minute=1, visibility="members")
    play(club, people, [1, 2, 3, 4], minute=2)
    rate()
    page = client.get("/ratings/how/")
    assert [seat.n_before for seat in page.context["example"].seats] == [1, 1, 1, 1]
    assert "2 games before" not in page.content.decode()


def test_as_many_queries_for_many_hidden_games_as_for_one(
    client: Client, club: Club, people: list[Player]
) -> None:
    for minute in range(3):
        play(club, people, [1, 2, 3, 4], minute=days_ago(5) + minute)
    play(club, people[:2], [1, 2], minute=days_ago(2), visibility="unlisted")
    ladder = rate()
    pages = [ladder.get_absolute_url(), people[0].get_absolute_url(), "/ratings/", "/ratings/how/"]
    few = [n_queries(client, path) for path in pages]
    for minute in range(20):
        play(club, people, [1, 2, 3, 4], minute=days_ago(1) + minute, visibility="members")
    rate()
    assert [n_queries(client, path) for path in pages] == few


def links_of(client: Client, ladder: Ladder) -> set[str]:
    board = client.get(ladder.get_absolute_url()).content.decode().split('<div id="board"')[1]
    return set(re.findall(r'href="([^"]+)"', board.split("</table>")[0]))


def test_the_ladder_of_an_unlisted_club_leads_a_visitor_nowhere_he_may_not_go(
    client: Client, club: Club, people: list[Player], alice: User
) -> None:
    game = play(club, people, [1, 2, 3, 4], minute=days_ago(5))
    play(club, people, [1, 2, 3, 4], minute=days_ago(4), visibility="unlisted")
    Club.objects.filter(pk=club.pk).update(visibility="unlisted")
    rate()
    ladder = Ladder.objects.get(club=club)
    games = f"/players/{people[0].pk}/games/?ladder={ladder.slug}"
    lines = client.get(ladder.get_absolute_url()).context["lines"]
    assert [(line.state.games, line.rank) for line in lines] == [(1, n) for n in (1, 2, 3, 4)]
    assert all(line.state.last_played == Game.objects.get(pk=game.pk).played_at for line in lines)
    assert not {link for link in links_of(client, ladder) if "games/" in link}
    client.force_login(alice)
    assert {games, f"/games/{game.pk}/"} <= links_of(client, ladder)
    assert "ladder" in client.get(games).context["asked"]


def test_members_of_a_closed_club_see_all_of_its_ladder(
    client: Client, club: Club, people: list[Player], alice: User
) -> None:
    play(club, people, [1, 2, 3, 4], minute=days_ago(5), visibility="members")
    Club.objects.filter(pk=club.pk).update(visibility="members")
    rate()
    ladder = Ladder.objects.get(club=club)
    client.force_login(alice)
    assert [name for name, _rank in seen(client, ladder)] == ["Ada", "Bo", "Cleo", "Dag"]
    assert client.get(ladder.get_absolute_url()).context["lines"][0].state.games == 1


@pytest.mark.parametrize("visibility", ["members", "unlisted"])
def test_the_ladder_of_a_closed_club_is_asked_by_size_of_its_own_games(
    client: Client, club: Club, people: list[Player], alice: User, visibility: str
) -> None:
    """Who may open it finds by the size of a table whom the games there seated; never by a game he may not know."""
    play(club, people, [1, 2, 3, 4], minute=days_ago(5))
    play(club, people[:3], [1, 2, 3], minute=days_ago(4), visibility="members")
    elsewhere = make_club(alice, "Elsewhere")
    play(elsewhere, people[:2], [1, 2], minute=days_ago(3))
    Club.objects.filter(pk=club.pk).update(visibility=visibility)
    rate()
    ladder = Ladder.objects.get(club=club)
    client.force_login(alice)
    assert len(seen(client, ladder, size="4")) == 4
    assert len(seen(client, ladder, size="3")) == (3 if visibility == "members" else 0)
    assert seen(client, ladder, size="2") == []
