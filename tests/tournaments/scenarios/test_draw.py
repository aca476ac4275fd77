"""Draws that hung, or were made from half of the results, elsewhere."""

from __future__ import annotations

import time

import pytest
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.models import Club, Role, User
from clubs.services.clubs import give_role
from games.models import Game
from tests.evenings import make_evening, tables_of
from tournaments.errors import DrawRefused
from tournaments.models import Round, Tournament
from tournaments.services import desk, drawing, rounds, standings
from tournaments.services.rounds import close_round


@pytest.mark.scenario("S22")
def test_four_tables_of_four_for_fifteen_are_refused_before_anything_is_searched(
    club: Club, by_alice: By, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(*_problem: object) -> None:
        raise AssertionError("it was searched")

    evening = make_evening(club, by=by_alice, n_players=15, sizes=(4, 3))
    monkeypatch.setattr(drawing, "solved", search)
    with pytest.raises(DrawRefused, match="15"):
        evening.draw(tables=(4, 4, 4, 4))
    assert not Round.objects.exists()


@pytest.mark.scenario("S22")
def test_fifteen_people_are_seated_in_the_time_a_request_has(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=15, sizes=(4, 3))
    start = time.perf_counter()
    drafted = evening.draw()
    assert time.perf_counter() - start < 10
    assert sorted(table.seats.count() for table in tables_of(drafted)) == [3, 4, 4, 4]


@pytest.mark.scenario("S24")
def test_a_draw_by_points_names_the_table_whose_sheet_is_not_final(
    club: Club, by_alice: By, alice: User, bob: User
) -> None:
    """Bob has checked the sheet of table 1, nobody that of table 2, when round 2 is drawn by standing."""
    club.verifies_sheets = True
    club.save()
    give_role(club, user=bob, role=Role.Kind.SCOREKEEPER, by=by_alice)
    evening = make_evening(club, by=by_alice, n_players=8, sizes=(4,), draw="swiss")
    published = evening.publish()
    first, second = tables_of(published)
    for table in (first, second):
        evening.enter(table)
    reading = [total or 0 for total in desk.totals_of(Game.objects.get(table=first))]
    desk.verify_sheet(first, reading=reading, by=By(bob, "web"), seen="1")
    close_round(published, by=by_alice)
    standings.refresh(evening.tournament.pk)
    evening.tournament.refresh_from_db()
    drafted = evening.draw()
    client = Client()
    client.force_login(alice)
    board = reverse("draw", args=[evening.tournament.slug])
    page = client.get(board).content.decode()
    assert "Table 2 of round 1 is not final yet." in page
    assert "Table 1 of round 1 is not final yet." not in page
    reading = [total or 0 for total in desk.totals_of(Game.objects.get(table=second))]
    desk.verify_sheet(second, reading=reading, by=By(bob, "web"), seen="1")
    standings.refresh(evening.tournament.pk)
    now = Tournament.objects.get(pk=evening.tournament.pk).version
    assert now > drafted.results_version
    page = client.get(board).content.decode()
    assert f"drawn from version {drafted.results_version}, now {now}" in page
    assert rounds.publish_round(drafted, by=by_alice).state == Round.State.PUBLISHED
