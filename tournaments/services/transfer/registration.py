"""Who registered for an evening, and who helps at it: as they travel, and stored again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

from clubs.models import Club, Player, User
from clubs.shapes import read_moment, write_moment
from games.services.transfer.fates import Row
from tournaments.models import Official, SignUp, SignUpTerms, Tournament

Value = dict[str, Any]


def sign_up_lines(tournament: Tournament) -> list[Value]:
    """Every line in its order, so that who waits waits in the same order elsewhere. Two queries."""
    rows = list(tournament.sign_ups.select_related("player").order_by("pk"))
    who = dict(User.objects.filter(pk__in={row.by_id_at for row in rows}).values_list("pk", "uid"))
    return [
        {
            "player": str(row.player.uid),
            "kind": row.kind,
            "by": str(who[row.by_id_at]) if row.by_id_at in who else None,
            "via": row.via,
            "at": write_moment(row.at),
        }
        for row in rows
    ]


def sign_up_terms(tournament: Tournament) -> Value | None:
    terms = SignUpTerms.objects.filter(tournament=tournament).first()
    if terms is None:
        return None
    return {
        "opens_at": write_moment(terms.opens_at) if terms.opens_at else None,
        "closes_at": write_moment(terms.closes_at) if terms.closes_at else None,
        "capacity": terms.capacity,
    }


def officials(tournament: Tournament) -> list[Value]:
    """Roles at this one evening, by the uid of a login and nothing else of it."""
    rows = tournament.officials.values_list("role", "user__uid")
    return [{"role": role, "user": str(uid)} for role, uid in sorted(rows, key=str)]


def as_known_here(
    sent: Iterable[Mapping[str, Any]], here: Iterable[Mapping[str, Any]], club: Club
) -> list[Value]:
    """Officials of a file under the logins that stand for them here."""
    known = {row["user"] for row in here}
    rows = [
        {
            "role": row["role"],
            "user": row["user"] if row["user"] in known else _stand_in(row["user"], known, club),
        }
        for row in sent
    ]
    return sorted(rows, key=lambda row: (row["role"], row["user"]))


def _stand_in(uid: str, known: set[str], club: Club) -> str:
    other = str(uuid5(club.uid, str(UUID(uid))))
    return other if other in known else uid


def store_sign_ups(
    tournament: Tournament, rows: Sequence[Row], users: Mapping[str, int], people: Mapping[str, Player]
) -> None:
    SignUp.objects.bulk_create(
        [
            SignUp(
                tournament=tournament,
                player=people[row["player"]],
                kind=row["kind"],
                by_id_at=users[row["by"]] if row["by"] else None,
                via=row["via"],
                at=read_moment(row["at"]),
            )
            for row in rows
        ],
        batch_size=500,
    )


def store_terms(tournament: Tournament, value: Mapping[str, Any] | None) -> None:
    if value is None:
        SignUpTerms.objects.filter(tournament=tournament).delete()
        return
    columns = {name: read_moment(value[name]) if value[name] else None for name in ("opens_at", "closes_at")}
    SignUpTerms.objects.update_or_create(
        tournament=tournament, defaults={**columns, "capacity": value["capacity"]}
    )


def store_officials(
    tournament: Tournament, rows: Iterable[Mapping[str, Any]], users: Mapping[str, int]
) -> None:
    """The helpers of the file, and nobody else."""
    wanted = {(users[row["user"]], row["role"]) for row in rows}
    there = {(row.user_id, row.role): row for row in tournament.officials.all()}
    for key, row in there.items():
        if key not in wanted:
            row.delete()
    Official.objects.bulk_create(
        [
            Official(tournament=tournament, user_id=user, role=role)
            for user, role in sorted(wanted - set(there))
        ]
    )
