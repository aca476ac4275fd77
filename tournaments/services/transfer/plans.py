"""What an import would do, as values: the fate of every part of a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clubs.models import Club
from games.engine import RuleSet
from games.services.transfer.checking import GamePlan
from games.services.transfer.fates import Fate, Row
from tournaments.models import Round, Tournament
from tournaments.services.transfer.people import PersonPlan

Value = Mapping[str, Any]


@dataclass(slots=True)
class Part:
    """One line of the preview. `kind` and `name` say what it is, `where` its place in the file."""

    kind: str
    name: str
    fate: Fate
    note: str = ""
    where: str = ""


@dataclass(slots=True)
class RoundPlan:
    value: Value
    fate: Fate
    stored: Round | None = None


@dataclass(slots=True)
class TournamentPlan:
    """What will become of one tournament: its settings, lines, rounds, games, lists of facts, log."""

    body: Value
    where: str
    stored: Tournament | None
    settings: Fate = Fate.NEW
    entries: Sequence[Row] = ()
    rounds: list[RoundPlan] = field(default_factory=list)
    games: list[GamePlan] = field(default_factory=list)
    facts: dict[str, Sequence[Row]] = field(default_factory=dict)
    log: Sequence[dict[str, Any]] = ()
    terms: Fate = Fate.SAME
    officials: Fate = Fate.SAME
    parts: list[Part] = field(default_factory=list)

    @property
    def uid(self) -> str:
        return str(self.body["tournament"]["uid"])


@dataclass(slots=True)
class Plan:
    """The fate of a whole document. `club` None = the club itself will be made."""

    document: Value
    club: Club | None
    takes_over: bool  # the club is new or empty, and becomes the one of the file
    rules: dict[str, RuleSet]
    people: list[PersonPlan]
    tournaments: list[TournamentPlan]
    games: list[GamePlan]
    parts: list[Part]

    def every_part(self) -> Iterator[Part]:
        yield from self.parts
        for plan in self.tournaments:
            yield from plan.parts

    @property
    def refused(self) -> list[Part]:
        """What went apart: nothing is stored while there is any."""
        return [part for part in self.every_part() if part.fate is Fate.APART]

    @property
    def changes_anything(self) -> bool:
        return any(part.fate in (Fate.NEW, Fate.CHANGED) for part in self.every_part())

    def counts(self) -> dict[tuple[str, Fate], int]:
        """How many parts of each kind have each fate."""
        found: dict[tuple[str, Fate], int] = {}
        for part in self.every_part():
            found[part.kind, part.fate] = found.get((part.kind, part.fate), 0) + 1
        return found
