"""The draw of a round: the problem its facts make (`draw_facts`), solved, checked, and back to entries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.models import Round, Tournament
from tournaments.seating import (
    LIBRARY_VERSION,
    Change,
    Offer,
    Plan,
    SeatingError,
    SeatingProblem,
    changes_between,
    next_round,
    offers,
    plan,
    rematches_certain,
)
from tournaments.services.draw_facts import (
    DEFAULT,
    LEAST,
    PATCH,
    REST,
    ROUND,
    SEATED,
    WAYS,
    DrawSettings,
    Question,
    facts_key,
    present_in,
    question_of,
    refusal_of,
)
from tournaments.services.entries import id_of

__all__ = [
    "DEFAULT",
    "LEAST",
    "PATCH",
    "REST",
    "ROUND",
    "SEATED",
    "WAYS",
    "Draw",
    "DrawSettings",
    "Question",
    "answer",
    "draw_seats",
    "facts_key",
    "id_of",
    "open_ways",
    "plan_changes",
    "present_in",
    "question_of",
    "refusal_of",
    "solved",
]


@dataclass(frozen=True, slots=True)
class Draw:
    """A solved round: entry ids by table in seat order, and all that defends it later.

    The place of a table is its number less one; an empty table is one that stays empty.
    """

    tables: tuple[tuple[int, ...], ...]
    sit_outs: tuple[int, ...]
    seed: int
    algorithm: str
    input_hash: str
    seating_input: dict[str, Any]
    report: dict[str, Any]


def draw_seats(tournament: Tournament, number: int, settings: DrawSettings = DEFAULT) -> Draw:
    """Seat the players present in round `number`; nothing is stored. Raises `DrawRefused` with the reason."""
    return answer(question_of(tournament, number, settings))


def answer(question: Question) -> Draw:
    """The search itself: no query, no lock; seconds for hundreds of people."""
    problem = question.problem
    try:
        report = solved(problem, question.way)
    except SeatingError as error:
        raise refusal_of(error, question.entries) from error
    ids = {player: entry.pk for player, entry in question.entries.items()}
    tables = report["rounds"][0] if "rounds" in report else report["tables"]
    seated = tuple(tuple(ids[player] for player in table) for table in tables)
    at_tables = {pk for table in seated for pk in table}
    present = [ids[player] for player in problem.present]
    _check(seated, at_tables, present, problem)
    return Draw(
        tables=seated,
        sit_outs=tuple(pk for pk in present if pk not in at_tables),
        seed=problem.seed,
        algorithm=str(report["algorithm"]),
        input_hash=problem.input_hash,
        seating_input=problem.to_json(),
        report=report,
    )


def solved(problem: SeatingProblem, way: str = LEAST) -> dict[str, Any]:
    """The report of a problem, the same for the same problem, seed, way and versions.

    Holds what the engine says, the way, the library's version and `bound` for a next round as well.
    """
    extra = {"way": way, "library": LIBRARY_VERSION}
    if problem.scores is not None:
        found = next_round(problem)
        bound = rematches_certain(problem)
        return {**found.to_json(), **extra, "bound": bound, "optimal": found.rematches == bound}
    if problem.previous is None or way == LEAST:
        return {**plan(problem).to_json(), **extra}
    return {**_planned(problem, way).to_json(), **extra}


def open_ways(question: Question) -> list[Offer]:
    """How the open rounds could go on after people came or left, the default first; those alike come once."""
    problem = question.problem
    if problem.previous is None or problem.scores is not None:
        return []
    try:
        mended = plan(problem)
        found = offers(problem)
    except SeatingError:
        return []
    changes = tuple(changes_between(problem.previous, mended.rounds))
    same = next((offer for offer in found if _company(offer.plan.rounds) == _company(mended.rounds)), None)
    moved = same.moved_players if same else _moved(problem, mended.rounds)
    default = Offer(LEAST, mended, moved, changes)
    return [default, *(offer for offer in found if offer is not same)]


def plan_changes(drafted: Round) -> list[Change]:
    """What a draw changed in the plan it went on from; empty without one."""
    previous = drafted.seating_input.get("previous") or []
    rounds = drafted.seating_report.get("rounds") or []
    return list(changes_between(previous, rounds)) if previous else []


def _check(
    seated: Sequence[Sequence[int]], at_tables: set[int], present: Sequence[int], problem: SeatingProblem
) -> None:
    """Nothing is stored that seats somebody twice, a stranger, or a table of a size that is not allowed."""
    if sum(map(len, seated)) > len(at_tables) or not at_tables <= set(present):
        raise RuntimeError(f"The seating seats a player twice or a stranger: {seated}.")
    allowed = set(problem.split or problem.sizes)
    if not {len(table) for table in seated if table} <= allowed:
        raise RuntimeError(f"The seating has tables of sizes outside {sorted(allowed)}: {seated}.")


def _planned(problem: SeatingProblem, way: str) -> Plan:
    """The plan of a way; where it would be the same as the patch it is the patch."""
    if way == PATCH:
        return plan(problem, only_patch=True)
    if way == REST:
        return plan(replace(problem, previous=None))
    found = offers(problem)
    return next((offer for offer in found if offer.kind == way), found[0]).plan


def _company(rounds: Sequence[Sequence[Sequence[str]]]) -> list[set[frozenset[str]]]:
    return [{frozenset(table) for table in tables if table} for tables in rounds]


def _moved(problem: SeatingProblem, rounds: Sequence[Sequence[Sequence[str]]]) -> int:
    """How often somebody's company is not what is left of the old one, over all rounds."""
    here = set(problem.present)
    old = {
        (r, player): set(table) & here
        for r, tables in enumerate(problem.previous or ())
        for table in tables
        for player in table
    }
    return sum(
        (r, player) not in old or not old[r, player] <= set(table)
        for r, tables in enumerate(rounds)
        for table in tables
        for player in table
    )
