"""Everything derived, held against the facts, floor by floor."""

from __future__ import annotations

from collections.abc import Iterator

from games.services import verifying as games
from games.services.verifying import Difference
from tournaments.services import verifying as tournaments


def differences() -> Iterator[Difference]:
    """Every derived value that its facts do not give: seats and states, standings and seasons, ratings."""
    yield from games.differences()
    yield from tournaments.differences()
