"""Which ladders a reader may see, and what they are called."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from clubs.models import Club, User
from ratings.models import Ladder

FAMILY_NAMES = {"oh-hell": "Oh Hell", "rage": "Rage"}


def visible_ladders(user: User | AnonymousUser) -> QuerySet[Ladder]:
    """Ladders of everybody, and of clubs whose page `user` may open."""
    of_clubs = Q(club__in=Club.objects.visible_to(user))
    return Ladder.objects.filter(Q(club__isnull=True) | of_clubs).select_related("club", "active_epoch")


def listed_ladders() -> QuerySet[Ladder]:
    """Ladders that lists and profiles may name: those of everybody first, then those of clubs."""
    of_clubs = Q(club__in=Club.objects.listed())
    ladders = Ladder.objects.filter(Q(club__isnull=True) | of_clubs, active_epoch__isnull=False)
    return ladders.select_related("club", "active_epoch")


def ladder_name(ladder: Ladder) -> str:
    family = FAMILY_NAMES.get(ladder.family, ladder.family)
    if ladder.club is None:
        return _("%(game)s, everybody") % {"game": family}
    return _("%(game)s, %(club)s") % {"game": family, "club": ladder.club.name}
