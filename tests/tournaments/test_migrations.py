"""Lists that were stored by an earlier version: after the migrations and the sweep they are what their facts give."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import F
from django.utils import timezone

from clubs.activity import By
from clubs.models import Club
from config.catching_up import catch_up
from tests.evenings import Evening, make_evening, make_players, sheet_with_totals, tables_of
from tournaments.models import Decider, Season, SeasonStanding, Stale, Standing
from tournaments.services import marks, rounds, seasons, standings
from tournaments.services.cutting import make_cut
from tournaments.services.verifying import differences

pytestmark = pytest.mark.django_db(transaction=True)


def migrate_to(name: str | None = None) -> None:
    """The tournaments' tables as they were after migration `name`; None: as they are now."""
    executor = MigrationExecutor(connection)
    latest = [node for node in executor.loader.graph.leaf_nodes() if node[0] == "tournaments"]
    executor.migrate([("tournaments", name)] if name else latest)


@pytest.fixture
def season(club: Club, by_alice: By) -> Iterator[Season]:
    """An evening with a final from zero and one of shares, brought up to date."""
    season = seasons.create_season(club, name="Spring", by=by_alice)
    people = make_players(club, 6, by=by_alice)
    final = make_evening(club, by=by_alice, sizes=(3,), season=season, players=people, table_points="raw")
    play(final)
    make_cut(final.tournament, n=3, how="larger", by=by_alice)
    final.tournament.refresh_from_db()
    play(final)
    shares = make_evening(
        club, by=by_alice, sizes=(3,), season=season, players=people, table_points="share:3", name="Shares"
    )
    play(shares)
    catch_up()
    yield season
    migrate_to()


def play(evening: Evening) -> None:
    played = evening.publish()
    for table in tables_of(played):
        evening.enter(table, sheet_with_totals(table, [10 * n for n in (4, 2, 1, 3)][: table.seats.count()]))
    rounds.close_round(played, by=evening.by)
    standings.refresh(evening.tournament.pk)
    evening.tournament.refresh_from_db()


def as_they_were_stored(season: Season) -> None:
    """Rows of before 0013: without what all stages made, and the season's table made from them; nothing is marked."""
    for row in Standing.objects.all():
        row.columns.pop("made", None)
        row.digest = "of an earlier arithmetic"
        row.save()
    rows = seasons.derive(season, version=1)
    season.standings.all().delete()
    SeasonStanding.objects.bulk_create(rows)


def marked() -> set[str]:
    return {scope.partition(":")[0] for scope in marks.left()}


@pytest.mark.parametrize(
    ("before", "after", "kinds"),
    [
        ("0012_presence_unknown", "0013_season_points_of_finals", {"tournament"}),
        ("0013_season_points_of_finals", "0014_season_wins_by_place", {"season"}),
        ("0014_season_wins_by_place", "0015_season_worth_of_finals", {"tournament"}),
        ("0012_presence_unknown", None, {"tournament", "season"}),
    ],
)
def test_stored_lists_follow_after_the_migrations(
    season: Season, before: str, after: str | None, kinds: set[str]
) -> None:
    rebuilt = stored(season)
    migrate_to(before)
    as_they_were_stored(season)
    assert marked() == set()
    assert stored(season) != rebuilt
    migrate_to(after)
    assert marked() == kinds
    migrate_to()
    catch_up()
    assert not Stale.objects.filter(done__lt=F("wanted")).exists()
    assert stored(season) == rebuilt
    assert list(differences()) == []


def test_season_tables_get_their_figures_after_the_migration(season: Season) -> None:
    rebuilt = stored(season)
    migrate_to("0015_season_worth_of_finals")
    for row in season.standings.all():
        assert row.columns.pop("figures")["games"]
        row.save()
    assert marked() == set()
    assert stored(season) != rebuilt
    migrate_to("0016_season_figures")
    assert marked() == {"season"}
    migrate_to()
    catch_up()
    assert stored(season) == rebuilt


def test_extra_games_of_before_are_no_decisions_of_the_director(season: Season) -> None:
    evening = season.tournaments.order_by("pk")[0]
    migrate_to("0016_season_figures")
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tournaments_decider (tournament_id, points, reason, via, at) VALUES (%s, %s, %s, %s, %s)",
            [evening.pk, "[]", "", "web", timezone.now()],
        )
    migrate_to()
    assert [decider.kind for decider in evening.deciders.all()] == [Decider.Kind.GAME]


def stored(season: Season) -> list[object]:
    lists = Standing.objects.order_by("tournament", "after_round", "position")
    return [
        *lists.values_list("entry", "place", "total", "columns"),
        *season.standings.order_by("position").values_list("player", "place", "total", "columns"),
    ]


def test_evenings_whose_lists_stay_are_not_marked(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, table_points="rank")
    evening.play_round()
    try:
        migrate_to("0012_presence_unknown")
        assert marked() == set()
        migrate_to()
        assert marked() == set()
    finally:
        migrate_to()
