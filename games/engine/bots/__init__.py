"""Players made of code. They see a `DealView` and nothing else, and draw only from the generator they are given."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.engine.bots.base import Bot
from games.engine.bots.heuristic import HeuristicBot
from games.engine.bots.random_bot import RandomBot
from games.engine.bots.search import SearchBot

BOTS: Final[Mapping[str, Bot]] = MappingProxyType(
    {bot.name: bot for bot in (RandomBot(), HeuristicBot(), SearchBot())}
)
"""The bots by name."""

__all__ = ["BOTS", "Bot"]
