"""Numbers as readers see them."""

from __future__ import annotations

import pytest
from django.utils import translation

from clubs.models import Player
from clubs.templatetags.figures import change, names, number, rated, rating, share, signed


def test_a_blank_is_not_a_zero() -> None:
    assert (number(None), number(""), number(0)) == ("", "", "0")


def test_minus_is_a_true_minus() -> None:
    assert (number(-5), signed(-5), signed(5), signed(0)) == ("−5", "−5", "+5", "0")


def test_decimals_carry_the_readers_sign_and_no_idle_zeros() -> None:
    assert number("28.70") == "28.7"
    with translation.override("nb"):
        assert number("28.70") == "28,7"
    assert number("1200") == "1200"


@pytest.mark.parametrize(
    ("milli", "shown"), [(1_499_499, "1499"), (1_499_500, "1500"), (-500, "0"), (-501, "−1")]
)
def test_ratings_round_to_whole_points_as_the_law_says(milli: int, shown: str) -> None:
    assert rating(milli) == shown


def test_changes_keep_one_decimal_and_their_sign() -> None:
    assert (change(3_083), change(-54_800), change(0), change(None)) == ("+3.1", "−54.8", "0.0", "")


def test_a_rating_of_nineteen_games_carries_its_mark() -> None:
    assert "?" in rated(1_500_000, 19)
    assert rated(1_500_000, 20) == "1500"


def test_shares_are_whole_per_cent() -> None:
    assert (share(1, 3), share(2, 3), share(0, 0)) == ("33", "67", "")


def test_the_last_two_names_are_joined_by_a_word() -> None:
    people = [Player(name=name) for name in ("Ada", "Bo", "Cleo")]
    assert names(people) == "Ada, Bo and Cleo"
    assert names(people[:1]) == "Ada"
    assert names([]) == ""
