"""Bodies of the API: JSON in UTF-8 of a bearable size, read strictly; what cannot be read is told with its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

from clubs.strict_json import UnreadableJson, read_json


class BodyTooLarge(APIException):
    status_code = 413
    default_code = "body_too_large"

    def __init__(self, most: int) -> None:
        super().__init__(f"The body has more than {most} bytes.")


class StrictJSONParser(JSONParser):
    """RFC 8259 and a little more: no key twice, no NaN, no text that a database cannot hold.

    The charset of the media type is not asked: JSON between systems is UTF-8.
    """

    most_bytes = 1_000_000

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        raw: bytes = stream.read(self.most_bytes + 1)
        if len(raw) > self.most_bytes:
            raise BodyTooLarge(self.most_bytes)
        try:
            return read_json(raw)
        except UnreadableJson as error:
            raise ParseError(str(error)) from None
