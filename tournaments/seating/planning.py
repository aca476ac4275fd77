"""Seating all rounds of an evening before play (seating.md section 5)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from .bounds import lower_bound
from .chance import seeded
from .explaining import explain_plan
from .instance import Instance, make_instance
from .instance import Plan as Rounds
from .measures import Cost, measure
from .numbering import NumberWishes, vary_numbers
from .patching import changed_tables
from .prechecks import check_fixed, check_keep_apart, check_locks, seated_tables, warnings
from .problem import SeatingProblem
from .reading import bad_input
from .results import Plan
from .search import best_rounds, mended_rounds
from .seat_order import order_seats, seat_spread
from .sit_outs import DRAWS, Turns, draw_sitters

GONE = -1
"""Stands for players of an older plan who are not here any more, counting down."""


def plan(problem: SeatingProblem, *, use_library: bool = True) -> Plan:
    """The best plan found for the open rounds, with its bound and reasons.

    Raises `SeatingError` only when the problem contradicts itself; otherwise there is always a
    plan. Same problem and seed, same plan, on every machine.
    """
    if problem.rounds is None:
        raise bad_input("rounds", "the number of rounds still to plan")
    tables, _ = seated_tables(problem)
    check_keep_apart(problem, len(tables))
    check_fixed(problem, tables)
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
    previous = None
    turns = None
    if instance.n_sitting_out:
        rounds, turns = rounds_with_sit_outs(problem, instance, bound, rng)
    elif problem.previous is None:
        rounds = best_rounds(instance, bound, rng, effort=problem.effort, use_library=use_library)
    else:
        previous = older_rounds(problem, index)
        present = [[[p for p in table if p >= 0] for table in then] for then in previous]
        rounds = mended_rounds(instance, bound, present, rng, effort=problem.effort, use_library=use_library)
    kept = [rounds[r][place] for r, here in enumerate(locks) for place in here]
    orders, numbers = _older_seats(rounds, previous or [])
    order_seats(rounds, instance.n, rng, kept=kept, past=instance.history, wishes=orders)
    fixed = {index[p]: number for p, number in problem.fixed_tables if p in index}
    wishes = [
        NumberWishes(fixed, {place: lock.table for place, lock in here.items()}, numbers[r])
        for r, here in enumerate(locks)
    ]
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
        explanations=explain_plan(
            problem,
            instance,
            rounds,
            is_optimal=figures.pairs_cost == bound,
            rules_cost=figures.pairs_cost > bound
            and _rules_cost(problem, tables, figures.pairs_cost, use_library),
        ),
        notes=tuple(warnings(problem, tables, problem.rounds)),
        seed=problem.seed,
        club_meetings=figures.club_meetings,
        sit_outs=_sit_outs(problem, instance),
        sit_out_spread=None if problem.sit_outs is None else _sit_out_spread(problem, instance, turns),
        changed_tables=None if previous is None else changed_tables(rounds, previous),
        input_hash=problem.input_hash,
    )


def _rules_cost(problem: SeatingProblem, tables: Sequence[int], pairs_cost: int, use_library: bool) -> bool:
    """Whether a short search without clubs and kept-apart pairs finds fewer repeats."""
    if not problem.groups and not problem.keep_apart:
        return False
    assert problem.rounds is not None
    freed = replace(problem, groups=(), keep_apart=(), locked=(), previous=None)
    instance = make_instance(freed, tables, problem.rounds)
    if instance.n_sitting_out:
        return False
    rng = seeded(problem.seed)
    rounds = best_rounds(instance, lower_bound(instance), rng, effort="quick", use_library=use_library)
    return measure(instance, rounds).pairs_cost < pairs_cost


def rounds_with_sit_outs(
    problem: SeatingProblem, instance: Instance, bound: int, rng: random.Random
) -> tuple[Rounds, Turns]:
    """The best of some draws of who sits out when; the draw stays in `instance.sitters`."""
    turns = Turns.of(problem, instance)
    best: tuple[Cost, list[list[int]], Rounds, Turns] | None = None
    for attempt in range(DRAWS):
        after = turns.copy()
        sitters = draw_sitters(instance, after, rng, variety=attempt / (DRAWS - 1))
        instance.sitters = sitters
        effort = "quick" if problem.effort == "normal" else problem.effort
        rounds = best_rounds(instance, bound, rng, effort=effort)
        cost = measure(instance, rounds).cost
        if best is None or cost < best[0]:
            best = cost, sitters, rounds, after
        if best[0].apart_broken == 0 and best[0].priced <= bound * instance.repeat_price:
            break
    assert best is not None
    instance.sitters = best[1]
    return best[2], best[3]


def _sit_outs(problem: SeatingProblem, instance: Instance) -> tuple[tuple[str, ...], ...] | None:
    """The sitters of every round; None unless the problem speaks of sitting out."""
    if problem.sit_outs is None:
        return None
    sitters = instance.sitters or [[] for _ in range(instance.rounds)]
    return tuple(tuple(instance.ids[player] for player in here) for here in sitters)


def _sit_out_spread(problem: SeatingProblem, instance: Instance, turns: Turns | None) -> int:
    return (turns or Turns.of(problem, instance)).spread


def older_rounds(problem: SeatingProblem, index: Mapping[str, int]) -> Rounds:
    """The open rounds of the older plan; players who are not here are numbers below 0."""
    left: dict[str, int] = {}
    rounds = []
    for then in (problem.previous or ())[: problem.rounds]:
        tables = []
        for table in then:
            for player in table:
                if player not in index:
                    left.setdefault(player, GONE - len(left))
            tables.append([index[p] if p in index else left[p] for p in table])
        rounds.append(tables)
    return rounds


def _older_seats(
    rounds: Rounds, previous: Sequence[Sequence[Sequence[int]]]
) -> tuple[dict[int, list[int]], list[dict[int, int]]]:
    """Seat orders by identity of table, and table numbers by place, of tables that live on.

    A table lives on where at least half of an old table sits at it.
    """
    orders: dict[int, list[int]] = {}
    numbers: list[dict[int, int]] = []
    for r, tables in enumerate(rounds):
        here: dict[int, int] = {}
        for number, old in enumerate(previous[r] if r < len(previous) else (), start=1):
            for place, table in enumerate(tables):
                if 2 * len(set(table).intersection(old)) > max(len(table), len(old)) - 1:
                    if place not in here:
                        here[place] = number
                        orders[id(table)] = [p for p in old if p in table]
                    break
        numbers.append(here)
    return orders, numbers
