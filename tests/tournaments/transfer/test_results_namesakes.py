"""A table of results with namesakes in it, and notes without points: out, in, and in again."""

from __future__ import annotations

import csv
import io
from datetime import date
from typing import Any

import pytest

from clubs.activity import By
from clubs.csv_tables import Problem
from clubs.models import Club, Player
from clubs.services.clubs import add_player
from games.models import Game, SheetRevision
from tests.evenings import SHORT_RULES, Evening, make_club, make_evening, make_players, tables_of
from tests.tournaments.transfer.test_results_csv import NOW, bring_in, file_of, rows_of
from tournaments.models import Tournament
from tournaments.services.transfer.results_in import build_document
from tournaments.services.transfer.results_out import results_csv
from tournaments.services.transfer.results_people import Called, read_called
from tournaments.services.transfer.results_read import read_results
from tournaments.services.transfer.workbook_out import results_workbook
from tournaments.services.transfer.workbook_read import read_results_workbook

pytestmark = pytest.mark.django_db


@pytest.fixture
def anns(club: Club, by_alice: By) -> Evening:
    """Two Anns at one table of four, one of them with a number."""
    people = [
        add_player(club, name="Ann", number="7", by=by_alice),
        add_player(club, name="Ann", by=by_alice),
    ]
    people += make_players(club, 2, by=by_alice)
    made = make_evening(club, by=by_alice, players=people, rules=SHORT_RULES, sizes=[4], n_rounds=1)
    made.publish()
    made.enter(tables_of(made.tournament.rounds.get())[0])
    return made


def rows_in(tournament: Tournament) -> list[list[str]]:
    return list(csv.reader(io.StringIO(results_csv(tournament).removeprefix("\ufeff"))))[1:]


def problems_of(raw: bytes, club: Club) -> list[Problem]:
    return build_document(read_results(raw), club, on=date(2026, 4, 1), now=NOW).problems


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("Ann (no. 7)", Called("Ann", "7")),
        ("Ann (Nr. 7)", Called("Ann", "7")),
        ("Ann (prófíll 12)", Called("Ann", profile=12)),
        ("Ann (the second)", Called("Ann (the second)")),
    ],
)
def test_what_tells_namesakes_apart_is_read_in_every_language(text: str, called: Called) -> None:
    assert read_called(text) == called


def test_namesakes_leave_told_apart_and_come_back_to_where_they_sat(anns: Evening, by_alice: By) -> None:
    club, other = anns.tournament.club, anns.entries[1].player
    rows = rows_in(anns.tournament)
    names = {row[4] for row in rows}
    assert {"Ann (no. 7)", f"Ann (profile {other.pk})"} < names
    assert not bring_in(file_of(rows), club, by_alice).changes_anything
    bare = [[*row[:4], "Ann" if row[4].startswith("Ann") else row[4], *row[5:]] for row in rows]
    assert not bring_in(file_of(bare), club, by_alice).changes_anything
    assert Player.objects.filter(name="Ann").count() == 2


def test_namesakes_stay_two_people_on_another_site_and_twice_is_harmless(anns: Evening, by_alice: By) -> None:
    assert by_alice.user is not None
    raw = file_of(rows_in(anns.tournament))
    book = results_workbook([anns.tournament])
    other = make_club(by_alice.user, "Elsewhere", house_rules=SHORT_RULES)
    bring_in(raw, other, by_alice)
    assert list(
        other.memberships.filter(player__name="Ann").order_by("number").values_list("number", flat=True)
    ) == ["", "7"]
    assert Game.objects.get(club=other).seats.count() == 4
    assert not bring_in(raw, other, by_alice).changes_anything
    assert not bring_in(
        file_of(rows_in(Tournament.objects.get(club=other))), other, by_alice
    ).changes_anything
    third = make_club(by_alice.user, "Third", house_rules=SHORT_RULES)
    document = build_document(read_results_workbook(book), third, on=date(2026, 4, 1), now=NOW).document
    assert sorted(row["name"] for row in document["players"]) == ["Ada", "Ann", "Ann", "Bo"]


def test_a_bare_name_of_two_people_of_the_evening_is_refused_with_what_to_write(
    anns: Evening, by_alice: By
) -> None:
    club, other = anns.tournament.club, anns.entries[1].player
    rows = [["March evening", 2, *row[2:]] for row in rows_of(names=("Ann", "Ada", "Bo"))]
    (problem,) = problems_of(file_of(rows), club)
    assert (problem.line, problem.column, problem.is_fatal) == (2, "player", True)
    assert f"Ann (no. 7) · Ann (profile {other.pk})" in problem.text
    rows[0][4] = "ann (No. 7)"
    assert [one for one in problems_of(file_of(rows), club) if one.is_fatal] == []


def test_a_name_of_two_members_is_asked_for_at_every_new_evening(club: Club, by_alice: By) -> None:
    club.house_rules = SHORT_RULES
    club.save()
    anns = [add_player(club, name="Ann", by=by_alice) for _n in range(2)]
    for number, evening in enumerate(("April", "May")):
        raw = file_of([[evening, *row[1:]] for row in rows_of()])
        with pytest.raises(Exception, match="Say first who this is"):
            bring_in(raw, club, by_alice)
        document = build_document(read_results(raw), club, on=date(2026, 4, 1), now=NOW).document
        uid = next(row["uid"] for row in document["players"] if row["name"] == "Ann")
        bring_in(raw, club, by_alice, decisions={uid: str(anns[number].uid)})
        assert Player.objects.get(uid=uid).merged_into == anns[number]
        assert not bring_in(raw, club, by_alice).changes_anything


def test_a_member_is_known_by_the_number_beside_the_name(club: Club, by_alice: By) -> None:
    club.house_rules = SHORT_RULES
    club.save()
    add_player(club, name="Ann", by=by_alice)
    seven = add_player(club, name="Ann", number="7", by=by_alice)
    bring_in(file_of(rows_of(names=("Ann (no. 7)", "Ben", "Cid"))), club, by_alice)
    assert Game.objects.get().seats.get(number=0).player == seven


def test_a_number_of_a_profile_of_another_site_is_asked_for(club: Club, by_alice: By) -> None:
    club.house_rules = SHORT_RULES
    club.save()
    ann = add_player(club, name="Ann", by=by_alice)
    raw = file_of(rows_of(names=(f"Ann (profile {ann.pk})", "Ben", "Cid")))
    with pytest.raises(Exception, match="Say first who this is"):
        bring_in(raw, club, by_alice)
    document = build_document(read_results(raw), club, on=date(2026, 4, 1), now=NOW).document
    uid = next(row["uid"] for row in document["players"] if row["name"] == "Ann")
    bring_in(raw, club, by_alice, decisions={uid: "new"})
    assert Game.objects.get().seats.get(number=0).player != ann
    assert not bring_in(raw, club, by_alice).changes_anything


def test_a_note_without_points_leaves_and_comes_back(club: Club, by_alice: By) -> None:
    club.house_rules = SHORT_RULES
    club.save()
    rows: list[list[Any]] = rows_of()
    rows[1][-1] = "bid out of turn"
    raw = file_of(rows)
    bring_in(raw, club, by_alice)
    evening = Tournament.objects.get()
    assert [(row[4], row[11], row[13]) for row in rows_in(evening)] == [
        ("Ann", "", ""),
        ("Ben", "", "bid out of turn"),
        ("Cid", "", ""),
    ]
    assert [seat.total for seat in Game.objects.get().seats.all()] == [11, 10, 10]
    assert not bring_in(raw, club, by_alice).changes_anything
    assert not bring_in(file_of(rows_of()), club, by_alice).changes_anything, "a file need not repeat notes"
    read = read_results_workbook(results_workbook([evening]))
    (cells,) = next(iter(read.evenings.values())).values()
    assert [cell.note for cell in sorted(cells, key=lambda cell: cell["seat"])] == ["", "bid out of turn", ""]
    rows[1][-1] = "bid twice"
    bring_in(file_of(rows), club, by_alice)
    assert SheetRevision.objects.get(number=2).sheet["deals"][0]["adjustments"] == [
        {"seat": 1, "points": 0, "reason": "bid twice"}
    ]
