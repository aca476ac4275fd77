"""Sheets for the engine's tests: short ways to write one down, and strategies that make them up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from games.engine import PRESETS, RuleSet, Sheet

NAMES = ["Evelyn", "Frank", "George", "Helen", "Ida", "Jon", "Kari", "Liv"]


def listed(preset: str, sizes: list[int], n_players: int, **changes: object) -> dict[str, object]:
    """A rules value: the preset with a free plan of deals for exactly these players."""
    plan = {"shape": "list", "sizes": sizes}
    return {"preset": preset, "players": [n_players, n_players], "schedule": plan, **changes}


def deal(
    size: int, bids: Sequence[int | None], tricks: Sequence[int | None] | None, **more: object
) -> dict[str, object]:
    return {"hand_size": size, "bids": bids, "tricks": tricks, **more}


def sheet(
    deals: list[dict[str, Any]], preset: str = "oh-hell", rules: object = None, **more: Any
) -> dict[str, Any]:
    """A sheet/1 document whose schedule is just what was dealt, unless `rules` are given."""
    column = next((entry[key] for entry in deals for key in ("bids", "tricks") if entry.get(key)), [0] * 3)
    n_players = len(column)
    sizes = [entry["hand_size"] for entry in deals if not entry.get("void")]
    return {
        "format": "sheet/1",
        "rules": listed(preset, sizes, n_players) if rules is None else rules,
        "players": NAMES[:n_players],
        "first_dealer": 0,
        "deals": deals,
        **more,
    }


def codes(score: Any) -> list[str]:
    """The codes of a score's problems, in their order."""
    return [problem.code for problem in score.problems]


def places_of(score: Any) -> list[tuple[int | None, int | None, str]]:
    return [(problem.deal, problem.seat, problem.code) for problem in score.problems]


HOSTABLE = [rules for rules in PRESETS.values() if rules.players[0] <= 3]


@st.composite
def played_deals(draw: st.DrawFn, rules: RuleSet, n_players: int, size: int) -> dict[str, Any]:
    """One deal in which everything adds up, for any rules."""
    takers = draw(st.lists(st.integers(0, n_players - 1), min_size=size, max_size=size))
    tricks = [takers.count(seat) for seat in range(n_players)]
    bids = draw(st.lists(st.integers(0, size), min_size=n_players, max_size=n_players))
    found: dict[str, Any] = {"hand_size": size, "bids": bids, "tricks": tricks}
    if rules.family == "rage":
        for column in ("plus_fives", "minus_fives"):
            cells = [0] * n_players
            for seat in draw(st.lists(st.sampled_from(takers), max_size=2)) if takers else ():
                cells[seat] += 1
            found[column] = cells
    return found


@st.composite
def played_sheets(draw: st.DrawFn, *, most_deals: int = 6) -> dict[str, Any]:
    """A sheet/1 document of the first deals of a game, without a slip (hooks may be broken)."""
    rules = draw(st.sampled_from(HOSTABLE))
    n_players = draw(st.integers(*rules.players))
    sizes = rules.hand_sizes(n_players)[:most_deals]
    n_deals = draw(st.integers(0, len(sizes)))
    return {
        "format": "sheet/1",
        "rules": rules.name,
        "players": NAMES[:n_players],
        "first_dealer": draw(st.none() | st.integers(0, n_players - 1)),
        "deals": [draw(played_deals(rules, n_players, size)) for size in sizes[:n_deals]],
    }


def read(document: dict[str, Any]) -> Sheet:
    return Sheet.from_value(document)
