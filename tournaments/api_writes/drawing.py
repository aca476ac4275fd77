"""Draw rounds, say what every draw honours, let people come and go, prove what was drawn."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import Unprocessable, read_body
from clubs.rights import Act
from tournaments.api_writes.access import draft_of, entry_of, round_of, tournament_for, tournament_of
from tournaments.api_writes.answers import DraftAnswer, draft_answer, round_answer
from tournaments.api_writes.draw_bodies import (
    DrawBody,
    FreeTableAnswer,
    JoinBody,
    LeaveBody,
    OrderAnswer,
    ProofAnswer,
    RedrawBody,
    SplitAnswer,
    WishAnswer,
    WishBody,
    settings_of,
)
from tournaments.errors import DrawRefused
from tournaments.models import Round, SeatingWish, Tournament
from tournaments.rights import may_in, require_in
from tournaments.seating import SeatingError
from tournaments.serializers import RoundSerializer
from tournaments.services import rounds
from tournaments.services.board import as_seen
from tournaments.services.drawing import present_in, refusal_of
from tournaments.services.entries import next_round_number
from tournaments.services.joining import free_tables, join_table, leave_round
from tournaments.services.leaving import leave_game
from tournaments.services.orders import cancel_order, draw_or_order, order_of
from tournaments.services.proving import prove_draw
from tournaments.services.splits import ways_of
from tournaments.services.wishes import drop_wish, fix_table, keep_apart, keep_clubs_apart, wishes_of


@extend_schema_view(
    get=extend_schema(summary="The draft of the next round", responses=DraftAnswer),
    post=extend_schema(
        summary="Draw the next round",
        description="202 where hundreds are seated: a worker draws, `draft/order/` tells how far it is.",
        request=DrawBody,
        responses={201: DraftAnswer, 202: OrderAnswer},
    ),
    delete=extend_schema(
        summary="Discard the draft",
        parameters=[OpenApiParameter("reason", str, description="Why; the log keeps it.")],
        responses={204: None},
    ),
)
class DraftView(APIView):
    """A round as drawn. Nobody but the desk sees it until it is published."""

    def get(self, request: Request, uid: UUID) -> Response:
        drafted, _by = draft_of(request, uid)
        return Response(draft_answer(drafted))

    def post(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.RUN_ROUNDS)
        body = read_body(DrawBody, request)
        made = draw_or_order(tournament, by=by, settings=settings_of(body))
        if isinstance(made, Round):
            return Response(draft_answer(made), status=status.HTTP_201_CREATED)
        return Response(OrderAnswer(made).data, status=status.HTTP_202_ACCEPTED)

    def delete(self, request: Request, uid: UUID) -> Response:
        drafted, by = draft_of(request, uid, Act.RUN_ROUNDS)
        reason = request.query_params.get("reason", "").replace("\x00", "")[:1000]
        rounds.discard_draft(drafted, by=by, reason=reason)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema_view(
    post=extend_schema(
        summary="Draw the round again, with a reason",
        request=RedrawBody,
        responses={200: DraftAnswer, 202: OrderAnswer},
    )
)
class RedrawView(APIView):
    """Tables that are kept stay as they are; when the new draw is refused the old draft stands."""

    def post(self, request: Request, uid: UUID) -> Response:
        drafted, by = draft_of(request, uid, Act.RUN_ROUNDS)
        body = read_body(RedrawBody, request)
        with as_seen(drafted, body["seen"]):
            made = draw_or_order(
                drafted.tournament,
                by=by,
                settings=settings_of(body),
                drafted=drafted,
                reason=body["reason"],
            )
        if isinstance(made, Round):
            return Response(draft_answer(made))
        return Response(OrderAnswer(made).data, status=status.HTTP_202_ACCEPTED)


@extend_schema_view(
    get=extend_schema(summary="The draw that is under way", responses=OrderAnswer),
    delete=extend_schema(summary="Take the draw back", responses={204: None}),
)
class OrderView(APIView):
    """404 when nothing is being drawn: then the draft is there, or nobody asked."""

    def get(self, request: Request, uid: UUID) -> Response:
        order = order_of(_drafting(request, uid))
        if order is None:
            raise Http404
        return Response(OrderAnswer(order).data)

    def delete(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.RUN_ROUNDS)
        cancel_order(tournament, by=by)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema_view(
    get=extend_schema(summary="The ways to seat who is here", responses=SplitAnswer(many=True))
)
class SplitsView(APIView):
    """For the next round; the default first."""

    def get(self, request: Request, uid: UUID) -> Response:
        tournament = _drafting(request, uid)
        number = next_round_number(tournament)
        n_here = len(present_in(tournament, number))
        last = tournament.rounds.order_by("-number").first()
        try:
            ways = ways_of(tournament, n_here, number, last) if n_here else ()
        except SeatingError as error:
            raise refusal_of(error, {}) from error
        if not ways:
            raise DrawRefused("Nobody is present: call the roll first.", code="nobody_present")
        return Response(SplitAnswer(ways, many=True).data)


@extend_schema_view(
    get=extend_schema(summary="What every draw honours", responses=WishAnswer(many=True)),
    post=extend_schema(summary="Wish something of every draw", request=WishBody, responses={201: WishAnswer}),
)
class WishesView(APIView):
    """Kept apart, always at one table, club mates apart. Seen by the desk alone."""

    def get(self, request: Request, uid: UUID) -> Response:
        return Response(WishAnswer(wishes_of(_drafting(request, uid)), many=True).data)

    def post(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.RUN_ROUNDS)
        body = read_body(WishBody, request)
        if body["kind"] == SeatingWish.Kind.CLUBS:
            made = keep_clubs_apart(tournament, by=by)
        else:
            entry = entry_of(tournament, body["entry"])
            if body["kind"] == SeatingWish.Kind.TABLE:
                made = fix_table(tournament, entry=entry, table=body["table"], by=by)
            else:
                other = entry_of(tournament, body["other"], field="other")
                made = keep_apart(tournament, first=entry, second=other, by=by)
        return Response(WishAnswer(made).data, status=status.HTTP_201_CREATED)


@extend_schema_view(delete=extend_schema(summary="Take a wish back", responses={204: None}))
class WishView(APIView):
    """The line stays in the log; draws from now on do not honour it."""

    def delete(self, request: Request, uid: UUID, pk: int) -> Response:
        tournament, by = tournament_for(request, uid, Act.RUN_ROUNDS)
        drop_wish(get_object_or_404(SeatingWish, tournament=tournament, pk=pk, cancels=None), by=by)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema_view(
    get=extend_schema(
        summary="The tables somebody can still join",
        parameters=[OpenApiParameter("entry", UUID, required=True)],
        responses=FreeTableAnswer(many=True),
    ),
    post=extend_schema(summary="Seat a late-comer", request=JoinBody, responses=RoundSerializer),
)
class JoinView(APIView):
    """Only tables of a published round at which nothing is entered; all others stay as they are."""

    def get(self, request: Request, uid: UUID, number: int) -> Response:
        tournament, _by = tournament_for(request, uid, Act.RUN_ROUNDS)
        try:
            entry = entry_of(tournament, UUID(request.query_params.get("entry", "")))
        except ValueError as error:
            raise Unprocessable({"entry": "Give the uid of an entry."}) from error
        return Response(FreeTableAnswer(free_tables(round_of(tournament, number), entry), many=True).data)

    def post(self, request: Request, uid: UUID, number: int) -> Response:
        tournament, by = tournament_for(request, uid, Act.RUN_ROUNDS)
        body = read_body(JoinBody, request)
        published = round_of(tournament, number)
        entry = entry_of(tournament, body["entry"])
        join_table(published, entry=entry, table_number=body["table"], by=by)
        return Response(round_answer(published))


@extend_schema_view(
    post=extend_schema(summary="Somebody leaves the round", request=LeaveBody, responses=RoundSerializer)
)
class LeaveView(APIView):
    """At an untouched table the seat is given up or taken over; at one that has begun it stays, the last they get.

    With `outcome` they leave in the middle of a game: the points so far count, a substitute plays on, or it is void.
    """

    def post(self, request: Request, uid: UUID, number: int) -> Response:
        tournament, by = tournament_for(request, uid, Act.RUN_ROUNDS)
        body = read_body(LeaveBody, request)
        published = round_of(tournament, number)
        entry = entry_of(tournament, body["entry"])
        uid_of_new = body.get("substitute")
        new = entry_of(tournament, uid_of_new, field="substitute") if uid_of_new else None
        if "outcome" in body:
            leave_game(
                published,
                entry=entry,
                outcome=body["outcome"],
                hand=body.get("hand"),
                substitute=new.player if new is not None else None,
                reason=body["reason"],
                by=by,
            )
        else:
            leave_round(published, entry=entry, by=by, substitute=new)
        return Response(round_answer(published))


@extend_schema_view(get=extend_schema(summary="Compute a draw again", responses=ProofAnswer))
class ProofView(APIView):
    """Whether the same seed and input give the tables of this round."""

    def get(self, request: Request, uid: UUID, number: int) -> Response:
        tournament = _drafting(request, uid)
        return Response(ProofAnswer(prove_draw(round_of(tournament, number))).data)


def _drafting(request: Request, uid: UUID) -> Tournament:
    """The tournament for those who read its drafts; for others there is nothing here."""
    tournament, by = tournament_of(request, uid)
    if not may_in(request.user, tournament, Act.READ_DRAFTS):
        raise Http404
    require_in(by, tournament, Act.READ_DRAFTS)
    return tournament
