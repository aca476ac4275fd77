"""The one error of this room: a code, a sentence, and the place in the document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Code = Literal[
    "bad_json",
    "bad_field",
    "unknown_player",
    "duplicate_player",
    "duplicate_seat",
    "duplicate_round",
    "length_mismatch",
    "not_a_number",
    "bad_table_points",
    "unknown_tie_break",
    "after_shared",
    "missing_lot_seed",
]

LONGEST_QUOTE = 60


class StandingsError(ValueError):
    """A document that cannot be ranked (users.md 8, table of codes).

    `where` has what is known of `round` (its number), `table` (1 = the first one listed in the round),
    `player` and `field`.
    """

    def __init__(self, code: Code, message: str, where: Mapping[str, int | str] | None = None) -> None:
        super().__init__(message)
        self.code: Code = code
        self.message = message
        self.where: dict[str, int | str] = dict(where or {})

    def at(self, **where: int | str) -> StandingsError:
        """The same error with more known of its place."""
        return StandingsError(self.code, self.message, {**self.where, **where})

    def to_json(self) -> dict[str, object]:
        return {"error": {"code": self.code, "message": self.message, "where": self.where}}


def quoted(value: object) -> str:
    """The value as a reader may see it in a sentence, cut to a length that fits in one."""
    if isinstance(value, str):
        return f'"{shortened(value)}"'
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    try:
        return shortened(str(value))
    except ValueError:
        return "a number with too many digits"


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 3] + "..."
