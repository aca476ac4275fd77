"""The rules of the Oh Hell family as pure functions over values: no clock, no database, no Django (rules.md).

Rules, points, places and sheets are loaded at once; the half that plays cards only when one of its names is
asked for, so that a page that scores a sheet does not pay for it. `decide` and `view` are also the names of
their modules: take them from there (``from games.engine.decide import decide``).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .changes import Suspect
from .errors import EngineError, LogError, RulesError, SheetError
from .presets import PRESETS, SCORING_PRESETS, ScoringPreset
from .problems import Problem
from .ranking import DeciderPoints, Ranking, Tie, places, rank_seats
from .rules import RuleSet
from .score import Score, SeatFacts, score_sheet
from .scoring import deal_points, points_table
from .sheet import Adjustment, Deal, Decider, Sheet
from .validation import Contradiction

if TYPE_CHECKING:
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
    from .game import GameState, evolve, fold
    from .legality import Rejection
    from .likelihood import suspects_by_likelihood
    from .log import log_document, read_log, replay_game, sheet_from_log
    from .replay import replay_document
    from .result import decider_due, game_sheet
    from .selfplay import play_game, play_games
    from .shuffle import GameSeed

__all__ = [
    "PRESETS",
    "SCORING_PRESETS",
    "AdjustPoints",
    "Adjustment",
    "Advance",
    "Command",
    "Contradiction",
    "Deal",
    "Decider",
    "DeciderPoints",
    "EngineError",
    "GameSeed",
    "GameState",
    "LogError",
    "MakeBid",
    "PlayCard",
    "Problem",
    "Ranking",
    "Rejection",
    "ReplacePlayer",
    "RuleSet",
    "RulesError",
    "Score",
    "ScoringPreset",
    "SeatFacts",
    "Sheet",
    "SheetError",
    "StartGame",
    "Suspect",
    "Tie",
    "VoidDeal",
    "deal_points",
    "decider_due",
    "evolve",
    "fold",
    "game_sheet",
    "log_document",
    "places",
    "play_game",
    "play_games",
    "points_table",
    "rank_seats",
    "read_log",
    "replay_document",
    "replay_game",
    "score_sheet",
    "sheet_from_log",
    "suspects_by_likelihood",
]

_LATER = {
    "commands": (
        "AdjustPoints",
        "Advance",
        "Command",
        "MakeBid",
        "PlayCard",
        "ReplacePlayer",
        "StartGame",
        "VoidDeal",
    ),
    "game": (
        "GameState",
        "evolve",
        "fold",
    ),
    "legality": ("Rejection",),
    "likelihood": ("suspects_by_likelihood",),
    "log": (
        "log_document",
        "read_log",
        "replay_game",
        "sheet_from_log",
    ),
    "replay": ("replay_document",),
    "result": (
        "decider_due",
        "game_sheet",
    ),
    "selfplay": (
        "play_game",
        "play_games",
    ),
    "shuffle": ("GameSeed",),
}
_MODULE_OF = {name: module for module, names in _LATER.items() for name in names}


def __getattr__(name: str) -> object:
    """A name of the playing half, loaded now and kept."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f".{_MODULE_OF[name]}", __name__), name)
    globals()[name] = value
    return value
