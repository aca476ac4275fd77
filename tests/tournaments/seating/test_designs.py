"""Plans by algebra and by starters (seating.md sections 5.2 and 5.3)."""

from __future__ import annotations

import pytest

from tests.tournaments.seating.counting import assert_everyone_sits_once, pairs_cost
from tournaments.seating.chance import seeded
from tournaments.seating.designs import algebraic_plan
from tournaments.seating.fields import IRREDUCIBLE, field_tables, is_field_order
from tournaments.seating.patterns import shortened
from tournaments.seating.starters import Starter, search_starters, shapes

LAW_BOOK = [
    ((3,) * 3, 4),
    ((4,) * 4, 5),
    ((5,) * 5, 6),
    ((7,) * 7, 8),
    ((4,) * 8, 9),
    ((3,) * 9, 13),
    ((4,) * 16, 21),
    ((4,) * 10, 5),
    ((4,) * 11, 11),
    ((4,) * 250, 125),
    ((6,) * 7, 7),
    ((4,) * 7 + (3,), 8),
    ((5,) * 5 + (4,) * 2, 7),
    ((5,) * 5 + (4,) * 4, 9),
    ((6,) * 7 + (5,), 8),
    ((4,) * 123 + (3,) * 3, 42),
]


@pytest.mark.parametrize(("tables", "rounds"), LAW_BOOK)
def test_algebra_gives_the_rounds_of_the_law_book(tables: tuple[int, ...], rounds: int) -> None:
    plan = algebraic_plan(tables, rounds)
    assert plan is not None
    assert len(plan) >= rounds
    assert_everyone_sits_once(plan, range(sum(tables)), set(tables))
    assert pairs_cost(plan) == 0


@pytest.mark.parametrize("q", sorted(IRREDUCIBLE))
def test_prime_power_tables_are_fields(q: int) -> None:
    add, times = field_tables(q)
    everything = list(range(q))
    assert all(sorted(row) == everything for row in add)
    assert all(sorted(times[a]) == everything for a in range(1, q))
    assert all(times[a][b] == times[b][a] for a in range(q) for b in range(a))
    assert all(
        times[a][add[b][c]] == add[times[a][b]][times[a][c]]
        for a in range(min(q, 12))
        for b in range(q)
        for c in range(min(q, 12))
    )


def test_six_and_ten_are_no_field_orders() -> None:
    assert [q for q in range(2, 17) if not is_field_order(q)] == [6, 10, 12, 14, 15]


def test_the_starter_of_the_law_book_develops_into_seven_rounds() -> None:
    line = "20 3 4 1|21 13 0 14|9 16 18 19|12 7 8 5|15 2 23 10|22 6 11 17"
    tables = tuple(tuple(map(int, table.split())) for table in line.split("|"))
    plan = Starter((tables,), cycle=7, orbits=3, steps=7).develop()
    assert len(plan) == 7
    assert_everyone_sits_once(plan, range(24), {4})
    assert pairs_cost(plan) == 0


@pytest.mark.parametrize(("tables", "rounds"), [((4,) * 5, 5), ((3,) * 5, 6), ((4,) * 4 + (3,) * 2, 7)])
def test_a_search_for_starters_finds_plans_without_repeats(tables: tuple[int, ...], rounds: int) -> None:
    found = list(search_starters(tables, rounds, seeded(1), moves=400_000))
    plan = found[-1].develop()
    assert len(plan) >= rounds
    assert_everyone_sits_once(plan, range(sum(tables)), set(tables))
    assert pairs_cost(plan) == 0


def test_fixed_points_never_sit_at_small_tables() -> None:
    tables = (4,) * 5 + (3,)
    for starter in search_starters(tables, 7, seeded(3), moves=300_000):
        first_fixed = starter.cycle * starter.orbits
        small = [p for tables_ in starter.rounds for table in tables_ if len(table) == 3 for p in table]
        assert all(point < first_fixed for point in small)


def test_shapes_never_ask_for_more_pairs_than_there_are() -> None:
    assert shapes((4,) * 6, 8) == []
    assert all(shape.load <= 1 for shape in shapes((4,) * 10, 10))


def test_shortening_takes_away_players_who_never_meet() -> None:
    plan = algebraic_plan((4,) * 8, 9)
    assert plan is not None
    short = shortened(plan, 3, 8)
    assert short is not None
    assert_everyone_sits_once(short, range(29), {3, 4})
    assert all([len(table) for table in tables] == [4] * 5 + [3] * 3 for tables in short)
    assert pairs_cost(short) == 0
