"""The one door for callers that do not care which kind of round it is."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from .next_round import next_round
from .planning import plan
from .problem import SeatingProblem
from .results import NextRound, Plan


def round_seed(tournament_seed: int, number: int) -> int:
    """The seed of a round, from the one seed of its tournament (seating.md section 11).

    Drawn through a hash, since seeds that differ by one must not make like rounds.

    >>> round_seed(1, 2) == round_seed(1, 2) != round_seed(2, 1)
    True
    """
    digest = sha256(f"{tournament_seed}:{number}".encode()).digest()
    return int.from_bytes(digest[:6], "big")


def solve(problem: SeatingProblem, seed: int | None = None) -> Plan | NextRound:
    """A plan, or the next round when the problem brings scores; `seed` overrides the problem's."""
    if seed is not None:
        problem = replace(problem, seed=seed)
    return plan(problem) if problem.scores is None else next_round(problem)
