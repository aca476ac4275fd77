"""Questions about tournaments, answered in words."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q

from clubs.models import User
from clubs.querysets import own_clubs
from games.models import Game
from games.querysets import GameQuerySet

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
        return self.filter(~closed | _own(user) if user.is_authenticated else ~closed)

    def named_to(self, user: User | AnonymousUser) -> TournamentQuerySet:
        """What the pages of its club may name: `visible_to`, unlisted ones to the club's own people only."""
        visible = self.visible_to(user)
        if user.is_authenticated and user.is_superuser:
            return visible
        return visible.filter(~Q(visibility="unlisted") | _own(user))

    def findable_by(self, user: User | AnonymousUser) -> TournamentQuerySet:
        """What can be found without its address: public ones, and all of one's own clubs and evenings."""
        if user.is_authenticated and user.is_superuser:
            return self
        return self.filter(Q(visibility="public", club__visibility="public") | _own(user))


def _own(user: User | AnonymousUser) -> Q:
    """Evenings of the user's clubs, and those the user is an official of."""
    from tournaments.models import Official

    if not user.is_authenticated:
        return Q(pk__in=[])
    return own_clubs(user, "club") | Q(pk__in=Official.objects.filter(user=user).values("tournament"))


def games_visible_to(user: User | AnonymousUser) -> GameQuerySet:
    """Games `user` may open by their number; officials of one evening, whom the games do not know, those of it."""
    from tournaments.models import Table

    games = Game.objects.visible_to(user)
    if not user.is_authenticated or user.is_superuser:
        return games
    offices = Table.objects.filter(tournament__officials__user=user).values("game")
    return games | Game.objects.filter(pk__in=offices)


def version_for(user: User | AnonymousUser, key: str) -> int | None:
    """The announced version of a tournament by its uid, None if the user may not see it. One query."""
    from tournaments.models import Tournament

    try:
        uid = UUID(key)
    except ValueError:
        return None
    visible = Tournament.objects.visible_to(user).filter(uid=uid)
    return visible.values_list("version", flat=True).first()
