"""Points of one deal (rules.md 2.2). Paper sheets and hosted games call the same function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .packs import RAGE
from .rule_parts import MissedColumns, Scoring

if TYPE_CHECKING:
    from .rules import RuleSet


def deal_points(
    rules: RuleSet,
    *,
    hand_size: int,
    bid: int,
    tricks: int | None = None,
    made: bool | None = None,
    plus_fives: int = 0,
    minus_fives: int = 0,
) -> int | None:
    """What one seat scores in one deal; None when the score cannot be told.

    With tricks known, `made` is not looked at. Without them a made bid means that many tricks, and a missed
    one scores only where its value does not depend on the tricks. The ±5 cards count with any pack that has
    them; whether it does is a problem of the sheet (`plus-fives.deck`).

    >>> from games.engine.rules import RuleSet
    >>> deal_points(RuleSet.from_value("rage"), hand_size=10, bid=3, tricks=3, plus_fives=1)
    18
    """
    scoring = rules.scoring
    fives = 0
    if (plus_fives or minus_fives) and rules.family == RAGE:
        fives = scoring.plus_five * plus_fives + scoring.minus_five * minus_fives
    if tricks is None:
        if made is None:
            return None
        if not made:
            missed = _missed_without_tricks(scoring, bid)
            return None if missed is None else missed + fives
        tricks = bid
    return _known_points(scoring, hand_size, bid, tricks) + fives


def points_table(rules: RuleSet, hand_size: int) -> list[list[int]]:
    """Points by bid and tricks, 0 to `hand_size` each, without ±5 cards: `table[bid][tricks]`."""
    span = range(hand_size + 1)
    return [[_known_points(rules.scoring, hand_size, bid, tricks) for tricks in span] for bid in span]


def _known_points(scoring: Scoring, hand_size: int, bid: int, tricks: int) -> int:
    """The formula without the ±5 cards."""
    rate = scoring.trick_always
    if scoring.sweep is not None and tricks == hand_size >= scoring.sweep.min_hand:
        rate = scoring.sweep.per_trick
    result = _made(scoring, hand_size, tricks) if bid == tricks else _missed(scoring, bid, tricks)
    return rate * tricks + result


def _made(scoring: Scoring, hand_size: int, tricks: int) -> int:
    if tricks == 0 and scoring.made_zero is not None:
        return scoring.made_zero.base + scoring.made_zero.per_card * hand_size
    for bid, points in scoring.made_at or ():
        if bid == tricks:
            return points
    if scoring.concat:
        return int(f"1{tricks}") if tricks >= 0 else tricks
    made = scoring.made
    return made.base + made.per_trick * tricks + made.square * tricks * tricks


def _missed(scoring: Scoring, bid: int, tricks: int) -> int:
    column = scoring.missed_zero if bid == 0 and scoring.missed_zero is not None else scoring.missed
    if isinstance(column, MissedColumns):
        column = column.over if tricks > bid else column.under
    off = abs(bid - tricks)
    return (
        column.base
        + column.per_trick * tricks
        + column.per_off * off
        + column.square_off * off * off
        + column.triangular_off * (off * (off + 1) // 2)
        + column.per_bid * bid
    )


def _missed_without_tricks(scoring: Scoring, bid: int) -> int | None:
    """A missed bid of unknown tricks; a bid of zero can only be missed by taking more."""
    column = scoring.missed_zero if bid == 0 and scoring.missed_zero is not None else scoring.missed
    if isinstance(column, MissedColumns):
        if column.over != column.under:
            return None
        column = column.over
    return None if scoring.trick_always or column.needs_tricks else column.base + column.per_bid * bid
