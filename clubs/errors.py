"""What a person can mend, and what cannot happen."""

from typing import Any


class EldestHandError(Exception):
    """Base of everything the services refuse. The text is translated and says what to do.

    `code` names the kind for the API; `status` is the answer's HTTP status.
    """

    code = "refused"
    status = 422

    def __init__(
        self, message: str, *, code: str | None = None, status: int | None = None, **extra: Any
    ) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code
        if status is not None:
            self.status = status
        self.extra = extra


class NotAllowed(EldestHandError):
    """The person may not do this; `users.md 9`."""

    code = "not_allowed"
    status = 403


class Conflict(EldestHandError):
    """Somebody else was first; nothing was changed."""

    code = "conflict"
    status = 409


class ImmutableFact(RuntimeError):
    """Code tried to edit or delete an appended fact: a defect, never a user's mistake."""
