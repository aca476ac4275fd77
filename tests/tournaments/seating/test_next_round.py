"""One round from history and scores (seating.md sections 6 and 15)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.seating.counting import assert_everyone_sits_once, meetings
from tournaments.seating import NextRound, SeatingProblem, next_round
from tournaments.seating.benching import state_problem
from tournaments.seating.chance import seeded, shuffle
from tournaments.seating.repartition import repartition
from tournaments.seating.round_costs import RoundCosts


def check_figures(found: NextRound, problem: SeatingProblem) -> None:
    sits = None if found.sit_outs is None else [[found.sit_outs]]
    assert_everyone_sits_once(
        [found.tables], problem.present, problem.sizes, sits and [list(found.sit_outs or ())]
    )
    before = meetings(problem.history)
    assert found.rematches == sum(before[pair] for pair in meetings([found.tables]))
    scores = dict(problem.scores or ())
    spread = sum(
        (scores.get(a, 0) - scores.get(b, 0)) ** 2
        for table in found.tables
        for a, b in combinations(table, 2)
    )
    assert found.spread == pytest.approx(spread)
    assert len(found.explanations) == sum(before[pair] > 0 for pair in meetings([found.tables]))


def seated(**fields: Any) -> NextRound:
    problem = SeatingProblem.from_json(fields)
    found = next_round(problem)
    check_figures(found, problem)
    return found


@pytest.mark.parametrize("place", range(8))
def test_shared_states_have_no_rematch_even_in_a_hurry(states: list[dict[str, Any]], place: int) -> None:
    state = states[place]
    problem = state_problem(state, effort="quick")
    found = next_round(problem)
    check_figures(found, problem)
    assert found.rematches == 0
    assert found.spread <= 1.25 * state["reference"]["ils_4s"][1]


@pytest.mark.slow
@pytest.mark.parametrize("place", range(8))
def test_shared_states_reach_their_reference(states: list[dict[str, Any]], place: int) -> None:
    state = states[place]
    found = next_round(state_problem(state))
    reference = state["reference"]
    assert found.rematches == 0
    if "proven_optimum" in reference:
        assert found.spread <= 1.05 * reference["proven_optimum"][1]
    else:
        assert found.spread <= 0.85 * reference["pantheon_like"][1]


@settings(max_examples=10, deadline=None)
@given(st.integers(6, 30), st.integers(1, 4), st.integers(0, 999))
def test_a_whole_event_is_seated_round_by_round(players: int, rounds: int, seed: int) -> None:
    rng = seeded(seed)
    names = [f"P{k:02d}" for k in range(1, players + 1)]
    scores = dict.fromkeys(names, 0)
    history: list[list[list[str]]] = []
    for _ in range(rounds):
        found = seated(
            players=names, scores=scores, history=history, seed=seed, effort="quick", sizes=[4, 3, 5]
        )
        history.append([list(table) for table in found.tables])
        for name in names:
            scores[name] += int(rng.random() * 5)


def test_scores_decide_who_meets() -> None:
    scores = {f"P{k:02d}": k // 5 * 10 for k in range(1, 13)}
    found = seated(players=12, sizes=[4], scores=scores)
    best = [sorted(table) for table in found.tables]
    assert best[0] == ["P09", "P10", "P11", "P12"] or found.spread == 300
    means = [sum(scores[p] for p in table) / len(table) for table in found.tables]
    assert means == sorted(means, reverse=True)


def test_a_rematch_costs_more_than_any_difference_of_scores() -> None:
    history = [[["P01", "P02", "P03", "P04"], ["P05", "P06", "P07", "P08"]]]
    scores = {"P01": 1000, "P02": 1000, "P03": -1000, "P04": 0.5}
    found = seated(players=8, sizes=[4], scores=scores, history=history)
    assert found.rematches == 4
    assert {repeat.reason for repeat in found.explanations} == {"counting_bound"}


def test_history_rounds_are_numbered_backwards_from_zero() -> None:
    table = ["P01", "P02", "P03", "P04"]
    found = seated(players=4, sizes=[4], scores={}, history=[[table], [table[::-1]]])
    assert {repeat.earlier for repeat in found.explanations} == {(-1, 0)}
    assert found.rematches == 12


def test_fractions_of_points_are_exact() -> None:
    found = seated(players=4, sizes=[4], scores={"P01": 0.5, "P02": 0.25})
    assert found.spread == pytest.approx(2 * (0.25 + 0.0625) + 0.0625)


def test_an_absent_player_is_not_seated_and_still_counts_as_met() -> None:
    found = seated(
        players=9,
        absent=["P09"],
        sizes=[4],
        scores={"P09": 50},
        history=[[["P09", "P01", "P02"], ["P03", "P04", "P05"], ["P06", "P07", "P08"]]],
    )
    assert all("P09" not in table for table in found.tables)


def test_a_locked_table_is_left_alone() -> None:
    table = ["P12", "P01", "P06", "P07"]
    found = seated(
        players=12, sizes=[4], scores={"P12": 9}, locked=[{"round": 1, "table": 2, "players": table}]
    )
    assert list(found.tables[1]) == table


def test_fewest_small_table_visits_decide_between_equals() -> None:
    history = [[["P01", "P02", "P03", "P04"], ["P05", "P06", "P07"]]]
    found = seated(players=7, sizes=[4, 3], scores={}, history=history)
    small = min(found.tables, key=len)
    assert len(set(small) & {"P05", "P06", "P07"}) <= 1


def random_costs(n: int, seed: int) -> RoundCosts:
    rng = seeded(seed)
    pair = [[0] * n for _ in range(n)]
    for a in range(n):
        for b in range(a):
            pair[a][b] = pair[b][a] = int(rng.random() * 50)
    score = [int(rng.random() * 9) for _ in range(n)]
    return RoundCosts(pair, [int(rng.random() * 3) for _ in range(n)], score, 1, 1, 10**6, 4)


def cheapest(costs: RoundCosts, players: frozenset[int], sizes: tuple[int, ...]) -> int:
    """The least price by trying everything."""
    if not sizes:
        return 0
    return min(
        costs.of_table(table) + cheapest(costs, players - set(table), sizes[1:])
        for table in combinations(sorted(players), sizes[0])
    )


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([(4, 4), (4, 3), (3, 3, 3), (4, 3, 3), (3, 3), (4, 3, 4)]), st.integers(0, 9999))
def test_repartition_is_exact(sizes: tuple[int, ...], seed: int) -> None:
    n = sum(sizes)
    costs = random_costs(n, seed)
    players = list(range(n))
    shuffle(players, seeded(seed))
    seats = iter(players)
    tables = [[next(seats) for _ in range(size)] for size in sizes]
    old = sum(costs.of_table(table) for table in tables)
    found = repartition(costs, tables, old, seeded(seed))
    assert found is not None
    new, price, _ = found
    assert [len(table) for table in new] == list(sizes)
    assert sorted(p for table in new for p in table) == list(range(n))
    assert price == sum(costs.of_table(table) for table in new)
    assert price == cheapest(costs, frozenset(range(n)), sizes)
