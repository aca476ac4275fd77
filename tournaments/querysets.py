"""Questions about tournaments, answered in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q

from clubs.models import Membership, Role, User

if TYPE_CHECKING:
    from tournaments.models import Tournament  # noqa: F401 - named in a base class


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def listed(self) -> TournamentQuerySet:
        """Tournaments that lists, search, profiles and feeds may name."""
        return self.filter(visibility="public", club__visibility="public", club__closed_at__isnull=True)

    def visible_to(self, user: User | AnonymousUser) -> TournamentQuerySet:
        """Tournaments whose page `user` may open: all but the members-only ones of other clubs."""
        if user.is_authenticated and user.is_superuser:
            return self
        closed = Q(visibility="members") | Q(club__visibility="members")
        if not user.is_authenticated:
            return self.exclude(closed)
        own = (
            Q(club__in=Role.objects.filter(user=user).values("club"))
            | Q(club__in=Membership.objects.filter(player__user=user, left_at__isnull=True).values("club"))
            | Q(officials__user=user)
        )
        return self.filter(~closed | own).distinct()

    def findable_by(self, user: User | AnonymousUser) -> TournamentQuerySet:
        """What the API answers by uid: `visible_to` without the unlisted ones, but for those who run them."""
        visible = self.visible_to(user)
        if user.is_authenticated and user.is_superuser:
            return visible
        unlisted = Q(visibility="unlisted") | Q(club__visibility="unlisted")
        if not user.is_authenticated:
            return visible.exclude(unlisted)
        runs = Q(club__in=Role.objects.filter(user=user).values("club")) | Q(officials__user=user)
        return visible.filter(~unlisted | runs).distinct()


def version_for(user: User | AnonymousUser, tournament_id: int) -> int | None:
    """The announced version of a tournament, None if the user may not see it. One query."""
    from tournaments.models import Tournament

    visible = Tournament.objects.visible_to(user).filter(pk=tournament_id)
    return visible.values_list("version", flat=True).first()
