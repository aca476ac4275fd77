"""The order of attack on a plan (seating.md section 5)."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from .annealing import Anneal, anneal, random_plan
from .instance import Instance, Plan
from .library import find_exact
from .measures import Cost, even_visits, measure, plan_visits
from .patching import changed_tables, near_search, patch
from .patterns import patterns
from .relabelling import choose_rounds, label_pattern, random_labels, relabelled
from .spread import pairs, table_pairs
from .starters import search_starters

MOVES = {"quick": 300_000, "normal": 1_000_000, "deep": 10_000_000}
"""Budgets in moves of the plain annealing; about half a microsecond each."""

WITH_RULES = 2
"""How many times the budget a plan may take that has a history, clubs or locked tables."""

LARGE = 300
"""Beyond so many players a move costs more, since the matrix of prices outgrows the caches."""

FIRST_RUN = 60_000
POLISH = 150_000


@dataclass(slots=True)
class Keeper:
    """The best plan so far, and whether it is good enough to stop.

    `target` is the price of the bound, `most` the fewest meetings its most frequent pair must have,
    `even` the least sum of squared small-table visits.
    """

    instance: Instance
    target: int
    most: int
    even: int
    best: Plan = field(default_factory=list)
    cost: Cost | None = None

    def take(self, plan: Plan) -> None:
        cost = measure(self.instance, plan).cost
        if self.cost is None or cost < self.cost:
            self.best, self.cost = plan, cost

    @property
    def at_target(self) -> bool:
        return self.cost is not None and self.cost.apart_broken == 0 and self.cost.priced <= self.target

    @property
    def is_done(self) -> bool:
        return (
            self.cost is not None
            and self.at_target
            and self.cost.most <= self.most
            and self.cost.visits <= self.even
        )


def make_keeper(instance: Instance, bound: int) -> Keeper:
    """A keeper that stops at the bound, with the club meetings no round can avoid, and less what
    pairs that should meet can save."""
    wished = sum(price for price in instance.pair_prices.values() if price < 0)
    wished += instance.forced_club_price
    target = bound * instance.repeat_price + wished * instance.rounds
    met = max((max(row, default=0) for row in instance.met), default=0)
    meetings = instance.rounds * table_pairs(instance.tables)
    most = max(met, 1 if bound == 0 else 2, -(-meetings // max(1, pairs(instance.n))))
    even = sum(count * count for count in instance.visits)
    if instance.is_mixed:
        even = even_visits(instance, seats=plan_visits(instance.tables, instance.rounds))
    return Keeper(instance, target, most, even)


def best_rounds(
    instance: Instance,
    bound: int,
    rng: random.Random,
    *,
    effort: str = "normal",
    use_library: bool = True,
    share: int = 1,
) -> Plan:
    """The best rounds found; tables in the order of `instance.tables`.

    Stops at the bound when the small-table visits are even as well. `share` of 4 spends a quarter
    of the budget.
    """
    keeper = make_keeper(instance, bound)
    is_free = not (instance.has_locks or instance.sitters)
    is_blank = is_free and not instance.history and not instance.has_pair_rules
    moves = MOVES[effort] * (1 if is_blank else WITH_RULES) // share
    moves = moves * LARGE // max(LARGE, instance.n)
    if is_blank and _from_shelf(keeper, rng, use_library):
        return keeper.best
    has_rules_only = is_free and not is_blank and not instance.history
    if is_free and not is_blank:
        _with_labels(keeper, rng, use_library, tries=3, moves=moves // 100)
    if not keeper.at_target:
        moves -= _plain(keeper, rng, moves // 4 if has_rules_only else FIRST_RUN)
    if has_rules_only and not keeper.at_target:
        _with_labels(keeper, rng, use_library, tries=3, moves=moves // 8)
    if is_blank and bound == 0 and not keeper.at_target:
        moves -= _from_starters(keeper, rng, moves)
    _plain(keeper, rng, moves)
    if is_free and instance.history and not keeper.at_target:
        _with_labels(keeper, rng, use_library, tries=2, moves=moves // 8)
    return keeper.best


def mended_rounds(
    instance: Instance,
    bound: int,
    previous: Plan,
    rng: random.Random,
    *,
    effort: str = "normal",
    use_library: bool = True,
    only_patch: bool = False,
) -> Plan:
    """The best rounds near an older plan: its patch, unless moving more people saves repeats.

    `previous` holds present players only; of plans that cost the same the one with the fewest
    changed tables is taken.
    """
    keeper = make_keeper(instance, bound)
    old = patch(instance, previous, rng)
    keeper.take(old.plan)
    if only_patch or keeper.at_target:
        return old.plan
    found = [old.plan]
    for near in near_search(instance, old, rng, moves=MOVES[effort]):
        keeper.take(near)
        found.append(near)
    if not keeper.at_target:
        found.append(best_rounds(instance, bound, rng, effort=effort, use_library=use_library))

    def order(plan: Plan) -> tuple[int, float, int, Cost]:
        cost = measure(instance, plan).cost
        return cost.apart_broken, cost.priced, changed_tables(plan, previous), cost

    return min(found, key=order)


def _from_shelf(keeper: Keeper, rng: random.Random, use_library: bool) -> bool:
    """Take what library and algebra have; True when that settles it."""
    instance = keeper.instance
    exact = find_exact(instance.tables, instance.rounds) if use_library else None
    if exact is not None:
        keeper.take(relabelled(exact.schedule(), random_labels(instance.n, rng)))
        if (
            exact.cost == 0
            or next(patterns(instance.tables, instance.rounds, use_library=True), None) is None
        ):
            return True
    for pattern in patterns(instance.tables, instance.rounds, use_library=use_library):
        chosen = choose_rounds(instance, pattern, rng)
        keeper.take(relabelled(chosen, random_labels(instance.n, rng)))
        if keeper.is_done:
            return True
    return False


def _with_labels(keeper: Keeper, rng: random.Random, use_library: bool, *, tries: int, moves: int) -> None:
    """Seat the rules, and who has met, on patterns that are free of repeats themselves."""
    instance = keeper.instance
    for pattern in patterns(instance.tables, instance.rounds, use_library=use_library):
        for _ in range(tries):
            chosen = choose_rounds(instance, pattern, rng)
            keeper.take(label_pattern(instance, chosen, rng, moves=moves, target=keeper.target))
            if keeper.at_target:
                return


def _from_starters(keeper: Keeper, rng: random.Random, moves: int) -> int:
    """Search cyclic starters with part of the budget; returns the moves it was worth."""
    instance = keeper.instance
    share = moves // 8 if instance.n < 48 else 0
    for starter in search_starters(instance.tables, instance.rounds, rng, moves=share):
        chosen = choose_rounds(instance, starter.develop(), rng)
        keeper.take(relabelled(chosen, random_labels(instance.n, rng)))
        if keeper.is_done:
            break
    return 3 * share


def _plain(keeper: Keeper, rng: random.Random, moves: int) -> int:
    """Anneal from random plans, each run longer than the one before; returns the moves spent.

    Every other run looks at small tables as well. At the bound only `POLISH` more moves are spent
    on even visits and on pairs that meet a third time.
    """
    instance = keeper.instance
    length = float(FIRST_RUN)
    run = spent = 0
    while spent < moves and not keeper.is_done:
        if keeper.at_target:
            moves = min(moves, spent + POLISH)
            length = min(length, POLISH / 3)
        share = max(1, min(int(length), moves - spent))
        visit_price = 1 if instance.is_mixed and run % 2 == 0 else 0
        how = Anneal(share, keeper.target, visit_price)
        keeper.take(anneal(instance, random_plan(instance, rng), rng, how))
        spent += share
        length *= 1.7
        run += 1
    return spent
