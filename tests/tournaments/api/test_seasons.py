"""Seasons by the API: listed, made, changed; the table says what the page says."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.models import Activity, Club, User
from tests.evenings import make_evening, make_players, sheet_with_totals, tables_of
from tournaments.models import Season, Tournament
from tournaments.services import rounds, seasons, standings

JSON = "application/json"


@pytest.fixture
def alice_api(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


@pytest.fixture
def season(club: Club, by_alice: By) -> Season:
    """Two evenings of the same four, the better one counts; a third is to come."""
    season = seasons.create_season(club, name="Spring", by=by_alice, best_of=1)
    people = make_players(club, 4, by=by_alice)
    for number, points in enumerate(([40, 30, 20, 10], [25, 35, 15, 5])):
        evening = make_evening(
            club, by=by_alice, sizes=(4,), season=season, players=people, name=f"Evening {number + 1}"
        )
        played = evening.publish()
        table = tables_of(played)[0]
        by_entry = dict(zip(evening.entries, points, strict=True))
        seats = [seat.entry for seat in table.seats.order_by("seat")]
        evening.enter(table, sheet_with_totals(table, [by_entry[entry] for entry in seats]))
        rounds.close_round(played, by=by_alice)
        standings.refresh(evening.tournament.pk)
    make_evening(club, by=by_alice, sizes=(4,), season=season, players=people, name="Evening 3")
    seasons.refresh(season.pk)
    return season


def address(season: Season, part: str = "") -> str:
    return f"/api/v1/seasons/{season.uid}/{part}"


def listed(club: Club) -> str:
    return f"/api/v1/clubs/{club.uid}/seasons/"


def test_a_season_is_made_listed_and_read(alice_api: Client, client: Client, club: Club) -> None:
    body = {"name": "Autumn", "best_of": 6, "min_evenings": 4}
    made = alice_api.post(listed(club), body, content_type=JSON)
    assert made.status_code == 201
    told = made.json()
    assert (told["name"], told["best_of"], told["min_evenings"]) == ("Autumn", 6, 4)
    assert told["tie_breaks"][-1] == "shared"
    assert client.get(listed(club)).json() == [told]
    assert client.get(f"/api/v1/seasons/{told['uid']}/").json() == told
    assert client.get(told["url"]).status_code == 200


def test_a_season_made_twice_is_one_and_its_name_is_taken(alice_api: Client, club: Club) -> None:
    body = {"name": "Autumn", "best_of": 6}
    first, again = (alice_api.post(listed(club), body, content_type=JSON) for _time in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    other = alice_api.post(listed(club), {"name": "autumn", "best_of": 3}, content_type=JSON)
    assert (other.status_code, other.json()["code"]) == (422, "season_exists")
    assert "Autumn" in other.json()["detail"]
    assert Activity.objects.filter(verb="season.created").count() == 1


def test_a_change_keeps_what_it_does_not_name_and_moves_the_table(alice_api: Client, season: Season) -> None:
    second = Tournament.objects.get(name="Evening 2")
    body = {"best_of": None, "weights": {str(second.uid): "2"}}
    changed = alice_api.patch(address(season), body, content_type=JSON)
    assert changed.status_code == 200
    assert (changed.json()["name"], changed.json()["best_of"]) == ("Spring", None)
    assert seasons.refresh(season.pk)
    rows = alice_api.get(address(season, "table/")).json()["rows"]
    assert [(row["player"]["name"], row["total"]) for row in rows][:2] == [("Bo", "100"), ("Ada", "90")]
    told = Activity.objects.get(verb="season.changed")
    assert told.details["old"]["best_of"] == 1
    assert told.details["weights"] == {second.scope: "2.00"}


def test_a_change_that_changes_nothing_marks_and_tells_nothing(alice_api: Client, season: Season) -> None:
    assert alice_api.patch(address(season), {"name": "Spring"}, content_type=JSON).status_code == 200
    assert not Activity.objects.filter(verb="season.changed").exists()
    assert not seasons.refresh(season.pk)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"best_of": 0}, "best_of"),
        ({"min_evenings": -1}, "min_evenings"),
        ({"name": ""}, "name"),
        ({"weights": {"x": "1"}}, "weights"),
        ({"weights": {"2b0b1ed0-0000-4000-8000-000000000000": "1"}}, "weights"),
        ({"bestof": 3}, "bestof"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(
    alice_api: Client, season: Season, body: dict[str, Any], field: str
) -> None:
    answer = alice_api.patch(address(season), body, content_type=JSON)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"].startswith(field)
    season.refresh_from_db()
    assert (season.name, season.best_of) == ("Spring", 1)


def test_a_weight_must_be_more_than_nothing_and_no_flood(alice_api: Client, season: Season) -> None:
    evening = str(Tournament.objects.get(name="Evening 1").uid)
    for weight in ("0", "-1", "11", "1e3", "NaN"):
        assert (
            alice_api.patch(address(season), {"weights": {evening: weight}}, content_type=JSON).status_code
            == 422
        )


def test_the_table_says_what_does_not_count(client: Client, season: Season) -> None:
    table = client.get(address(season, "table/")).json()
    assert [evening["name"] for evening in table["evenings"]] == ["Evening 1", "Evening 2", "Evening 3"]
    assert table["version"] > 0
    ada, bo = table["rows"][:2]
    assert ada["results"] == [
        {"value": "40", "dropped": False},
        {"value": "25", "dropped": True},
        {"value": None, "dropped": False},
    ]
    assert (ada["place"], ada["total"], ada["n_evenings"]) == (1, "40", 2)
    assert (bo["place"], bo["total"]) == (2, "35")


def test_an_evening_for_members_is_a_number_to_others(
    client: Client, alice_api: Client, season: Season
) -> None:
    Tournament.objects.filter(name="Evening 1").update(visibility="members")
    seen, own = (one.get(address(season, "table/")).json() for one in (client, alice_api))
    hidden = {"number": 1, "tournament": None, "name": None, "starts_at": None, "weight": None}
    assert seen["evenings"][0] == hidden
    assert own["evenings"][0]["name"] == "Evening 1"
    assert seen["rows"] == own["rows"]


def test_a_season_of_a_hidden_club_does_not_exist_for_others(
    client: Client, alice_api: Client, season: Season
) -> None:
    Club.objects.update(visibility="members")
    for path in (listed(season.club), address(season), address(season, "table/")):
        assert client.get(path).status_code == 404
        assert alice_api.get(path).status_code == 200


def test_page_and_program_refuse_the_same(alice_api: Client, club: Club, season: Season) -> None:
    page = alice_api.post(reverse("season_new", args=[club.slug]), {"name": "SPRING", "best_of": "9"})
    assert page.status_code in (200, 422)
    assert "The club has a season Spring already" in page.content.decode()
    assert Season.objects.count() == 1
