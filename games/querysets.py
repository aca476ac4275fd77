"""Questions about games, answered in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Prefetch, Q

from clubs.models import Player, User
from clubs.querysets import own_clubs

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
        """Seats and their players in one more query."""
        from games.models import Seat

        seats = Seat.objects.select_related("player__merged_into")
        return self.prefetch_related(Prefetch("seats", seats))

    def listed(self) -> GameQuerySet:
        """Games that lists, profiles and feeds may name."""
        return self.filter(visibility="public").exclude(club__visibility__in=["unlisted", "members"])

    def visible_to(self, user: User | AnonymousUser) -> GameQuerySet:
        """Games `user` may open by their number: public ones, and all of one's own clubs.

        Numbers can be counted, so a number opens nothing that is unlisted; the tournament's own address does.
        """
        if user.is_authenticated and user.is_superuser:
            return self
        hidden = ~Q(visibility="public") | Q(club__visibility__in=["unlisted", "members"])
        return self.filter(~hidden | own_clubs(user, "club"))

    def hidden(self) -> GameQuerySet:
        """Games no list may name or count. Two look-ups by index, however many games there are."""
        from clubs.models import Club

        clubs = Club.objects.exclude(visibility="public").values("pk")
        return self.filter(~Q(visibility="public") | Q(club__in=clubs))
