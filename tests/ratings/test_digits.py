"""Who works a printed explanation out by hand gets what is printed."""

from __future__ import annotations

import random
import re
from decimal import Decimal

import pytest
from django.utils import translation

from clubs.models import Player
from ratings.services.digits import enough_digits, enough_for_mean
from ratings.services.explaining import SeatInWords
from ratings.systems import SeatExplanation, get_system

LINE = re.compile(
    r"expected (?P<e>[\d.]+) of the table, scored (?P<s>[\d.]+), K (?P<k>[\d.]+): (?P<d>[+−]?[\d.]+) "
    r"\((?P<before>[\d.]+) → (?P<after>[\d.]+),"
)


def numbers(line: str) -> dict[str, Decimal]:
    found = LINE.search(line)
    assert found is not None, line
    return {name: Decimal(text.replace("−", "-")) for name, text in found.groupdict().items()}


def random_table(rng: random.Random) -> tuple[list[int], list[int], list[int]]:
    n = rng.randint(2, 7)
    ratings = [rng.randint(900_000, 2_200_000) for _ in range(n)]
    return ratings, [rng.randint(0, 60) for _ in range(n)], [rng.randint(1, n) for _ in range(n)]


@pytest.mark.parametrize("seed", range(5))
def test_the_printed_numbers_give_the_printed_change_and_the_rating_after(seed: int) -> None:
    rng, system = random.Random(seed), get_system("elo-mp", 1)
    most = 0
    for _ in range(300):
        ratings, games, places = random_table(rng)
        for r, n, place, why in zip(
            ratings, games, places, system.explain(ratings, games, places), strict=True
        ):
            with translation.override("en"):
                said = numbers(SeatInWords(1, Player(name="Ada"), place, r, n, why).line())
            unit = Decimal(1).scaleb(said["d"].as_tuple().exponent)  # type: ignore[arg-type]
            assert (said["k"] * (said["s"] - said["e"])).quantize(unit) == said["d"]
            assert said["before"] + said["d"] == said["after"]
            most = max(most, len(str(said["k"])))
    assert most <= 8, "no more decimals than it takes"


def test_what_one_decimal_of_k_got_wrong_has_two() -> None:
    k, scored, expected = 1000 / 29, 1 / 3, 0.691
    change = k * (scored - expected)
    why = SeatExplanation(expected, scored, k, change, round(change * 1000))
    assert enough_digits(1_500_000, why).k == 2
    told = numbers(SeatInWords(1, Player(name="Ada"), 3, 1_500_000, 19, why).line())
    assert (told["k"], told["d"]) == (Decimal("34.48"), Decimal("-12.3"))


def test_duels_have_the_decimals_their_mean_needs() -> None:
    assert enough_for_mean([0.5, 0.5], 0.5, 3) == 3
    parts = [0.1004, 0.1004, 0.1024]
    mean = sum(parts) / 3  # 0.10107; of three decimals each it would be 0.1007 and so 0.101
    assert enough_for_mean(parts, mean, 4) > 3
