"""The first guard of every tournament page: what the reader may not see does not exist."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.shortcuts import get_object_or_404

from clubs.models import User
from tournaments.models import Entry, Tournament


def visible_tournament(user: User | AnonymousUser, slug: str) -> Tournament:
    """The tournament with its club and season, or 404."""
    tournaments = Tournament.objects.visible_to(user).select_related("club", "season")
    return get_object_or_404(tournaments, slug=slug)


def own_entry_id(user: User | AnonymousUser, tournament: Tournament) -> int | None:
    """The line of the signed-in reader in this tournament, through the profile they claimed."""
    if not user.is_authenticated:
        return None
    return Entry.objects.filter(tournament=tournament, player__user=user).values_list("pk", flat=True).first()
