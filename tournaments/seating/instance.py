"""A problem in numbers: players 0..n-1, cost matrices, tables of one round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .problem import SeatingProblem
from .spread import forced_pairs

Plan = list[list[list[int]]]
"""Rounds of tables of player numbers; tables stand in the order of `Instance.tables`."""

APART = 1000
"""Price of two players at one table who must be kept apart, in units of one repeat."""


@dataclass(slots=True)
class Instance:
    """What a search needs to know about the rounds to plan.

    `tables`: sizes of every planned round, largest first. `met[a][b]`: earlier meetings of two
    present players. `base[a][b]`: price of their next meeting before any planned round, in
    whole units, where a repeat costs `repeat_price`. `pair_prices` holds what is in `base` for
    clubs and fixed tables, without repeats and kept-apart pairs; every pair is (a, b) with a < b.
    `locks[r]` maps a table's place in `tables` to its players; `visits` are small-table
    visits of the history; `forced_club_price` is what clubs larger than the number of tables cost
    every round at the least.
    """

    ids: tuple[str, ...]
    tables: tuple[int, ...]
    rounds: int
    history: Plan
    met: list[list[int]]
    base: list[list[int]]
    repeat_price: int
    club_pairs: list[tuple[int, int]]
    apart_pairs: list[tuple[int, int]]
    fixed_pairs: list[tuple[int, int]]
    pair_prices: dict[tuple[int, int], int]
    locks: list[dict[int, list[int]]] = field(default_factory=list)
    visits: list[int] = field(default_factory=list)
    forced_club_price: int = 0
    sitters: list[list[int]] = field(default_factory=list)

    @property
    def n(self) -> int:
        return len(self.ids)

    @property
    def is_mixed(self) -> bool:
        """Whether some tables are smaller than the largest."""
        return self.tables[0] != self.tables[-1]

    @property
    def has_pair_rules(self) -> bool:
        return bool(self.pair_prices or self.apart_pairs)

    @property
    def has_locks(self) -> bool:
        return any(self.locks)

    @property
    def n_sitting_out(self) -> int:
        return self.n - sum(self.tables)


def make_instance(
    problem: SeatingProblem,
    tables: Sequence[int],
    rounds: int,
    *,
    locks: Sequence[dict[int, list[int]]] = (),
) -> Instance:
    """The instance of the present players; absent ones vanish from the history's tables."""
    ids = problem.present
    index = {player: number for number, player in enumerate(ids)}
    n = len(ids)
    history = [
        [[index[player] for player in table if player in index] for table in tables_then]
        for tables_then in problem.history
    ]
    met = [[0] * n for _ in range(n)]
    for a, b in meetings(history):
        met[a][b] += 1
        met[b][a] += 1
    club_weight = problem.weights.club_after(len(problem.history))
    repeat_price, club_price = _whole_prices(problem.weights.repeat, club_weight)
    base = [[repeat_price * count for count in row] for row in met]
    apart_pairs = _pairs_of(problem.keep_apart, index)
    club_pairs = _pairs_of((members for _, members in problem.groups), index)
    pair_prices: dict[tuple[int, int], int] = {}
    unit = max(repeat_price, 1)
    for pair in club_pairs if club_price else ():
        pair_prices[pair] = club_price
    fixed_pairs = _fixed_pairs(problem, index, together=False)
    for pair in fixed_pairs:
        pair_prices[pair] = pair_prices.get(pair, 0) + 10 * unit
    for pair in _fixed_pairs(problem, index, together=True):
        pair_prices[pair] = -APART * unit
    for (a, b), price in [*pair_prices.items(), *((pair, APART * unit) for pair in apart_pairs)]:
        base[a][b] += price
        base[b][a] += price
    return Instance(
        ids=ids,
        tables=tuple(tables),
        rounds=rounds,
        history=history,
        met=met,
        base=base,
        repeat_price=repeat_price,
        club_pairs=club_pairs,
        apart_pairs=apart_pairs,
        fixed_pairs=fixed_pairs,
        pair_prices=pair_prices,
        locks=list(locks) or [{} for _ in range(rounds)],
        visits=_visits_then(problem, index),
        forced_club_price=club_price * _forced_club_meetings(problem, tables),
    )


def meetings(rounds: Iterable[Iterable[Sequence[int]]]) -> Iterable[tuple[int, int]]:
    """Every pair (a, b), a < b, once per table they share."""
    for tables in rounds:
        for table in tables:
            seats = sorted(table)
            for i, a in enumerate(seats):
                for b in seats[i + 1 :]:
                    yield a, b


def _whole_prices(repeat: float, club: float) -> tuple[int, int]:
    """Both weights in the smallest whole units (they have at most two decimals)."""
    prices = round(repeat * 100), round(club * 100)
    a, b = prices
    while b:
        a, b = b, a % b
    return (prices[0] // a, prices[1] // a) if a else (0, 0)


def _pairs_of(groups: Iterable[Sequence[str]], index: dict[str, int]) -> list[tuple[int, int]]:
    """Each pair of a group once, however many groups hold it."""
    found: set[tuple[int, int]] = set()
    for group in groups:
        members = sorted(index[player] for player in group if player in index)
        for i, a in enumerate(members):
            found.update((a, b) for b in members[i + 1 :])
    return sorted(found)


def _forced_club_meetings(problem: SeatingProblem, tables: Sequence[int]) -> int:
    """Club meetings of every round; 0 when somebody is in two clubs, where it is harder to say."""
    here = set(problem.present)
    clubs = [here.intersection(members) for _, members in problem.groups]
    if sum(map(len, clubs)) > len(set().union(*clubs)):
        return 0
    return sum(forced_pairs(len(club), tables) for club in clubs)


def _fixed_pairs(problem: SeatingProblem, index: dict[str, int], *, together: bool) -> list[tuple[int, int]]:
    """Pairs fixed to one table number, or to different ones (seating.md section 8)."""
    fixed = [(index[p], number) for p, number in problem.fixed_tables if p in index]
    return [
        (min(a, b), max(a, b))
        for i, (a, first) in enumerate(fixed)
        for b, second in fixed[i + 1 :]
        if (first == second) == together
    ]


def _visits_then(problem: SeatingProblem, index: dict[str, int]) -> list[int]:
    """Small-table visits of each present player in the history, by the sizes of then."""
    visits = [0] * len(index)
    for tables in problem.history:
        largest = max((len(table) for table in tables), default=0)
        for table in tables:
            for player in table if len(table) < largest else ():
                if player in index:
                    visits[index[player]] += 1
    return visits
