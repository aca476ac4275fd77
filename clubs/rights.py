"""Who may do what: the one table of acts by roles (`users.md` 9), asked by services, pages and API alike.

`roles_in_club` says which roles a user has in a club; the tournaments floor adds the officials of one tournament.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import CharField, QuerySet, Value
from django.utils.translation import gettext as _

from clubs.activity import By
from clubs.errors import NotAllowed
from clubs.models import Club, Membership, Role, User


class As(StrEnum):
    """A role somebody acts in."""

    VISITOR = "visitor"
    USER = "user"  # signed in, without a role here
    MEMBER = "member"
    WRITER = "writer"  # a table link: one table of one round
    SCOREKEEPER = "scorekeeper"
    DIRECTOR = "director"
    OWNER = "owner"
    ADMIN = "admin"


class Act(StrEnum):
    """What can be done."""

    READ_PUBLIC = "read what is public"
    READ_MEMBERS_ONLY = "read members-only tournaments"
    READ_DRAFTS = "read drafts and frozen standings"
    READ_CONTACTS = "read contact details"
    REGISTER_OTHERS = "register, unregister others"
    TYPE_SHEET = "type values of an open sheet"
    VERIFY_SHEET = "verify a sheet"
    CORRECT_SHEET = "correct a final sheet"
    RUN_ROUNDS = "draw, move, publish, penalise"
    CALL_ROLL = "call the roll"
    PRINT_SHEETS = "print sheets"
    FINISH = "cut, freeze, reveal, close"
    CHANGE_RULES = "change rules, table points, tie-breaks"
    MAKE_LINKS = "make table links, name scorekeepers"
    CREATE_CLUB = "create a club"
    OWN_PROFILE = "claim a profile, register oneself"
    OPEN_TABLE = "open a card table"
    PLAY = "sit and play at a card table"
    SEE_HELPERS = "see who helps in a tournament"
    CREATE_TOURNAMENT = "create tournaments"
    NAME_DIRECTORS = "name directors"
    ADD_WALK_IN = "add a walk-in to the roster"
    MANAGE_CLUB = "house rules, seasons, members, import"
    MERGE_PLAYERS = "merge and unmerge players, approve claims"
    CLOSE_CLUB = "close clubs"
    REPLAY_RATINGS = "replay ratings"
    EXPORT = "export in full"
    READ_LOG = "read the log"


_DESK = frozenset({As.SCOREKEEPER, As.DIRECTOR, As.OWNER})
_DIRECTORS = frozenset({As.DIRECTOR, As.OWNER})
_ADMIN = frozenset({As.ADMIN})

ALLOWED: dict[Act, frozenset[As]] = {
    Act.READ_PUBLIC: frozenset(As),
    Act.READ_MEMBERS_ONLY: _DESK | _ADMIN | {As.MEMBER, As.WRITER},
    Act.READ_DRAFTS: _DESK | _ADMIN,
    Act.READ_CONTACTS: _DIRECTORS | _ADMIN,
    Act.REGISTER_OTHERS: _DIRECTORS | _ADMIN,
    Act.TYPE_SHEET: _DESK | {As.WRITER},
    Act.VERIFY_SHEET: _DESK,
    Act.CORRECT_SHEET: _DIRECTORS,
    Act.RUN_ROUNDS: _DIRECTORS,
    Act.CALL_ROLL: _DESK,
    Act.PRINT_SHEETS: _DESK,
    Act.FINISH: _DIRECTORS,
    Act.CHANGE_RULES: _DIRECTORS,
    Act.MAKE_LINKS: _DIRECTORS,
    Act.CREATE_CLUB: frozenset(As) - {As.VISITOR, As.WRITER},
    Act.OWN_PROFILE: frozenset(As) - {As.VISITOR, As.WRITER},
    Act.OPEN_TABLE: frozenset(As) - {As.VISITOR, As.WRITER},
    Act.PLAY: frozenset(As),  # the seat follows from the sign-in or the link
    Act.SEE_HELPERS: _DIRECTORS | _ADMIN,
    Act.CREATE_TOURNAMENT: _ADMIN | {As.OWNER},
    Act.NAME_DIRECTORS: _ADMIN | {As.OWNER},
    Act.ADD_WALK_IN: _DIRECTORS,
    Act.MANAGE_CLUB: frozenset({As.OWNER}),
    Act.MERGE_PLAYERS: _ADMIN | {As.OWNER},
    Act.CLOSE_CLUB: _ADMIN,
    Act.REPLAY_RATINGS: _ADMIN,
    Act.EXPORT: _DESK | _ADMIN,
    Act.READ_LOG: _DIRECTORS | _ADMIN,
}

# The machine itself: commands and imports run by whoever can start them on the server, the hosted
# tables, and what a registration or a code at the door brings about once its service has looked at the person.
_TRUSTED = frozenset({"command", "import", "sample", "hosting", "sign-up", "check-in"})


def is_trusted(by: By) -> bool:
    return by.via in _TRUSTED


def roles_in_club(
    user: User | AnonymousUser | None, club: Club | None, *, offices: QuerySet[Any, str] | None = None
) -> frozenset[As]:
    """Every role of a user in a club; at most one query, none for visitors.

    `offices` are names of further roles, read in the same query.
    """
    if user is None or not user.is_authenticated:
        return frozenset({As.VISITOR})
    roles = {As.VISITOR, As.USER}
    if user.is_superuser:
        roles.add(As.ADMIN)
    if club is not None:
        given = Role.objects.filter(user=user, club=club).values_list("role", flat=True)
        member = Membership.objects.filter(club=club, player__user=user, left_at__isnull=True)
        as_member = member.annotate(role=Value(As.MEMBER.value, CharField())).values_list("role", flat=True)
        more = [as_member] if offices is None else [as_member, offices]
        roles |= {As(role) for role in given.union(*more)}
    return frozenset(roles)


def may(roles: Collection[As], act: Act) -> bool:
    """Whether one of the roles allows the act."""
    return not ALLOWED[act].isdisjoint(roles)


def require(by: By, roles: Collection[As], act: Act) -> None:
    """Refuse an act; the services call this before they change anything."""
    if not is_trusted(by) and not may(roles, act):
        raise NotAllowed(
            _("You may not do this here. It takes one of these roles: %(roles)s.")
            % {"roles": ", ".join(sorted(ALLOWED[act] - {As.WRITER}))},
            act=act.name.lower(),
        )


def require_in_club(by: By, club: Club, act: Act) -> None:
    """Refuse an act in a club that the person's roles there do not allow."""
    if not is_trusted(by):
        require(by, roles_in_club(by.user, club), act)
