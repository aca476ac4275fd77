"""The fast form stops where the canonical one must decide (ratings.md section 2, conditions of a faster form)."""

import pytest

from ratings.systems import get_system
from ratings.systems.elo_mp_fast import FastForm
from ratings.systems.k_factor import KFactor
from tests.ratings.systems.examples import EXAMPLES, to_milli

ELO = get_system("elo-mp", 1)
FAST = FastForm(400.0, KFactor(minimum=20, numerator=1000, offset=10))

NEAR_A_HALF = [
    ([1581138, 1677515, 1333346, 1207484], [21, 48, 58, 9], [3, 4, 1, 2], 0),
    ([1502259, 1229284, 1436643, 1453067], [37, 8, 42, 40], [2, 3, 4, 1], 1),
    ([1302159, 1732024, 1249740, 1414117], [46, 30, 4, 26], [2, 3, 1, 4], 2),
    ([1443395, 1277087, 1284577, 1343033], [13, 31, 56, 37], [2, 1, 4, 3], 3),
]
"""Tables of four where one seat's change lies within 1e-6 milli-points of a half: -11471.5000004 and so on."""


@pytest.mark.parametrize(("ratings", "games", "places", "seat"), NEAR_A_HALF)
def test_a_change_near_a_half_is_left_to_the_canonical_form(
    ratings: list[int], games: list[int], places: list[int], seat: int
) -> None:
    exact = ELO.explain(ratings, games, places)[seat].change * 1000.0
    assert abs(abs(exact - round(exact)) - 0.5) < 1e-6
    assert FAST.rate_four(ratings, games, places) is None
    assert FAST.rate_many(ratings, games, places) is None
    assert ELO.rate(ratings, games, places) == ELO.rate_canonical(ratings, games, places)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example["id"]))
def test_only_the_rounding_edges_are_left_to_the_canonical_form(example: dict[str, object]) -> None:
    ratings, games, places = example["ratings"], example["games"], example["places"]
    assert isinstance(ratings, list)
    assert isinstance(games, list)
    assert isinstance(places, list)
    form = FAST.rate_four if len(places) == 4 else FAST.rate_many
    is_edge = example["id"] in ("X1", "X2", "X3", "X4", "X5")
    assert form(to_milli(ratings), games, places) == (None if is_edge else example["delta_milli"])


@pytest.mark.parametrize("form", [FAST.rate_four, FAST.rate_many])
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("extreme", [-125_000_000, 125_000_000])
def test_a_rating_beyond_the_powers_is_left_to_the_canonical_form(
    form: object, seat: int, extreme: int
) -> None:
    ratings = [1_500_000] * 4
    ratings[seat] = extreme
    assert callable(form)
    assert form(ratings, [40] * 4, [1, 2, 3, 4]) is None


@pytest.mark.parametrize("size", [4, 5])
def test_the_written_out_table_of_four_and_the_loops_give_the_same(size: int) -> None:
    for spread in range(0, 400_000, 7_919):
        ratings = [1_500_000 + spread * seat for seat in range(size)]
        games = [seat * 13 for seat in range(size)]
        places = [1 + (seat * spread) % size for seat in range(size)]
        expected = ELO.rate_canonical(ratings, games, places)
        assert FAST.rate_many(ratings, games, places) in (expected, None)
        if size == 4:
            assert FAST.rate_four(ratings, games, places) in (expected, None)
