"""Notes: what an organiser should know beside a result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Note:
    """One precheck finding that does not forbid the round (seating.md section 12).

    `level` is "warning" or "info"; `fields` holds the numbers and names of the message, so that a
    page can say it in its own language.
    """

    code: str
    level: str
    message: str
    fields: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "level": self.level, "message": self.message, **self.fields}
