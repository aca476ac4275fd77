"""Roles in one tournament: those in its club, and its officials. The table of acts is `clubs.rights`."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from clubs.activity import By
from clubs.models import User
from clubs.rights import Act, As, is_trusted, may, require, roles_in_club
from tournaments.models import Official, Table, Tournament


def roles_in(user: User | AnonymousUser | None, tournament: Tournament) -> frozenset[As]:
    """Every role of a user in a tournament; at most one query, none for visitors."""
    if user is None or not user.is_authenticated:
        return roles_in_club(user, tournament.club)
    offices = Official.objects.filter(user=user, tournament=tournament).values_list("role", flat=True)
    return roles_in_club(user, tournament.club, offices=offices)


def may_in(user: User | AnonymousUser | None, tournament: Tournament, act: Act) -> bool:
    """Whether a page may offer the act; the service asks again."""
    return may(roles_in(user, tournament), act)


def require_in(by: By, tournament: Tournament, act: Act) -> None:
    """Refuse an act in a tournament that the person's roles there do not allow."""
    if not is_trusted(by):
        require(by, roles_in(by.user, tournament), act)


def by_link(table: Table) -> By:
    """Who writes at a table through its link: nobody in particular, and nowhere else."""
    return By(None, "link", opens=f"table:{table.pk}")


def require_at(by: By, table: Table, act: Act) -> None:
    """Refuse an act at a table. A table link has the rights of its writer there, and a visitor's at any other table."""
    if by.via == "link" and by.opens == f"table:{table.pk}":
        require(by, {As.VISITOR, As.WRITER}, act)
    else:
        require_in(by, table.tournament, act)
