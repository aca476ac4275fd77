"""The first line of every page here: what may not be seen does not exist, what may not be done is refused."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from clubs.models import Club
from clubs.rights import Act, may, roles_in_club
from tournaments.models import Tournament
from tournaments.rights import may_in, roles_in
from tournaments.views.access import visible_tournament


def tournament_for(request: HttpRequest, slug: str, act: Act) -> Tournament:
    """The tournament, if the reader may do the act: 404 for what is hidden, 403 for what is not theirs to do."""
    tournament = visible_tournament(request.user, slug)
    if not may_in(request.user, tournament, act):
        raise PermissionDenied
    return tournament


def drafting_tournament(request: HttpRequest, slug: str, act: Act = Act.READ_DRAFTS) -> Tournament:
    """The tournament whose draft the reader may see, and on whose draft they may do the act.

    For whoever may not read drafts there is no such page.
    """
    tournament = visible_tournament(request.user, slug)
    roles = roles_in(request.user, tournament)
    if not may(roles, Act.READ_DRAFTS):
        raise Http404
    if not may(roles, act):
        raise PermissionDenied
    return tournament


def club_for(request: HttpRequest, slug: str, act: Act) -> Club:
    """The club, if the reader may do the act there."""
    club = get_object_or_404(Club.objects.visible_to(request.user), slug=slug)
    if not may(roles_in_club(request.user, club), act):
        raise PermissionDenied
    return club
