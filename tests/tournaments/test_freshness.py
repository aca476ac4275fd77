"""Who saved a sheet reads no older list, also while the worker is busy with something else."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Club, User
from clubs.services.clubs import give_role
from tests.evenings import Evening, make_evening, sheet_with_totals, tables_of
from tournaments.models import Stale

pytestmark = pytest.mark.django_db


@pytest.fixture
def saved(club: Club, by_alice: By) -> Evening:
    """A round of one table whose sheet is in; no worker has looked at it."""
    evening = make_evening(
        club, by=by_alice, n_players=4, sizes=(4,), table_points="raw", tie_breaks=["last-round", "shared"]
    )
    (table,) = tables_of(evening.publish())
    evening.enter(table, sheet_with_totals(table, [41, 32, 23, 14]))
    return evening


def desk(club: Club, by: By, role: str) -> Client:
    user = User.objects.create_user("desk", "desk@example.org", "desk-pass-1")
    give_role(club, user=user, role=role, by=by)
    client = Client()
    client.force_login(user)
    return client


def totals_by_api(client: Client, evening: Evening) -> list[str]:
    body = client.get(f"/api/v1/tournaments/{evening.tournament.uid}/standings/").json()
    return [row["total"] for row in body["rows"]]


@pytest.mark.parametrize("page", ["", "standings/", "wall/"])
def test_no_page_shows_the_desk_a_list_older_than_a_saved_sheet(
    saved: Evening, club: Club, by_alice: By, page: str
) -> None:
    shown = desk(club, by_alice, "scorekeeper").get(f"{saved.tournament.get_absolute_url()}{page}")
    assert shown.status_code == 200
    assert saved.tournament.standings.filter(after_round=1, total="41").exists()


def test_the_scorekeeper_reads_the_sheet_just_saved_by_the_api(
    saved: Evening, club: Club, by_alice: By
) -> None:
    assert totals_by_api(desk(club, by_alice, "scorekeeper"), saved) == ["41", "32", "23", "14"]


def test_a_visitor_waits_for_the_worker_and_computes_nothing(client: Client, saved: Evening) -> None:
    assert totals_by_api(client, saved) == []
    stale = Stale.objects.get(scope=saved.tournament.scope)
    assert stale.done < stale.wanted
