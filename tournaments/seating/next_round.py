"""Seating one round from history and scores (seating.md section 6)."""

from __future__ import annotations

from .chance import seeded
from .instance import Instance, make_instance, meetings
from .numbering import NumberWishes, number_round
from .prechecks import check_keep_apart, check_locks, seated_tables, warnings
from .problem import SeatingProblem
from .results import NextRound, Repeat
from .round_costs import RoundCosts, round_costs
from .round_search import CANDIDATES, RoundSearch
from .seat_order import order_one_round


def next_round(problem: SeatingProblem) -> NextRound:
    """The next round: no avoidable rematch, then players of like scores together.

    `problem.rounds` is passed over; players without a score have 0. Raises `SeatingError` only
    when the problem contradicts itself.
    """
    tables, _ = seated_tables(problem)
    check_keep_apart(problem, len(tables))
    locks = check_locks(problem, tables, 1)[0]
    instance = make_instance(problem, tables, 1)
    costs = round_costs(problem, instance)
    rng = seeded(problem.seed)
    index = {player: number for number, player in enumerate(instance.ids)}
    locked = {place: [index[p] for p in lock.players] for place, lock in locks.items()}
    held = {player for table in locked.values() for player in table}
    free_places = [place for place in range(len(tables)) if place not in locked]
    free = [player for player in range(instance.n) if player not in held]
    found: list[list[int]] = [[] for _ in tables]
    for place, table in locked.items():
        found[place] = table
    if free:
        search = RoundSearch(costs, rng, CANDIDATES[problem.effort])
        sizes = [tables[place] for place in free_places]
        seated = search.best_round(free, sizes, hurry=problem.effort == "quick")
        for place, table in zip(free_places, seated, strict=True):
            found[place] = table
    order_one_round([found[p] for p in free_places], instance.n, instance.history, rng)
    means = [sum(costs.score[p] for p in table) / len(table) for table in found]
    order = sorted(range(len(found)), key=lambda place: (-means[place], place))
    wishes = NumberWishes(
        {index[p]: number for p, number in problem.fixed_tables if p in index},
        {place: lock.table for place, lock in locks.items()},
    )
    numbered = number_round(found, wishes, order)
    return NextRound(
        tables=tuple(tuple(instance.ids[p] for p in table) for table in numbered),
        rematches=sum(instance.met[a][b] for a, b in meetings([found])),
        spread=_spread(costs, found),
        explanations=_explain(instance, found),
        notes=tuple(warnings(problem, tables, 1)),
        seed=problem.seed,
        input_hash=problem.input_hash,
    )


def _spread(costs: RoundCosts, tables: list[list[int]]) -> int | float:
    """Sum of squared score differences over the pairs of each table."""
    total = sum((costs.score[a] - costs.score[b]) ** 2 for a, b in meetings([tables]))
    spread = total / (costs.scale * costs.scale)
    return int(spread) if spread == int(spread) else spread


def _explain(instance: Instance, tables: list[list[int]]) -> tuple[Repeat, ...]:
    met: dict[tuple[int, int], list[int]] = {}
    for back, round_then in enumerate(reversed(instance.history)):
        for pair in meetings([round_then]):
            met.setdefault(pair, []).append(-back)
    return tuple(
        Repeat((instance.ids[a], instance.ids[b]), 1, tuple(sorted(met[a, b])), "score_groups")
        for a, b in sorted(meetings([tables]))
        if instance.met[a][b]
    )
