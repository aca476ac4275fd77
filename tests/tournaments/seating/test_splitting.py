"""Splitting players into tables (seating.md section 2)."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.seating import SeatingError, SeatingProblem, plan, rounds_without_repeat, split
from tournaments.seating.splitting import reachable

SIZES = st.lists(st.integers(3, 7), min_size=1, max_size=5, unique=True).map(tuple)

IMPOSSIBLE = {
    (3, 4, 5, 6, 7): [1, 2],
    (3, 4, 5): [1, 2],
    (3, 5): [1, 2, 4, 7],
    (3, 4): [1, 2, 5],
    (4, 5): [1, 2, 3, 6, 7, 11],
    (4, 5, 6): [1, 2, 3, 7],
    (4, 6): [2, *range(1, 60, 2)],
    (5, 6): [1, 2, 3, 4, 7, 8, 9, 13, 14, 19],
    (5, 6, 7): [1, 2, 3, 4, 8, 9],
    (6, 7): [1, 2, 3, 4, 5, 8, 9, 10, 11, 15, 16, 17, 22, 23, 29],
}

TABLE = {
    5: ([5], None, [5]),
    6: ([3, 3], [3, 3], None),
    9: ([5, 4], [3, 3, 3], [5, 4]),
    10: ([4, 3, 3], [4, 3, 3], [5, 5]),
    11: ([4, 4, 3], [4, 4, 3], None),
    13: ([5, 4, 4], [4, 3, 3, 3], [5, 4, 4]),
    14: ([4, 4, 3, 3], [4, 4, 3, 3], [5, 5, 4]),
    17: ([5, 4, 4, 4], [4, 4, 3, 3, 3], [5, 4, 4, 4]),
    23: ([4] * 5 + [3], [4] * 5 + [3], [5, 5, 5, 4, 4]),
}


def tables_or_none(n: int, sizes: tuple[int, ...]) -> list[int] | None:
    try:
        return list(split(n, sizes).tables)
    except SeatingError as refusal:
        return None if refusal.code == "no_split" else [0]


@pytest.mark.parametrize("n", sorted(TABLE))
def test_the_rule_gives_the_table_of_the_law_book(n: int) -> None:
    by_sizes = [tables_or_none(n, sizes) for sizes in ((4, 3, 5), (4, 3), (5, 4))]
    assert by_sizes == list(TABLE[n])


def test_the_splits_of_the_bar_come_out(bar: dict[str, Any]) -> None:
    for case in bar["split"]:
        assert tables_or_none(case["players"], tuple(case["sizes"])) == case["tables"]


@pytest.mark.parametrize("sizes", sorted(IMPOSSIBLE))
def test_only_the_listed_numbers_are_impossible(sizes: tuple[int, ...]) -> None:
    impossible = [n for n in range(1, 60) if not reachable(n, sizes)]
    assert impossible == sorted(IMPOSSIBLE[sizes])


@given(st.integers(1, 26), SIZES)
def test_no_split_is_cheaper_than_the_one_given(n: int, sizes: tuple[int, ...]) -> None:
    every = [
        tuple(sorted(tables, reverse=True))
        for t in range(1, n // 3 + 1)
        for tables in combinations_with_replacement(sizes, t)
        if sum(tables) == n
    ]
    best = min(
        every,
        key=lambda t: (sum(map(sizes.index, t)), len(t), tuple(-k for k in t)),
        default=None,
    )
    assert tables_or_none(n, sizes) == (None if best is None else list(best))


@given(st.integers(61, 1500), SIZES)
def test_large_numbers_are_reachable_just_when_they_have_a_split(n: int, sizes: tuple[int, ...]) -> None:
    assert reachable(n, sizes) == (tables_or_none(n, sizes) is not None)


@pytest.mark.parametrize("n", [0, 1, 2])
def test_fewer_than_three_players_are_refused(n: int) -> None:
    with pytest.raises(SeatingError) as refusal:
        split(n)
    assert refusal.value.code == "no_split"


def test_a_refusal_names_what_would_help() -> None:
    with pytest.raises(SeatingError) as refusal:
        split(11, (4, 5))
    fields = refusal.value.fields
    assert fields["nearest"] == [10, 12]
    assert {"size": 3, "tables": [4, 4, 3]} in fields["allow"]
    assert fields["sit_outs"] == 1
    assert "11 players cannot sit at tables of 4 and 5" in refusal.value.message


def test_seventeen_for_three_rounds_are_offered_fours_and_threes() -> None:
    found = split(17, (4, 3, 5), rounds=3)
    assert found.tables == (5, 4, 4, 4)
    assert found.preselected == (4, 4, 3, 3, 3)
    bounds = {other.tables: other.bound for other in found.alternatives}
    assert (bounds[5, 4, 4, 4], bounds[4, 4, 3, 3, 3]) == (3, 0)


def test_a_split_that_forces_repeats_says_so_and_names_a_better_one() -> None:
    (note,) = split(9, (4, 3, 5)).notes
    assert note.code == "repeats_certain"
    assert note.fields["instead"] == [3, 3, 3]


@pytest.mark.parametrize("sizes", [(), (2,), (8,), (4, 4), (4, "3"), (True,), "43", None, (4.0,)])
def test_sizes_that_are_not_sizes_are_refused_by_path(sizes: Any) -> None:
    with pytest.raises(SeatingError) as refusal:
        split(12, sizes)
    assert refusal.value.code == "bad_input"
    assert refusal.value.fields["path"].startswith("sizes")


@pytest.mark.parametrize("n", [-1, 10**9, 4.0, "12", None, True])
def test_numbers_of_players_that_are_not_are_refused(n: Any) -> None:
    with pytest.raises(SeatingError) as refusal:
        split(n)
    assert (refusal.value.code, refusal.value.fields["path"]) == ("bad_input", "players")


@pytest.mark.parametrize(
    ("n", "sizes", "rounds"),
    [(9, (3,), 4), (16, (4,), 5), (24, (4,), 7), (12, (4,), 1), (25, (5,), 6), (8, (4,), 1)],
)
def test_rounds_without_a_repeat_are_known_at_once(n: int, sizes: tuple[int, ...], rounds: int) -> None:
    assert rounds_without_repeat(n, sizes) == rounds


def test_the_very_tables_can_be_asked_for() -> None:
    for tables in ((5, 4, 4, 4), (4, 4, 3, 3, 3)):
        found = plan(
            SeatingProblem.from_json(
                {"players": 17, "split": list(tables)[::-1], "rounds": 2, "effort": "quick"}
            )
        )
        assert tuple(sorted(map(len, found.rounds[1]), reverse=True)) == tables


def test_tables_that_leave_somebody_over_are_refused_unless_sit_outs_are_asked_for() -> None:
    document = {"players": 9, "split": [4, 4], "rounds": 1}
    with pytest.raises(SeatingError) as caught:
        plan(SeatingProblem.from_json(document))
    assert (caught.value.code, caught.value.fields["seats"]) == ("no_split", 8)
    found = plan(SeatingProblem.from_json({**document, "sit_outs": "fewest"}))
    assert [len(here) for here in found.sit_outs or ()] == [1]
    with pytest.raises(SeatingError):
        plan(SeatingProblem.from_json({**document, "players": 7, "sit_outs": "fewest"}))


@pytest.mark.parametrize("tables", [[], [2, 7], "4", [4, True]])
def test_tables_that_are_none_are_bad_input(tables: object) -> None:
    with pytest.raises(SeatingError) as caught:
        SeatingProblem.from_json({"players": 9, "split": tables, "rounds": 1})
    assert caught.value.code == "bad_input"


def test_the_hash_of_a_problem_without_chosen_tables_is_what_it_was() -> None:
    plain = SeatingProblem.from_json({"players": 8, "rounds": 1})
    assert "split" not in plain.to_json()
    chosen = SeatingProblem.from_json({"players": 8, "rounds": 1, "split": [4, 4]})
    assert chosen.input_hash != plain.input_hash
    assert SeatingProblem.from_json(chosen.to_json()) == chosen
