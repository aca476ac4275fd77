"""Questions about clubs and people, answered in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from clubs.folding import holds, json_holds

if TYPE_CHECKING:
    from clubs.models import Club, Membership, Player, User  # noqa: F401 - named in base classes


class PlayerQuerySet(models.QuerySet["Player"]):
    def current(self) -> PlayerQuerySet:
        """Profiles that were not merged into another."""
        return self.filter(merged_into__isnull=True)

    def named(self, text: str) -> PlayerQuerySet:
        """Visible profiles whose name, alias or former name holds `text`, whatever its case."""
        shown = self.filter(hidden=False, anonymised_at__isnull=True)
        if not text:
            return shown
        return shown.filter(holds("name", text) | Q(pk__in=_merged(text)) | Q(pk__in=_aliased(text)))

    def findable_by(self, user: User | AnonymousUser) -> PlayerQuerySet:
        """Whom lists and search may name: not who stands on rosters of clubs alone that the reader cannot find."""
        return self._on_rosters_of(_clubs().findable_by(user), user)

    def known_to(self, user: User | AnonymousUser) -> PlayerQuerySet:
        """Whose name a page may show: not who stands on rosters of clubs alone that the reader may not open."""
        return self._on_rosters_of(_clubs().visible_to(user), user)

    def _on_rosters_of(self, clubs: ClubQuerySet, user: User | AnonymousUser) -> PlayerQuerySet:
        from clubs.models import Membership

        if user.is_authenticated and user.is_superuser:
            return self
        rosters = Membership.objects.filter(player=OuterRef("pk"))
        return self.filter(Exists(rosters.filter(club__in=clubs)) | ~Exists(rosters))


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

    def former(self) -> MembershipQuerySet:
        """People who left; the club knows their names still."""
        return self.filter(left_at__isnull=False, player__merged_into__isnull=True)


def leave_names_out(players: Iterable[Player], user: User | AnonymousUser) -> None:
    """People the reader may not know are "Player 173": rows for showing, changed in memory and never to be saved.

    One query; none for nobody.
    """
    from clubs.models import Player

    shown = list(players)
    if not shown:
        return
    known = set(
        Player.objects.filter(pk__in={one.pk for one in shown}).known_to(user).values_list("pk", flat=True)
    )
    for one in shown:
        one.hidden = one.hidden or one.pk not in known


def _clubs() -> ClubQuerySet:
    from clubs.models import Club

    return Club.objects.all()


def _merged(text: str) -> models.QuerySet[Player, int | None]:
    """The people into whom a visible profile of that name was merged."""
    from clubs.models import Player

    rows = Player.objects.filter(
        holds("name", text), merged_into__isnull=False, hidden=False, anonymised_at__isnull=True
    )
    return rows.values_list("merged_into", flat=True)


def _aliased(text: str) -> models.QuerySet[Membership, int]:
    """The people who have such an alias on the roster of a public club, under the profile of today."""
    from clubs.models import Membership

    rows = Membership.objects.filter(club__visibility="public").annotate(
        person=Coalesce("player__merged_into", "player")
    )
    if not any(letter.isalnum() for letter in text):
        return rows.none().values_list("person", flat=True)
    return rows.filter(json_holds("aliases", text)).values_list("person", flat=True)


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
