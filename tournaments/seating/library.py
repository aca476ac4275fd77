"""The shipped schedules and starters (seating.md section 5.1)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from .instance import Plan
from .starters import Starter

LIBRARY_VERSION = 1
FILE = "schedules.json"
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Entry:
    """One schedule of players 0..n-1: what it is for, what it costs, and where it comes from.

    `cost` is its pairs_cost over all `rounds`; an entry of cost 0 may be cut to fewer rounds. It
    holds either `starter` or the plain `plan`.
    """

    tables: tuple[int, ...]
    rounds: int
    cost: int
    starter: Starter | None = None
    plan: tuple[tuple[tuple[int, ...], ...], ...] = ()

    def schedule(self) -> Plan:
        """All rounds of the entry; tables largest first."""
        if self.starter is not None:
            return self.starter.develop()
        return [[list(table) for table in tables] for tables in self.plan]

    def to_json(self) -> dict[str, Any]:
        n = sum(self.tables)
        document: dict[str, Any] = {
            "tables": table_key(self.tables),
            "rounds": self.rounds,
            "cost": self.cost,
        }
        if self.starter is not None:
            document["cycle"] = self.starter.cycle
            document["orbits"] = self.starter.orbits
            document["steps"] = self.starter.steps
            document["start"] = [_write_round(tables, n) for tables in self.starter.rounds]
        else:
            document["plan"] = [_write_round(tables, n) for tables in self.plan]
        return document


def find_exact(tables: Sequence[int], rounds: int) -> Entry | None:
    """The plain schedule made for just these tables and rounds."""
    found = [e for e in _entries_of(tables) if e.rounds == rounds and e.starter is None]
    return min(found, key=lambda entry: entry.cost, default=None)


def find_longer(tables: Sequence[int], rounds: int) -> list[Entry]:
    """Entries without a repeat that have at least so many rounds, the longest first."""
    found = [e for e in _entries_of(tables) if e.cost == 0 and e.rounds >= rounds]
    return sorted(found, key=lambda entry: -entry.rounds)


def table_key(tables: Sequence[int]) -> str:
    """Sizes as the file writes them.

    >>> table_key([4, 4, 3])
    '2x4+1x3'
    """
    sizes = sorted(set(tables), reverse=True)
    return "+".join(f"{tables.count(size)}x{size}" for size in sizes)


@lru_cache(maxsize=1)
def load_library() -> Mapping[str, tuple[dict[str, Any], ...]]:
    """The documents of the shipped file by table key."""
    text = resources.files(__package__).joinpath(FILE).read_text(encoding="ascii")
    by_key: dict[str, list[dict[str, Any]]] = {}
    for document in json.loads(text)["entries"]:
        by_key.setdefault(document["tables"], []).append(document)
    return {key: tuple(documents) for key, documents in by_key.items()}


def all_entries() -> list[Entry]:
    """Every entry of the library."""
    return [read_entry(document) for group in load_library().values() for document in group]


def read_entry(document: Mapping[str, Any]) -> Entry:
    """An entry from its document; the inverse of `Entry.to_json`."""
    tables = tuple(
        int(size)
        for part in document["tables"].split("+")
        for count, size in [part.split("x")]
        for _ in range(int(count))
    )
    rounds, cost = document["rounds"], document["cost"]
    if "start" in document:
        starter = Starter(
            tuple(_read_round(line, tables) for line in document["start"]),
            document["cycle"],
            document["orbits"],
            document["steps"],
        )
        return Entry(tables, rounds, cost, starter=starter)
    return Entry(tables, rounds, cost, plan=tuple(_read_round(line, tables) for line in document["plan"]))


def _entries_of(tables: Sequence[int]) -> Iterable[Entry]:
    return [read_entry(document) for document in load_library().get(table_key(list(tables)), ())]


def _write_round(tables: Iterable[Sequence[int]], n: int) -> str:
    """One letter per player up to 62 players, else numbers; tables follow their sizes."""
    players = [player for table in tables for player in table]
    if n <= len(LETTERS):
        return "".join(LETTERS[player] for player in players)
    return " ".join(map(str, players))


def _read_round(line: str, sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    if sum(sizes) <= len(LETTERS):
        players = [LETTERS.index(letter) for letter in line]
    else:
        players = [int(number) for number in line.split()]
    seats = iter(players)
    return tuple(tuple(next(seats) for _ in range(size)) for size in sizes)
