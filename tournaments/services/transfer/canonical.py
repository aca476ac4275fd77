"""The one way a document becomes bytes, and bytes a document: the same facts give the same bytes everywhere."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _

from clubs.errors import EldestHandError
from clubs.shapes import BadDocument
from clubs.strict_json import MOST_PARTS, UnreadableJson, read_json

TOURNAMENT = "eldest-hand-tournament"
CLUB = "eldest-hand-club"
PUBLIC_TOURNAMENT = "eldest-hand-tournament-public"
PUBLIC_CLUB = "eldest-hand-club-public"
VERSION = 1
MOST_BYTES = 60_000_000
"""A club with ten thousand games; what is larger comes in by the command."""


def to_bytes(document: Any) -> bytes:
    """UTF-8, sorted keys, no blanks, one line."""
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return f"{text}\n".encode()


def from_bytes(raw: bytes, *, most: int | None = MOST_BYTES) -> dict[str, Any]:
    """The document of a file, one of the two formats; what cannot be read is refused with the place."""
    if most is not None and len(raw) > most:
        raise EldestHandError(
            _("This file has more than %(n)d MB: export single tournaments, or ask who runs the server.")
            % {"n": most // 1_000_000},
            code="file_too_large",
        )
    try:
        document = read_json(raw, most_parts=None if most is None else MOST_PARTS)
    except UnreadableJson as error:
        raise BadDocument(_("This is no readable JSON. %(why)s") % {"why": error}) from error
    return check_format(document)


def check_format(document: Any) -> dict[str, Any]:
    """The document, if it is one of the two formats in the version that is read here."""
    known = document.get("format") if isinstance(document, dict) else None
    if known in (PUBLIC_TOURNAMENT, PUBLIC_CLUB):
        raise BadDocument(
            _("This is the public part, for reading: ask the people of the evening for the whole of it."),
            code="public_part",
        )
    if known not in (TOURNAMENT, CLUB):
        raise BadDocument(
            _("This file is no export of a tournament or a club: it does not name its format."),
            code="unknown_format",
        )
    if document.get("version") != VERSION:
        raise BadDocument(
            _("This file has version %(version)s of its format; this site reads version %(known)d.")
            % {"version": str(document.get("version"))[:20], "known": VERSION},
            code="unknown_version",
        )
    assert isinstance(document, dict)  # else it names no format
    return document
