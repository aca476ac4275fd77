"""Who the names of a long table are: those of the evening first, then those of the club, then somebody new.

Namesakes are told apart as every list of the site does it: “Ann (no. 7)”, “Ann (profile 12)”, in any of its languages.
A number of a profile alone tells nobody of the club beyond its evening: a file of another site counts otherwise.
A bare name of two people is who sits there already by the sheet or the seating, else nobody is taken silently: of the
evening it is refused, of the club it is asked for once an evening.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any
from uuid import uuid5

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from clubs.csv_tables import Problem
from clubs.folding import fold
from clubs.models import Club, Player
from clubs.namesakes import tell_apart
from clubs.services.rosters import people_like
from games.services import facts
from tournaments.services.transfer.nameless import is_nameless, new_person, told_nameless, without_name
from tournaments.services.transfer.results_read import Cell


@dataclass(frozen=True, slots=True)
class Called:
    """A name of a table: what somebody is called, and what tells this one apart, if anything does."""

    name: str
    number: str = ""  # in the club
    profile: int | None = None

    @property
    def is_told_apart(self) -> bool:
        return bool(self.number) or self.profile is not None


def read_called(text: str) -> Called:
    """What `Player.display_name` says of a namesake, taken to pieces.

    >>> read_called("Ann (no. 7)")
    Called(name='Ann', number='7', profile=None)
    """
    by_number, by_profile = _patterns()
    if found := by_number.fullmatch(text):
        return Called(found[1], number=next(filter(None, found.groups()[1:])))
    if found := by_profile.fullmatch(text):
        return Called(found[1], profile=int(next(filter(None, found.groups()[1:]))))
    return Called(text)


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    numbers, profiles = set(), set()
    for language, _title in settings.LANGUAGES:
        with override(language):
            before, after = (_("no. %(number)s") % {"number": "\0"}).split("\0")
            numbers.add(rf"{re.escape(before)}(.{{1,30}}){re.escape(after)}")
            before, after = (_("profile %(number)d") % {"number": 0}).split("0")
            profiles.add(rf"{re.escape(before)}([0-9]{{1,12}}){re.escape(after)}")
    return tuple(  # type: ignore[return-value]
        re.compile(rf"(.+) \((?:{'|'.join(sorted(words))})\)", re.IGNORECASE) for words in (numbers, profiles)
    )


class People:
    """The people of a document that is made of a table. `rows` are theirs in it, by uid."""

    def __init__(self, club: Club, now: datetime, problems: list[Problem]) -> None:
        self.club, self.now, self.problems = club, now, problems
        self.roster = list(club.memberships.current().select_related("player"))
        self.gone = list(club.memberships.former().select_related("player"))
        self.numbers = {row.player_id: fold(row.number) for row in (*self.gone, *self.roster) if row.number}
        self.rows: dict[str, dict[str, Any]] = {}
        self.nameless: set[str] = set()

    def come_to(self, evening: str, uids: Iterable[str]) -> None:
        """The next names are of this evening, with these profiles on its list. A query or two."""
        self.evening = evening
        self.found: dict[str, str] = {}
        self.here = facts.players_by_uid(uids)
        tell_apart(self.here.values(), club=self.club)
        self.own: dict[str, list[str]] = {}
        for uid in uids:
            player = self.here.get(uid)
            names = [self.rows[uid]["name"], player.display_name if player is not None else None]
            for name in dict.fromkeys(fold(name) for name in names if name):
                self.own.setdefault(name, []).append(uid)

    def who(self, cell: Cell, holder: str | None) -> str | None:
        """The uid of whom a row names; None, with a problem, where two people of the evening are called so.

        `holder` is who holds that seat by what stands here.
        """
        key, called = fold(cell.player), read_called(cell.player)
        alike = self.own.get(fold(called.name), [])
        made_before = str(self._uid(key))
        if called.is_told_apart and made_before in alike:
            return made_before
        exactly = self.own.get(key, [])
        if len(exactly) == 1:
            return exactly[0]
        told = self._told(called, [self.here[uid] for uid in alike if uid in self.here])
        if told is not None:
            return str(told.uid)
        if holder in alike:
            return holder
        if len(alike) > 1:
            names = " · ".join(self.here[uid].display_name for uid in alike if uid in self.here)
            text = _("%(n)d people of this evening are called so: write who it is: %(names)s")
            self.problems.append(Problem(cell.line, "player", text % {"n": len(alike), "names": names}))
            return None
        if key not in self.found:
            self.found[key] = self._of_the_club(cell, called)
        return self.found[key]

    def _told(self, called: Called, people: Sequence[Player]) -> Player | None:
        if not called.is_told_apart:
            return None
        for player in people:
            number = self.numbers.get(player.pk, "")
            if player.pk == called.profile or (called.number and number == fold(called.number)):
                return player
        return None

    def _of_the_club(self, cell: Cell, called: Called) -> str:
        key = fold(cell.player)
        known = self._called_so(cell.player)
        if not known and called.is_told_apart:
            told = self._told(called, self._called_so(called.name))
            known = [told] if told is not None else []
        # A number of a profile is one of the site the file was made at, which may be another: who it is here is asked.
        if len(known) == 1 and (called.profile is None or fold(known[0].name) == key):
            self._note(known[0])
            return str(known[0].uid)
        # Asked for as a look-alike; of two people the answer is for this evening alone.
        uid = str(self._uid(f"{key}:{self.evening}" if known else key))
        stored = Player.objects.filter(uid=uid).first()
        name = called.name if stored is None else stored.name
        person = new_person(uid, name, self.now, number=called.number)
        if is_nameless(cell.player) and (stored is None or stored.hidden):
            person = without_name(person)
            if key not in self.nameless:
                self.problems.append(told_nameless(cell.line, cell.player))
            self.nameless.add(key)
        self.rows.setdefault(uid, person)
        return uid

    def _called_so(self, name: str) -> list[Player]:
        known, _alike = people_like(name, self.roster)
        return known or people_like(name, self.gone)[0]  # played before leaving

    def _uid(self, words: str) -> Any:
        return uuid5(self.club.uid, f"player:{words}")

    def _note(self, player: Player) -> None:
        shown = None if player.anonymised_at or player.hidden else player.name
        row = new_person(str(player.uid), shown or "–", self.now)
        self.rows.setdefault(str(player.uid), row | {"member": None})
