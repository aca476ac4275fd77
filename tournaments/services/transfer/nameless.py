"""New people of a table, and those it calls “Player 173”: what a site shows instead of a name it does not tell."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from clubs.csv_tables import Problem
from clubs.folding import fold
from clubs.shapes import write_moment


def is_nameless(name: str) -> bool:
    """Whether a site shows this, in any of its languages, instead of a name."""
    return _pattern().fullmatch(fold(name)) is not None


def new_person(uid: str, name: str, now: datetime, *, number: str = "") -> dict[str, Any]:
    """A member as a document holds one, on the roster from `now` on."""
    member: dict[str, Any] = {
        "kind": "member",
        "number": number,
        "aliases": [],
        "joined_at": write_moment(now),
        "left_at": None,
    }
    return {
        "uid": uid,
        "name": name,
        "hidden": False,
        "anonymised_at": None,
        "merged_into": None,
        "member": member,
    }


def without_name(person: dict[str, Any]) -> dict[str, Any]:
    """The person as an export without names has it: hidden, so this site shows its own number."""
    return {**person, "name": None, "hidden": True}


def told_nameless(line: int, name: str) -> Problem:
    """What the dry run says of the row where such a person stands first."""
    text = _(
        "“%(name)s” is what a site shows instead of a name: comes in as somebody whose name is hidden. "
        "Write the name here if you know it."
    )
    return Problem(line, "player", text % {"name": name}, is_fatal=False)


@cache
def _pattern() -> re.Pattern[str]:
    shown = set()
    for language, _title in settings.LANGUAGES:
        with override(language):
            before, after = fold(_("Player %(number)d") % {"number": 0}).split("0")
            shown.add(rf"{re.escape(before)}\d+{re.escape(after)}")
    return re.compile("|".join(sorted(shown)))
