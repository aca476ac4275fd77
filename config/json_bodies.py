"""Bodies of the API: JSON in UTF-8 of a bearable size, read strictly; what cannot be read is told with its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

from clubs import strict_json

MOST_BYTES = 1_000_000


class BodyTooLarge(APIException):
    status_code = 413
    default_code = "body_too_large"
    default_detail = f"The body has more than {MOST_BYTES} bytes."


class StrictJSONParser(JSONParser):
    """RFC 8259 and a little more: no key twice, no NaN, no text that a database cannot hold.

    The charset of the media type is not asked: JSON between systems is UTF-8.
    """

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        raw: bytes = stream.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise BodyTooLarge
        return read_json(raw)


def read_json(raw: bytes) -> Any:
    """The document, or a `ParseError` that names line and column, or the path to the value at fault."""
    try:
        return strict_json.read_json(raw)
    except strict_json.UnreadableJson as error:
        raise ParseError(str(error)) from None
