"""What the engine found before a draw, in words a director understands."""

from __future__ import annotations

from tournaments.views.organise import seating_words

NAMES = {"00001": "Ada", "00002": "Bo"}


def missed(player: str, round_number: int) -> dict[str, object]:
    return {
        "code": "fixed_table_missed",
        "round": round_number,
        "player": player,
        "table": 2,
        "fixed": 1,
        "message": "in the engine's words",
    }


def test_who_cannot_have_a_fixed_table_is_named_once_however_many_rounds_it_is() -> None:
    report = {"notes": [missed("00001", 1), missed("00001", 2), missed("00002", 2)]}
    assert seating_words.notes(report, NAMES) == (
        "Ada cannot have table 1 in every round.",
        "Bo cannot have table 1 in every round.",
    )


def test_a_club_too_large_for_the_tables_is_said_in_words_of_the_page() -> None:
    found = {"code": "club_too_large", "club": "7", "players": 5, "tables": 4, "per_round": 1, "message": "7"}
    assert seating_words.notes({"notes": [found]}, NAMES) == (
        "5 people of one club at 4 tables: at least 1 pair of them meets in every round.",
    )


def test_a_report_without_findings_has_no_notes() -> None:
    assert seating_words.notes({}, NAMES) == seating_words.notes({"notes": None}, NAMES) == ()
