"""Make a tournament, change its settings, close it; who plays and who is here."""

from __future__ import annotations

import secrets
from typing import Any
from uuid import UUID

from django.db.models import Prefetch
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import Unprocessable, by_api, read_body
from clubs.models import Club
from clubs.rights import Act, require_in_club
from clubs.serializers import person
from tournaments.api import TournamentViewSet
from tournaments.api_writes.access import players_of, tournament_for
from tournaments.api_writes.answers import NamedAnswer, PresenceAnswer, people
from tournaments.api_writes.bodies import (
    EntryBody,
    NamesBody,
    NewTournamentBody,
    PresenceBody,
    TournamentChangesBody,
)
from tournaments.api_writes.clubs import names_of, telling_look_alikes
from tournaments.api_writes.effect_answers import places_answer
from tournaments.errors import TournamentError
from tournaments.models import Entry, Season, Tournament
from tournaments.serializers import EntrySerializer, TournamentDetailSerializer
from tournaments.services.door import admit, call_roll
from tournaments.services.effects import effects_of_settings
from tournaments.services.entries import create_tournament_once, enter_player, next_round_number, statuses
from tournaments.services.rounds import close_tournament
from tournaments.services.settings import change_settings


class TournamentsViewSet(TournamentViewSet):
    """Tournaments. Unlisted and members-only ones exist for the people of their club and their officials."""

    @extend_schema(
        summary="Make a tournament",
        request=NewTournamentBody,
        responses={200: TournamentDetailSerializer, 201: TournamentDetailSerializer},
    )
    def create(self, request: Request) -> Response:
        """With a `client_key` that made one already: that one, as it is (200)."""
        by = by_api(request)
        body = read_body(NewTournamentBody, request)
        club = Club.objects.findable_by(request.user).filter(uid=body.pop("club")).first()
        if club is None:
            raise Unprocessable({"club": "There is no such club."})
        require_in_club(by, club, Act.CREATE_TOURNAMENT)
        key = body.pop("client_key") or secrets.token_hex(16)
        tournament, is_new = create_tournament_once(club, key, by=by, **_with_season(club, body))
        code = status.HTTP_201_CREATED if is_new else status.HTTP_200_OK
        return Response(tournament_answer(tournament), status=code)

    @extend_schema(
        summary="Change the settings", request=TournamentChangesBody, responses=TournamentDetailSerializer
    )
    def partial_update(self, request: Request, uid: UUID) -> Response:
        """The refusal `confirmation_needed` says that places may change, and in `effects` which of the newest list
        would: send it again with `confirmed`.
        """
        tournament, by = tournament_for(request, uid, Act.CHANGE_RULES)
        body = read_body(TournamentChangesBody, request)
        confirmed = body.pop("confirmed")
        changes = _with_season(tournament.club, body)
        try:
            changed = change_settings(tournament, by=by, changes=changes, confirmed=confirmed)
        except TournamentError as error:
            if error.code == "confirmation_needed":
                moves = effects_of_settings(tournament, changes)
                error.extra["effects"] = {"places": places_answer(moves)}
            raise
        return Response(tournament_answer(changed))


@extend_schema_view(
    post=extend_schema(summary="Close the tournament", request=None, responses=TournamentDetailSerializer)
)
class ClosingView(APIView):
    """The evening is over: every round must be closed."""

    def post(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.FINISH)
        return Response(tournament_answer(close_tournament(tournament, by=by)))


@extend_schema_view(
    post=extend_schema(
        summary="Enter a player", request=EntryBody, responses={200: EntrySerializer, 201: EntrySerializer}
    )
)
class EntriesView(APIView):
    """Lines in the standings. Entering twice gives the line that stands."""

    def post(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.REGISTER_OTHERS)
        body = read_body(EntryBody, request)
        player = players_of([body["player"]], field="player")[body["player"]]
        before = tournament.entries.count()
        entry = enter_player(tournament, player, by=by, ranked=body["ranked"])
        is_new = tournament.entries.count() > before
        return Response(EntrySerializer(entry).data, status=201 if is_new else 200)


@extend_schema_view(
    post=extend_schema(summary="Admit people at the door", request=NamesBody, responses={201: NamedAnswer})
)
class WalkInsView(APIView):
    """On the roster, in the tournament and here, in one go."""

    def post(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.ADD_WALK_IN)
        body = read_body(NamesBody, request)
        names, decisions = names_of(body)
        with telling_look_alikes(tournament.club, names):
            entries = admit(tournament, names, by=by, decisions=decisions, key=body.get("client_key", ""))
        return Response(people(entry.player for entry in entries), status=status.HTTP_201_CREATED)


@extend_schema_view(
    get=extend_schema(summary="The roll call", responses=PresenceAnswer(many=True)),
    post=extend_schema(summary="Note who is here", request=PresenceBody, responses=PresenceAnswer(many=True)),
)
class PresenceView(APIView):
    """Who is here, from the next round that is not drawn on."""

    def get(self, request: Request, uid: UUID) -> Response:
        tournament, _by = tournament_for(request, uid, Act.CALL_ROLL)
        return Response(_roll(tournament))

    def post(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.CALL_ROLL)
        lines = read_body(PresenceBody, request)["presences"]
        players = players_of([line["player"] for line in lines], field="presences")
        call_roll(tournament, wanted={players[line["player"]].pk: line["status"] for line in lines}, by=by)
        return Response(_roll(tournament))


def tournament_answer(tournament: Tournament) -> dict[str, Any]:
    """A tournament with its rules and entries. Two queries."""
    entries = Entry.objects.select_related("player__merged_into")
    shown = (
        Tournament.objects.select_related("club", "season")
        .prefetch_related(Prefetch("entries", entries))
        .get(pk=tournament.pk)
    )
    return dict(TournamentDetailSerializer(shown).data)


def _with_season(club: Club, body: dict[str, Any]) -> dict[str, Any]:
    if body.get("season") is None:
        return body
    season = Season.objects.filter(club=club, uid=body["season"]).first()
    if season is None:
        raise Unprocessable({"season": "This club has no such season."})
    return {**body, "season": season}


def _roll(tournament: Tournament) -> list[dict[str, Any]]:
    known = statuses(tournament, next_round_number(tournament))
    return [
        {
            "entry": str(entry.uid),
            "number": entry.number,
            "player": person(entry.player),
            "status": known.get(entry.pk),
        }
        for entry in tournament.entries.select_related("player__merged_into")
    ]
