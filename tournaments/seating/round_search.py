"""Iterated exact re-partition: descend, kick, descend (seating.md section 6)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from .chance import bell
from .repartition import repartition
from .round_costs import RoundCosts
from .round_starts import Tables, by_score, cut_in_order, greedy_unmet, top_down

MOST_PLAYERS_AT_ONCE = 13
REACH = 5
CANDIDATES = {"quick": 500_000, "normal": 6_000_000, "deep": 40_000_000}
"""Budgets in table candidates looked at, since a step costs what it looks at."""


@dataclass(slots=True)
class _State:
    tables: Tables
    prices: list[int]

    @property
    def total(self) -> int:
        return sum(self.prices)

    def copy(self) -> _State:
        return _State([list(table) for table in self.tables], list(self.prices))


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
        goal = self._state(cut_in_order(order, sizes))
        floor = sum(price % costs.rematch for price in goal.prices)
        starts = [greedy_unmet(order, sizes, costs)]
        deep = top_down(order, sizes, costs)
        if deep is not None:
            starts.append(deep)
        if not hurry:
            starts.append(goal.tables)
        found = []
        for tables in starts:
            state = self._state(tables)
            self._descend(state, 4 * len(sizes))
            found.append(state)
        best = min(found, key=lambda state: state.total).copy()
        self._kick_and_descend(best.copy(), best, floor)
        return best.tables

    def _state(self, tables: Tables) -> _State:
        return _State(tables, [self.costs.of_table(table) for table in tables])

    def _kick_and_descend(self, state: _State, best: _State, floor: int) -> None:
        n_tables = len(state.tables)
        rnd = self.rng.random
        lowest = best.total
        if n_tables <= 3 and sum(map(len, state.tables)) <= MOST_PLAYERS_AT_ONCE:
            return  # one re-partition has looked at everything
        while self.left > 0 and lowest > floor and n_tables > 1:
            trial = state.copy()
            block = self._kick(trial)
            tries = 6 * len(block) if n_tables >= 40 else 3 * n_tables
            self._descend(trial, tries, block if n_tables >= 40 else None)
            total = trial.total
            if total < lowest:
                best.tables, best.prices = trial.copy().tables, list(trial.prices)
                lowest = total
            if total <= state.total or rnd() < 0.02:
                state = trial
            elif rnd() < 0.05:
                state = best.copy()
            self.left -= 20

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
                state.tables[place] = table
                state.prices[place] = self.costs.of_table(table)
            idle = 0 if price < old else idle + 1

    def _neighbours(self, state: _State, block: Sequence[int] | None) -> list[int]:
        """Places of two or three tables that are near in mean score, a troubled one first."""
        rnd = self.rng.random
        tables = state.tables
        if block and rnd() < 0.8:
            start = block[int(rnd() * len(block))]
        elif rnd() < 0.5 and max(state.prices) >= self.costs.rematch:
            start = max(range(len(tables)), key=lambda place: state.prices[place])
        else:
            start = int(rnd() * len(tables))
        means = self._means(state)
        order = sorted(range(len(tables)), key=lambda place: (-means[place], place))
        at = order.index(start)
        low, high = max(0, at - REACH), min(len(tables), at + REACH + 1)
        near = [order[k] for k in range(low, high) if k != at]
        picked = [start]
        seats = len(tables[start])
        while near and len(picked) < 3:
            place = near.pop(int(rnd() * len(near)))
            if seats + len(tables[place]) <= MOST_PLAYERS_AT_ONCE or len(picked) == 1:
                picked.append(place)
                seats += len(tables[place])
        return picked

    def _means(self, state: _State) -> list[float]:
        score = self.costs.score
        return [sum(score[p] for p in table) / len(table) for table in state.tables]

    def _kick(self, state: _State) -> list[int]:
        """Cut a block of neighbouring tables anew, by score with noise; returns their places."""
        rnd = self.rng.random
        means = self._means(state)
        order = sorted(range(len(means)), key=lambda place: (-means[place], place))
        length = min(len(order), 6 + int(rnd() * 5))
        begin = int(rnd() * (len(order) - length + 1))
        block = order[begin : begin + length]
        scale = 2.0 * self.costs.scale
        players = [player for place in block for player in state.tables[place]]
        noisy = {player: self.costs.score[player] + scale * bell(self.rng) for player in players}
        players.sort(key=lambda p: (-noisy[p], p))
        sizes = [len(state.tables[place]) for place in block]
        for place, table in zip(block, cut_in_order(players, sizes), strict=True):
            state.tables[place] = table
            state.prices[place] = self.costs.of_table(table)
        return block
