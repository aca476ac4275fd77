"""What a document from elsewhere must look like, said once and checked with the place at fault.

A check takes a value and its path (`/rounds/2/tables/0`) and raises `BadDocument`; checks are put together like the
document itself: `record({"number": whole(1, 99), "note": maybe(text(200))})`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, date, datetime
from typing import Any, NoReturn
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.errors import EldestHandError

Check = Callable[[Any, str], None]

LONGEST_TEXT = 10_000
"""Of a reason or another free text in a document."""
_SHOWN = 40
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class BadDocument(EldestHandError):
    """A document that cannot be read as what it says it is; `extra["where"]` is the path to the value at fault."""

    code = "bad_document"


def wrong(where: str, what: str) -> NoReturn:
    """Refuse a document at one place, with what is expected there."""
    raise BadDocument(_("At %(where)s: %(what)s") % {"where": where or "/", "what": what}, where=where or "/")


def whole(low: int, high: int) -> Check:
    def check(value: Any, where: str) -> None:
        if type(value) is not int or not low <= value <= high:
            wrong(where, _("a whole number from %(low)d to %(high)d is needed.") % {"low": low, "high": high})

    return check


def text(most: int, *, empty: bool = True) -> Check:
    def check(value: Any, where: str) -> None:
        if not isinstance(value, str) or len(value) > most or not (value or empty):
            wrong(where, _("a text of at most %(most)d characters is needed.") % {"most": most})

    return check


def one_of(words: Collection[str]) -> Check:
    def check(value: Any, where: str) -> None:
        if not isinstance(value, str) or value not in words:
            wrong(where, _("one of these is needed: %(words)s.") % {"words": ", ".join(sorted(words))})

    return check


def flag(value: Any, where: str) -> None:
    if not isinstance(value, bool):
        wrong(where, _("true or false is needed."))


def uid(value: Any, where: str) -> None:
    if not is_uid(value):
        wrong(where, _("a uid is needed, such as 6f1c2a52-0000-4000-8000-3d1d0a5b8e11."))


def is_uid(value: Any) -> bool:
    """Whether a value is a uid as this site writes them."""
    try:
        return isinstance(value, str) and str(UUID(value)) == value
    except ValueError:
        return False


def moment(value: Any, where: str) -> None:
    try:
        read_moment(value)
    except (TypeError, ValueError, OverflowError):
        wrong(where, _("a time with its zone is needed, such as 2026-03-06T18:30:00Z."))


def read_moment(value: str) -> datetime:
    """A time in UTC, of the years a database can hold."""
    read = datetime.fromisoformat(value)
    if read.tzinfo is None or not 1970 <= read.year <= 2200:
        raise ValueError(value)
    return read.astimezone(UTC)


def read_day(text: str, *, years: Collection[int] = range(1970, 2201)) -> date:
    """A day as files write it and no other way, of the years a database can hold; `ValueError` for anything else.

    >>> read_day("2026-03-06")
    datetime.date(2026, 3, 6)
    >>> read_day("2026-3-6")
    Traceback (most recent call last):
    ...
    ValueError: 2026-3-6
    """
    if _DAY.fullmatch(text) is None:  # the library's own reads 20260306 and 2026-W10-5 too
        raise ValueError(text)
    read = date.fromisoformat(text)
    if read.year not in years:
        raise ValueError(text)
    return read


def write_moment(at: datetime) -> str:
    """The one form in which times leave: ISO, UTC, Z."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def anything(value: Any, where: str) -> None:
    """Whatever JSON holds; somebody else looks at it."""


def mapping(value: Any, where: str) -> None:
    if not isinstance(value, dict):
        wrong(where, _("an object is needed."))


def maybe(inner: Check) -> Check:
    def check(value: Any, where: str) -> None:
        if value is not None:
            inner(value, where)

    return check


def list_of(inner: Check, most: int) -> Check:
    def check(value: Any, where: str) -> None:
        if not isinstance(value, list):
            wrong(where, _("a list is needed."))
        if len(value) > most:
            wrong(
                where,
                _("this list has %(n)d lines; at most %(most)d can be read.")
                % {"n": len(value), "most": most},
            )
        for number, part in enumerate(value):
            inner(part, f"{where}/{number}")

    return check


def map_of(inner: Check, most: int) -> Check:
    def check(value: Any, where: str) -> None:
        mapping(value, where)
        if len(value) > most:
            wrong(where, _("at most %(most)d names can stand here.") % {"most": most})
        for key, part in value.items():
            inner(part, f"{where}/{key[:_SHOWN]}")

    return check


def record(fields: Mapping[str, Check], *, later: Mapping[str, Check] | None = None) -> Check:
    """An object with exactly these fields. Fields of `later` came after the first files: they may be missing."""
    known = {**fields, **(later or {})}

    def check(value: Any, where: str) -> None:
        mapping(value, where)
        for name, inner in fields.items():
            if name not in value:
                wrong(f"{where}/{name}", _("this field is missing."))
            inner(value[name], f"{where}/{name}")
        for name in value:
            if name not in known:
                wrong(f"{where}/{name[:_SHOWN]}", _("nobody knows this field; take it out."))
            if name not in fields:
                known[name](value[name], f"{where}/{name}")

    return check


def said(fields: Mapping[str, Check]) -> Check:
    """A fact: these fields, and who said so, through what and when."""
    return record({**fields, "by": maybe(uid), "via": text(12), "at": moment})
