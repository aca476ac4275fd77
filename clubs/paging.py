"""Pages of long lists by key: as fast at any depth as on the first page, and stable while rows arrive."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Model, Q, QuerySet
from django.http import QueryDict
from django.utils.dateparse import parse_datetime

from clubs.folding import sorting_key

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class KeysetPage:
    """Rows of one page; `after` and `before` are the keys for the neighbouring pages, None at the ends."""

    rows: Sequence[Any]
    after: str | None
    before: str | None


@dataclass(frozen=True, slots=True)
class Keyset:
    """An order of a list: by `field`, equal rows by the unique `tie` upwards.

    `read` turns the text of a key back into a value of the field; ValueError for what is none. `shown` is the field
    whose text stands in the address, where that of `field` is not for reading.
    """

    field: str
    tie: str
    read: Callable[[str], Any]
    descending: bool = False
    shown: str = ""

    def page(self, rows: QuerySet[Any], query: QueryDict, *, size: int = PAGE_SIZE) -> KeysetPage:
        """The page that `?after=` or `?before=` asks for; the first one when a key is unreadable.

        One query; reads `size` + 1 rows.
        """
        after, before = self._key(query.get("after")), self._key(query.get("before"))
        if before is not None:
            found = list(self._beyond(rows, before, backwards=True)[: size + 1])
            more = len(found) > size
            kept = found[:size][::-1]
            return KeysetPage(
                kept, self._text(kept[-1]) if kept else None, self._text(kept[0]) if more else None
            )
        if after is not None:
            found = list(self._beyond(rows, after, backwards=False)[: size + 1])
        else:
            found = list(rows.order_by(*self._order(backwards=False))[: size + 1])
        kept = found[:size]
        return KeysetPage(
            kept,
            self._text(kept[-1]) if len(found) > size else None,
            self._text(kept[0]) if after is not None and kept else None,
        )

    def page_around(
        self, rows: QuerySet[Any], row: Model, *, above: int, size: int = PAGE_SIZE
    ) -> KeysetPage:
        """A page that holds `row`, with at most `above` rows before it. Two queries."""
        key = (getattr(row, self.field), getattr(row, self.tie))
        before = list(self._beyond(rows, key, backwards=True)[: above + 1])
        query = QueryDict(mutable=True)
        if len(before) > above:
            query["after"] = self._text(before[-1])
        return self.page(rows, query, size=size)

    def _beyond(self, rows: QuerySet[Any], key: tuple[Any, int], *, backwards: bool) -> QuerySet[Any]:
        # "field <= v and (field < v or tie > t)" reads the index as a range; the usual "or" form does not.
        value, tie = key
        side = "lt" if self.descending != backwards else "gt"
        beyond = Q(**{f"{self.field}__{side}": value}) | Q(
            **{f"{self.tie}__{'lt' if backwards else 'gt'}": tie}
        )
        return rows.filter(Q(**{f"{self.field}__{side}e": value}) & beyond).order_by(
            *self._order(backwards=backwards)
        )

    def _order(self, *, backwards: bool) -> tuple[str, str]:
        first = "-" if self.descending != backwards else ""
        return f"{first}{self.field}", f"{'-' if backwards else ''}{self.tie}"

    def _key(self, text: str | None) -> tuple[Any, int] | None:
        value, separator, tie = (text or "").rpartition("~")
        if not separator or not tie.isascii() or not tie.isdigit() or len(tie) > 18 or "\x00" in value:
            return None
        try:
            return self.read(value), int(tie)
        except (ValueError, OverflowError):
            return None

    def _text(self, row: Model) -> str:
        value = getattr(row, self.shown or self.field)
        shown = value.isoformat() if isinstance(value, datetime) else value
        return f"{shown}~{getattr(row, self.tie)}"


BY_NAME = Keyset("sorts_as", "id", sorting_key, shown="name")
"""Of people and of clubs: in the one order of names."""


def read_time(text: str) -> datetime:
    """A moment as `isoformat` writes it; ValueError for anything else."""
    moment = parse_datetime(text)
    if moment is None or moment.tzinfo is None:
        raise ValueError(text)
    return moment


def read_int(text: str) -> int:
    """A whole number that fits a database's eight bytes."""
    value = int(text)
    if abs(value) >= 2**63:
        raise ValueError(text)
    return value
