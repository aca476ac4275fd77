"""All ladders brought up to date, and compared with a replay of the facts."""

from __future__ import annotations

from typing import Any

from ratings.models import Ladder, RatingEvent
from ratings.services import sweeping
from ratings.services.verifying import verify_ladder
from ratings.services.writer import advance_ladder
from tests.ratings.oracle import replay_of, states_of


def advance_all() -> None:
    for ladder_id in Ladder.objects.order_by("pk").values_list("pk", flat=True):
        advance_ladder(ladder_id)


def everything() -> dict[int, Any]:
    """States and events of every ladder."""
    return {
        ladder.pk: (
            states_of(ladder),
            list(
                RatingEvent.objects.filter(epoch__active_of=ladder)
                .order_by("order_key", "seat")
                .values_list()
            ),
        )
        for ladder in Ladder.objects.all()
    }


def assert_level() -> None:
    assert sweeping.behind() == []
    for ladder in Ladder.objects.all():
        assert states_of(ladder) == replay_of(ladder)
        report = verify_ladder(ladder)
        assert report.is_clean, report.differences
