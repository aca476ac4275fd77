"""A player's page: how good, how lately, against whom."""

from __future__ import annotations

import html
import json
import re

import pytest
from django.test import Client

from clubs.models import Club, Player
from ratings.models import Ladder
from ratings.services.writer import advance_ladder
from tests.counting import n_queries
from tests.evenings import make_players
from tests.ratings.paper import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club: Club, by_alice: object) -> list[Player]:
    return make_players(club, 4, by=by_alice)  # type: ignore[arg-type]


def rate() -> None:
    for ladder in Ladder.objects.all():
        advance_ladder(ladder.pk)


def play_many(club: Club, people: list[Player], n: int, start: int = 0) -> None:
    for minute in range(start, start + n):
        play(club, people, [1, 2, 3, 4], minute=minute)
    rate()


def test_the_page_shows_rating_games_and_change(client: Client, club: Club, people: list[Player]) -> None:
    play_many(club, people, 2)
    page = client.get(people[0].get_absolute_url())
    assert page.context["figures"]["games"] == 2
    assert page.context["figures"]["won"] == 2
    assert len(page.context["games"]) == 2
    text = page.content.decode()
    assert "+50.0" in text  # E2 of ratings.md: first game, K 100, all level
    assert 'class="prov"' in text


def test_the_curve_is_there_without_script(client: Client, club: Club, people: list[Player]) -> None:
    play_many(club, people, 3)
    text = client.get(people[0].get_absolute_url()).content.decode()
    found = re.search(r'<script id="curve-points" type="application/json">(.*?)</script>', text)
    assert found is not None
    points = json.loads(found.group(1))
    assert points[0][1] == 1550
    assert len(points) == 3
    table = text[text.index("The curve as a table") :]
    assert str(points[-1][1]) in table


def test_who_never_played_has_a_page_that_says_so(client: Client, people: list[Player]) -> None:
    text = client.get(people[0].get_absolute_url()).content.decode()
    assert "No rated game yet." in text
    assert "No game with a sheet yet." in text


def test_rivals_are_counted_ahead_and_behind(client: Client, club: Club, people: list[Player]) -> None:
    play(club, people, [1, 2, 2, 4], minute=0)
    play(club, people, [2, 1, 3, 4], minute=1)
    rate()
    rivals = {row["player"].name: row for row in client.get(people[1].get_absolute_url()).context["rivals"]}
    ada, cleo = rivals["Ada"], rivals["Cleo"]
    assert (ada["n"], ada["ahead"], ada["behind"]) == (2, 1, 1)
    assert (cleo["ahead"], cleo["level"]) == (1, 1)


def test_a_merged_profile_leads_to_the_person(client: Client, club: Club, people: list[Player]) -> None:
    other = Player.objects.create(name="Ada K.")
    other.merged_into = people[0]
    other.save(update_fields=["merged_into"])
    response = client.get(other.get_absolute_url())
    assert (response.status_code, response.headers["Location"]) == (302, people[0].get_absolute_url())


def test_games_of_merged_profiles_are_shown_together(
    client: Client, club: Club, people: list[Player]
) -> None:
    other = Player.objects.create(name="Ada K.")
    play(club, people, [1, 2, 3, 4], minute=0)
    play(club, [other, *people[1:]], [1, 2, 3, 4], minute=1)
    other.merged_into = people[0]
    other.save(update_fields=["merged_into"])
    page = client.get(people[0].get_absolute_url())
    assert page.context["figures"]["games"] == 2
    rivals = {
        row["player"].name: row["n"] for row in client.get(people[1].get_absolute_url()).context["rivals"]
    }
    assert rivals["Ada"] == 2


@pytest.mark.parametrize("visibility", ["members", "unlisted"])
def test_games_for_members_are_not_on_a_profile(
    client: Client, club: Club, people: list[Player], visibility: str
) -> None:
    play(club, people, [1, 2, 3, 4], minute=0, visibility=visibility, occasion="Secret evening")
    page = client.get(people[0].get_absolute_url())
    assert "Secret evening" not in page.content.decode()
    assert page.context["figures"]["games"] == 0
    assert page.context["rivals"] == []


def test_hidden_people_are_not_found_by_name(client: Client, people: list[Player]) -> None:
    people[0].hidden = True
    people[0].save(update_fields=["hidden"])
    text = client.get("/players/", {"q": "ada"}).content.decode()
    assert "Nobody is called “ada”" in text


def test_pages_of_twenty_games(client: Client, club: Club, people: list[Player]) -> None:
    play_many(club, people, 25)
    path = people[0].get_absolute_url()
    first = client.get(path).context["page"]
    assert len(first.rows) == 20
    second = client.get(path, {"after": first.after}, headers={"HX-Request": "true"})
    assert len(second.context["page"].rows) == 5
    assert second.content.decode().lstrip().startswith('<section id="games"')


def test_as_many_queries_for_60_games_as_for_3(client: Client, club: Club, people: list[Player]) -> None:
    play_many(club, people, 3)
    path = people[0].get_absolute_url()
    few = n_queries(client, path)
    play_many(club, people, 57, start=3)
    assert n_queries(client, path) == few


def test_unknown_player_is_404_and_a_post_is_refused(client: Client, people: list[Player]) -> None:
    assert client.get("/players/999999/").status_code == 404
    assert client.post(people[0].get_absolute_url()).status_code == 405


def test_namesakes_on_two_pages_of_the_list_are_told_apart(client: Client, club: Club) -> None:
    many = [Player.objects.create(name=f"Aa Twin {number}") for number in range(99)]
    first, last = (Player.objects.create(name=name) for name in ("ÅSE TWIN", "Åse Twin"))
    found, address = [], "/players/?q=twin"
    while address:
        page = client.get(address).content.decode()
        found.append(page)
        following = re.search(r'href="([^"]*after=[^"]*)"', page)
        address = html.unescape(following.group(1)) if following else ""
        address = f"/players/{address}" if address.startswith("?") else address
    assert len(found) == 2
    assert "ÅSE TWIN" in found[0]
    assert "Åse Twin" in found[1]
    named = set(re.findall(r">([^<>]*)</a>", "".join(found)))
    assert {f"ÅSE TWIN (profile {first.pk})", f"Åse Twin (profile {last.pk})"} <= named
    assert many[0].name in named  # nobody else is called so


def test_the_list_of_players_tells_namesakes_apart_but_for_nobody_hidden(client: Client, club: Club) -> None:
    one, other = (Player.objects.create(name=name) for name in ("Zoe Twin", "zoe twin"))
    page = client.get("/players/?q=twin").content.decode()
    assert {f"Zoe Twin (profile {one.pk})", f"zoe twin (profile {other.pk})"} <= set(
        re.findall(r">([^<>]*)</a>", page)
    )
    Player.objects.filter(pk=other.pk).update(hidden=True)
    assert "(profile" not in client.get("/players/?q=twin").content.decode()
