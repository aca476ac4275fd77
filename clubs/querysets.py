"""Questions about clubs and people, answered in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q

if TYPE_CHECKING:
    from clubs.models import Club, Membership, Player, User  # noqa: F401 - named in base classes


class PlayerQuerySet(models.QuerySet["Player"]):
    def current(self) -> PlayerQuerySet:
        """Profiles that were not merged into another."""
        return self.filter(merged_into__isnull=True)

    def named(self, text: str) -> PlayerQuerySet:
        """Visible profiles whose name holds `text`, whatever its case."""
        return self.filter(name__icontains=text, hidden=False, anonymised_at__isnull=True)


class ClubQuerySet(models.QuerySet["Club"]):
    def listed(self) -> ClubQuerySet:
        """Clubs that lists, search and feeds may name."""
        return self.filter(visibility="public", closed_at__isnull=True)

    def visible_to(self, user: User | AnonymousUser) -> ClubQuerySet:
        """Clubs whose page `user` may open: all but the members-only ones of other people."""
        if user.is_authenticated and user.is_superuser:
            return self
        return self.filter(~Q(visibility="members") | own_clubs(user, "pk"))

    def findable_by(self, user: User | AnonymousUser) -> ClubQuerySet:
        """What can be found without its address: public clubs, and those of one's own."""
        if user.is_authenticated and user.is_superuser:
            return self
        return self.filter(Q(visibility="public") | own_clubs(user, "pk"))


class MembershipQuerySet(models.QuerySet["Membership"]):
    def current(self) -> MembershipQuerySet:
        return self.filter(left_at__isnull=True, player__merged_into__isnull=True)


def own_clubs(user: User | AnonymousUser, field: str) -> Q:
    """Rows whose club, named by `field`, is one the user has a role in or belongs to; none for visitors."""
    if not user.is_authenticated:
        return Q(pk__in=[])
    return Q(**{f"{field}__in": _club_ids_of_roles(user)}) | Q(
        **{f"{field}__in": _club_ids_of_memberships(user)}
    )


def _club_ids_of_roles(user: User) -> models.QuerySet[models.Model, int]:
    from clubs.models import Role

    return Role.objects.filter(user=user).values_list("club_id", flat=True)


def _club_ids_of_memberships(user: User) -> models.QuerySet[models.Model, int]:
    from clubs.models import Membership

    return Membership.objects.filter(player__user=user, left_at__isnull=True).values_list(
        "club_id", flat=True
    )
