"""The sheet of a hosted game and its result, by the one arithmetic of all sheets (rules.md 2.4, 5.4)."""

from __future__ import annotations

from .game import DealRecord, GameState
from .score import Score, score_sheet
from .sheet import Adjustment, Deal, Decider, Sheet


def game_sheet(state: GameState) -> Sheet:
    """The score sheet of the deals so far, void ones included; the deal in progress is not on it."""
    return Sheet(
        rules=state.rules,
        players=state.players,
        first_dealer=state.first_dealer,
        deals=tuple(
            _sheet_deal(state, entry, record)
            for entry, record in enumerate(state.records)
            if record.decider is None
        ),
        decider=tuple(
            _sheet_decider(record)
            for record in state.records
            if record.decider is not None and not record.is_void
        ),
        paper_totals=(None,) * state.n_seats,
    )


def _sheet_deal(state: GameState, entry: int, record: DealRecord) -> Deal:
    nothing = (None,) * state.n_seats
    has_score = not record.is_void
    has_fives = has_score and state.deck.has_actions
    return Deal(
        hand_size=record.hand_size,
        bids=record.bids if has_score else nothing,
        tricks=_present(record, record.tricks) if has_score else nothing,
        made=nothing,
        plus_fives=_present(record, record.plus_fives) if has_fives else nothing,
        minus_fives=_present(record, record.minus_fives) if has_fives else nothing,
        paper_points=nothing,
        paper_running=nothing,
        trump=state.deck.colour_text(record.trump),
        void=record.is_void,
        out=record.out,
        adjustments=tuple(
            Adjustment(adjustment.seat, adjustment.points, adjustment.reason)
            for adjustment in state.adjustments
            if adjustment.entry == entry
        ),
    )


def _present(record: DealRecord, column: tuple[int, ...]) -> tuple[int | None, ...]:
    """The column with blanks for the seats that sat out."""
    return tuple(None if seat in record.out else count for seat, count in enumerate(column))


def _sheet_decider(record: DealRecord) -> Decider:
    seats = record.decider or ()
    return Decider(
        seats=seats,
        hand_size=record.hand_size,
        bids=tuple(record.bids[seat] for seat in seats),
        tricks=tuple(record.tricks[seat] for seat in seats),
        plus_fives=tuple(record.plus_fives[seat] for seat in seats),
        minus_fives=tuple(record.minus_fives[seat] for seat in seats),
    )


def result(state: GameState) -> Score:
    """Totals, places and ties of the deals so far."""
    return score_sheet(game_sheet(state), with_suspects=False)


def decider_due(state: GameState) -> tuple[int, ...] | None:
    """The seats that must play a decider now; None before the last deal of the schedule or without such a tie."""
    if state.next_deal < len(state.sizes):
        return None
    return result(state).needs_decider or None
