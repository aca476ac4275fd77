"""A season: made, changed, read, taken along as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.models import Club, Player
from clubs.services.clubs import add_player
from tests.evenings import Evening, make_evening, make_players, sheet_with_totals, tables_of
from tournaments.models import Round, Season, Tournament
from tournaments.services import rounds, seasons, standings
from tournaments.services.cutting import make_cut
from tournaments.services.entries import note_presence
from tournaments.services.verifying import differences


@pytest.fixture
def season(club: Club, by_alice: By) -> Season:
    """Two evenings of the same four, =Mia among them, and a third that has not begun; the better one counts."""
    season = seasons.create_season(club, name="Spring", by=by_alice, best_of=1)
    people = make_players(club, 3, by=by_alice)
    people.append(add_player(club, name="=Mia", by=by_alice))
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


def rows(client: Client, season: Season) -> list[list[str]]:
    answer = client.get(reverse("season_csv", args=[season.club.slug, season.slug]))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.content.decode().removeprefix("\ufeff"))))


@pytest.mark.scenario("S33")
def test_the_table_as_csv_is_the_table(season: Season) -> None:
    head, *lines = rows(Client(), season)
    assert head == [
        "Place",
        "Name",
        "2026-03-06 Evening 1",
        "2026-03-06 Evening 2",
        "2026-03-06 Evening 3",
        "Evenings",
        "Total",
        "Games",
        "Bids",
        "Bids made",
    ]
    assert lines == [
        ["1", "Ada", "40", "(25)", "", "2", "40", "2", "2", "2"],
        ["2", "Bo", "(30)", "35", "", "2", "35", "2", "2", "2"],
        ["3", "Cleo", "20", "(15)", "", "2", "20", "2", "2", "2"],
        ["4", "'=Mia", "10", "(5)", "", "2", "10", "2", "2", "2"],
    ]


def test_an_evening_counts_for_those_who_sat_down(club: Club, by_alice: By) -> None:
    season = seasons.create_season(club, name="Spring", by=by_alice, min_evenings=1)
    people = make_players(club, 8, by=by_alice)
    evening = make_evening(club, by=by_alice, sizes=(4,), season=season, players=people, n_rounds=2)
    note_presence(evening.tournament, evening.entries[4:], status="absent", by=by_alice)
    table = tables_of(evening.publish())[0]
    evening.enter(table, sheet_with_totals(table, [40, 30, 20, 10]))
    standings.refresh(evening.tournament.pk)
    seasons.refresh(season.pk)
    _head, *lines = rows(Client(), season)
    assert [line[-5:-3] for line in lines] == [["1", "40"], ["1", "30"], ["1", "20"], ["1", "10"]]


def test_points_for_missed_rounds_make_no_evening_of_who_never_came(club: Club, by_alice: By) -> None:
    season = seasons.create_season(club, name="Spring", by=by_alice, min_evenings=1)
    people = make_players(club, 6, by=by_alice)
    evening = make_evening(
        club,
        by=by_alice,
        sizes=(4,),
        season=season,
        players=people,
        n_rounds=1,
        absent={"points": "5", "cap": None},
    )
    note_presence(evening.tournament, evening.entries[5:], status="absent", by=by_alice)
    played = evening.publish()
    sits_out = played.seats.get(table=None).entry.player
    evening.enter(tables_of(played)[0], sheet_with_totals(tables_of(played)[0], [40, 30, 20, 10]))
    standings.refresh(evening.tournament.pk)
    seasons.refresh(season.pk)
    table = list(season.standings.order_by("position").values_list("player", "total", "place"))
    assert table[-1] == (sits_out.pk, "5", 5)
    assert people[5].pk not in [player for player, _total, _place in table]


def test_a_final_from_zero_adds_to_what_the_evening_was_worth(club: Club, by_alice: By) -> None:
    season = seasons.create_season(club, name="Spring", by=by_alice)
    people = make_players(club, 6, by=by_alice)
    evening = make_evening(club, by=by_alice, sizes=(3,), season=season, players=people, n_rounds=1)
    qualifying = evening.publish()
    points = {person: 60 - 10 * place for place, person in enumerate(people)}
    enter_points(evening, qualifying, points)
    make_cut(evening.tournament, n=3, how="standings", by=by_alice)
    standings.refresh(evening.tournament.pk)
    evening.tournament.refresh_from_db()
    enter_points(evening, evening.publish(), {people[0]: 10, people[1]: 20, people[2]: 40})
    seasons.refresh(season.pk)
    table = season.standings.order_by("position").values_list("player__name", "total", "columns")
    assert [(name, total, columns["wins"]) for name, total, columns in table] == [
        ("Cleo", "80", "1"),
        ("Bo", "70", "0"),
        ("Ada", "70", "0"),
        ("Dag", "30", "0"),
        ("Elin", "20", "0"),
        ("Finn", "10", "0"),
    ]


@pytest.mark.parametrize("carry", [False, True])
def test_whoever_loses_the_final_stands_above_those_they_left_behind(
    club: Club, by_alice: By, carry: bool
) -> None:
    season = seasons.create_season(club, name="Spring", by=by_alice)
    people = make_players(club, 6, by=by_alice)
    evening = make_evening(
        club, by=by_alice, sizes=(3,), season=season, players=people, n_rounds=1, table_points="rank"
    )
    enter_points(evening, evening.publish(), {person: 60 - 10 * n for n, person in enumerate(people)})
    without = worth_in(season)
    make_cut(evening.tournament, n=3, how="larger", carry=carry, by=by_alice)
    standings.refresh(evening.tournament.pk)
    evening.tournament.refresh_from_db()
    final = evening.publish()
    seats = {
        table: table.seats.order_by("seat").values_list("entry__player", flat=True)
        for table in tables_of(final)
    }
    for table, finalists in seats.items():
        evening.enter(table, sheet_with_totals(table, [10 * n for n, _one in enumerate(finalists)]))
    standings.refresh(evening.tournament.pk)
    assert not [one for one, worth in worth_in(season).items() if worth < without[one]]
    for finalists in seats.values():
        assert sum(worth_in(season)[one] > without[one] for one in finalists) == len(finalists) // 2


def worth_in(season: Season) -> dict[int, int]:
    seasons.refresh(season.pk)
    return {row.player_id: int(row.total) for row in season.standings.all()}


def test_three_thirds_of_an_evening_are_one(club: Club, by_alice: By) -> None:
    season = seasons.create_season(club, name="Spring", by=by_alice)
    people = make_players(club, 3, by=by_alice)
    for number in range(3):
        evening = make_evening(
            club, by=by_alice, sizes=(3,), season=season, players=people, n_rounds=1,
            table_points="share:3", name=f"Evening {number}",
        )  # fmt: skip
        enter_points(evening, evening.publish(), dict.fromkeys(people, 10))
    seasons.refresh(season.pk)
    assert {row.total for row in season.standings.all()} == {"1"}
    assert list(differences()) == []


def enter_points(evening: Evening, played: Round, points: Mapping[Player, int]) -> None:
    for table in tables_of(played):
        seats = table.seats.order_by("seat").select_related("entry__player")
        evening.enter(table, sheet_with_totals(table, [points[seat.entry.player] for seat in seats]))
    rounds.close_round(played, by=evening.by)
    standings.refresh(evening.tournament.pk)
    evening.tournament.refresh_from_db()


def test_results_that_do_not_count_are_struck(season: Season) -> None:
    page = Client().get(season.get_absolute_url()).content.decode()
    assert page.count("<s>") == 4
    assert reverse("season_csv", args=[season.club.slug, season.slug]) in page
    assert "Change the season" not in page


def test_the_owner_makes_a_season(club: Club, alice_client: Client) -> None:
    where = reverse("season_new", args=[club.slug])
    wrong = alice_client.post(where, {"name": "Autumn", "best_of": "0"})
    assert wrong.status_code == 422
    assert 'value="Autumn"' in wrong.content.decode()
    made = alice_client.post(where, {"name": "Autumn", "best_of": "6", "min_evenings": "4"}, follow=True)
    assert made.status_code == 200
    autumn = Season.objects.get(club=club)
    assert (autumn.name, autumn.best_of, autumn.min_evenings) == ("Autumn", 6, 4)


def test_a_change_moves_the_table(season: Season, alice_client: Client) -> None:
    where = reverse("season_settings", args=[season.club.slug, season.slug])
    evenings = list(Tournament.objects.filter(season=season).order_by("pk"))
    typed: dict[str, Any] = {"name": "Spring", "best_of": "", "min_evenings": "3"}
    typed |= {f"weight-{evening.pk}": "1" for evening in evenings}
    assert 'value="1"' in alice_client.get(where).content.decode()
    none = alice_client.post(where, {**typed, f"weight-{evenings[1].pk}": "0"})
    assert none.status_code == 422
    changed = alice_client.post(where, {**typed, f"weight-{evenings[1].pk}": "2"})
    assert changed.status_code == 302
    assert seasons.refresh(season.pk)
    _head, *lines = rows(Client(), season)
    assert [line[0] for line in lines] == ["", "", "", ""]  # nobody has three evenings yet
    assert [(line[1], line[-4]) for line in lines[:2]] == [("Bo", "100"), ("Ada", "90")]


def test_an_evening_without_somebody_is_an_empty_cell_even_where_it_does_not_count(
    club: Club, by_alice: By
) -> None:
    season = seasons.create_season(club, name="Winter", by=by_alice, best_of=2)
    people = make_players(club, 4, by=by_alice)
    for who in (people[:3], people[1:], people[1:]):
        evening = make_evening(club, by=by_alice, sizes=(3,), season=season, players=who)
        evening.play_round()
    seasons.refresh(season.pk)
    _head, *lines = rows(Client(), season)
    assert "None" not in str(lines)
    [ada] = [line for line in lines if line[1] == "Ada"]
    assert ada[3:5] == ["", ""]
