"""What the scripts of the grid and of a table's phone send while somebody types: JSON, read strictly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext as _

from clubs.errors import EldestHandError
from clubs.strict_json import UnreadableJson, read_json
from games.forms import Value, read_changes


class UnreadableDraft(EldestHandError):
    """No message of these scripts; the text names the place and says what to do. Nothing was kept."""

    code = "bad_request"
    status = 400


def read_draft(body: bytes, *, most_bytes: int) -> tuple[dict[str, Any], dict[str, Value]]:
    """The message and the cells that it changes. Its keys may hold what no database keeps: they are cleaned later."""
    try:
        if len(body) > most_bytes:
            raise UnreadableJson(f"It has more than {most_bytes} bytes.")
        document = read_json(body, any_text=True)
        if not isinstance(document, dict):
            raise UnreadableJson("An object with changes and seen is needed.")
        return document, read_changes(document.get("changes", {}))
    except ValueError as error:
        text = _("What was typed cannot be read: %(why)s Load the page again, then type what is missing.")
        raise UnreadableDraft(text % {"why": error}) from error


@dataclass(frozen=True, slots=True)
class Message:
    """One of the counted messages of a phone; its pages share the count and are told apart by name.

    Messages pass one another on the way. Only cells that a later one wrote are late: the others may be of another page,
    which sends them no second time. Two pages may count alike in the same moment, so that a number is late only where
    its own page said it before. `phone` is empty where nothing is counted.
    """

    phone: str
    number: int
    page: str

    @staticmethod
    def read(phone: str, document: Mapping[str, Any]) -> Message:
        number, page = document.get("number"), str(document.get("page", ""))[:40]
        return Message(phone, number, page) if type(number) is int else Message("", 0, page)

    def newest(self, changes: Mapping[str, Value]) -> dict[str, Value]:
        """The changes that are still so."""
        written = self._written() if self.phone else {}
        return {
            cell: value
            for cell, value in changes.items()
            if (last := written.get(cell)) is None
            or self.number > last[0]
            or (self.number == last[0] and self.page != last[1])
        }

    def was_kept(self, changes: Iterable[str]) -> None:
        if self.phone:
            said = (self.number, self.page)
            cache.set(self._key, self._written() | dict.fromkeys(changes, said), 3600)

    @property
    def _key(self) -> str:
        return f"table-cells:{self.phone}"

    def _written(self) -> dict[str, tuple[int, str]]:
        """Which message wrote each cell last."""
        found: dict[str, tuple[int, str]] = cache.get(self._key, {})
        return found
