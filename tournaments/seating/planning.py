"""Seating all rounds of an evening before play (seating.md section 5)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .bounds import lower_bound
from .chance import seeded
from .checking import check_seating
from .explaining import explain_plan
from .instance import Instance, make_instance
from .instance import Plan as Rounds
from .measures import measure, small_table_visits
from .notes import fixed_tables_missed
from .numbering import NumberWishes, vary_numbers
from .older import older_rounds, older_seats
from .patching import changed_tables
from .prechecks import check_apart_kept, check_fixed, check_keep_apart, check_locks, seated_tables, warnings
from .problem import LockedTable, SeatingProblem
from .reading import bad_input
from .results import Plan
from .search import best_rounds, mended_rounds
from .seat_order import order_seats, seat_spread
from .sit_outs import Turns, rounds_with_sit_outs


def plan(problem: SeatingProblem, *, use_library: bool = True, only_patch: bool = False) -> Plan:
    """The best plan found for the open rounds, with its bound and reasons.

    Raises `SeatingError` only when the problem contradicts itself; otherwise there is always a
    plan. Same problem and seed, same plan, on every machine. `only_patch` takes the patch of
    `problem.previous` as it is, whatever it costs.
    """
    evening = _prepare(problem)
    rng = seeded(problem.seed)
    rounds, turns = _seat(evening, rng, use_library, only_patch)
    check_apart_kept(evening.instance, rounds)
    numbered = _arrange(evening, rounds, rng)
    found = _describe(evening, rounds, numbered, turns, use_library)
    check_seating(problem.present, found.rounds, found.sit_outs or ())
    return found


@dataclass(slots=True)
class _Evening:
    """A problem that has passed its prechecks."""

    problem: SeatingProblem
    instance: Instance
    index: Mapping[str, int]
    locks: Sequence[Mapping[int, LockedTable]]
    bound: int
    previous: Rounds | None


def _prepare(problem: SeatingProblem) -> _Evening:
    if problem.rounds is None:
        raise bad_input("rounds", "the number of rounds still to plan")
    tables, _ = seated_tables(problem)
    check_keep_apart(problem, len(tables))
    check_fixed(problem, tables)
    locks = check_locks(problem, tables, problem.rounds)
    index = {player: number for number, player in enumerate(problem.present)}
    seats = [
        {place: [index[player] for player in lock.players] for place, lock in here.items()} for here in locks
    ]
    instance = make_instance(problem, tables, problem.rounds, locks=seats)
    previous = None if problem.previous is None else older_rounds(problem, index)
    return _Evening(problem, instance, index, locks, lower_bound(instance), previous)


def _seat(evening: _Evening, rng: random.Random, use_library: bool, only_patch: bool) -> tuple[Rounds, Turns]:
    """The rounds, tables in the order of their sizes, and whose turn to sit out is next."""
    problem, instance, bound = evening.problem, evening.instance, evening.bound
    turns = Turns.of(problem, instance)
    if instance.n_sitting_out:
        return rounds_with_sit_outs(problem, instance, bound, rng)
    if evening.previous is None:
        rounds = best_rounds(instance, bound, rng, effort=problem.effort, use_library=use_library)
        return rounds, turns
    present = [[[p for p in table if p >= 0] for table in then] for then in evening.previous]
    rounds = mended_rounds(
        instance,
        bound,
        present,
        rng,
        effort=problem.effort,
        use_library=use_library,
        only_patch=only_patch,
    )
    return rounds, turns


def _arrange(evening: _Evening, rounds: Rounds, rng: random.Random) -> Rounds:
    """Order the seats in place; returns the tables by their numbers."""
    instance = evening.instance
    kept = [rounds[r][place] for r, here in enumerate(evening.locks) for place in here]
    orders, numbers = older_seats(rounds, evening.previous or [])
    order_seats(rounds, instance.n, rng, kept=kept, past=instance.history, wishes=orders)
    index = evening.index
    fixed = {index[p]: number for p, number in evening.problem.fixed_tables if p in index}
    wishes = [
        NumberWishes(fixed, {place: lock.table for place, lock in here.items()}, numbers[r])
        for r, here in enumerate(evening.locks)
    ]
    return vary_numbers(rounds, wishes, instance.n, rng)


def _describe(evening: _Evening, rounds: Rounds, numbered: Rounds, turns: Turns, use_library: bool) -> Plan:
    """The document of a finished plan, its figures counted afresh."""
    problem, instance, bound = evening.problem, evening.instance, evening.bound
    figures = measure(instance, rounds)
    ids = instance.ids
    visits = [
        all_in - past
        for all_in, past in zip(small_table_visits(instance, rounds), instance.visits, strict=True)
    ]
    above = figures.pairs_cost - bound
    sits_out = problem.sit_outs is not None
    sitters = instance.sitters or [[] for _ in rounds]
    names = tuple(tuple(tuple(ids[p] for p in table) for table in tables) for tables in numbered)
    return Plan(
        rounds=names,
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
            is_optimal=not above,
            rules_cost=above > 0 and _rules_cost(evening, figures.pairs_cost, use_library),
        ),
        notes=(
            *warnings(problem, instance.tables, instance.rounds, visits),
            *fixed_tables_missed(problem.fixed_tables, names),
        ),
        seed=problem.seed,
        club_meetings=figures.club_meetings,
        sit_outs=tuple(tuple(ids[p] for p in here) for here in sitters) if sits_out else None,
        sit_out_spread=turns.spread if sits_out else None,
        changed_tables=None if evening.previous is None else changed_tables(rounds, evening.previous),
        input_hash=problem.input_hash,
    )


def _rules_cost(evening: _Evening, pairs_cost: int, use_library: bool) -> bool:
    """Whether a short search without clubs and kept-apart pairs finds fewer repeats."""
    problem, ruled = evening.problem, evening.instance
    if not (problem.groups or problem.keep_apart) or ruled.n_sitting_out:
        return False
    freed = replace(problem, groups=(), keep_apart=(), locked=(), previous=None)
    instance = make_instance(freed, ruled.tables, ruled.rounds)
    rng = seeded(problem.seed)
    rounds = best_rounds(instance, lower_bound(instance), rng, effort="quick", use_library=use_library)
    return measure(instance, rounds).pairs_cost < pairs_cost
