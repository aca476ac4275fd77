"""Bounds of time in these tests can be missed."""

from __future__ import annotations

import pytest

from tests.timing import within


def test_what_takes_too_long_fails() -> None:
    with pytest.raises(AssertionError), within(0.001):
        sum(range(20_000_000))


def test_a_failure_inside_is_told_as_it_is() -> None:
    with pytest.raises(KeyError), within(0):
        raise KeyError("inside")
