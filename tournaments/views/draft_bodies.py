"""What the scripts of the grid and of a table's phone send while somebody types: JSON, read strictly."""

from __future__ import annotations

from typing import Any

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
