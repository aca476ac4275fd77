"""A tournament made with a name alone, and changed later with what that changes said first."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Activity, Club, User
from tests.evenings import Evening, make_club, make_evening
from tournaments.models import Season, Tournament


@pytest.fixture
def path(club: Club) -> str:
    return f"/clubs/{club.slug}/tournaments/new/"


def typed_in(page: str, **changes: Any) -> dict[str, Any]:
    """What a browser sends of the new form when nothing but `changes` was typed."""
    key = page.split('name="key" value="')[1].split('"')[0]
    start = page.split('name="starts_at" value="')[1].split('"')[0]
    return {
        "key": key,
        "starts_at": start,
        "rules": "house",
        "table_sizes": "4, 3, 5",
        "n_rounds": "3",
        "draw": "plan",
        "table_points": "",
        "tie_breaks": ["", ""],
        "visibility": "public",
        **changes,
    }


def settings_form(tournament: Tournament, **changes: Any) -> dict[str, Any]:
    return {
        "name": tournament.name,
        "starts_at": tournament.starts_at.strftime("%Y-%m-%dT%H:%M"),
        "rules": "same",
        "table_sizes": ", ".join(map(str, tournament.table_sizes)),
        "n_rounds": str(tournament.n_rounds),
        "draw": tournament.draw,
        "table_points": tournament.table_points,
        "tie_breaks": [key for key in tournament.tie_breaks if key != "shared"],
        "visibility": tournament.visibility,
        **changes,
    }


def test_the_rules_stand_there_in_words_with_a_worked_example(alice_client: Client, path: str) -> None:
    page = alice_client.get(path).content.decode()
    assert "Bid 3, took 3: 13 points; took 4: 0." in page
    assert "The bids may come out even." in page


def test_a_name_and_enter_are_enough(alice_client: Client, path: str, club: Club) -> None:
    page = alice_client.get(path).content.decode()
    answer = alice_client.post(path, typed_in(page, name="April"))
    made = Tournament.objects.get()
    assert answer.headers["Location"] == f"/tournaments/{made.slug}/door/"
    assert (made.name, made.n_rounds, made.table_points) == ("April", 3, "rank")
    assert made.tie_breaks[-1] == "shared"
    assert made.rules_hash


def test_the_same_form_twice_makes_one_tournament(alice_client: Client, path: str) -> None:
    typed = typed_in(alice_client.get(path).content.decode(), name="April")
    first, second = (alice_client.post(path, typed).headers["Location"] for _time in range(2))
    assert first == second
    assert Tournament.objects.count() == 1


def test_times_are_those_of_the_club(alice_client: Client, path: str, club: Club) -> None:
    Club.objects.update(time_zone="Europe/Oslo")
    page = alice_client.get(path).content.decode()
    alice_client.post(path, typed_in(page, name="July", starts_at="2026-07-03T19:00"))
    assert Tournament.objects.get().starts_at == datetime(2026, 7, 3, 17, 0, tzinfo=UTC)


def test_everything_that_can_be_chosen_is_kept(alice_client: Client, path: str, club: Club) -> None:
    season = Season.objects.create(club=club, slug="s", name="Spring")
    page = alice_client.get(path).content.decode()
    typed = typed_in(
        page,
        name="Big",
        rules="rage",
        table_sizes="5 4",
        n_rounds="4",
        draw="swiss",
        table_points="list",
        points_list="5-3-2-1",
        tie_breaks=["wins", "lot", ""],
        season=season.pk,
        visibility="unlisted",
    )
    assert alice_client.post(path, typed).status_code == 302
    made = Tournament.objects.get()
    assert made.ruleset.name == "rage"
    assert (made.table_sizes, made.n_rounds, made.draw) == ([5, 4], 4, "swiss")
    assert (made.table_points, made.tie_breaks) == ("list:5-3-2-1", ["wins", "lot", "shared"])
    assert (made.season, made.visibility) == (season, "unlisted")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("starts_at", "soon"),
        ("table_sizes", "4, 44"),
        ("table_sizes", "4 4"),
        ("table_sizes", "2"),
        ("n_rounds", "0"),
        ("n_rounds", "many"),
        ("rules", "chess"),
        ("table_points", "list"),
        ("tie_breaks", ["luck"]),
        ("season", "77"),
    ],
)
def test_what_cannot_be_is_refused_and_what_was_typed_kept(
    alice_client: Client, path: str, field: str, value: object
) -> None:
    page = alice_client.get(path).content.decode()
    answer = alice_client.post(path, typed_in(page, **{"name": "Kept words", "n_rounds": "7", field: value}))
    assert answer.status_code == 422
    again = answer.content.decode()
    assert 'role="alert"' in again
    assert ("Kept words" if field != "name" else 'value="7"') in again
    assert not Tournament.objects.exists()


def test_raw_points_with_mixed_sizes_warn_and_go_through_on_a_second_word(
    alice_client: Client, path: str
) -> None:
    typed = typed_in(alice_client.get(path).content.decode(), name="Raw", table_points="raw")
    answer = alice_client.post(path, typed)
    assert answer.status_code == 422
    assert "cannot be compared" in answer.content.decode()
    assert alice_client.post(path, {**typed, "raw_anyway": "1"}).status_code == 302
    assert Tournament.objects.get().table_points == "raw"


def test_a_season_of_another_club_is_not_offered_nor_taken(
    alice_client: Client, path: str, bob: User
) -> None:
    strange = Season.objects.create(club=make_club(bob, name="Other"), slug="s", name="Their season")
    page = alice_client.get(path).content.decode()
    assert "Their season" not in page
    assert alice_client.post(path, typed_in(page, name="X", season=strange.pk)).status_code == 422


def test_saving_the_settings_as_they_are_changes_nothing(alice_client: Client, evening: Evening) -> None:
    evening.play_round()
    here = f"/tournaments/{evening.tournament.slug}/settings/"
    assert alice_client.get(here).status_code == 200
    assert alice_client.post(here, settings_form(evening.tournament)).status_code == 302
    assert not Activity.objects.filter(verb="tournament.changed").exists()


@pytest.mark.scenario("S28")
def test_tie_breaks_after_a_round_name_the_places_that_change_first(
    alice_client: Client, club: Club, by_alice: By
) -> None:
    evening = make_evening(club, by=by_alice, n_players=8)
    evening.play_round()
    tournament = evening.tournament
    here = f"/tournaments/{tournament.slug}/settings/"
    typed = settings_form(tournament, table_points="norm")
    answer = alice_client.post(here, typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Confirm it to change this." in page
    assert "from place" in page or "No place changes" in page
    tournament.refresh_from_db()
    assert tournament.table_points == "rank"
    assert alice_client.post(here, {**typed, "confirmed": "1"}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.table_points == "norm"
    details = Activity.objects.get(verb="tournament.changed").details
    assert (details["old"]["table_points"], details["new"]["table_points"]) == ("rank", "norm")


def test_other_rules_after_a_round_are_asked_about(alice_client: Client, evening: Evening) -> None:
    evening.play_round()
    here = f"/tournaments/{evening.tournament.slug}/settings/"
    typed = settings_form(evening.tournament, rules="kachuful")
    answer = alice_client.post(here, typed)
    assert answer.status_code == 422
    assert "1 round is played by the old rules" in answer.content.decode()
    assert alice_client.post(here, {**typed, "confirmed": "1"}).status_code == 302
    assert Tournament.objects.get().ruleset.name == "kachuful"


def test_settings_that_a_draft_stands_against_are_a_conflict(alice_client: Client, evening: Evening) -> None:
    evening.draw()
    here = f"/tournaments/{evening.tournament.slug}/settings/"
    answer = alice_client.post(here, settings_form(evening.tournament, table_sizes="4"))
    assert answer.status_code == 409
    assert f'href="{here}"' in answer.content.decode()


def test_settings_are_the_directors(bob_client: Client, desk_client: Client, evening: Evening) -> None:
    here = f"/tournaments/{evening.tournament.slug}/settings/"
    for stranger in (bob_client, desk_client):
        assert stranger.get(here).status_code == 403
        assert stranger.post(here, settings_form(evening.tournament, name="Mine")).status_code == 403
    assert bob_client.get("/tournaments/nowhere/settings/").status_code == 404
    assert Tournament.objects.get().name == "March evening"


@pytest.mark.parametrize(
    ("counting", "best_of", "absent"),
    [
        ("", None, {"points": "0", "min_rounds": 1}),
        ("best", 4, {"points": "0", "min_rounds": 1}),
        ("mean", None, {"points": "mean", "cap": None, "min_rounds": 4}),
    ],
)
def test_an_open_night_says_which_games_count(
    alice_client: Client, path: str, counting: str, best_of: int | None, absent: dict[str, Any]
) -> None:
    page = alice_client.get(path).content.decode()
    typed = typed_in(page, name="Open", draw="open", counting=counting, n_counting="4")
    assert alice_client.post(path, typed).status_code == 302
    made = Tournament.objects.get()
    assert (made.draw, made.best_of, made.absent) == ("open", best_of, absent)
    assert made.tie_breaks == ["bid-rate", "head-to-head", "best-round", "shared"]
    here = f"/tournaments/{made.slug}/settings/"
    shown = " ".join(alice_client.get(here).content.decode().split())
    assert f'name="counting" value="{counting}" checked' in shown
    unchanged = settings_form(made, counting=counting, n_counting="4")
    assert alice_client.post(here, unchanged).status_code == 302
    assert Activity.objects.filter(verb="tournament.changed").count() == 0


def test_an_evening_in_rounds_keeps_what_counts(alice_client: Client, path: str) -> None:
    page = alice_client.get(path).content.decode()
    assert alice_client.post(path, typed_in(page, name="Rounds", counting="mean")).status_code == 302
    made = Tournament.objects.get()
    assert (made.best_of, made.absent) == (None, {})
