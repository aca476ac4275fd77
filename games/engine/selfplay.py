"""Whole games between bots, as game/1 logs: for tests, demonstrations and measurements."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from random import Random

from .bots import BOTS, Bot
from .commands import Advance, Command, MakeBid, PlayCard, StartGame
from .decide import decide
from .errors import EngineError
from .events import Event
from .game import GameState, apply
from .legality import Rejection
from .log import log_document
from .rules import RuleSet
from .setup import NOBODY
from .shuffle import GameSeed, seed_bytes
from .state import DealState
from .view import deal_view

NAMES = ("Ada", "Bruno", "Cleo", "Dario", "Edda", "Falk", "Gina", "Hugo", "Ines", "Juri")


def play_game(
    rules: RuleSet,
    players: Sequence[str],
    *,
    seed: bytes | int,
    game_id: str,
    bots: Sequence[str] | str = "heuristic",
    first_dealer: int = 0,
) -> dict[str, object]:
    """A finished game as a game/1 object, the same for the same arguments.

    `seed` is the 32-byte secret of the shuffle, or any whole number to make one from; `bots` names a bot for each
    seat, or one for all. EngineError when the rules or the players do not fit.
    """
    secret = GameSeed(seed_bytes(seed), game_id)
    names = [bots] * len(players) if isinstance(bots, str) else list(bots)
    if len(names) != len(players) or not set(names) <= set(BOTS):
        raise EngineError("bots", f"Name a bot for each seat, each one of {', '.join(BOTS)}.")
    rng = Random(hashlib.sha256(secret.seed + b" bots").digest())
    events = play_events(
        StartGame(rules, tuple(players), first_dealer, secret), [BOTS[name] for name in names], rng
    )
    return log_document(game_id, events)


def play_games(rules: RuleSet, n_players: int, seed: int, n_games: int) -> Iterator[dict[str, object]]:
    """Games of heuristic bots, numbered from 0; game k of a seed is the same however many are asked for."""
    low, high = rules.players
    if not low <= n_players <= high:
        raise EngineError("players.range", f"{n_players} players; these rules are for {low} to {high}.")
    players = NAMES[:n_players]
    for number in range(n_games):
        game_id = f"{seed}-{number}"
        secret = hashlib.sha256(seed_bytes(seed) + f" game {number}".encode()).digest()
        yield play_game(rules, players, seed=secret, game_id=game_id, first_dealer=number % n_players)


def play_events(start: StartGame, bots: Sequence[Bot], rng: Random) -> list[Event]:
    """Every event of a game between these bots, one for each seat."""
    events: list[Event] = []
    state: GameState | None = None
    command: Command = start
    while state is None or state.finished is None:
        answer = decide(state, command)
        if isinstance(answer, Rejection):
            raise EngineError(answer.code, answer.message)
        for event in answer:
            state = apply(state, event)
        events += answer
        assert state is not None
        if state.finished is None:
            command = next_command(state, start.seed, bots, rng)
    return events


def next_command(state: GameState, seed: GameSeed, bots: Sequence[Bot], rng: Random) -> Command:
    """What happens next at a table of bots."""
    deal = state.current
    if deal is None or not state.is_dealing:
        return Advance(seed)
    seat = next_seat(deal)
    seen = deal_view(deal, seat)
    if deal.is_bidding:
        return MakeBid(seat, bots[seat].bid(state.rules, seen, rng), by="bot")
    if len(seen.legal_cards) == 1:
        return PlayCard(seat, state.deck.text(seen.legal_cards[0]), by="bot", auto=True)
    return PlayCard(seat, state.deck.text(bots[seat].card(state.rules, seen, rng)), by="bot")


def next_seat(deal: DealState) -> int:
    """Who acts next; where bids are collected in any order, the next one in bidding order who has not bid."""
    if deal.turn != NOBODY:
        return deal.turn
    return next(seat for seat in deal.setup.seats if deal.bids[seat] is None)
