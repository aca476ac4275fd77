"""Everything derived, held against the facts, floor by floor. Reads only."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction

from games.services import verifying as games
from games.services.verifying import Difference
from ratings.models import Ladder
from ratings.services import sweeping
from ratings.services.verifying import verify_ladder
from tournaments.services import marks
from tournaments.services import verifying as tournaments

# What each count of a ladder's report looks at.
_COLUMNS = {
    "events_differ": "event",
    "states_differ": "state",
    "missing_games": "events",
    "orphan_events": "event",
    "stale_revisions": "revision",
    "broken_chain": "state before",
    "sum_dk": "sum of changes",
}


def differences() -> Iterator[Difference]:
    """Every derived value that its facts do not give: seats and states, standings and seasons, ratings.

    What is still marked for the worker is late, not different; `waiting` tells it.
    """
    with (
        transaction.atomic()
    ):  # one snapshot where the database has them: a sheet saved meanwhile is no difference
        yield from games.differences()
        yield from tournaments.differences()
    for ladder in Ladder.objects.exclude(active_epoch=None).order_by("slug"):
        report = verify_ladder(ladder)
        yield from (_rating(ladder.slug, words) for words in report.differences)


def _rating(ladder: str, words: str) -> Difference:
    """A line of a ladder's report, `count: where: what is stored, replay what is computed`, as a row and its column."""
    count, where, told = words.split(": ", 2)
    stored, _comma, computed = told.partition(", replay ")
    return Difference(
        f"ratings ladder {ladder}, {where}", _COLUMNS[count], stored, computed or "not by replay"
    )


def waiting() -> list[str]:
    """Scopes whose facts the worker has not come to yet: `tournament:12`, `ladder:3`."""
    return [*marks.left(), *(f"ladder:{ladder_id}" for ladder_id in sweeping.behind())]
