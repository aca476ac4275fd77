"""The doors of the room."""

from __future__ import annotations

import pytest

from tournaments import seating


def test_twelve_at_fours_reach_the_bound_of_nine() -> None:
    problem = seating.SeatingProblem.from_json({"players": 12, "sizes": [4], "rounds": 3})
    found = seating.plan(problem)
    assert (found.pairs_cost, found.bound, found.max_meetings) == (9, 9, 2)


def test_eleven_at_fours_and_fives_is_refused_with_what_would_help() -> None:
    with pytest.raises(seating.SeatingError) as refusal:
        seating.split(11, (4, 5))
    assert refusal.value.code == "no_split"
    assert refusal.value.fields["nearest"] == [10, 12]
