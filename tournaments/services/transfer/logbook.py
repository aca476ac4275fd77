"""Lines of the log of a tournament as they travel: rows are named by what people call them, never by their id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q

from clubs.models import Activity, Player, User
from clubs.shapes import is_uid, read_moment, write_moment
from tournaments.models import Tournament

Value = dict[str, Any]

IMPORTED = "tournament.imported"
_ENTRIES = ("entry", "first", "second")  # details that name a line of the standings
_PEOPLE = ("player", "user")  # subjects that name a profile or a login; `player` is a detail as well


@dataclass(frozen=True, slots=True)
class Names:
    """Ids of rows of one tournament and what they are called outside: (kind, id) <-> name."""

    outside: Mapping[tuple[str, int], str]
    inside: Mapping[tuple[str, str], int]


def names_of(tournament: Tournament) -> Names:
    """Entries by number, rounds by number, games by uid, tables by round and number. Three queries."""
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
    """Every line of the tournament and its games, by time. Four queries."""
    games = [f"game:{pk}" for kind, pk in names.outside if kind == "game"]
    rows = Activity.objects.filter(Q(scope=tournament.scope) | Q(subject__in=games)).order_by("id")
    outside = {**names.outside, **_people_outside(rows)}
    actors = dict(
        User.objects.filter(pk__in=rows.exclude(actor_id_at=None).values("actor_id_at")).values_list(
            "pk", "uid"
        )
    )
    lines = [_line(row, outside, actors.get(row.actor_id_at or 0)) for row in rows]
    return sorted(lines, key=_order)


def _people_outside(rows: Iterable[Activity]) -> dict[tuple[str, int], str]:
    """Profiles and logins that lines speak of, by uid."""
    named: dict[str, set[int]] = {kind: set() for kind in _PEOPLE}
    for row in rows:
        kind, _colon, key = row.subject.partition(":")
        if kind in named and key.isdigit():
            named[kind].add(int(key))
        if type(row.details.get("player")) is int:
            named["player"].add(row.details["player"])
    players = Player.objects.filter(pk__in=named["player"]).values_list("pk", "uid")
    users = User.objects.filter(pk__in=named["user"]).values_list("pk", "uid")
    found = {("player", pk): str(uid) for pk, uid in players}
    return found | {("user", pk): str(uid) for pk, uid in users}


def users_in(lines: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The uids of logins that lines speak of."""
    named = (line["subject"].partition(":") for line in lines)
    return (uid for kind, _colon, uid in named if kind == "user" and is_uid(uid))


def players_in(lines: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The uids of profiles that lines speak of."""
    for line in lines:
        for uid in (line["subject"].removeprefix("player:"), line["details"].get("player")):
            if is_uid(uid):
                yield uid


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
    tournament: Tournament,
    lines: Sequence[Value],
    names: Names,
    users: Mapping[str, int],
    people: Mapping[str, Player],
) -> None:
    """Append lines as they were written elsewhere."""
    inside = {
        **names.inside,
        **{("user", uid): pk for uid, pk in users.items()},
        **{("player", uid): player.pk for uid, player in people.items()},
    }
    Activity.objects.bulk_create(
        [
            Activity(
                club_id_at=tournament.club_id,
                scope=tournament.scope if line["scoped"] else "",
                verb=line["verb"],
                subject=_subject_inside(line["subject"], tournament, inside),
                actor_id_at=users[line["by"]] if line["by"] else None,
                via=line["via"],
                reason=line["reason"],
                details=_details(line["details"], inside),
                at=read_moment(line["at"]),
            )
            for line in lines
        ],
        batch_size=500,
    )


def _line(row: Activity, outside: Mapping[tuple[str, int], str], by: UUID | None) -> Value:
    kind, _colon, key = row.subject.partition(":")
    if kind == "tournament":
        subject = "tournament"
    else:
        subject = f"{kind}:{outside.get((kind, int(key)), '0') if key.isdigit() else '0'}"
    details = dict(row.details)
    for name in _ENTRIES:
        if isinstance(details.get(name), int):
            number = outside.get(("entry", details[name]))
            details[name] = int(number) if number else 0
    if type(details.get("player")) is int:
        details["player"] = outside.get(("player", details["player"]), 0)
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
    if "player" in details:
        details = {**details, "player": inside.get(("player", str(details["player"])), 0)}
    return {
        name: inside.get(("entry", str(value)), 0)
        if name in _ENTRIES and isinstance(value, int) and not isinstance(value, bool)
        else value
        for name, value in details.items()
    }


def _subject_inside(subject: str, tournament: Tournament, inside: Mapping[tuple[str, str], int]) -> str:
    if subject == "tournament":
        return tournament.scope
    kind, _colon, key = subject.partition(":")
    return f"{kind}:{inside.get((kind, key), 0)}"


def _key(line: Value) -> str:
    """What tells a line from others; a login may stand under another uid on another site, so people do not count."""
    details = sorted((name, repr(value)) for name, value in line["details"].items() if name != "player")
    kind = line["subject"].partition(":")[0]
    subject = kind if kind in _PEOPLE else line["subject"]
    return repr([line["at"], line["verb"], subject, line["via"], line["reason"], details])


def _order(line: Value) -> tuple[str, str]:
    return (line["at"], _key(line))
