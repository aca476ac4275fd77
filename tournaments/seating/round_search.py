"""Iterated exact re-partition: descend, kick, descend (seating.md section 6)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .chance import bell
from .repartition import repartition
from .round_costs import RoundCosts
from .round_starts import Tables, by_score, cut_in_order, greedy_unmet, top_down

MOST_PLAYERS_AT_ONCE = 13
REACH = 5
CANDIDATES = {"quick": 450_000, "normal": 4_500_000, "deep": 40_000_000}
"""Budgets in table candidates looked at, since a step costs what it looks at."""


class _State:
    """Tables with their prices and mean scores, and the order of places from the top."""

    def __init__(self, costs: RoundCosts, tables: Tables) -> None:
        self.costs = costs
        self.tables = tables
        self.prices = [costs.of_table(table) for table in tables]
        self._means = [self._mean(table) for table in tables]
        self._order: list[int] | None = None

    @property
    def total(self) -> int:
        return sum(self.prices)

    @property
    def order(self) -> list[int]:
        """Places of the tables by descending mean score."""
        if self._order is None:
            means = self._means
            self._order = sorted(range(len(means)), key=lambda place: (-means[place], place))
        return self._order

    def put(self, place: int, table: list[int]) -> None:
        self.tables[place] = table
        self.prices[place] = self.costs.of_table(table)
        mean = self._mean(table)
        if mean != self._means[place]:
            self._means[place] = mean
            self._order = None

    def copy(self) -> _State:
        other = _State.__new__(_State)
        other.costs = self.costs
        other.tables = list(self.tables)
        other.prices = list(self.prices)
        other._means = list(self._means)
        other._order = self._order
        return other

    def _mean(self, table: Sequence[int]) -> float:
        score = self.costs.score
        return sum(score[p] for p in table) / len(table)


class RoundSearch:
    """One search: its prices, its chance and what is left of its budget."""

    def __init__(self, costs: RoundCosts, rng: random.Random, budget: int) -> None:
        self.costs = costs
        self.rng = rng
        self.left = budget

    def best_round(self, players: Sequence[int], sizes: Sequence[int], *, hurry: bool) -> Tables:
        """The cheapest seating found for the players at tables of the sizes."""
        costs = self.costs
        order = by_score(players, costs)
        goal = _State(costs, cut_in_order(order, sizes))
        floor = sum(price % costs.rematch for price in goal.prices)
        starts = [greedy_unmet(order, sizes, costs)]
        deep = top_down(order, sizes, costs)
        if deep is not None:
            starts.append(deep)
        if not hurry:
            starts.append(goal.tables)
        found = []
        for tables in starts:
            state = _State(costs, tables)
            self._descend(state, 4 * len(sizes))
            found.append(state)
        return self._kick_and_descend(min(found, key=lambda state: state.total), floor)

    def _kick_and_descend(self, state: _State, floor: int) -> Tables:
        best = state.copy()
        n_tables = len(state.tables)
        rnd = self.rng.random
        lowest = best.total
        if n_tables <= 3 and sum(map(len, state.tables)) <= MOST_PLAYERS_AT_ONCE:
            return best.tables  # one re-partition has looked at everything
        while self.left > 0 and lowest > floor and n_tables > 1:
            trial = state.copy()
            block = self._kick(trial)
            tries = 6 * len(block) if n_tables >= 40 else 3 * n_tables
            self._descend(trial, tries, block if n_tables >= 40 else None)
            total = trial.total
            if total < lowest:
                best, lowest = trial.copy(), total
            if total <= state.total or rnd() < 0.02:
                state = trial
            elif rnd() < 0.05:
                state = best.copy()
            self.left -= 20
        return best.tables

    def _descend(self, state: _State, tries: int, block: Sequence[int] | None = None) -> None:
        """Re-partition neighbours until so many tries in a row bring nothing."""
        idle = tries if len(state.tables) < 2 else 0
        while idle < tries and self.left > 0:
            places = self._neighbours(state, block)
            old = sum(state.prices[place] for place in places)
            if old == 0:
                idle += 1
                self.left -= 5
                continue
            found = repartition(self.costs, [state.tables[place] for place in places], old, self.rng)
            if found is None:
                raise AssertionError("the present seating was not found again")
            tables, price, looked = found
            self.left -= looked + 100
            for place, table in zip(places, tables, strict=True):
                state.put(place, table)
            idle = 0 if price < old else idle + 1

    def _neighbours(self, state: _State, block: Sequence[int] | None) -> list[int]:
        """Places of two or three tables that are near in mean score, a troubled one first."""
        rnd = self.rng.random
        tables = state.tables
        reach = REACH
        if block and rnd() < 0.8:
            start = block[int(rnd() * len(block))]
        elif rnd() < 0.5 and max(state.prices) >= self.costs.rematch:
            start = max(range(len(tables)), key=lambda place: state.prices[place])
            reach = REACH if rnd() < 0.5 else len(tables)
        else:
            start = int(rnd() * len(tables))
        order = state.order
        at = order.index(start)
        low, high = max(0, at - reach), min(len(tables), at + reach + 1)
        near = [order[k] for k in range(low, high) if k != at]
        picked = [start]
        seats = len(tables[start])
        while near and len(picked) < 3:
            place = near.pop(int(rnd() * len(near)))
            if seats + len(tables[place]) <= MOST_PLAYERS_AT_ONCE or len(picked) == 1:
                picked.append(place)
                seats += len(tables[place])
        return picked

    def _kick(self, state: _State) -> list[int]:
        """Cut a block of neighbouring tables anew, by score with noise; returns their places."""
        rnd = self.rng.random
        order = state.order
        length = min(len(order), 6 + int(rnd() * 5))
        begin = int(rnd() * (len(order) - length + 1))
        block = order[begin : begin + length]
        scale = 2.0 * self.costs.scale
        players = [player for place in block for player in state.tables[place]]
        noisy = {player: self.costs.score[player] + scale * bell(self.rng) for player in players}
        players.sort(key=lambda p: (-noisy[p], p))
        sizes = [len(state.tables[place]) for place in block]
        for place, table in zip(block, cut_in_order(players, sizes), strict=True):
            state.put(place, table)
        return block
