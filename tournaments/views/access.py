"""The first guard of every tournament page: what the reader may not see does not exist."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse

from clubs.models import User
from tournaments.models import Entry, Tournament


def visible_tournament(user: User | AnonymousUser, slug: str) -> Tournament:
    """The tournament with its club and season, or 404. One query; one more where not everybody may see it."""
    tournament = get_object_or_404(Tournament.objects.select_related("club", "season"), slug=slug)
    if (
        tournament.is_for_members
        and not Tournament.objects.visible_to(user).filter(pk=tournament.pk).exists()
    ):
        raise Http404
    return tournament


def game_address(tournament: Tournament, game_id: int, sheet_number: int | None) -> str:
    """Where readers of a tournament find one of its games: under its own address if the tournament is unlisted."""
    if tournament.is_unlisted and sheet_number is not None:
        return reverse("evening_game", args=[tournament.slug, sheet_number])
    return reverse("game_detail", args=[game_id])


def own_entry_id(user: User | AnonymousUser, tournament: Tournament) -> int | None:
    """The line of the signed-in reader in this tournament, through the profile they claimed."""
    if not user.is_authenticated:
        return None
    return Entry.objects.filter(tournament=tournament, player__user=user).values_list("pk", flat=True).first()
