"""What the engine found before a draw, in words a director understands."""

from __future__ import annotations

import pytest

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


def test_an_even_share_of_smaller_tables_is_promised_only_where_it_was_found() -> None:
    found = {"code": "small_tables", "tables": 2, "low": 1, "high": 2, "message": "in the engine's words"}
    even = seating_words.notes({"notes": [found], "small_table_spread": 1}, NAMES)
    assert even == ("Everybody sits at a smaller table 1 or 2 times.",)
    uneven = seating_words.notes({"notes": [found | {"fewest": 0, "most": 3}]}, NAMES)
    assert uneven == (
        (
            "People sit at a smaller table 0 to 3 times in this draw; shared evenly it would be 1-2 times."
            " Fewer meetings again and the rounds already played came first."
        ),
    )


def test_the_visits_of_rounds_already_played_do_not_make_this_draw_uneven() -> None:
    found = {"code": "small_tables", "tables": 2, "low": 1, "high": 2, "message": "in the engine's words"}
    assert seating_words.notes({"notes": [found], "small_table_spread": 3}, NAMES) == (
        "Everybody sits at a smaller table 1 or 2 times.",
    )


def test_the_tables_of_a_hall_are_counted_and_not_listed() -> None:
    found = {"code": "repeats_certain", "tables": [4] * 60 + [3, 3], "per_two_rounds": 2, "message": ""}
    (said,) = seating_words.notes({"notes": [found]}, NAMES)
    assert said == "With 60 × 4 · 2 × 3 at least 2 pairs meet again in every two rounds."


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (
            {"rounds": [[]] * 3, "repeats": 8, "pairs_cost": 9, "bound": 9, "optimal": True},
            (
                "9 meetings again in the rounds planned, the third of a pair counted twice, the fourth three times."
                " Proven best: fewer is impossible."
            ),
        ),
        (
            {"rounds": [[]] * 2, "repeats": 3, "pairs_cost": 3, "bound": 3, "optimal": True},
            "3 pairs meet again in the rounds planned. Proven best: fewer is impossible.",
        ),
    ],
    ids=["three rounds", "two rounds"],
)
def test_what_is_proven_and_what_was_found_are_counted_alike(report: dict[str, object], said: str) -> None:
    assert seating_words.verdict(report) == said


def test_a_report_without_findings_has_no_notes() -> None:
    assert seating_words.notes({}, NAMES) == seating_words.notes({"notes": None}, NAMES) == ()
