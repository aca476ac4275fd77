"""What a check of a ladder found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

NAMED = 20

_COUNTS = (
    "events_differ",
    "states_differ",
    "missing_games",
    "orphan_events",
    "stale_revisions",
    "broken_chain",
    "sum_dk",
)


@dataclass(slots=True)
class Report:
    """The counts of `ratings.md` 8 for one ladder; `differences` names the first twenty.

    `lag_games` are rated games the writer has not come to yet (beyond the cursor, or from the first touch on) and
    `mean_drift` is how far, in points, the mean rating has moved from the start: neither is a difference.
    """

    ladder: str
    epoch: int
    games: int = 0
    events: int = 0
    players: int = 0
    events_differ: int = 0
    states_differ: int = 0
    missing_games: int = 0
    orphan_events: int = 0
    stale_revisions: int = 0
    broken_chain: int = 0
    sum_dk: int = 0
    mean_drift: float = 0.0
    lag_games: int = 0
    differences: list[str] = field(default_factory=list)

    def found(self, count: str, words: str, *, n: int = 1) -> None:
        """Count a difference, and name it while there is room."""
        setattr(self, count, getattr(self, count) + n)
        if len(self.differences) < NAMED:
            self.differences.append(f"{count}: {words}")

    @property
    def n_differences(self) -> int:
        return sum(getattr(self, count) for count in _COUNTS)

    @property
    def is_clean(self) -> bool:
        return self.n_differences == 0

    def to_json(self) -> dict[str, Any]:
        counts = {count: getattr(self, count) for count in _COUNTS}
        return {
            "ladder": self.ladder,
            "epoch": self.epoch,
            "clean": self.is_clean,
            "games": self.games,
            "events": self.events,
            "players": self.players,
            **counts,
            "mean_drift": self.mean_drift,
            "lag_games": self.lag_games,
            "differences": self.differences,
        }
