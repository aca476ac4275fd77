"""Numbers of games so far open those games and no later ones."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Club, Player
from ratings.models import Ladder
from ratings.services.writer import advance_ladder
from tests.evenings import make_players
from tests.ratings.paper import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club: Club, by_alice: By) -> list[Player]:
    """Ada, Bo, Cleo, Dag."""
    return make_players(club, 4, by=by_alice)


def rate() -> None:
    for ladder in Ladder.objects.all():
        advance_ladder(ladder.pk)


def opened(client: Client, text: str, number: str) -> list[int]:
    """How many games each link opens that leads to games of a ladder up to one of them, or before it."""
    links = re.findall(
        rf'<a href="(/players/\d+/games/\?ladder=[^"]*&amp;(?:until|prior)=\d+)">({number})</a>', text
    )
    assert links
    found = []
    for path, said in links:
        context = client.get(path.replace("&amp;", "&")).context
        assert context["n_games"] == len(context["rows"])
        found.append((int(said), context["n_games"]))
    assert all(said == n for said, n in found), found
    return [n for _said, n in found]


def test_the_games_so_far_of_a_month_open_no_later_ones(
    client: Client, club: Club, people: list[Player]
) -> None:
    for minute in (0, 1, 60_000, 120_000):
        play(club, people, [1, 2, 3, 4], minute=minute)
    play(None, people, [1, 2, 3, 4], minute=61_000)
    rate()
    assert opened(client, client.get(people[0].get_absolute_url()).content.decode(), r"\d+") == [5, 4, 2]


def test_the_games_before_the_worked_example_open_those_alone(
    client: Client, club: Club, people: list[Player]
) -> None:
    play(club, people, [1, 2, 3, 4], minute=0)
    play(club, people[:3], [1, 2, 3], minute=1)
    last = play(club, people, [2, 1, 3, 4], minute=2)
    rate()
    text = client.get("/ratings/how/").content.decode()
    assert opened(client, text, r"[012]") == [2, 2, 2, 1]
    after = re.findall(rf'href="(/players/\d+/games/\?ladder=oh-hell&amp;until={last.pk})"', text)
    assert [client.get(path.replace("&amp;", "&")).context["n_games"] for path in after] == [3, 3, 3, 2]
    rows = client.get(f"/players/{people[0].pk}/games/?ladder=oh-hell&prior=999").context["rows"]
    assert len(rows) == 3, "a game that is not on the ladder bounds nothing"
