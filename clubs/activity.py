"""The one way into the log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from clubs.models import Activity, User
from clubs.typed import storable


@dataclass(frozen=True, slots=True)
class By:
    """Who acts and through what: `web`, `api`, `link`, `import`, `command`, `sample`.

    `user` is None for a table link, an import or a command. `opens` names what a link opens, such as `table:12`.
    """

    user: User | None
    via: str
    opens: str = ""

    @property
    def user_id(self) -> int | None:
        return self.user.pk if self.user is not None else None


def log(
    verb: str, subject: str, *, by: By, club_id: int | None, scope: str = "", reason: str = "", **details: Any
) -> Activity:
    """Append one line; call it inside the transaction of the act. `details` hold ids and numbers, never names."""
    (line,) = log_each(verb, [subject], by=by, club_id=club_id, scope=scope, reason=reason, **details)
    return line


def log_each(
    verb: str,
    subjects: Iterable[str],
    *,
    by: By,
    club_id: int | None,
    scope: str = "",
    reason: str = "",
    **details: Any,
) -> list[Activity]:
    """Append the same line for each of the subjects, in their order, at one moment. One query for a hundred."""
    now = timezone.now()
    lines = [
        Activity(
            club_id_at=club_id,
            scope=scope,
            verb=verb,
            subject=subject,
            actor_id_at=by.user_id,
            via=by.via,
            reason=storable(reason),
            details=details,
            at=now,
        )
        for subject in subjects
    ]
    return Activity.objects.bulk_create(lines)
