"""Reading and writing exact numbers."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.oracle import text
from tournaments.standings.exact import common_unit, in_unit, plain_text, quotients, read_exact


@given(st.fractions(max_denominator=10**9))
def test_a_value_is_written_as_the_decimal_module_rounds_it(value: Fraction) -> None:
    assert plain_text(value) == text(value)


@given(st.integers(-(10**9), 10**9))
def test_halves_of_the_last_decimal_go_to_the_even_one(top: int) -> None:
    assert plain_text(top, 20_000) == text(Fraction(top, 20_000))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, "0"), (-7, "-7"), (100, "100"), (Fraction(1, 3), "0.3333"), (Fraction(-1, 100_000), "0"),
        (Fraction(5, 100_000), "0"), (Fraction(15, 100_000), "0.0002"), (Fraction(-5, 2), "-2.5"),
        (Fraction(10**30 * 2 + 1, 2), "1000000000000000000000000000000.5"), (Fraction(99_999, 10_000), "9.9999"),
        (Fraction(999_999, 100_000), "10"),
    ],
)  # fmt: skip
def test_a_value_is_plain_text(value: int | Fraction, expected: str) -> None:
    assert plain_text(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (5, 5), ("28.7", Fraction(287, 10)), ("-0", 0), ("007", 7), ("-3.0", -3), (Decimal("1E+3"), 1000),
        (Decimal("0E-99999"), 0), (Fraction(2, 4), Fraction(1, 2)), (Decimal("-2.50"), Fraction(-5, 2)), 
        (Decimal("1." + "0" * 500), 1), (Decimal("1E-60"), Fraction(1, 10**60)),
    ],
)  # fmt: skip
def test_numbers_are_read_exactly(value: object, expected: int | Fraction) -> None:
    found = read_exact(value)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    "value",
    [
        True, False, None, 0.5, float("nan"), "", " 5", "5 ", "5\n", "+5", "5.", ".5", "1e3", "0x5", "1_000", "٥",
        "NaN", "−5", "--5", [], {}, Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity"), Decimal("1E+400"),
        Decimal("1E-400"), Decimal("1E+999999999"), 10**60, -(10**60), "9" * 1000, 10**4_000, Fraction(10**61, 3),
    ],
)  # fmt: skip
def test_anything_else_is_no_number(value: object) -> None:
    assert read_exact(value) is None


@given(st.lists(st.fractions(max_denominator=50), min_size=1, max_size=6))
def test_counting_in_a_common_unit_changes_no_value(values: list[Fraction]) -> None:
    unit = common_unit(value.denominator for value in values)
    counted = [in_unit(value, unit) for value in values]
    assert all(isinstance(count, int) for count in counted)
    assert [Fraction(count) / unit for count in counted] == values


def test_a_unit_too_long_to_be_of_use_is_zero_and_leaves_fractions() -> None:
    long = common_unit(range(1, 30_000))
    assert long == 0
    assert in_unit(Fraction(1, 3), long) == Fraction(1, 3)


@given(
    st.lists(st.tuples(st.fractions(max_denominator=50), st.integers(1, 9)), min_size=1, max_size=5),
    st.booleans(),
)
def test_quotients_are_exact(pairs: list[tuple[Fraction, int]], with_unit: bool) -> None:
    unit = common_unit(value.denominator for value, _ in pairs) if with_unit else 0
    found, found_unit = quotients(
        [in_unit(top, unit) for top, _ in pairs], [bottom for _, bottom in pairs], unit
    )
    assert [Fraction(value) / (found_unit or 1) for value in found] == [top / bottom for top, bottom in pairs]
