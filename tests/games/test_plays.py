"""What was played, deal by deal, as the seat keeps it."""

from __future__ import annotations

from typing import Any

from games.engine import Sheet, score_sheet
from games.services.plays import Outcome, Tally, plays_of

RULES = {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [1, 2, 3]}}


def plays(deals: list[dict[str, Any]], seat: int, **span: Any) -> list[list[int]]:
    sheet = Sheet.from_value(
        {"format": "sheet/1", "rules": RULES, "players": ["a", "b", "c"], "first_dealer": 0, "deals": deals}
    )
    return plays_of(sheet, score_sheet(sheet), seat, **span)


DEALS: list[dict[str, Any]] = [
    {"hand_size": 1, "bids": [0, 0, 0], "tricks": [1, 0, 0]},
    {"hand_size": 2, "bids": [1, 1, 1], "tricks": [0, 1, 1]},
    {"hand_size": 3, "bids": [2, None, 1], "made": [False, None, True]},
]


def test_a_play_tells_size_bid_outcome_and_dealer() -> None:
    assert plays(DEALS, 0) == [[1, 0, Outcome.OVER, 1], [2, 1, Outcome.UNDER, 0], [3, 2, Outcome.MISSED, 0]]
    assert plays(DEALS, 1) == [[1, 0, Outcome.MADE, 0], [2, 1, Outcome.MADE, 1]], "a blank bid is no play"


def test_a_substitute_has_the_plays_of_the_own_deals_alone() -> None:
    assert plays(DEALS, 2, start=1) == [[2, 1, Outcome.MADE, 0], [3, 1, Outcome.MADE, 1]]
    assert plays(DEALS, 2, end=0) == [[1, 0, Outcome.MADE, 0]]


def test_a_void_deal_and_a_seat_that_sat_out_are_no_plays() -> None:
    assert plays([{**DEALS[0], "void": True}], 0) == []
    out = {"hand_size": 1, "bids": [0, 0, None], "tricks": [1, 0, None], "out": [2]}
    assert plays([out], 2) == []


def test_a_tally_agrees_with_what_the_engine_counts() -> None:
    sheet = Sheet.from_value(
        {"format": "sheet/1", "rules": RULES, "players": ["a", "b", "c"], "first_dealer": 0, "deals": DEALS}
    )
    for seat, facts in enumerate(score_sheet(sheet).seats):
        tally = Tally(plays(DEALS, seat))
        counted = (tally.n, tally.made, tally.zeros, tally.zero_made, tally.over, tally.under)
        assert counted == (
            facts.deals_played,
            facts.bids_made,
            facts.zero_bids,
            facts.zeros_made,
            facts.overs,
            facts.unders,
        )
