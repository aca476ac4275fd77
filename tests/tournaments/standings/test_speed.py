"""The bar of users.md 8: 500 players, 10 rounds, 9 criteria in a second."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.timing import within
from tournaments.standings import Standings, rank, why

NINE = (
    "last-round", "countback", "wins", "places", "best-rounds", "share", "bids-made", "head-to-head", "opponents",
)  # fmt: skip


def championship(n_players: int, n_rounds: int, formula: str, *, points: tuple[int, int]) -> dict[str, Any]:
    rng = random.Random(5)
    players = [f"P{number:04}" for number in range(n_players)]
    rounds = []
    for number in range(n_rounds):
        line = rng.sample(players, n_players)
        tables = [line[start : start + 4] for start in range(0, n_players, 4)]
        rounds.append({"number": number, "tables": [seated(rng, seats, points) for seats in tables]})
    return {"players": players, "rounds": rounds, "table_points": formula, "tie_breaks": NINE}


def seated(rng: random.Random, seats: list[str], points: tuple[int, int]) -> dict[str, Any]:
    return {
        "seats": seats,
        "points": [f"{rng.randint(*points)}.5" for _ in seats],
        "bids_made": [rng.randint(0, 13) for _ in seats],
    }


@pytest.mark.parametrize("formula", ["raw", "rank", "share", "norm", "list:5-3-2-1"])
def test_five_hundred_players_take_less_than_a_second(formula: str) -> None:
    request = championship(500, 10, formula, points=(-40, 130))
    with within(1):
        rank(request)


def test_a_thousand_ties_with_three_thousand_deciders_take_less_than_a_second() -> None:
    trios = [[f"P{number:04}" for number in range(start, start + 3)] for start in range(0, 3000, 3)]
    request = {
        "players": [player for trio in trios for player in trio],
        "rounds": [{"number": 1, "tables": [{"seats": t, "points": [n] * 3} for n, t in enumerate(trios)]}],
        "tie_breaks": ["decider"],
        "deciders": [{"players": trio, "points": [1, 1, 1]} for trio in trios] * 3,
    }
    with within(1):
        rank(request)


def test_everybody_level_takes_less_than_a_second_with_all_reasons() -> None:
    request = championship(500, 10, "rank", points=(7, 7))
    with within(1):
        why(Standings(request))
