"""Roles offered by link: made, listed, taken back, taken."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import Body, by_api, read_body
from clubs.limits import address_of, take
from clubs.models import Role
from clubs.rights import Act
from tournaments.api_writes.access import club_for, tournament_for
from tournaments.models import Invitation, Official
from tournaments.services import inviting


class ClubInvitationBody(Body):
    role = serializers.ChoiceField(Role.Kind.choices)
    hands_over = serializers.BooleanField(
        default=False, help_text="Whoever invites is owner no more as soon as it is taken (owners only)."
    )


class InvitationBody(Body):
    role = serializers.ChoiceField(Official.Kind.choices)


class TakingBody(Body):
    token = serializers.CharField(max_length=100)


class InvitationAnswer(serializers.ModelSerializer[Invitation]):
    tournament = serializers.UUIDField(source="tournament.uid", allow_null=True, default=None)

    class Meta:
        model = Invitation
        fields = ["id", "role", "tournament", "hands_over", "made_at", "expires_at"]


class MadeAnswer(InvitationAnswer):
    token = serializers.CharField(help_text="Told once; the page is /invitations/<token>/.")

    class Meta(InvitationAnswer.Meta):
        fields = [*InvitationAnswer.Meta.fields, "token"]


@extend_schema_view(
    get=extend_schema(summary="Open invitations of a club", responses=InvitationAnswer(many=True)),
    post=extend_schema(
        summary="Invite to a role in a club", request=ClubInvitationBody, responses={201: MadeAnswer}
    ),
)
class ClubInvitationsView(APIView):
    """Good for one person, for two weeks."""

    def get(self, request: Request, uid: UUID) -> Response:
        club, _by = club_for(request, uid, Act.MANAGE_CLUB)
        return Response(InvitationAnswer(inviting.open_invitations(club), many=True).data)

    def post(self, request: Request, uid: UUID) -> Response:
        club, by = club_for(request, uid, Act.MANAGE_CLUB)
        return _made(*inviting.invite(club, by=by, **read_body(ClubInvitationBody, request)))


@extend_schema_view(delete=extend_schema(summary="Take an invitation back", responses={204: None}))
class ClubInvitationView(APIView):
    def delete(self, request: Request, uid: UUID, pk: int) -> Response:
        club, by = club_for(request, uid, Act.MANAGE_CLUB)
        inviting.revoke(club, invitation_id=pk, by=by)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema_view(
    get=extend_schema(summary="Open invitations of a tournament", responses=InvitationAnswer(many=True)),
    post=extend_schema(
        summary="Invite to a role in a tournament", request=InvitationBody, responses={201: MadeAnswer}
    ),
)
class InvitationsView(APIView):
    """A director invites scorekeepers, an owner directors too."""

    def get(self, request: Request, uid: UUID) -> Response:
        tournament, _by = tournament_for(request, uid, Act.SEE_HELPERS)
        rows = inviting.open_invitations(tournament.club, tournament)
        return Response(InvitationAnswer(rows, many=True).data)

    def post(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.SEE_HELPERS)
        body = read_body(InvitationBody, request)
        return _made(*inviting.invite(tournament.club, by=by, tournament=tournament, **body))


@extend_schema_view(delete=extend_schema(summary="Take an invitation back", responses={204: None}))
class InvitationView(APIView):
    def delete(self, request: Request, uid: UUID, pk: int) -> Response:
        tournament, by = tournament_for(request, uid, Act.SEE_HELPERS)
        inviting.revoke(tournament.club, invitation_id=pk, by=by, tournament=tournament)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema_view(
    post=extend_schema(summary="Take an invitation", request=TakingBody, responses=InvitationAnswer)
)
class TakingView(APIView):
    """Whoever is signed in has the role from now on."""

    def post(self, request: Request) -> Response:
        by = by_api(request)
        found = inviting.invitation_of(read_body(TakingBody, request)["token"])
        if found is None:
            take("link_guesses", address_of(request._request))
            raise Http404
        return Response(InvitationAnswer(inviting.accept(found, by=by)).data)


def _made(invitation: Invitation, token: str) -> Response:
    answer: dict[str, Any] = {**InvitationAnswer(invitation).data, "token": token}
    return Response(answer, status=status.HTTP_201_CREATED)
