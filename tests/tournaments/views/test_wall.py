"""The picture for the projector."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import formats

from clubs.activity import By
from clubs.models import Club
from tests.evenings import Evening, make_evening, tables_of
from tournaments.models import Tournament
from tournaments.services import standings


def wall(tournament: Tournament) -> str:
    return reverse("wall", args=[tournament.slug])


def test_list_and_tables_stand_side_by_side(evening: Evening) -> None:
    evening.play_round()
    html = Client().get(wall(evening.tournament)).content.decode()
    assert 'class="turns beside"' in html
    assert "Round 1 is over" in html
    assert f'data-topic="{evening.tournament.topic}"' in html


def test_forty_players_take_turns_with_their_tables(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=40)
    evening.play_round()
    html = Client().get(wall(evening.tournament)).content.decode()
    assert html.count("data-turn ") == 3
    assert "part 2 of 2" in html
    assert html.count('<span class="pl">') == 40


def test_a_draft_is_not_on_the_wall(evening: Evening) -> None:
    evening.draw()
    html = Client().get(wall(evening.tournament)).content.decode()
    assert "data-turn" not in html
    assert "Tables of round" not in html


def test_members_only_evenings_have_no_wall_for_strangers(evening: Evening) -> None:
    evening.tournament.visibility = "members"
    evening.tournament.save()
    assert Client().get(wall(evening.tournament)).status_code == 404
    assert Client().post(wall(evening.tournament)).status_code in (404, 405)


@pytest.mark.parametrize("name", ["wall", "standings"])
def test_a_part_is_made_once_per_version_and_language(evening: Evening, name: str) -> None:
    cache.clear()
    played = evening.publish()
    evening.enter(tables_of(played)[0])
    standings.refresh(evening.tournament.pk)
    url = reverse(name, args=[evening.tournament.slug])
    reader = Client(headers={"HX-Request": "true"})
    first = reader.get(url).content
    with_standings = evening.tournament.standings.all()
    with_standings.update(total="987654")
    other_total = formats.number_format(987654, force_grouping=True).encode()
    assert reader.get(url).content == first
    assert other_total not in first
    german = Client(headers={"HX-Request": "true", "Accept-Language": "de"}).get(url).content
    assert b"987" in german
    evening.enter(tables_of(played)[1])
    standings.refresh(evening.tournament.pk)
    assert reader.get(url).content != first


def test_the_same_page_is_not_sent_twice(evening: Evening) -> None:
    evening.play_round()
    url = reverse("standings", args=[evening.tournament.slug])
    first = Client().get(url)
    again = Client(headers={"If-None-Match": first.headers["ETag"]}).get(url)
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
