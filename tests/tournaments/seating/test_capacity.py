"""How many rounds can be played without meeting twice (seating.md section 2)."""

from __future__ import annotations

import pytest

from tournaments.seating import SeatingProblem, plan, rounds_without_repeat

FOURS_AND_THREES = {
    8: 1, 9: 4, 10: 1, 12: 1, 13: 4, 15: 4, 16: 5, 20: 5, 21: 7, 24: 7, 25: 8, 27: 8, 28: 9, 32: 9, 33: 10,
    34: 10, 35: 9, 36: 11, 37: 11, 38: 11, 39: 10, 40: 11, 41: 12, 42: 12, 43: 11, 44: 12, 50: 12, 64: 12,
}  # fmt: skip
FIVES_AND_FOURS = {
    10: 1, 12: 1, 15: 1, 16: 5, 17: 1, 20: 1, 21: 5, 23: 5, 24: 6, 26: 6, 27: 5, 29: 5, 30: 6, 31: 6, 32: 7,
    35: 7, 36: 8, 40: 8, 41: 9, 45: 9, 46: 9, 47: 8, 50: 8, 51: 11, 55: 11, 56: 9, 57: 10, 60: 9, 61: 13, 65: 13,
}  # fmt: skip


@pytest.mark.parametrize(("sizes", "known"), [((4, 3), FOURS_AND_THREES), ((5, 4), FIVES_AND_FOURS)])
def test_at_least_the_rounds_of_the_law_book_are_at_hand(
    sizes: tuple[int, ...], known: dict[int, int]
) -> None:
    for players, rounds in known.items():
        assert rounds_without_repeat(players, sizes) >= rounds, players


@pytest.mark.parametrize(("players", "sizes"), [(24, (4,)), (23, (4, 3)), (33, (4, 3)), (27, (5, 4))])
def test_the_rounds_promised_can_be_planned(players: int, sizes: tuple[int, ...]) -> None:
    rounds = rounds_without_repeat(players, sizes)
    document = {"players": players, "sizes": list(sizes), "rounds": rounds, "effort": "quick"}
    assert plan(SeatingProblem.from_json(document)).repeats == 0


def test_counting_stops_where_it_is_told() -> None:
    assert rounds_without_repeat(64, (4,), most=6) == 6
    assert rounds_without_repeat(1000, (4,)) == 20
    assert rounds_without_repeat(4, (4,)) == 1
