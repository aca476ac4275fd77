"""Lower bounds (seating.md section 4), against the examples and against trying everything."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.seating.counting import pairs_cost
from tournaments.seating.bounds import lower_bound
from tournaments.seating.chance import chances, cooling, decay, seeded, shuffle
from tournaments.seating.instance import make_instance
from tournaments.seating.problem import SeatingProblem
from tournaments.seating.spread import forced_pairs, repeats_between


def bound_of(tables: tuple[int, ...], rounds: int, history: list[list[list[str]]] | None = None) -> int:
    problem = SeatingProblem.from_json({"players": sum(tables), "history": history or []})
    return lower_bound(make_instance(problem, tables, rounds))


@pytest.mark.parametrize(
    ("tables", "rounds", "bound"),
    [
        ((4,) * 3, 3, 9),
        ((4,) * 2, 2, 4),
        ((4,) * 2, 3, 12),
        ((4,) * 2, 4, 24),
        ((4,) * 2, 5, 40),
        ((7,) * 6, 4, 36),
        ((7,) * 5, 3, 30),
        ((7,) * 4, 2, 12),
        ((5,) * 4, 2, 4),
        ((5,) * 3, 2, 6),
        ((4,) * 5, 6, 0),
    ],
)
def test_the_bound_is_that_of_the_law_book(tables: tuple[int, ...], rounds: int, bound: int) -> None:
    assert bound_of(tables, rounds) == bound


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([(3, 3), (4, 3), (3, 3, 3), (4, 4)]), st.integers(0, 3), st.integers(0, 999))
def test_no_round_beats_the_bound_after_any_history(tables: tuple[int, ...], played: int, seed: int) -> None:
    rng = seeded(seed)
    names = [f"P{k:02d}" for k in range(1, sum(tables) + 1)]
    history = []
    for _ in range(played):
        shuffle(names, rng)
        seats = iter(list(names))
        history.append([[next(seats) for _ in range(size)] for size in tables])
    best = min(pairs_cost([seated], history) for seated in every_round(sorted(names), tables))
    assert bound_of(tables, 1, history) <= best


def every_round(names: list[str], tables: tuple[int, ...]) -> list[list[list[str]]]:
    if not tables:
        return [[]]
    return [
        [list(table), *rest]
        for table in combinations(names, tables[0])
        for rest in every_round([name for name in names if name not in table], tables[1:])
    ]


@given(st.integers(1, 7), st.lists(st.integers(1, 7), min_size=1, max_size=6))
def test_forced_pairs_are_those_of_the_evenest_spread(k: int, seats: list[int]) -> None:
    if k > sum(seats):
        return
    ways = [sum(part * (part - 1) // 2 for part in parts) for parts in spreads(k, seats)]
    assert forced_pairs(k, seats) == min(ways)


def spreads(k: int, seats: list[int]) -> list[list[int]]:
    if not seats:
        return [[]] if k == 0 else []
    return [[part, *rest] for part in range(min(k, seats[0]) + 1) for rest in spreads(k - part, seats[1:])]


def test_unequal_rounds_take_the_larger_sum() -> None:
    assert repeats_between((5, 4, 4, 4), (4, 4, 3, 3, 3)) == max(
        sum(forced_pairs(k, (4, 4, 3, 3, 3)) for k in (5, 4, 4, 4)),
        sum(forced_pairs(k, (5, 4, 4, 4)) for k in (4, 4, 3, 3, 3)),
    )


def test_the_exponential_is_right_and_chances_fall() -> None:
    assert decay(0) == 1
    assert decay(1) == pytest.approx(0.36787944117144233, abs=1e-12)
    assert decay(10) == pytest.approx(4.5399929762484854e-05, rel=1e-9)
    assert decay(1e9) == 0
    falling = chances(0.5)
    assert falling == sorted(falling, reverse=True)
    assert falling[1] == pytest.approx(decay(2))
    heats = cooling(0.6, 0.12, 10)
    assert heats[0] == 0.6
    assert heats[-1] == pytest.approx(0.12, rel=1e-6)
