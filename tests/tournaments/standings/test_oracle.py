"""The room against a slow second reading of the law, on small random documents full of ties."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.standings.documents import FORMULAS, KEYS, documents
from tests.tournaments.standings.oracle import Oracle
from tournaments.standings import TIE_BREAKS, rank


@given(documents())
@settings(max_examples=120, deadline=None)
def test_any_document_is_ranked_as_the_second_reading_ranks_it(document: dict[str, Any]) -> None:
    assert [row.to_json() for row in rank(document)] == Oracle(document).rows()


@pytest.mark.parametrize("key", KEYS)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_each_tie_break_alone_agrees_with_the_second_reading(key: str, data: st.DataObject) -> None:
    document = data.draw(documents())
    document["tie_breaks"] = [key]
    assert [row.to_json() for row in rank(document)] == Oracle(document).rows()


@pytest.mark.parametrize("formula", FORMULAS)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_each_form_of_table_points_agrees_with_the_second_reading(formula: str, data: st.DataObject) -> None:
    document = data.draw(documents())
    document["table_points"] = formula
    assert [row.to_json() for row in rank(document)] == Oracle(document).rows()


def test_the_second_reading_knows_every_tie_break() -> None:
    assert set(KEYS) == set(TIE_BREAKS)
