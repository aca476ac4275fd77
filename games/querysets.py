"""Questions about games, answered in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q

from clubs.models import Membership, Player, Role, User

if TYPE_CHECKING:
    from games.models import Game  # noqa: F401 - named in a base class


class GameQuerySet(models.QuerySet["Game"]):
    def rated_games(self) -> GameQuerySet:
        return self.filter(rated=True)

    def scored(self) -> GameQuerySet:
        """Games with a sheet that counts."""
        return self.filter(revision__gt=0).exclude(state="void")

    def for_player(self, player: Player) -> GameQuerySet:
        """Games in which the person sat, under any profile merged into this one."""
        return self.filter(Q(seats__player=player) | Q(seats__player__merged_into=player)).distinct()

    def with_seats(self) -> GameQuerySet:
        """Seats and their players in two more queries."""
        return self.prefetch_related("seats__player__merged_into")

    def listed(self) -> GameQuerySet:
        """Games that lists, profiles and feeds may name."""
        return self.filter(visibility="public").exclude(club__visibility__in=["unlisted", "members"])

    def visible_to(self, user: User | AnonymousUser) -> GameQuerySet:
        """Games whose page `user` may open: all but the members-only ones of other clubs."""
        if user.is_authenticated and user.is_superuser:
            return self
        closed = Q(visibility="members") | Q(club__visibility="members")
        if not user.is_authenticated:
            return self.exclude(closed)
        own_clubs = Q(club__in=Role.objects.filter(user=user).values("club")) | Q(
            club__in=Membership.objects.filter(player__user=user, left_at__isnull=True).values("club")
        )
        return self.filter(~closed | own_clubs)
