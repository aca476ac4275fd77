"""Seating one round from history and scores (seating.md section 6)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from .bounds import lower_bound
from .chance import seeded, shuffle
from .checking import check_seating
from .explaining import explain_round
from .instance import Instance, make_instance, meetings
from .notes import fixed_tables_missed
from .numbering import NumberWishes, number_round
from .prechecks import check_apart_kept, check_fixed, check_keep_apart, check_locks, seated_tables, warnings
from .problem import SeatingProblem
from .results import NextRound
from .round_costs import RoundCosts, round_costs
from .round_search import CANDIDATES, RoundSearch
from .seat_order import order_one_round
from .sit_outs import Turns

SITTER_TRIES = 24


def next_round(problem: SeatingProblem) -> NextRound:
    """The next round: no avoidable rematch, then players of like scores together.

    `problem.rounds` is passed over; players without a score have 0. Raises `SeatingError` only
    when the problem contradicts itself.
    """
    tables, _ = seated_tables(problem)
    check_keep_apart(problem, len(tables))
    check_fixed(problem, tables)
    locks = check_locks(problem, tables, 1)[0]
    instance = make_instance(problem, tables, 1)
    costs = round_costs(problem, instance)
    rng = seeded(problem.seed)
    index = {player: number for number, player in enumerate(instance.ids)}
    fixed = {index[p]: number for p, number in problem.fixed_tables if p in index}
    locked = {place: [index[p] for p in lock.players] for place, lock in locks.items()}
    turns = Turns.of(problem, instance)
    seating = _Seating(instance, costs, locked, fixed, rng)
    sitters = _choose_sitters(problem, seating, turns)
    found = seating.best(sitters, CANDIDATES[problem.effort], hurry=problem.effort == "quick")
    check_apart_kept(instance, [found])
    free = [table for place, table in enumerate(found) if place not in locked]
    order_one_round(free, instance.n, instance.history, rng)
    means = [sum(costs.score[p] for p in table) / len(table) for table in found]
    order = sorted(range(len(found)), key=lambda place: (-means[place], place))
    wishes = NumberWishes(fixed, {place: lock.table for place, lock in locks.items()})
    rematches = sum(instance.met[a][b] for a, b in meetings([found]))
    instance.locks = [locked]
    numbered = number_round(found, wishes, order)
    names = tuple(tuple(instance.ids[p] for p in table) for table in numbered)
    sit_outs = tuple(instance.ids[player] for player in sitters)
    check_seating(instance.ids, [names], [sit_outs])
    return NextRound(
        tables=names,
        rematches=rematches,
        spread=_spread(costs, found),
        explanations=explain_round(problem, instance, found, rematches == lower_bound(instance)),
        notes=(*warnings(problem, tables, 1), *fixed_tables_missed(problem.fixed_tables, [names])),
        seed=problem.seed,
        sit_outs=None if problem.sit_outs is None else sit_outs,
        sit_out_spread=None if problem.sit_outs is None else turns.spread,
        input_hash=problem.input_hash,
    )


class _Seating:
    """The search of one round for given sitters."""

    def __init__(
        self,
        instance: Instance,
        costs: RoundCosts,
        locked: Mapping[int, list[int]],
        fixed: Mapping[int, int],
        rng: random.Random,
    ) -> None:
        self.instance = instance
        self.costs = costs
        self.locked = locked
        self.fixed = fixed
        self.rng = rng

    def best(self, sitters: Sequence[int], budget: int, *, hurry: bool) -> list[list[int]]:
        """All tables, in the order of the instance's sizes."""
        tables = self.instance.tables
        found: list[list[int]] = [[] for _ in tables]
        taken = set(sitters)
        for place, table in self.locked.items():
            found[place] = list(table)
            taken.update(table)
        for place, table in self._fixed_companies(taken).items():
            found[place] = table
            taken.update(table)
        places = [place for place in range(len(tables)) if not found[place]]
        players = [player for player in range(self.instance.n) if player not in taken]
        if places:
            search = RoundSearch(self.costs, self.rng, budget)
            seated = search.best_round(players, [tables[k] for k in places], hurry=hurry)
            for place, table in zip(places, seated, strict=True):
                found[place] = table
        return found

    def price(self, tables: Sequence[Sequence[int]]) -> int:
        return sum(self.costs.of_table(table) for table in tables)

    def _fixed_companies(self, taken: set[int]) -> dict[int, list[int]]:
        """Tables of players fixed to one number together, filled up with whoever suits them."""
        companies: dict[int, list[int]] = {}
        for player, number in sorted(self.fixed.items()):
            if player not in taken:
                companies.setdefault(number, []).append(player)
        built: dict[int, list[int]] = {}
        used = set(taken)
        used.update(p for company in companies.values() for p in company if len(company) > 1)
        for company in companies.values():
            if len(company) < 2:
                continue
            place = next(
                k
                for k, size in enumerate(self.instance.tables)
                if size >= len(company) and k not in self.locked and k not in built
            )
            table = list(company)
            while len(table) < self.instance.tables[place]:
                table.append(
                    min(
                        (p for p in range(self.instance.n) if p not in used),
                        key=lambda p: (sum(self.costs.pair[p][q] for q in table), p),
                    )
                )
                used.add(table[-1])
            built[place] = table
        return built


def _choose_sitters(problem: SeatingProblem, seating: _Seating, turns: Turns) -> list[int]:
    """Who sits out: of those whose turn it is, chosen by chance, ones who leave fewest rematches.

    The spread has no say, or the leader would sit out.
    """
    instance = seating.instance
    wanted = instance.n_sitting_out
    if not wanted:
        return []
    held = {player for table in seating.locked.values() for player in table}
    rank = list(range(instance.n))
    budget = CANDIDATES["quick"] // 10
    best: tuple[int, list[int]] | None = None
    seen = set()
    for _ in range(SITTER_TRIES):
        shuffle(rank, seating.rng)
        sitters = turns.copy().draw(wanted, rank, held)
        if tuple(sitters) in seen:
            continue
        seen.add(tuple(sitters))
        price = seating.price(seating.best(sitters, budget, hurry=True)) // seating.costs.rematch
        if best is None or price < best[0]:
            best = price, sitters
        if price == 0:
            break
    assert best is not None
    chosen = set(best[1])
    return turns.draw(wanted, [0 if p in chosen else 1 for p in range(instance.n)], held)


def _spread(costs: RoundCosts, tables: list[list[int]]) -> int | float:
    """Sum of squared score differences over the pairs of each table."""
    total = sum((costs.score[a] - costs.score[b]) ** 2 for a, b in meetings([tables]))
    spread = total / (costs.scale * costs.scale)
    return int(spread) if spread == int(spread) else spread
