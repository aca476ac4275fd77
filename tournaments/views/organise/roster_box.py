"""Names typed into a box: what becomes of each line, and who a look-alike is."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict

from clubs.services.rosters import Fate, PastedName

NEW = "new"


@dataclass(frozen=True, slots=True)
class Question:
    """One line of the box; `field` is the name of its radio buttons, `chosen` what was ticked before."""

    line: PastedName
    field: str
    chosen: str

    @property
    def is_open(self) -> bool:
        return self.line.fate in (Fate.ALIKE, Fate.KNOWN)

    @property
    def adds_somebody(self) -> bool:
        """Whether this line puts a new person on the roster."""
        return self.line.fate is Fate.NEW or (self.is_open and self.chosen == NEW)


def questions(pasted: Sequence[PastedName], typed: QueryDict) -> list[Question]:
    """The lines as the form shows them: a known name is that person until somebody says otherwise."""
    return [
        Question(line, f"who-{number}", typed.get(f"who-{number}") or _likely(line))
        for number, line in enumerate(pasted)
    ]


def _likely(line: PastedName) -> str:
    return str(line.people[0].pk) if line.fate is Fate.KNOWN else ""


def form_key(typed: QueryDict) -> str:
    """What names this form, so that it adds people once: as it was sent, or a new one."""
    return typed.get("form_key", "")[:64] or secrets.token_hex(8)


def decisions(pasted: Sequence[PastedName], typed: QueryDict) -> Mapping[str, int | None]:
    """Who each known name or look-alike is, as far as the form says: a player's id, or None for somebody new."""
    chosen: dict[str, int | None] = {}
    for question in questions(pasted, typed):
        if question.field not in typed:
            continue
        if question.chosen == NEW:
            chosen[question.line.name] = None
        elif question.chosen.isascii() and question.chosen.isdigit():
            chosen[question.line.name] = int(question.chosen)
    return chosen
