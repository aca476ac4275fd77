"""The input of the seating engine as one value."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import SeatingError
from .notes import Note
from .splitting import DEFAULT_SIZES

Rounds = tuple[tuple[tuple[str, ...], ...], ...]

EFFORTS = ("quick", "normal", "deep")
MOST_SEATED = 2_000
MOST_ROUNDS = 200
MOST_SEATS = 40_000
MOST_PAIRS = 500_000
"""Pairs of one kind of rule: a club of a thousand, or a thousand small groups."""

MOST_FIXED = 500
LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Weights:
    """What a repeat and a club mate cost (seating.md section 3).

    `club_decay` multiplies the price of a club mate once for each played round.
    """

    repeat: int | float = 1
    club: int | float = 1
    club_decay: int | float = 1

    def club_after(self, n_played: int) -> int | float:
        """The price of a club mate when so many rounds are played."""
        price = self.club
        for _ in range(n_played):
            price *= self.club_decay
        return price

    def to_json(self) -> dict[str, Any]:
        return {"repeat": self.repeat, "club": self.club, "club_decay": self.club_decay}


@dataclass(frozen=True, slots=True)
class LockedTable:
    """A table the organiser set by hand; `round` and `table` count from 1 within the plan."""

    round: int
    table: int
    players: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {"round": self.round, "table": self.table, "players": list(self.players)}


@dataclass(frozen=True, slots=True)
class SeatingProblem:
    """Everything a seating depends on, in canonical order; equal problems have equal hashes.

    Make one with `from_json`, which checks and sorts; the constructor checks nothing. `history`
    and `previous` keep the seat order of their tables and may name players who have left.
    `scores` None means a plan, else a next round; `sit_outs` is a number, "fewest" or None.
    `split` are the very tables of a round, largest first, when the organiser has chosen them.
    """

    players: tuple[str, ...]
    rounds: int | None = None
    sizes: tuple[int, ...] = DEFAULT_SIZES
    seed: int = 1
    keep_apart: tuple[tuple[str, ...], ...] = ()
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    weights: Weights = Weights()
    fixed_tables: tuple[tuple[str, int], ...] = ()
    locked: tuple[LockedTable, ...] = ()
    history: Rounds = ()
    previous: Rounds | None = None
    effort: str = "normal"
    scores: tuple[tuple[str, int | float], ...] | None = None
    absent: tuple[str, ...] = ()
    sit_outs: int | str | None = None
    sat_out: tuple[tuple[str, int], ...] = ()
    volunteers: tuple[str, ...] = ()
    split: tuple[int, ...] | None = None
    notes: tuple[Note, ...] = ()

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> SeatingProblem:
        """The problem of a `plan` or `next` document (seating.md section 14).

        Raises `bad_input` with the path of the offending field, `duplicate_player` or
        `unknown_player`. A field nobody knows is passed over with a note.
        """
        from .problem_reading import read_problem  # the reader makes problems, so it imports this module

        return read_problem(document)

    @property
    def present(self) -> tuple[str, ...]:
        """The players to be seated, sorted by id."""
        absent = set(self.absent)
        return tuple(player for player in self.players if player not in absent)

    def to_json(self) -> dict[str, Any]:
        """The canonical document: every field, defaults included; `split` only where it was chosen."""
        document: dict[str, Any] = {
            "players": list(self.players),
            "rounds": self.rounds,
            "sizes": list(self.sizes),
            "seed": self.seed,
            "keep_apart": [list(group) for group in self.keep_apart],
            "groups": {name: list(members) for name, members in self.groups},
            "weights": self.weights.to_json(),
            "fixed_tables": dict(self.fixed_tables),
            "locked": [table.to_json() for table in self.locked],
            "history": _as_lists(self.history),
            "previous": None if self.previous is None else _as_lists(self.previous),
            "effort": self.effort,
            "scores": None if self.scores is None else dict(self.scores),
            "absent": list(self.absent),
            "sit_outs": self.sit_outs,
            "sat_out": dict(self.sat_out),
            "volunteers": list(self.volunteers),
        }
        if self.split is not None:
            document["split"] = list(self.split)
        return document

    @property
    def input_hash(self) -> str:
        """SHA-256 of the canonical document without its seed, which is stored beside it."""
        document = self.to_json()
        del document["seed"]
        text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()


def check_fresh(problem: SeatingProblem, input_hash: str) -> None:
    """Refuse a draft made from other players or results than the problem's (`stale_input`)."""
    if problem.input_hash != input_hash:
        raise SeatingError(
            "stale_input",
            "Players or results changed since this draft was made; draw again.",
            expected=problem.input_hash,
            found=input_hash,
        )


def _as_lists(rounds: Rounds) -> list[list[list[str]]]:
    return [[list(table) for table in tables] for tables in rounds]
