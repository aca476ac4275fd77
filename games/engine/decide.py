"""Judging commands: the events they cause, or a typed refusal that changes nothing (rules.md E26-E28, 5.3)."""

from __future__ import annotations

from .commands import (
    AdjustPoints,
    Advance,
    Command,
    MakeBid,
    PlayCard,
    ReplacePlayer,
    StartGame,
    VoidDeal,
)
from .dealing import next_cards
from .events import (
    BidMade,
    CardPlayed,
    DealVoided,
    Event,
    GameFinished,
    PlayerReplaced,
    PointsAdjusted,
    Started,
)
from .game import GameState, evolve
from .legality import Rejection, bid_refusal, read_play
from .result import decider_due, result

NOT_BEGUN = Rejection("wrong-phase", "The game has not begun.")
HAS_BEGUN = Rejection("wrong-phase", "The game has begun.")
GAME_OVER = Rejection("game-over", "This game is finished.")
UNFINISHED = Rejection("log.due", "The log lacks what the last act caused; append `state.due` first.")
NO_DEAL = Rejection("wrong-phase", "No deal is in progress; wait for the next one.")
DEAL_RUNNING = Rejection("wrong-phase", "The deal in progress must end first.")


def decide(state: GameState | None, command: Command) -> tuple[Event, ...] | Rejection:
    """The events a command causes, in order, derived ones included; to be appended together or not at all."""
    if state is None:
        return _start(command) if isinstance(command, StartGame) else NOT_BEGUN
    if state.due:
        return UNFINISHED
    fact = _judge(state, command)
    if isinstance(fact, Rejection):
        return fact
    return (fact, *evolve(state, fact).due)


def _start(command: StartGame) -> tuple[Event, ...] | Rejection:
    rules = command.rules
    low, high = rules.players
    if not rules.hosted:
        return Rejection("rules.paper-only", f"{rules.name} cannot be played here; enter its sheet.")
    found = rules.validate()
    if found:
        return Rejection("rules.invalid", found[0].code)
    if not low <= len(command.players) <= high:
        return Rejection("players.range", f"These rules are for {low} to {high} players.")
    if not 0 <= command.first_dealer < len(command.players):
        return Rejection("deal.dealer", "The first dealer must be one of the seats.")
    return (Started(rules, command.players, command.first_dealer, command.seed.commitment),)


def _judge(state: GameState, command: Command) -> Event | Rejection:
    if isinstance(command, (MakeBid, PlayCard)) and (stale := _stale(state, command.seen)):
        return stale
    if state.finished is not None:
        return GAME_OVER
    if isinstance(command, MakeBid):
        return _judge_bid(state, command)
    if isinstance(command, PlayCard):
        return _judge_card(state, command)
    if isinstance(command, Advance):
        return _judge_advance(state, command)
    if isinstance(command, StartGame):
        return HAS_BEGUN
    return _judge_director(state, command)


def _stale(state: GameState, seen: int | None) -> Rejection | None:
    """Refuse an act that answers an older state (E27). While bids are collected in any order, those of others do not
    make a bid stale: what was seen since the cards were dealt is enough."""
    newest = state.n_events - 1
    deal = state.current
    collects = deal is not None and deal.setup.bidding != "open" and deal.is_bidding
    if seen is None or (state.dealt_at if collects else newest) <= seen <= newest:
        return None
    return Rejection("stale", f"The table has moved on to event {newest}; look again.", newest=newest)


def _judge_bid(state: GameState, command: MakeBid) -> Event | Rejection:
    if state.current is None:
        return NO_DEAL
    if not 0 <= command.seat < state.n_seats:
        return Rejection("not-your-turn", "There is no such seat.")
    refusal = bid_refusal(state.current, command.seat, command.bid)
    return refusal or BidMade(command.seat, command.bid, command.by)


def _judge_card(state: GameState, command: PlayCard) -> Event | Rejection:
    deal = state.current
    if deal is None:
        return NO_DEAL
    card = read_play(deal, command.seat, command.card)
    if isinstance(card, Rejection):
        return card
    if command.auto and len(deal.legal_cards()) > 1:
        return Rejection(
            "not-forced", "More than one card is legal; only a forced card is played by the table."
        )
    return CardPlayed(command.seat, card, command.auto, command.by)


def _judge_advance(state: GameState, command: Advance) -> Event | Rejection:
    if state.is_dealing:
        return DEAL_RUNNING
    if state.commitment not in (None, command.seed.commitment):
        return Rejection("seed.commitment", "That seed is not the one this game has published.")
    group = decider_due(state)
    if state.next_deal < len(state.sizes) or group:
        if state.n_seats - len(command.out) < 2 or any(not 0 <= seat < state.n_seats for seat in command.out):
            return Rejection("deal.out", "At least two seats must play a deal.")
        return next_cards(state, command.seed, out=command.out, decider=group)
    score = result(state)
    return GameFinished(score.totals, score.places, score.decided_by, command.seed.seed)


def _judge_director(state: GameState, command: VoidDeal | AdjustPoints | ReplacePlayer) -> Event | Rejection:
    if isinstance(command, ReplacePlayer):
        if not 0 <= command.seat < state.n_seats:
            return Rejection("seat", "There is no such seat.")
        if command.player in state.players:
            return Rejection("seat.taken", "That player sits at this table.")
        return PlayerReplaced(command.seat, command.player)
    if not command.reason.strip():
        return Rejection("reason", "Say why; the reason stays in the log.")
    if isinstance(command, VoidDeal):
        return DealVoided(command.reason) if state.is_dealing else NO_DEAL
    if not 0 <= command.seat < state.n_seats:
        return Rejection("seat", "There is no such seat.")
    if not state.records and not state.is_dealing:
        return NO_DEAL
    return PointsAdjusted(command.seat, command.points, command.reason)
