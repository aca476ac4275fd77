"""Why a pair meets again (seating.md section 12)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .instance import Instance, Plan, meetings
from .problem import SeatingProblem
from .results import Repeat

Pair = tuple[int, int]


def explain_plan(
    problem: SeatingProblem,
    instance: Instance,
    plan: Plan,
    *,
    is_optimal: bool,
    rules_cost: bool = False,
) -> tuple[Repeat, ...]:
    """One entry per repeat of a plan, in order of rounds.

    `rules_cost` says that without clubs and kept-apart pairs fewer repeats would do.
    """
    otherwise = "club_or_apart" if rules_cost else "best_found"
    return _explain(problem, instance, plan, "counting_bound" if is_optimal else otherwise)


def explain_round(
    problem: SeatingProblem, instance: Instance, tables: list[list[int]], is_optimal: bool
) -> tuple[Repeat, ...]:
    """One entry per rematch of a next round."""
    return _explain(problem, instance, [tables], "counting_bound" if is_optimal else "score_groups")


def _explain(problem: SeatingProblem, instance: Instance, plan: Plan, general: str) -> tuple[Repeat, ...]:
    numbers = dict(problem.fixed_tables)
    met: dict[Pair, list[int]] = {}
    past = instance.history
    for back, tables in enumerate(past):
        for pair in meetings([tables]):
            met.setdefault(pair, []).append(back + 1 - len(past))
    found = []
    for r, tables in enumerate(plan):
        locked: Collection[Pair] = set(meetings([list(instance.locks[r].values())]))
        for pair in sorted(meetings([tables])):
            earlier = met.setdefault(pair, [])
            if earlier:
                names = (instance.ids[pair[0]], instance.ids[pair[1]])
                reason = _reason(pair, names, locked, numbers, general)
                found.append(Repeat(names, r + 1, tuple(earlier), reason))
            earlier.append(r + 1)
    return tuple(found)


def _reason(
    pair: Pair,
    names: Sequence[str],
    locked: Collection[Pair],
    numbers: dict[str, int],
    general: str,
) -> str:
    if pair in locked:
        return "locked"
    if names[0] in numbers and numbers[names[0]] == numbers.get(names[1]):
        return "fixed_table"
    return general
