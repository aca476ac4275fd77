"""Exact numbers: reading them, giving a column one common unit, writing them with four decimals.

No binary floats anywhere (users.md 6): 3 x 1/3 is 1 and 0.1 + 0.2 is 0.3. A value is an `int` where it can
be and a `Fraction` where it must be; both answer the same operators, so nobody downstream asks which one it
holds.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from typing import TypeAlias

Exact: TypeAlias = int | Fraction

MOST_DIGITS = 60
"""On either side of the decimal point. More is no result of a card game, and its sums would take for ever."""

WIDEST_UNIT = 16_384
"""Bits of a common unit up to which whole numbers are faster than fractions."""

_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_LIMIT = 10**MOST_DIGITS
_LAST_DIGIT = Decimal(1).scaleb(-MOST_DIGITS)
_WIDE = Context(prec=3 * MOST_DIGITS)
_WIDEST = 1 << WIDEST_UNIT


def read_exact(value: object) -> Exact | None:
    """The number in a JSON value, or None when it is none: users.md 8 takes numbers and text like "28.7".

    Truth values, floats, NaN, text with blanks or an exponent, and numbers of more than `MOST_DIGITS`
    digits are none.
    """
    if type(value) is int:
        return value if -_LIMIT < value < _LIMIT else None
    if isinstance(value, str):
        if len(value) > 2 * MOST_DIGITS or not _NUMBER.fullmatch(value):
            return None
        return read_exact(Decimal(value) if "." in value else int(value))
    if isinstance(value, Decimal):
        return _read_decimal(value)
    if isinstance(value, Fraction):
        return simplified(value) if -_LIMIT < value < _LIMIT and value.denominator < _WIDEST else None
    return None


def _read_decimal(value: Decimal) -> Exact | None:
    if not value:
        return 0
    if not value.is_finite() or value.adjusted() >= MOST_DIGITS:
        return None
    cut = value.quantize(_LAST_DIGIT, context=_WIDE)
    return simplified(Fraction(cut)) if cut == value else None


def read_whole(value: object) -> int | None:
    """The whole number in a JSON value, or None."""
    number = read_exact(value)
    return number if isinstance(number, int) else None


def simplified(value: Fraction) -> Exact:
    return value.numerator if value.denominator == 1 else value


def common_unit(denominators: Iterable[int]) -> int:
    """A number that every denominator divides, or 0 when it would be too long to be of use."""
    unit = 1
    for denominator in set(denominators):
        unit = math.lcm(unit, denominator)
        if unit.bit_length() > WIDEST_UNIT:
            return 0
    return unit


def in_unit(value: Exact, unit: int) -> Exact:
    """The value counted in 1/unit; a unit of 0 leaves the fraction as it is."""
    if not unit:
        return value
    if isinstance(value, int):
        return value * unit
    return value.numerator * (unit // value.denominator)


def quotients(tops: Sequence[Exact], bottoms: Sequence[int], unit: int) -> tuple[list[Exact], int]:
    """`top / bottom` of each pair, tops counted in 1/unit: the quotients and the unit they are counted in."""
    shared = common_unit(bottoms)
    if not shared or not unit:
        return [Fraction(top) / bottom for top, bottom in zip(tops, bottoms, strict=True)], unit
    return [top * (shared // bottom) for top, bottom in zip(tops, bottoms, strict=True)], unit * shared


def exact_value(value: Exact, unit: int) -> Fraction:
    return Fraction(value, unit) if isinstance(value, int) and unit else Fraction(value) / (unit or 1)


def plain_text(value: Exact, unit: int = 1) -> str:
    """Plain decimal, at most 4 decimals, half to even; no exponent, trailing zeros or "-0" (users.md 8).

    >>> plain_text(Fraction(1, 3)), plain_text(Fraction(-1, 100_000)), plain_text(25, 10)
    ('0.3333', '0', '2.5')
    """
    bottom = unit or 1
    if isinstance(value, Fraction):
        top, bottom = value.numerator, value.denominator * bottom
    elif bottom == 1:
        return str(value)
    else:
        top = value
    shown, rest = divmod(top * 10_000, bottom)
    if 2 * rest > bottom or (2 * rest == bottom and shown % 2):
        shown += 1
    whole, decimals = divmod(abs(shown), 10_000)
    sign = "-" if shown < 0 else ""
    if not decimals:
        return f"{sign}{whole}"
    return f"{sign}{whole}.{decimals:04d}".rstrip("0")
