"""Who saved a sheet reads no older list, also while the worker is busy with something else."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.models import Club, User
from clubs.services.clubs import give_role
from games.models import SheetDraft
from tests.evenings import Evening, make_evening, sheet_with_totals, tables_of
from tournaments.models import Stale, TableLink
from tournaments.services import cut_lines, cutting, marks, results, rounds
from tournaments.services.drawing import facts_key, question_of
from tournaments.services.links import token_of

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


def through(evening: Evening) -> int:
    """Sheet of the only table, sent by its link; the number of lists that stand when the phone has its answer."""
    (table,) = tables_of(evening.publish())
    link = TableLink.objects.get(table=table)
    sheet = sheet_with_totals(table, [41, 32, 23, 14])
    results.type_on_sheet(table, changes={"0.bids.0": 0}, seen=0, by=evening.by, client_key="desk")
    version = SheetDraft.objects.get().version
    sent = Client().post(
        reverse("table_writer", args=[token_of(link)]),
        {"act": "send", "seen": version, "revision": 0, "client_key": "a", "ended_early": "1"},
    )
    assert (sent.status_code, sheet["count"]) == (302, "written")
    return evening.tournament.standings.count()


def test_a_table_writer_finds_the_sheet_just_sent_in_the_list(
    club: Club, by_alice: By, client: Client
) -> None:
    evening = make_evening(club, by=by_alice, n_players=4, sizes=(4,))
    assert through(evening) == 4
    stale = Stale.objects.get(scope=evening.tournament.scope)
    assert stale.done == stale.wanted
    assert len(totals_by_api(client, evening)) == 4


@pytest.fixture
def level(club: Club, by_alice: By) -> Evening:
    """A closed round of eight with two level on the line of four; the worker has done its work so far."""
    evening = make_evening(
        club, by=by_alice, n_players=8, sizes=(4,), table_points="raw", tie_breaks=["decider", "shared"]
    )
    played = evening.publish()
    for table, totals in zip(tables_of(played), ([80, 60, 40, 10], [70, 40, 30, 20]), strict=True):
        evening.enter(table, sheet_with_totals(table, totals))
    rounds.close_round(played, by=by_alice)
    return evening


def test_the_page_of_the_final_shows_the_line_of_the_sheets_as_they_are(level: Evening, alice: User) -> None:
    client = Client()
    client.force_login(alice)
    page = client.get(reverse("final", args=[level.tournament.slug]))
    assert page.context["line"].n == 4
    assert len(page.context["line"].level) == 2


def test_an_extra_game_moves_the_line_on_the_very_next_page(level: Evening, alice: User) -> None:
    client = Client()
    client.force_login(alice)
    address = reverse("final", args=[level.tournament.slug])
    first, second = client.get(address).context["level"]
    said = {f"points-{first.entry_id}": "10", f"points-{second.entry_id}": "0"}
    shown = client.post(address, {"act": "decider", "seen": "0", **said}, follow=True)
    assert shown.context["line"].level == ()
    assert [person.entry_id for person in shown.context["through"]][-1] == first.entry_id
    seen = shown.context["line"].digest
    cut = client.post(address, {"act": "cut", "n": "4", "after": "1", "n_rounds": "1", "seen": seen})
    assert cut.status_code == 302
    (stands,) = cut_lines.cuts_of(level.tournament)
    assert second.entry_id not in stands.entries


def test_prizes_and_programs_read_the_extra_game_at_once(level: Evening, alice: User) -> None:
    client = Client()
    client.force_login(alice)
    api = f"/api/v1/tournaments/{level.tournament.uid}"
    assert len(client.get(f"{api}/cuts/line/", {"n": 4}).json()["through"]) == 3
    cutting.record_decider(
        level.tournament, {level.entries[0]: 5, level.entries[1]: 7}, by=level.by, reason="one card each"
    )
    assert client.get(reverse("prizes", args=[level.tournament.slug])).status_code == 200
    assert not marks.is_behind(level.tournament.scope)


def test_a_draw_by_score_reads_the_sheet_just_saved(saved: Evening) -> None:
    saved.tournament.draw = "swiss"
    saved.tournament.save(update_fields=["draw"])
    scores: Any = question_of(saved.tournament, 2).problem.scores
    assert sorted(dict(scores).values()) == [14, 23, 32, 41]
    assert not marks.is_behind(saved.tournament.scope)


def test_a_sheet_saved_while_the_draw_was_searched_is_seen_before_it_is_stored(saved: Evening) -> None:
    before = facts_key(saved.tournament)
    table = tables_of(saved.tournament.rounds.get(number=1))[0]
    saved.enter(table, sheet_with_totals(table, [14, 23, 32, 41]), reason="read again", expected_revision=1)
    assert facts_key(saved.tournament) != before


def test_a_plan_waits_for_no_list(saved: Evening) -> None:
    question_of(saved.tournament, 2)
    assert marks.is_behind(saved.tournament.scope)
