"""What went wrong in other systems (ratings.md section 12), one test per defect."""

from itertools import pairwise, permutations
from math import isfinite

import pytest

from ratings.systems import get_system

ELO = get_system("elo-mp", 1)
START = 1_500_000


def rate_fresh(places: list[int]) -> list[int]:
    return ELO.rate([START] * len(places), [0] * len(places), places)


def test_joint_winners_gain_the_same_and_more_than_the_player_behind_them() -> None:
    """openskill.py#155, openskill.js#332: joint winners 26.0, the player behind them 26.556."""
    first, second, third, fourth, last = rate_fresh([1, 1, 2, 3, 4])
    assert first == second > third > fourth > last


@pytest.mark.parametrize("size", [3, 4, 5])
def test_tied_players_do_not_differ_by_input_order(size: int) -> None:
    """openskill.py#166, #173."""
    ratings = [1_480_000, 1_520_000, 1_520_000, 1_600_000, 1_333_333][:size]
    games = [3, 7, 7, 50, 0][:size]
    places = [1, 2, 2, 4, 5][:size]
    whole = dict(zip(range(size), ELO.rate(ratings, games, places), strict=True))
    for order in permutations(range(size)):
        moved = ELO.rate([ratings[i] for i in order], [games[i] for i in order], [places[i] for i in order])
        assert moved == [whole[i] for i in order]
    assert whole[1] == whole[2]


@pytest.mark.parametrize("winner_points", [1, 10, 100])
def test_the_margin_of_points_has_no_effect(winner_points: int) -> None:
    """openskill.py#181: with a margin set, 1-0, 10-0 and 100-0 came out alike or inverted."""
    points = [winner_points, 0, -winner_points]
    places = [1 + sum(other > own for other in points) for own in points]
    assert rate_fresh(places) == [50_000, 0, -50_000]


def test_four_equal_losers_lose_the_same() -> None:
    """trueskill#13, #15: four different values for four equal losers."""
    winner, *losers = rate_fresh([1, 2, 2, 2, 2])
    assert winner == 50_000
    assert losers == [-12_500] * 4


@pytest.mark.parametrize("places", [[1, 1, 1, 4], [1, 2, 2, 2]])
def test_a_three_way_tie_has_one_outcome_in_all_24_seatings(places: list[int]) -> None:
    """trueskill#13: 6 different outcomes."""
    outcomes = {
        tuple(sorted(zip(seating, rate_fresh(list(seating)), strict=True)))
        for seating in permutations(places)
    }
    assert len(outcomes) == 1


@pytest.mark.parametrize("size", range(2, 81))
def test_the_winner_among_equals_gains_half_of_k_at_every_size(size: int) -> None:
    """climb-elo#174: with `/(n-1)` lost, changes grow with the field."""
    deltas = ELO.rate([START] * size, [40] * size, list(range(1, size + 1)))
    assert (deltas[0], deltas[-1]) == (10_000, -10_000)


def test_a_field_of_forty_still_moves_everybody() -> None:
    """Multiplayer-ELO#11: integer rounding makes every change 0 from 34 players on."""
    deltas = ELO.rate([START] * 40, [40] * 40, list(range(1, 41)))
    assert deltas[0] == 10_000
    assert all(earlier > later for earlier, later in pairwise(deltas))
    assert 0 not in deltas


@pytest.mark.parametrize("others", [[2_400_000, 2_300_000], [700_000, 650_000, 600_000], [1_500_000] * 5])
@pytest.mark.parametrize("games", [0, 5, 90])
def test_a_sole_last_never_gains(others: list[int], games: int) -> None:
    """Elo-MMR#23, openskill.py#187: last place gained because sigma shrank."""
    for own in (700_000, 1_500_000, 2_500_000):
        ratings = [*others, own]
        deltas = ELO.rate(ratings, [games] * len(ratings), [*range(1, len(others) + 1), len(ratings)])
        assert deltas[-1] <= 0
        assert deltas[0] >= 0


@pytest.mark.parametrize("size", range(2, 11))
def test_a_tie_of_all_moves_nobody_among_equals(size: int) -> None:
    assert rate_fresh([1] * size) == [0] * size


@pytest.mark.parametrize("form", ["rate", "rate_canonical"])
@pytest.mark.parametrize("apart", [0, 20_000_000, 40_000_000, 130_000_000, 10**12, 10**300])
def test_extreme_ratings_are_rated_without_exception(form: str, apart: int) -> None:
    """goochjs/glicko2#1, sublee/glicko2#1, mmai/glicko2#16: endless loop, overflow."""
    rate = getattr(ELO, form)
    for low, high in ((-apart, apart), (0, apart), (-apart, 0), (-apart - 400_000, -apart)):
        ratings = [low, high, START, START]
        for places in ([1, 2, 3, 4], [4, 3, 2, 1], [1, 1, 1, 1]):
            deltas = rate(ratings, [0] * 4, places)
            assert all(isfinite(delta) and abs(delta) <= 100_000 for delta in deltas)
            assert abs(sum(deltas)) <= 2


def test_both_forms_agree_below_the_range_of_the_powers() -> None:
    """Where `10^(R/400)` leaves the range of doubles, 400 points still are 10 to 1."""
    for base in (-120_000_000, -125_000_000, -129_500_000, -200_000_000, 120_000_000, 200_000_000):
        for ratings in ([base, base + 400_000], [base, base + 400_000, base + 100_000, base]):
            size = len(ratings)
            fast = ELO.rate(ratings, [40] * size, list(range(1, size + 1)))
            assert fast == ELO.rate_canonical(ratings, [40] * size, list(range(1, size + 1)))
            assert ELO.explain(ratings[:2], [40, 40], [1, 2])[0].expected == pytest.approx(1 / 11)


def test_each_player_moves_by_the_own_k() -> None:
    """multielo#16: one K for the whole game."""
    fresh, settled = ELO.rate([START, START], [0, 40], [1, 2])
    assert (fresh, settled) == (50_000, -10_000)


@pytest.mark.parametrize("size", range(3, 8))
def test_the_gain_does_not_grow_with_the_table(size: int) -> None:
    """0.667 K at 3 and 0.857 K at 7 players elsewhere; here half of K at every size."""
    assert rate_fresh(list(range(1, size + 1)))[0] == 50_000
