"""Penalties: points given or taken by the director, with the reason."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import ReasonBody, read_body
from clubs.rights import Act
from tournaments.api_writes.access import entry_of, tournament_for
from tournaments.api_writes.answers import PenaltyAnswer
from tournaments.api_writes.bodies import PenaltyBody
from tournaments.models import Tournament
from tournaments.services.entries import cancel_penalty
from tournaments.services.penalising import give_penalty_once


@extend_schema_view(
    get=extend_schema(summary="Penalties that stand", responses=PenaltyAnswer(many=True)),
    post=extend_schema(summary="Give a penalty", request=PenaltyBody, responses={201: PenaltyAnswer}),
)
class PenaltiesView(APIView):
    """They stand under the standings, for everybody who may see those."""

    def get(self, request: Request, uid: UUID) -> Response:
        tournaments = Tournament.objects.findable_by(request.user)
        tournament = get_object_or_404(tournaments, uid=uid)
        rows = tournament.penalties.filter(cancels=None, cancelled_by=None).select_related("entry")
        return Response(PenaltyAnswer(rows, many=True).data)

    def post(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.RUN_ROUNDS)
        body = read_body(PenaltyBody, request)
        entry = entry_of(tournament, body["entry"])
        seen = "" if "seen" not in body else str(body["seen"])
        penalty = give_penalty_once(entry, points=body["points"], reason=body["reason"], by=by, seen=seen)
        return Response(PenaltyAnswer(penalty).data, status=status.HTTP_201_CREATED)


@extend_schema_view(
    post=extend_schema(summary="Take a penalty back", request=ReasonBody, responses=PenaltyAnswer)
)
class PenaltyCancelView(APIView):
    """By a line of its own: the answer is the cancellation."""

    def post(self, request: Request, uid: UUID, pk: int) -> Response:
        tournament, by = tournament_for(request, uid, Act.RUN_ROUNDS)
        penalty = tournament.penalties.select_related("entry__tournament__club").filter(pk=pk).first()
        if penalty is None or penalty.cancels_id is not None:
            raise Http404
        reason = read_body(ReasonBody, request)["reason"]
        return Response(PenaltyAnswer(cancel_penalty(penalty, reason=reason, by=by)).data)
