"""Rows that contradict each other or cannot have been so are named with their row before anything is stored."""

from __future__ import annotations

from datetime import date

import pytest

from clubs.activity import By
from clubs.models import Club
from tests.evenings import SHORT_RULES
from tests.tournaments.transfer.test_results_csv import NOW, bring_in, file_of, rows_of
from tournaments.models import Tournament
from tournaments.services.transfer import incoming
from tournaments.services.transfer.results_in import build_document
from tournaments.services.transfer.results_read import read_results

pytestmark = pytest.mark.django_db


@pytest.fixture
def short_club(club: Club) -> Club:
    club.house_rules = SHORT_RULES
    club.save()
    return club


def told(raw: bytes, club: Club) -> list[tuple[int, str, bool]]:
    shown = incoming.preview(raw, club, day=date(2026, 4, 1))
    return [(one.line, one.column, one.is_fatal) for one in shown.problems]


def texts(raw: bytes, club: Club) -> str:
    built = build_document(read_results(raw), club, on=date(2026, 4, 1), now=NOW)
    return " ".join(one.text for one in built.problems)


def test_somebody_twice_at_a_table_is_named_with_row_and_seat(short_club: Club) -> None:
    raw = file_of(rows_of(names=("Ann", "Ben", "ann")))
    assert told(raw, short_club) == [(4, "player", True)]
    assert "ann sits on seat 1 of this table already" in texts(raw, short_club)


def test_somebody_at_two_tables_of_a_round_is_named_with_row_and_tables(short_club: Club) -> None:
    other = [[*row[:2], 2, *row[3:]] for row in rows_of(names=("Dot", "Ben", "Eva"))]
    raw = file_of(rows_of() + other)
    assert told(raw, short_club) == [(6, "player", True)]
    assert "Ben sits at table 1 in round 1 already" in texts(raw, short_club)


def test_a_hand_has_one_dealer(short_club: Club) -> None:
    rows = rows_of()
    rows[0][7] = 1
    assert told(file_of(rows), short_club) == [(4, "dealer", True)]
    rows[0][7] = rows[2][7] = 0
    assert told(file_of(rows), short_club) == []


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        ((0, 0, 0), [(2, "tricks", False)]),
        ((1, 1, 0), [(2, "tricks", False)]),
        ((7, 0, 0), [(2, "bid", False), (2, "tricks", False), (2, "tricks", False)]),
    ],
)
def test_a_hand_that_cannot_have_been_so_is_named_and_comes_in_as_from_paper(
    short_club: Club, by_alice: By, tricks: tuple[int, ...], expected: list[tuple[int, str, bool]]
) -> None:
    raw = file_of(rows_of(tricks=tricks))
    assert sorted(told(raw, short_club)) == expected
    bring_in(raw, short_club, by_alice)
    assert Tournament.objects.exists()
