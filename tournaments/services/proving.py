"""A draw computed again from what its round keeps, to prove that nobody chose it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from clubs.models import Activity
from tournaments.models import Round
from tournaments.seating import ALGORITHM, LIBRARY_VERSION, SeatingError, SeatingProblem
from tournaments.services.drawing import LEAST, id_of, solved

PROVEN, MOVED, OTHER_VERSION, DIFFERS, BAD_INPUT = "proven", "moved", "other_version", "differs", "bad_input"


@dataclass(frozen=True, slots=True)
class Proof:
    """`outcome`: "proven" (the seats are those of the draw), "moved" (the draw is proven, people were moved by hand
    since), "other_version" (this site computes by another version now), "differs" or "bad_input" (what is kept does
    not give the draw, or not its own hash)."""

    outcome: str
    seed: int
    algorithm: str
    input_hash: str

    @property
    def holds(self) -> bool:
        return self.outcome in (PROVEN, MOVED)


def prove_draw(drawn: Round) -> Proof:
    """As long as the draw itself took; two queries. Changes nothing."""
    return Proof(_outcome(drawn), drawn.seed, drawn.algorithm, drawn.input_hash)


def _outcome(drawn: Round) -> str:
    kept = drawn.seating_report
    if drawn.algorithm != ALGORITHM or kept.get("library", LIBRARY_VERSION) != LIBRARY_VERSION:
        return OTHER_VERSION
    try:
        problem = SeatingProblem.from_json(drawn.seating_input)
        if problem.input_hash != drawn.input_hash or problem.seed != drawn.seed:
            return BAD_INPUT
        again = solved(problem, kept.get("way", LEAST))
    except SeatingError:
        return BAD_INPUT
    tables = again["rounds"][0] if "rounds" in again else again["tables"]
    if json.loads(json.dumps(again)) != kept:
        return DIFFERS
    seats: dict[int, list[str]] = {}
    for seat in drawn.seats.filter(table__isnull=False).select_related("table", "entry").order_by("seat"):
        if seat.table is not None:
            seats.setdefault(seat.table.number, []).append(id_of(seat.entry))
    drawn_at = {number: list(table) for number, table in enumerate(tables, start=1) if table}
    if seats == drawn_at or (len(seats) == 1 and list(seats.values()) == list(drawn_at.values())):
        return PROVEN  # the one table of an open night has the number of the next free one in the room
    return MOVED if _was_changed(drawn) else DIFFERS


def _was_changed(drawn: Round) -> bool:
    """Whether the log tells of a change by hand, before or after it was published."""
    subject = f"round:{drawn.pk}"
    return (
        drawn.moved_by_hand
        or Activity.objects.filter(subject=subject, verb__in=["round.joined", "round.left"]).exists()
    )
