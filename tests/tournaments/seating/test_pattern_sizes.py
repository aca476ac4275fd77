"""Every ready-made schedule seats tables of exactly the sizes that were asked for."""

from __future__ import annotations

import pytest

from tournaments.seating import SeatingProblem, plan
from tournaments.seating.designs import algebraic_plan


@pytest.mark.parametrize("size", [4, 5, 6, 7])
@pytest.mark.parametrize("n_tables", range(2, 12))
def test_algebra_keeps_the_sizes_even_where_it_has_no_design(size: int, n_tables: int) -> None:
    for n_short in range(n_tables):
        tables = [size] * (n_tables - n_short) + [size - 1] * n_short
        for seated in algebraic_plan(tables, 7) or []:
            assert sorted(map(len, seated)) == sorted(tables)


def test_seventeen_after_two_rounds_of_eighteen_sit_at_a_five_and_three_fours() -> None:
    eighteen = [f"P{n:02d}" for n in range(1, 19)]
    first = plan(SeatingProblem.from_json({"players": eighteen, "rounds": 2, "sizes": [4, 3, 5], "seed": 3}))
    assert [[len(table) for table in tables] for tables in first.rounds] == [[4, 4, 4, 3, 3]] * 2
    document = {
        "players": eighteen[:4] + eighteen[5:],
        "rounds": 1,
        "sizes": [4, 3, 5],
        "seed": 4,
        "history": [[list(table) for table in tables] for tables in first.rounds],
    }
    third = plan(SeatingProblem.from_json(document))
    assert [len(table) for table in third.rounds[0]] == [5, 4, 4, 4]
    assert (third.repeats, third.max_meetings) == (0, 1)
