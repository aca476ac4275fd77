"""Seating all rounds of an evening before play (seating.md section 5)."""

from __future__ import annotations

import random

from .annealing import Anneal, anneal, random_plan
from .bounds import lower_bound
from .chance import seeded
from .explaining import explain_plan
from .instance import Instance, make_instance
from .instance import Plan as Rounds
from .measures import measure
from .numbering import NumberWishes, vary_numbers
from .prechecks import check_keep_apart, check_locks, seated_tables, warnings
from .problem import SeatingProblem
from .reading import bad_input
from .results import Plan
from .seat_order import order_seats, seat_spread


def plan(problem: SeatingProblem, *, use_library: bool = True) -> Plan:
    """The best plan found for the open rounds, with its bound and reasons.

    Raises `SeatingError` only when the problem contradicts itself; otherwise there is always a
    plan. Same problem and seed, same plan, on every machine.
    """
    if problem.rounds is None:
        raise bad_input("rounds", "the number of rounds still to plan")
    tables, _ = seated_tables(problem)
    check_keep_apart(problem, len(tables))
    locks = check_locks(problem, tables, problem.rounds)
    index = {player: number for number, player in enumerate(problem.present)}
    instance = make_instance(
        problem,
        tables,
        problem.rounds,
        locks=[{place: [index[p] for p in lock.players] for place, lock in here.items()} for here in locks],
    )
    rng = seeded(problem.seed)
    bound = lower_bound(instance)
    rounds = search(instance, bound, rng)
    kept = [rounds[r][place] for r, here in enumerate(locks) for place in here]
    order_seats(rounds, instance.n, rng, kept=kept, past=instance.history)
    fixed = {index[p]: number for p, number in problem.fixed_tables if p in index}
    wishes = [NumberWishes(fixed, {place: lock.table for place, lock in here.items()}) for here in locks]
    figures = measure(instance, rounds)
    numbered = vary_numbers(rounds, wishes, instance.n, rng)
    return Plan(
        rounds=tuple(tuple(tuple(instance.ids[p] for p in table) for table in tables) for tables in numbered),
        repeats=figures.repeats,
        max_meetings=figures.max_meetings,
        pairs_cost=figures.pairs_cost,
        bound=bound,
        seat_spread=seat_spread(rounds, instance.n),
        small_table_spread=figures.small_table_spread,
        explanations=explain_plan(problem, instance, rounds, bound, figures.pairs_cost),
        notes=tuple(warnings(problem, tables, problem.rounds)),
        seed=problem.seed,
        club_meetings=figures.club_meetings,
        input_hash=problem.input_hash,
    )


def search(instance: Instance, bound: int, rng: random.Random) -> Rounds:
    """The best rounds found for an instance."""
    target = bound * instance.repeat_price
    return anneal(instance, random_plan(instance, rng), rng, Anneal(300_000, target))
