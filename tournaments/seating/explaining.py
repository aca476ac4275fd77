"""Why a pair meets again (seating.md section 12)."""

from __future__ import annotations

from .instance import Instance, Plan
from .problem import SeatingProblem
from .results import Repeat


def explain_plan(
    problem: SeatingProblem,
    instance: Instance,
    plan: Plan,
    bound: int,
    pairs_cost: int,
    *,
    rules_cost: bool = False,
) -> tuple[Repeat, ...]:
    """One entry per repeat of a plan, in order of rounds.

    `rules_cost` says that without clubs and kept-apart pairs fewer repeats would do.
    """
    fixed = {player for player, _ in problem.fixed_tables}
    met: dict[tuple[int, int], list[int]] = {}
    for back, tables in enumerate(reversed(instance.history)):
        for pair in _pairs(tables):
            met.setdefault(pair, []).append(-back)
    for past in met.values():
        past.sort()
    found = []
    for r, tables in enumerate(plan):
        locked = set(_pairs(list(instance.locks[r].values())))
        for pair in sorted(_pairs(tables)):
            earlier = met.setdefault(pair, [])
            if earlier:
                names = (instance.ids[pair[0]], instance.ids[pair[1]])
                if pair in locked:
                    reason = "locked"
                elif pairs_cost == bound:
                    reason = "counting_bound"
                elif fixed.issuperset(names):
                    reason = "fixed_table"
                elif rules_cost:
                    reason = "club_or_apart"
                else:
                    reason = "best_found"
                found.append(Repeat(names, r + 1, tuple(earlier), reason))
            earlier.append(r + 1)
    return tuple(found)


def _pairs(tables: list[list[int]]) -> list[tuple[int, int]]:
    return [(min(a, b), max(a, b)) for table in tables for i, a in enumerate(table) for b in table[:i]]
