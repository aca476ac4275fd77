"""How many rounds can be played before anybody must meet again."""

from __future__ import annotations

from collections.abc import Sequence

from .splitting import DEFAULT_SIZES, split


def rounds_without_repeat(n_players: int, sizes: Sequence[int] = DEFAULT_SIZES) -> int:
    """Rounds of the best split for which a plan without a repeat is at hand (at least 1)."""
    return 1 if split(n_players, sizes).tables else 0
