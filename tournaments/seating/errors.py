"""What the seating room refuses, with a code a page can translate."""

from __future__ import annotations

from typing import Any


class SeatingError(ValueError):
    """A refusal that says why and what to do (seating.md section 12).

    `code` is one of the precheck codes, `message` one English sentence, `fields` what the
    sentence names (players, sizes, round, path ...), ready for JSON.
    """

    def __init__(self, code: str, message: str, **fields: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.fields = fields

    def to_json(self) -> dict[str, Any]:
        """The document the command line prints on stderr."""
        return {"error": {"code": self.code, "message": self.message, **self.fields}}
