"""Lines of the log of a tournament as they travel: rows are named by what people call them, never by their id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q

from clubs.models import Activity, User
from clubs.shapes import read_moment, write_moment
from tournaments.models import Tournament

Value = dict[str, Any]

IMPORTED = "tournament.imported"
_ENTRIES = ("entry", "first", "second")  # details that name a line of the standings


@dataclass(frozen=True, slots=True)
class Names:
    """Ids of rows of one tournament and what they are called outside: (kind, id) <-> name."""

    outside: Mapping[tuple[str, int], str]
    inside: Mapping[tuple[str, str], int]


def names_of(tournament: Tournament) -> Names:
    """Entries by number, rounds by number, games by uid, tables by round and number. Four queries."""
    outside: dict[tuple[str, int], str] = {}
    for pk, number in tournament.entries.values_list("pk", "number"):
        outside["entry", pk] = str(number)
    for pk, number in tournament.rounds.exclude(state="draft").values_list("pk", "number"):
        outside["round", pk] = str(number)
    tables = tournament.tables.exclude(round__state="draft")
    for pk, number, played, game, uid in tables.values_list(
        "pk", "number", "round__number", "game", "game__uid"
    ):
        outside["table", pk] = f"{played}.{number}"
        if game is not None:
            outside["game", game] = str(uid)
    return Names(outside, {(kind, name): pk for (kind, pk), name in outside.items()})


def lines_of(tournament: Tournament, names: Names) -> list[Value]:
    """Every line of the tournament and its games, by time. Two queries."""
    games = [f"game:{pk}" for kind, pk in names.outside if kind == "game"]
    rows = Activity.objects.filter(Q(scope=tournament.scope) | Q(subject__in=games))
    actors = dict(
        User.objects.filter(pk__in=rows.exclude(actor_id_at=None).values("actor_id_at")).values_list(
            "pk", "uid"
        )
    )
    lines = [_line(row, names, actors.get(row.actor_id_at or 0)) for row in rows.order_by("id")]
    return sorted(lines, key=_order)


def missing(stored: Sequence[Value], sent: Sequence[Value]) -> list[Value]:
    """The lines of `sent` that are not among `stored`, each as often as it stands there."""
    left: dict[str, int] = {}
    for line in stored:
        left[_key(line)] = left.get(_key(line), 0) + 1
    found = []
    for line in sent:
        if left.get(_key(line), 0):
            left[_key(line)] -= 1
        else:
            found.append(line)
    return found


def store_lines(
    tournament: Tournament, lines: Sequence[Value], names: Names, users: Mapping[str, int]
) -> None:
    """Append lines as they were written elsewhere."""
    Activity.objects.bulk_create(
        [
            Activity(
                club_id_at=tournament.club_id,
                scope=tournament.scope if line["scoped"] else "",
                verb=line["verb"],
                subject=_subject_inside(line["subject"], tournament, names),
                actor_id_at=users[line["by"]] if line["by"] else None,
                via=line["via"],
                reason=line["reason"],
                details=_details(line["details"], names.inside),
                at=read_moment(line["at"]),
            )
            for line in lines
        ],
        batch_size=500,
    )


def _line(row: Activity, names: Names, by: UUID | None) -> Value:
    kind, _colon, key = row.subject.partition(":")
    if kind == "tournament":
        subject = "tournament"
    else:
        subject = f"{kind}:{names.outside.get((kind, int(key)), '0') if key.isdigit() else '0'}"
    details = dict(row.details)
    for name in _ENTRIES:
        if isinstance(details.get(name), int):
            number = names.outside.get(("entry", details[name]))
            details[name] = int(number) if number else 0
    return {
        "verb": row.verb,
        "subject": subject,
        "scoped": bool(row.scope),
        "by": str(by) if by else None,
        "via": row.via,
        "reason": row.reason,
        "details": {name: details[name] for name in details if name not in ("entries", "level")},
        "at": write_moment(row.at),
    }


def _details(details: Mapping[str, Any], inside: Mapping[tuple[str, str], int]) -> Value:
    return {
        name: inside.get(("entry", str(value)), 0)
        if name in _ENTRIES and isinstance(value, int) and not isinstance(value, bool)
        else value
        for name, value in details.items()
    }


def _subject_inside(subject: str, tournament: Tournament, names: Names) -> str:
    if subject == "tournament":
        return tournament.scope
    kind, _colon, key = subject.partition(":")
    return f"{kind}:{names.inside.get((kind, key), 0)}"


def _key(line: Value) -> str:
    details = sorted((name, repr(value)) for name, value in line["details"].items())
    return repr([line["at"], line["verb"], line["subject"], line["via"], line["reason"], details])


def _order(line: Value) -> tuple[str, str]:
    return (line["at"], _key(line))
