"""The front page, the list of tournaments, a club and its season."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.activity import By
from clubs.models import Club
from tests.counting import n_queries
from tests.evenings import STARTS_AT, Evening, make_evening
from tournaments.models import Tournament
from tournaments.services import rounds, seasons

pytestmark = pytest.mark.django_db


def add_tournaments(club: Club, n: int, prefix: str) -> None:
    Tournament.objects.bulk_create(
        [
            Tournament(
                club=club,
                slug=f"{prefix}-{i}",
                name=f"{prefix} {i:03d}",
                rules={},
                rules_hash="",
                seed=1,
                starts_at=STARTS_AT + timedelta(hours=i),
                closed_at=STARTS_AT + timedelta(days=1),
            )
            for i in range(n)
        ]
    )


def test_an_empty_site_says_so(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "No evening is announced" in page
    assert "No club yet." in page


def test_what_is_played_now_stands_first(client: Client, played: Evening) -> None:
    page = client.get("/").content.decode()
    assert "At the tables now" in page
    assert "round 2 of 3" in page


def test_an_evening_to_come_is_announced(client: Client, evening: Evening) -> None:
    evening.tournament.starts_at = timezone.now() + timedelta(days=3)
    evening.tournament.save(update_fields=["starts_at"])
    page = client.get("/").content.decode()
    assert "March evening" in page
    assert "At the tables now" not in page


def test_tournaments_are_found_by_their_clubs_name(client: Client, evening: Evening) -> None:
    assert "March evening" in client.get("/tournaments/", {"q": "last trick"}).content.decode()
    missed = client.get("/tournaments/", {"q": "<nobody>"}).content.decode()
    assert "March evening" not in missed
    assert "&lt;nobody&gt;" in missed


def test_as_many_queries_for_500_tournaments_as_for_5(client: Client, club: Club) -> None:
    add_tournaments(club, 5, "few")
    pages = ("/", "/tournaments/", club.get_absolute_url())
    few = [n_queries(client, page) for page in pages]
    add_tournaments(club, 500, "many")
    assert [n_queries(client, page) for page in pages] == few


def test_tournaments_come_newest_first_in_pages(client: Client, club: Club) -> None:
    add_tournaments(club, 60, "t")
    first = client.get("/tournaments/").context["page"]
    second = client.get("/tournaments/", {"after": first.after}).context["page"]
    seen = [row.name for row in (*first.rows, *second.rows)]
    assert seen == [f"t {i:03d}" for i in reversed(range(60))]


def test_the_club_tells_its_house_rule_and_members(client: Client, evening: Evening, club: Club) -> None:
    page = " ".join(client.get(club.get_absolute_url()).content.decode().split())
    assert "8 members." in page
    assert "Bid 3 made is 13, missed it is 0." in page


def test_the_rules_page_lists_the_hands_for_each_number_of_players(client: Client, club: Club) -> None:
    page = client.get(f"{club.get_absolute_url()}rules/").content.decode()
    assert "1 2 3 4 5 6 7 8 9 10 11 12 13" in page


def test_a_club_without_rules_says_so(client: Client, club: Club) -> None:
    club.house_rules = {}
    club.save(update_fields=["house_rules"])
    assert "has not written its rules down" in client.get(f"{club.get_absolute_url()}rules/").content.decode()


def test_members_of_a_closed_circle_are_not_shown(client: Client, club: Club) -> None:
    club.visibility = "members"
    club.save(update_fields=["visibility"])
    for page in ("", "members/", "rules/"):
        assert client.get(club.get_absolute_url() + page).status_code == 404


def test_the_season_strikes_what_does_not_count(client: Client, club: Club, by_alice: By) -> None:
    season = seasons.create_season(club, name="Winter", by=by_alice, best_of=1)
    first = make_evening(club, by=by_alice, n_players=4, sizes=(4,), season=season, name="First")
    people = [entry.player for entry in first.entries]
    second = make_evening(club, by=by_alice, players=people, sizes=(4,), season=season, name="Second")
    for evening in (first, second):
        evening.play_round()
        rounds.close_tournament(evening.tournament, by=by_alice)
        seasons.refresh(season.pk)
    response = client.get(season.get_absolute_url())
    lines = response.context["lines"]
    assert len(lines) == 4
    assert all(sum(result.dropped for result in line.results) == 1 for line, _why in lines)
    assert response.content.decode().count("<s>") == 4


def test_an_evening_for_members_has_no_name_in_the_season(client: Client, club: Club, by_alice: By) -> None:
    season = seasons.create_season(club, name="Winter", by=by_alice)
    secret = make_evening(club, by=by_alice, n_players=4, season=season, name="Secret", visibility="members")
    secret.play_round()
    seasons.refresh(season.pk)
    page = client.get(season.get_absolute_url()).content.decode()
    assert "Secret" not in page
    assert "members only" in page


def test_a_season_not_begun_says_so(client: Client, club: Club, by_alice: By) -> None:
    season = seasons.create_season(club, name="Spring", by=by_alice)
    assert "The season has not begun" in client.get(season.get_absolute_url()).content.decode()


def test_the_season_costs_the_same_for_40_players_as_for_4(client: Client, club: Club, by_alice: By) -> None:
    costs = []
    for n_players in (4, 40):
        season = seasons.create_season(club, name=f"Season {n_players}", by=by_alice)
        evening = make_evening(club, by=by_alice, n_players=n_players, season=season, name=f"E{n_players}")
        evening.play_round()
        seasons.refresh(season.pk)
        costs.append(n_queries(client, season.get_absolute_url()))
    assert costs[0] == costs[1]
