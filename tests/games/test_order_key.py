"""The order key: 46 digits that sort as the games were played."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.order_key import LENGTH, order_key

Parts = tuple[int, int, int, int, int]

PARTS = st.tuples(
    st.integers(0, 10**16 - 1),
    st.integers(0, 10**10 - 1),
    st.integers(0, 9_999),
    st.integers(0, 9_999),
    st.integers(0, 10**12 - 1),
)


def test_the_parts_stand_in_the_order_of_the_law_book() -> None:
    key = order_key(1_700_000_000_000_000, 12, 3, 1, 77)
    assert key == "1700000000000000" + "0000000012" + "0003" + "0001" + "000000000077"


def test_what_a_game_does_not_have_is_zeros() -> None:
    assert order_key(0, 0, 0, 0, 0) == "0" * 46


@given(PARTS)
def test_a_key_is_46_ascii_digits(parts: Parts) -> None:
    key = order_key(*parts)
    assert len(key) == LENGTH == 46
    assert key.isascii()
    assert key.isdigit()


@given(PARTS, PARTS)
def test_keys_sort_as_their_parts_do(one: Parts, other: Parts) -> None:
    assert (order_key(*one) < order_key(*other)) == (one < other)
    assert (order_key(*one) == order_key(*other)) == (one == other)


@pytest.mark.parametrize("part", range(5))
def test_a_part_that_does_not_fit_its_width_is_refused_by_name(part: int) -> None:
    names = ("played_at_us", "tournament", "round_no", "table_no", "game_id")
    widths = (16, 10, 4, 4, 12)
    for value in (-1, 10 ** widths[part]):
        parts = [1, 1, 1, 1, 1]
        parts[part] = value
        with pytest.raises(ValueError, match=f"{names[part]} is {value}"):
            order_key(*parts)
    parts[part] = 10 ** widths[part] - 1
    assert len(order_key(*parts)) == LENGTH
