"""The rules of the Oh Hell family as pure functions over values: no clock, no database, no Django (rules.md).

Rules, points, places and sheets are loaded at once; the half that plays cards only when one of its names is
asked for, so that a page that scores a sheet does not pay for it.
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
    from .decide import decide
    from .game import GameState, evolve, fold
    from .legality import Rejection
    from .replay import replay_document
    from .result import game_sheet
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
    "decide",
    "evolve",
    "fold",
    "game_sheet",
    "places",
    "points_table",
    "rank_seats",
    "replay_document",
    "score_sheet",
]

_PLAY = {
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
    "decide": ("decide",),
    "game": ("GameState", "evolve", "fold"),
    "legality": ("Rejection",),
    "replay": ("replay_document",),
    "result": ("game_sheet",),
    "shuffle": ("GameSeed",),
}
_MODULE_OF = {name: module for module, names in _PLAY.items() for name in names}


def __getattr__(name: str) -> object:
    """A name of the playing half, loaded now and kept."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f".{_MODULE_OF[name]}", __name__), name)
    globals()[name] = value
    return value
