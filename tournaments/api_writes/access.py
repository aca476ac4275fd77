"""The first line of every endpoint here: what may not be seen does not exist, what may not be done is refused."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from clubs.activity import By
from clubs.api_bodies import Unprocessable, by_api
from clubs.models import Club, Player
from clubs.rights import Act, require_in_club
from tournaments.models import Entry, Round, Table, Tournament
from tournaments.rights import may_in, require_in


def tournament_of(request: Request, uid: UUID) -> tuple[Tournament, By]:
    """The tournament and who acts: 401 for whoever has not signed in, 404 for what is hidden from them."""
    by = by_api(request)
    tournaments = Tournament.objects.findable_by(request.user).select_related("club", "season")
    return get_object_or_404(tournaments, uid=uid), by


def tournament_for(request: Request, uid: UUID, act: Act) -> tuple[Tournament, By]:
    """The same for one who may do `act` there; 403 for others, before a body is read."""
    tournament, by = tournament_of(request, uid)
    require_in(by, tournament, act)
    return tournament, by


def club_for(request: Request, uid: UUID, act: Act) -> tuple[Club, By]:
    """The club and who acts, if the roles there allow the act."""
    by = by_api(request)
    club = get_object_or_404(Club.objects.findable_by(request.user), uid=uid)
    require_in_club(by, club, act)
    return club, by


def draft_of(request: Request, uid: UUID, act: Act = Act.READ_DRAFTS) -> tuple[Round, By]:
    """The draft of the next round. For those who may not read drafts there never is one."""
    tournament, by = tournament_of(request, uid)
    if not may_in(request.user, tournament, Act.READ_DRAFTS):
        raise Http404
    require_in(by, tournament, act)
    drafted = tournament.rounds.filter(state=Round.State.DRAFT).first()
    if drafted is None:
        raise Http404
    drafted.tournament = tournament
    return drafted, by


def round_of(tournament: Tournament, number: int) -> Round:
    """A published or closed round."""
    rounds = tournament.rounds.exclude(state=Round.State.DRAFT)
    found = get_object_or_404(rounds, number=number)
    found.tournament = tournament
    return found


def table_of_sheet(tournament: Tournament, n: int) -> Table:
    """The table whose sheet has this number, with its game; a draft's table does not exist."""
    tables = Table.objects.filter(tournament=tournament, game__isnull=False).exclude(
        round__state=Round.State.DRAFT
    )
    table = get_object_or_404(tables.select_related("game", "round"), sheet_number=n)
    table.tournament = tournament
    return table


def sheet_of(request: Request, uid: UUID, n: int) -> tuple[Table, By]:
    """The table of a sheet with its game and tournament, and who acts, as `tournament_of` finds them. One query."""
    by = by_api(request)
    tables = Table.objects.filter(
        tournament__in=Tournament.objects.findable_by(request.user).filter(uid=uid), game__isnull=False
    ).exclude(round__state=Round.State.DRAFT)
    table = get_object_or_404(tables.select_related("game", "round", "tournament__club"), sheet_number=n)
    return table, by


def entry_of(tournament: Tournament, uid: UUID, *, field: str = "entry") -> Entry:
    """An entry that a body names."""
    entry = tournament.entries.select_related("player").filter(uid=uid).first()
    if entry is None:
        raise Unprocessable({field: f"This tournament has no entry {uid}."})
    entry.tournament = tournament
    return entry


def players_of(uids: list[UUID], *, field: str) -> dict[UUID, Player]:
    """People by uid; whoever was merged is the person they belong to now. One query."""
    found = {
        player.uid: player.merged_into or player
        for player in Player.objects.filter(uid__in=uids).select_related("merged_into")
    }
    missing = [uid for uid in uids if uid not in found]
    if missing:
        raise Unprocessable({field: f"There is no player {missing[0]}."})
    return found
