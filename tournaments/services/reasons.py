"""Reasons for a place as JSON, stored beside the standings and put into words by the page."""

from __future__ import annotations

from typing import Any

from tournaments.standings import Comparison, Why


def reason_json(reason: Why) -> dict[str, Any]:
    """`{"kind", "behind", "ahead_of", "level_with", "shares_with"}`; players are entry numbers."""
    return {
        "kind": reason.kind,
        "behind": _comparison(reason.behind, reason.player),
        "ahead_of": _comparison(reason.ahead_of, reason.player),
        "level_with": [int(player) for player in reason.level_with],
        "shares_with": [int(player) for player in reason.shares_with],
    }


def _comparison(comparison: Comparison | None, player: str) -> dict[str, Any] | None:
    """`{"key", "other", "mine", "theirs", "passed": [{"key", "reason", "players"}]}`."""
    if comparison is None:
        return None
    other = comparison.above if comparison.below == player else comparison.below
    return {
        "key": comparison.key,
        "other": int(other),
        "mine": comparison.value_of(player),
        "theirs": comparison.value_of(other),
        "passed": [
            {"key": step.key, "reason": step.reason, "players": [int(member) for member in step.players]}
            for step in comparison.passed
        ],
    }
