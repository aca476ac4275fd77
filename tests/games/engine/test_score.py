"""A whole sheet scored: dealers, totals, places, facts by seat, written points (rules.md 5.4)."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.engine import score_sheet
from tests.games.engine.sheets import codes, deal, listed, played_sheets, sheet


def test_the_deal_passes_to_the_left() -> None:
    """T3, G5."""
    one = deal(1, [0, 1, 0], [0, 1, 0])
    assert score_sheet(sheet([one] * 4, first_dealer=1)).dealers == (1, 2, 0, 1)


def test_the_writer_deals_first_in_rage() -> None:
    """R2, E22: the sheet carries the writer's seat as its first dealer."""
    assert score_sheet(sheet([deal(1, [0, 1, 0], [0, 1, 0])] * 2, preset="rage", first_dealer=2)).dealers == (
        2,
        0,
    )


def test_without_a_first_dealer_no_dealer_is_known() -> None:
    assert score_sheet(sheet([deal(1, [0, 1, 0], [0, 1, 0])] * 2, first_dealer=None)).dealers == (None, None)


def test_a_void_deal_keeps_its_dealer_and_an_absent_seat_deals_not() -> None:
    """E22, E26."""
    one = deal(1, [0, 1, 0], [0, 1, 0])
    away = deal(1, [0, None, 1], [0, None, 1], out=[1])
    assert score_sheet(sheet([one, {**one, "void": True}, away, one])).dealers == (0, 1, 2, 0)


def test_a_deal_in_which_everyone_sat_out_has_no_dealer() -> None:
    blank = deal(1, [None] * 3, [None] * 3, out=[0, 1, 2])
    one = deal(1, [0, 1, 0], [0, 1, 0])
    assert score_sheet(sheet([blank, one])).dealers == (None, 0)


def test_joining_late_is_sitting_out_and_a_credit() -> None:
    """E22, E29: not there yet is null, not zero."""
    first = deal(1, [0, 1, None], [0, 1, None], out=[2])
    credit = [{"seat": 2, "points": 10, "reason": "joined after one deal"}]
    second = deal(2, [0, 1, 0], [0, 2, 0], adjustments=credit)
    score = score_sheet(sheet([first, second]))
    assert score.points == ((10, 11, None), (10, 0, 20))
    assert score.totals == (20, 11, 20)
    assert score.deals_played == (2, 2, 1)


def test_totals_may_be_negative() -> None:
    """E29."""
    score = score_sheet(sheet([deal(2, [2, 2, 2], [1, 1, 0])], preset="rage"))
    assert score.totals == (-4, -4, -5)
    assert score.places == (1, 1, 3)


def test_a_player_keeps_a_sheet_of_his_own() -> None:
    """G1: one player's own column is a sheet in which the others are blank."""
    score = score_sheet(sheet([deal(1, [0, None, None], [0, None, None])]))
    assert score.points == ((10, None, None),)
    assert score.totals == (10, 0, 0)


def test_facts_by_seat_count_what_is_known() -> None:
    deals = [
        deal(2, [0, 1, 2], [0, 1, 1]),
        deal(3, [0, 1, 2], [2, 1, 0]),
        deal(2, [1, 1, 0], None, made=[True, False, True]),
        deal(2, [1, 1, None], [1, None, 1]),
        deal(2, [0, 1, 2], [0, 1, 1], void=True),
    ]
    score = score_sheet(sheet(deals))
    assert score.deals_played == (4, 3, 3)
    assert score.bids_made == (3, 2, 1)
    assert score.zero_bids == (2, 0, 1)
    assert score.zeros_made == (1, 0, 1)
    assert score.overs == (1, 0, 0)
    assert score.unders == (0, 0, 2)


def test_the_last_deal_points_are_those_of_the_last_deal_that_was_not_void() -> None:
    one = deal(1, [0, 1, 0], [0, 1, 0])
    assert score_sheet(sheet([one, {**one, "void": True}])).last_deal_points == (10, 11, 10)
    assert score_sheet(
        sheet([], rules="oh-hell", players=["Evelyn", "Frank", "George"])
    ).last_deal_points == (
        None,
        None,
        None,
    )


def test_written_points_count_where_a_club_says_so_and_disagreement_is_still_told() -> None:
    first = deal(1, [0, 1, 0], [0, 1, 0], paper_points=[20, 21, None])
    second = deal(1, [0, 1, 0], [0, 1, 0], paper_points=[5, 4, 10])
    score = score_sheet(sheet([first, second], count="written", paper_totals=[None, 26, 10]))
    assert score.points == ((20, 21, None), (5, 4, 10))
    assert score.running == ((20, 21, 0), (25, 25, 10))
    assert score.totals == (25, 26, 10)
    assert score.places == (2, 1, 3)
    assert codes(score).count("points.mismatch") == 4
    assert codes(score).count("totals.mismatch") == 2


def test_an_empty_sheet_has_totals_and_places() -> None:
    score = score_sheet(sheet([], rules="oh-hell", players=["Evelyn", "Frank", "George"]))
    assert (score.totals, score.places, score.points) == ((0, 0, 0), (1, 1, 1), ())


def test_leaving_suspects_out_changes_nothing_else() -> None:
    document = sheet([deal(2, [1, 0, 2], [1, 1, 1])], paper_totals=[11, 0, 12])
    full, quick = score_sheet(document), score_sheet(document, with_suspects=False)
    assert full.suspects
    assert quick.suspects == ()
    assert {**full.to_json(), "suspects": []} == quick.to_json()


@given(played_sheets())
def test_totals_are_the_sums_of_the_points(document: dict[str, Any]) -> None:
    score = score_sheet(document)
    for seat, total in enumerate(score.totals):
        assert total == sum(row[seat] or 0 for row in score.points)
    if score.running:
        assert score.running[-1] == score.totals


@given(played_sheets(), st.data())
def test_permuting_the_seats_permutes_the_result(document: dict[str, Any], data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(document["players"]))))
    columns = ("bids", "tricks", "plus_fives", "minus_fives")
    deals = [
        {key: [entry[seat] for seat in order] if key in columns else entry for key, entry in one.items()}
        for one in document["deals"]
    ]
    before = score_sheet(document)
    after = score_sheet({**document, "deals": deals, "first_dealer": None})
    assert list(after.totals) == [before.totals[seat] for seat in order]
    assert list(after.places) == [before.places[seat] for seat in order]
    assert list(after.bids_made) == [before.bids_made[seat] for seat in order]


def test_the_rules_of_the_sheet_decide_the_tie() -> None:
    """E24."""
    deals = [deal(2, [0, 1, 1], [0, 1, 1]), deal(2, [1, 0, 1], [1, 0, 1])]
    last = score_sheet(sheet(deals, rules=listed("oh-hell", [2, 2], 3, tie_break=["last-deal", "shared"])))
    assert last.places == (2, 3, 1)
    assert [tie.to_json() for tie in last.decided_by] == [{"seats": [0, 1], "by": ["last-deal"]}]
    shared = score_sheet(sheet(deals, rules=listed("oh-hell", [2, 2], 3, tie_break=["shared"])))
    assert shared.places == (2, 2, 1)
