"""Ways to go on after somebody left or came, for the director to choose from (seating.md section 9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .planning import plan
from .problem import LockedTable, SeatingProblem
from .results import Plan


@dataclass(frozen=True, slots=True)
class Change:
    """One table of the older plan, or of the new one, that the other does not have.

    `round` counts from 1; `before` is empty for a new table, `after` for one that is gone.
    """

    round: int
    before: tuple[str, ...]
    after: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {"round": self.round, "before": list(self.before), "after": list(self.after)}


@dataclass(frozen=True, slots=True)
class Offer:
    """A plan of the open rounds and what it changes in the older one.

    `kind`: "patch" (only tables that must change), "round" (the first open round is drawn anew)
    or "rest" (all open rounds are). `moved_players` counts, over all rounds, players whose company
    at the table is not what is left of their old one.
    """

    kind: str
    plan: Plan
    moved_players: int
    changes: tuple[Change, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "plan": self.plan.to_json(),
            "moved_players": self.moved_players,
            "changes": [change.to_json() for change in self.changes],
        }


def offers(problem: SeatingProblem) -> tuple[Offer, ...]:
    """Up to three ways to go on from `problem.previous`; those that are alike come once.

    The first is the one with the least change.
    """
    if problem.previous is None:
        raise ValueError("offers need the older plan in `previous`")
    patched = plan(problem, only_patch=True)
    found = [_offer("patch", problem, patched)]
    if (problem.rounds or 0) > 1:
        frozen = replace(problem, locked=_locks_after_first(problem, patched), previous=None)
        found.append(_offer("round", problem, _compared(problem, plan(frozen))))
    fresh = plan(replace(problem, previous=None))
    found.append(_offer("rest", problem, _compared(problem, fresh)))
    distinct: list[Offer] = []
    for offer in found:
        seated = _companies(offer.plan.rounds)
        if all(_companies(other.plan.rounds) != seated for other in distinct):
            distinct.append(offer)
    return tuple(distinct)


def _locks_after_first(problem: SeatingProblem, patched: Plan) -> tuple[LockedTable, ...]:
    """The organiser's own locks of the first round, and the patch's tables in all later ones."""
    locks = [lock for lock in problem.locked if lock.round == 1]
    for r, tables in enumerate(patched.rounds[1:], start=2):
        locks += [LockedTable(r, number, table) for number, table in enumerate(tables, 1) if table]
    return tuple(locks)


def _compared(problem: SeatingProblem, found: Plan) -> Plan:
    """The plan with its count of changed tables, which only a plan with `previous` has."""
    changed = sum(bool(change.after) for change in changes_between(problem.previous or (), found.rounds))
    return replace(found, changed_tables=changed, input_hash=problem.input_hash)


def _offer(kind: str, problem: SeatingProblem, found: Plan) -> Offer:
    old = {
        (r, player): frozenset(table)
        for r, tables in enumerate(problem.previous or ())
        for table in tables
        for player in table
    }
    here = frozenset(problem.present)
    moved = sum(
        bool((old.get((r, player), frozenset()) & here) - set(table)) or (r, player) not in old
        for r, tables in enumerate(found.rounds)
        for table in tables
        for player in table
    )
    return Offer(kind, found, moved, tuple(changes_between(problem.previous or (), found.rounds)))


def changes_between(
    previous: Sequence[Sequence[Sequence[str]]], rounds: Sequence[Sequence[Sequence[str]]]
) -> Iterable[Change]:
    """Old tables beside the new table that keeps most of them; new ones beside nothing."""
    for r, tables in enumerate(rounds):
        old = previous[r] if r < len(previous) else ()
        new = [table for table in tables if table]
        same = {frozenset(table) for table in old} & {frozenset(table) for table in new}
        left = [table for table in new if frozenset(table) not in same]
        for before in old:
            if frozenset(before) in same or not before:
                continue
            after = _closest(before, left)
            if after:
                left.remove(after)
            yield Change(r + 1, tuple(before), tuple(after))
        for after in left:
            yield Change(r + 1, (), tuple(after))


def _closest(table: Sequence[str], others: Sequence[Sequence[str]]) -> Sequence[str]:
    """The table that shares most players; empty when none shares any."""
    best = max(others, key=lambda other: len(set(table).intersection(other)), default=())
    return best if set(table).intersection(best) else ()


def _companies(rounds: Sequence[Sequence[Sequence[str]]]) -> list[set[frozenset[str]]]:
    return [{frozenset(table) for table in tables} for tables in rounds]
