"""Reasons for a place as JSON, stored beside the standings and put into words by the page."""

from __future__ import annotations

from typing import Any

from tournaments.standings import Comparison, Why

NAMED = 4
"""As many names as a sentence bears; a list of everybody in every row would grow with the square of the players."""


def reason_json(reason: Why) -> dict[str, Any]:
    """`{"kind", "behind", "ahead_of", "shares_with", "n_shares"}`; players are entry numbers.

    Of those who share the place, and of those whom a reason is about, the first `NAMED` are kept, and how many share.
    """
    return {
        "kind": reason.kind,
        "behind": _comparison(reason.behind, reason.player),
        "ahead_of": _comparison(reason.ahead_of, reason.player),
        "shares_with": [int(player) for player in reason.same_place[: NAMED + 1] if player != reason.player][
            :NAMED
        ],
        "n_shares": max(0, len(reason.same_place) - 1),
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
            {
                "key": step.key,
                "reason": step.reason,
                "players": [int(member) for member in step.players[:NAMED]],
            }
            for step in comparison.passed
        ],
    }
