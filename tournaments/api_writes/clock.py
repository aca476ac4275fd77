"""The clock of the round that is being played."""

from __future__ import annotations

from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import read_body
from clubs.rights import Act
from tournaments.api_writes.access import tournament_for
from tournaments.api_writes.answers import ClockAnswer
from tournaments.api_writes.bodies import ClockBody
from tournaments.models import Tournament
from tournaments.services.clocks import clock_answer, no_round, open_round, say_to_clock


@extend_schema_view(
    get=extend_schema(summary="The clock, and the server's time", responses=ClockAnswer),
    post=extend_schema(summary="Say a word to the clock", request=ClockBody, responses=ClockAnswer),
)
class ClockView(APIView):
    """One deadline on the server; whoever knows it counts down alone."""

    def get(self, request: Request, uid: UUID) -> Response:
        tournament = get_object_or_404(Tournament.objects.findable_by(request.user), uid=uid)
        return Response(ClockAnswer(clock_answer(open_round(tournament))).data)

    def post(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.RUN_ROUNDS)
        body = read_body(ClockBody, request)
        current = open_round(tournament)
        if current is None:
            raise no_round(tournament)
        minutes = body.get("minutes")
        say_to_clock(
            current,
            body["act"],
            by=by,
            seconds=None if minutes is None else round(minutes * 60),
            table=body.get("table"),
            seen=body.get("seen"),
        )
        return Response(ClockAnswer(clock_answer(current)).data)
