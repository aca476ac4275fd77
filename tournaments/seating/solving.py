"""The one door for callers that do not care which kind of round it is."""

from __future__ import annotations

from dataclasses import replace

from .next_round import next_round
from .planning import plan
from .problem import SeatingProblem
from .results import NextRound, Plan


def solve(problem: SeatingProblem, seed: int | None = None) -> Plan | NextRound:
    """A plan, or the next round when the problem brings scores; `seed` overrides the problem's."""
    if seed is not None:
        problem = replace(problem, seed=seed)
    return plan(problem) if problem.scores is None else next_round(problem)
