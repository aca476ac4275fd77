"""The page of a season beside its places: games, bids made, how it is computed, and why somebody stands there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from clubs.activity import By
from clubs.models import Club, Player
from tests.evenings import Evening, make_evening, make_players, sheet_with_totals, tables_of
from tournaments.models import Season
from tournaments.services import desk, rounds, seasons, standings
from tournaments.services.freezing import freeze
from tournaments.services.verifying import differences


def words(client: Client, season: Season) -> str:
    page = client.get(season.get_absolute_url()).content.decode()
    return " ".join(strip_tags(page.replace("<", " <")).split())


def figures(season: Season) -> dict[str, tuple[int, int, int]]:
    seasons.refresh(season.pk)
    rows = season.standings.select_related("player")
    return {
        row.player.name: tuple(row.columns["figures"][name] for name in ("games", "bids", "bids_made"))
        for row in rows
    }


def play(evening: Evening, counted: Counter[tuple[str, str]]) -> None:
    """A round with sheets of bids and tricks, added up here by hand."""
    played = evening.publish()
    for table in tables_of(played):
        sheet = evening.random_sheet(table)
        evening.enter(table, sheet)
        for seat in table.seats.order_by("seat").select_related("entry__player"):
            name = seat.entry.player.name
            counted[name, "games"] += 1
            for deal in sheet["deals"]:
                counted[name, "bids"] += 1
                counted[name, "made"] += deal["bids"][seat.seat] == deal["tricks"][seat.seat]
    rounds.close_round(played, by=evening.by)
    standings.refresh(evening.tournament.pk)
    evening.tournament.refresh_from_db()


def test_games_and_bids_are_those_of_the_sheets(client: Client, club: Club, by_alice: By) -> None:
    season = seasons.create_season(club, name="Spring", by=by_alice, best_of=1)
    people = make_players(club, 9, by=by_alice)
    counted: Counter[tuple[str, str]] = Counter()
    for there in (people[:8], people[1:]):
        evening = make_evening(club, by=by_alice, sizes=(4,), season=season, players=there)
        play(evening, counted)
        play(evening, counted)

    def by_hand() -> dict[str, tuple[int, int, int]]:
        return {
            person.name: (
                counted[person.name, "games"],
                counted[person.name, "bids"],
                counted[person.name, "made"],
            )
            for person in people
        }

    assert figures(season) == by_hand()
    assert list(differences()) == []
    ada = season.standings.get(player=people[0])
    share = round(100 * ada.columns["figures"]["bids_made"] / 6)
    assert f"Games 2 Bids made {share} %" in words(client, season)
    void = tables_of(evening.publish())[0]
    evening.enter(void)
    desk.void_table(void, reason="beer", by=by_alice)
    standings.refresh(evening.tournament.pk)
    assert figures(season) == by_hand()  # a void game is none
    freeze(evening.tournament, after=1, by=by_alice)
    standings.refresh(evening.tournament.pk)
    shown = figures(season)
    assert shown["Ada"] == by_hand()["Ada"]
    assert "Ida" not in shown  # she played only in the evening that hides its list


def test_a_corrected_bid_moves_the_share_though_no_place_moves(club: Club, by_alice: By) -> None:
    season = seasons.create_season(club, name="Spring", by=by_alice)
    evening = make_evening(club, by=by_alice, n_players=4, sizes=(4,), season=season, n_rounds=1)
    played = evening.publish()
    [table] = tables_of(played)
    sheet = sheet_with_totals(table, [40, 30, 20, 10])
    evening.enter(table, sheet)
    rounds.close_round(played, by=by_alice)
    rounds.close_tournament(evening.tournament, by=by_alice)
    standings.refresh(evening.tournament.pk)
    assert set(figures(season).values()) == {(1, 1, 1)}
    sheet["deals"][0]["made"] = [True, True, True, False]
    evening.enter(table, sheet, reason="misread")
    standings.refresh(evening.tournament.pk)
    assert sorted(figures(season).values()) == [(1, 1, 0), (1, 1, 1), (1, 1, 1), (1, 1, 1)]


def three_level(club: Club, by: By, **settings: object) -> tuple[Season, list[Player]]:
    """Two evenings of three: Ada and Bo are level on 60, Ada won one, and Cleo is behind them."""
    season = seasons.create_season(club, name="Spring", by=by, **settings)  # type: ignore[arg-type]
    people = make_players(club, 3, by=by)
    for points in ((40, 30, 10), (20, 30, 35)):
        one_table(club, season, people, points, by)
    seasons.refresh(season.pk)
    return season, people


def one_table(club: Club, season: Season, people: Sequence[Player], points: Sequence[int], by: By) -> Evening:
    evening = make_evening(
        club, by=by, sizes=(3,), season=season, players=people, n_rounds=1, table_points="raw"
    )
    played = evening.publish()
    [table] = tables_of(played)
    worth = dict(zip([person.pk for person in people], points, strict=True))
    evening.enter(
        table,
        sheet_with_totals(table, [worth[seat.entry.player_id] for seat in table.seats.order_by("seat")]),
    )
    rounds.close_round(played, by=by)
    standings.refresh(evening.tournament.pk)
    return evening


def test_the_line_says_why_in_evenings(client: Client, club: Club, by_alice: By) -> None:
    season, _people = three_level(club, by_alice)
    page = words(client, season)
    assert "Ada level with Bo on 60: ahead by evenings won, 1 against 0" in page
    assert "Bo level with Ada: behind by evenings won, 0 against 1" in page
    assert "1. evenings won 2. best evenings one by one" in page


def test_the_page_says_how_the_table_is_computed(client: Client, club: Club, by_alice: By) -> None:
    season, people = three_level(club, by_alice, best_of=2, min_evenings=2)
    guest = make_players(club, 4, by=by_alice)[3]
    final = one_table(club, season, [people[0], people[1], guest], (5, 10, 50), by_alice)
    seasons.change_season(
        season,
        name="Spring",
        best_of=2,
        min_evenings=2,
        weights={final.tournament.pk: Decimal("1.5")},
        by=by_alice,
    )
    seasons.refresh(season.pk)
    page = words(client, season)
    assert "How the table is computed" in page
    assert "Of each player the best 2 evenings are added up; the others are struck." in page
    assert "Whoever came to fewer than 2 evenings stands in the table without a place" in page
    assert "counts 1.5 times" in page
    assert "fewer evenings than a place asks for" in page
    told = client.get(f"/api/v1/seasons/{season.uid}/table/").json()["rows"]
    assert {(row["n_games"], row["n_bids"], row["bids_made"]) for row in told} == {
        (3, 3, 3),
        (2, 2, 2),
        (1, 1, 1),
    }
    table = client.get(reverse("season_csv", args=[club.slug, season.slug])).content.decode()
    assert table.splitlines()[0].endswith("Total,Games,Bids,Bids made")
