"""What becomes of a list of facts that meets the same list as the site has it.

Facts are only ever appended, so of two histories of one thing one begins with the other, or they went apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

Row = Mapping[str, Any]

# Who acted may be known under another name elsewhere, and a key is only there to send something twice.
_NOT_COMPARED = frozenset({"by", "client_key", "typed_by"})


class Fate(StrEnum):
    """What will become of something in a file."""

    NEW = "new"
    SAME = "same"
    CHANGED = "changed"  # the file goes on where the site stands
    BEHIND = "behind"  # the site knows more than the file
    APART = "apart"  # both went on, differently: a person decides
    LEFT_OUT = "left_out"  # a person decided: the rest comes in without it


def same(one: Row, other: Row) -> bool:
    """Whether two rows say the same, whoever is noted for it."""
    return {key: value for key, value in one.items() if key not in _NOT_COMPARED} == {
        key: value for key, value in other.items() if key not in _NOT_COMPARED
    }


def compared(stored: Sequence[Row], sent: Sequence[Row]) -> tuple[Fate, list[Row]]:
    """The fate of `sent`, and the rows the site lacks.

    >>> compared([{"a": 1}], [{"a": 1}, {"a": 2}])
    (<Fate.CHANGED: 'changed'>, [{'a': 2}])
    """
    common = min(len(stored), len(sent))
    if not all(same(stored[number], sent[number]) for number in range(common)):
        return Fate.APART, []
    if len(sent) > len(stored):
        return Fate.CHANGED, list(sent[common:])
    return (Fate.SAME if len(sent) == len(stored) else Fate.BEHIND), []


def worst(fates: Sequence[Fate]) -> Fate:
    """The fate of a whole whose parts have these: apart if one is, and apart if one part is ahead and one behind."""
    found = set(fates)
    if Fate.APART in found or {Fate.CHANGED, Fate.BEHIND} <= found:
        return Fate.APART
    return next((fate for fate in (Fate.CHANGED, Fate.BEHIND) if fate in found), Fate.SAME)
