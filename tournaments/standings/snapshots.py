"""The list after every round of a tournament, each with the digest of the facts it follows from.

Whoever keeps lists keeps their digests beside them: a list whose digest is the one of today's facts is today's list.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from tournaments.standings.book import Book
from tournaments.standings.ranking import Standings
from tournaments.standings.reading import read_facts
from tournaments.standings.reasons import why
from tournaments.standings.stages import Stage, StagedRow, ranked_in_stages

ARITHMETIC: Final = 4
"""Part of every digest. Raise it with any change that gives other rows or other reasons for the same facts."""


def digests(document: Mapping[str, Any], stages: Sequence[Stage]) -> dict[int, str]:
    """The digest of what each list follows from, by the number of its last round; 0 alone while nothing is played.

    `document` is that of the `rank` command, its rounds in order.
    """
    rounds = document["rounds"]
    settings = {name: value for name, value in document.items() if name != "rounds"}
    so_far = hashlib.sha256(_text([ARITHMETIC, settings]))
    if not rounds:
        return {0: so_far.hexdigest()}
    found = {}
    for played in rounds:
        so_far.update(_text(played))
        whole = so_far.copy()
        for stage in _before(stages, played["number"]):
            whole.update(_text([stage.after, stage.players, stage.carry, stage.document]))
        found[played["number"]] = whole.hexdigest()
    return found


class Lists:
    """The lists of a tournament, its facts read once for all of them."""

    def __init__(self, document: Mapping[str, Any], stages: Sequence[Stage]) -> None:
        self._document, self._stages = document, stages

    @cached_property
    def _whole(self) -> Book:
        return Book(read_facts(self._document))

    def after(self, number: int) -> list[StagedRow]:
        """The list as it was when round `number` was the last; 0 is before the first. Raises StandingsError."""
        applied = _before(self._stages, number)
        if applied:
            rounds = [played for played in self._document["rounds"] if played["number"] <= number]
            return ranked_in_stages({**self._document, "rounds": rounds}, applied)
        standings = Standings(self._whole.until(number))
        reasons = zip(standings.rows, why(standings), strict=True)
        return [StagedRow(row, reason, 0) for row, reason in reasons]


def _before(stages: Sequence[Stage], number: int) -> list[Stage]:
    """The cuts that a round comes after."""
    return [stage for stage in stages if stage.after < number]


def _text(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), default=str).encode() + b"\n"
