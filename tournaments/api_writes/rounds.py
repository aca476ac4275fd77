"""Move people in a draft, publish and close rounds."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import ReasonBody, read_body
from clubs.rights import Act
from tournaments.api_writes.access import draft_of, entry_of, round_of, tournament_for
from tournaments.api_writes.answers import DraftAnswer, MoveAnswer, draft_answer, round_answer
from tournaments.api_writes.bodies import MoveBody, SeenBody, SwapBody
from tournaments.serializers import RoundSerializer
from tournaments.services import rounds
from tournaments.services.board import as_seen
from tournaments.services.moving import move_to_table, swap_seats


@extend_schema_view(
    post=extend_schema(summary="Let two people change seats", request=SwapBody, responses=MoveAnswer)
)
class SwapView(APIView):
    """Either may be sitting out."""

    def post(self, request: Request, uid: UUID) -> Response:
        drafted, by = draft_of(request, uid, Act.RUN_ROUNDS)
        body = read_body(SwapBody, request)
        first = entry_of(drafted.tournament, body["first"], field="first")
        second = entry_of(drafted.tournament, body["second"], field="second")
        with as_seen(drafted, body["seen"]):
            cost = swap_seats(drafted, first=first, second=second, by=by)
        return Response({"cost": cost.to_json(), "draft": draft_answer(drafted)})


@extend_schema_view(
    post=extend_schema(summary="Move one person to another table", request=MoveBody, responses=MoveAnswer)
)
class MoveView(APIView):
    """To the end of that table; the seats behind close up."""

    def post(self, request: Request, uid: UUID) -> Response:
        drafted, by = draft_of(request, uid, Act.RUN_ROUNDS)
        body = read_body(MoveBody, request)
        entry = entry_of(drafted.tournament, body["entry"])
        with as_seen(drafted, body["seen"]):
            cost = move_to_table(drafted, entry=entry, table_number=body["table"], by=by)
        return Response({"cost": cost.to_json(), "draft": draft_answer(drafted)})


@extend_schema_view(
    post=extend_schema(summary="Publish the draft", request=SeenBody, responses=RoundSerializer)
)
class PublishView(APIView):
    """Everybody sees the seats; each table gets a numbered sheet."""

    def post(self, request: Request, uid: UUID) -> Response:
        drafted, by = draft_of(request, uid, Act.RUN_ROUNDS)
        with as_seen(drafted, read_body(SeenBody, request)["seen"]):
            published = rounds.publish_round(drafted, by=by)
        return Response(round_answer(published))


@extend_schema_view(
    post=extend_schema(summary="Take a round back", request=ReasonBody, responses=DraftAnswer)
)
class UnpublishView(APIView):
    """The round is a draft again; only while nothing was typed at any of its tables."""

    def post(self, request: Request, uid: UUID, number: int) -> Response:
        tournament, by = tournament_for(request, uid, Act.RUN_ROUNDS)
        published = round_of(tournament, number)
        reason = read_body(ReasonBody, request)["reason"]
        return Response(draft_answer(rounds.unpublish_round(published, by=by, reason=reason)))


@extend_schema_view(post=extend_schema(summary="Close a round", request=None, responses=RoundSerializer))
class RoundClosingView(APIView):
    """Every table must have a sheet."""

    def post(self, request: Request, uid: UUID, number: int) -> Response:
        tournament, by = tournament_for(request, uid, Act.FINISH)
        return Response(round_answer(rounds.close_round(round_of(tournament, number), by=by)))
