"""A profile asked for, and the answer of its club."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import Body, by_api, read_body
from clubs.models import Claim, Player
from clubs.namesakes import tell_apart
from clubs.querysets import leave_names_out
from clubs.rights import Act
from clubs.serializers import PlayerSerializer
from clubs.services.claiming import (
    approve_claim,
    ask_claim,
    open_claims_in,
    own_claim,
    refuse_claim,
    release_profile,
    withdraw_claim,
)
from tournaments.api_writes.access import club_for


class ClaimBody(Body):
    words = serializers.CharField(
        max_length=500, required=False, allow_blank=True, help_text="How the club knows that it is you."
    )


class AnswerBody(Body):
    approve = serializers.BooleanField()
    reason = serializers.CharField(
        max_length=500, required=False, allow_blank=True, help_text="Needed to refuse."
    )


class ClaimAnswer(serializers.ModelSerializer[Claim]):
    id = serializers.IntegerField(read_only=True)
    player = PlayerSerializer(read_only=True)
    user = serializers.CharField(source="user.username", read_only=True)
    words = serializers.CharField(source="reason", read_only=True)

    class Meta:
        model = Claim
        fields = ["id", "player", "user", "at", "words"]


@extend_schema_view(
    post=extend_schema(summary="Ask for a profile", request=ClaimBody, responses={201: ClaimAnswer}),
    delete=extend_schema(summary="Take the request back, or give the profile back", responses={204: None}),
)
class PlayerClaimView(APIView):
    """An owner of the club, or whoever runs the site, answers."""

    def post(self, request: Request, uid: UUID) -> Response:
        by = by_api(request)
        claim = ask_claim(
            get_object_or_404(Player, uid=uid), by=by, words=read_body(ClaimBody, request).get("words", "")
        )
        leave_names_out([claim.player], request.user)
        return Response(ClaimAnswer(claim).data, status=status.HTTP_201_CREATED)

    def delete(self, request: Request, uid: UUID) -> Response:
        by = by_api(request)
        player = get_object_or_404(Player, uid=uid)
        assert by.user is not None
        claim = own_claim(player, by.user)
        if player.user_id == by.user_id:
            release_profile(player, by=by)
        elif claim is not None:
            withdraw_claim(claim, by=by)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema_view(
    get=extend_schema(summary="Who asks for a profile of the club", responses=ClaimAnswer(many=True))
)
class ClubClaimsView(APIView):
    """Requests nobody has answered, the oldest first."""

    def get(self, request: Request, uid: UUID) -> Response:
        club, _by = club_for(request, uid, Act.MERGE_PLAYERS)
        claims = list(open_claims_in(club)[:500])
        roster = Player.objects.current().filter(memberships__club=club)
        tell_apart([claim.player for claim in claims], club=club, among=roster)
        return Response(ClaimAnswer(claims, many=True).data)


@extend_schema_view(
    post=extend_schema(summary="Approve or refuse a request", request=AnswerBody, responses={204: None})
)
class ClubClaimView(APIView):
    def post(self, request: Request, uid: UUID, pk: int) -> Response:
        club, by = club_for(request, uid, Act.MERGE_PLAYERS)
        body: dict[str, Any] = read_body(AnswerBody, request)
        asked = Claim.objects.filter(kind=Claim.Kind.ASKED).select_related("player", "user")
        claim = get_object_or_404(asked, pk=pk)
        if body["approve"]:
            approve_claim(claim, club=club, by=by)
        else:
            refuse_claim(claim, club=club, by=by, reason=body.get("reason", ""))
        return Response(status=status.HTTP_204_NO_CONTENT)
