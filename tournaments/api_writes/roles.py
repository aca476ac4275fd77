"""The roles of a whole club: given by name, listed, taken back. By link: `invitations.py`."""

from __future__ import annotations

from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import Body, by_api, read_body
from clubs.models import Club, Role
from clubs.rights import Act
from clubs.services.governing import appoint, take_role
from tournaments.api_writes.access import club_for, tournament_for
from tournaments.models import Official
from tournaments.services.inviting import dismiss_official, name_official

_WHO = "User name or e-mail address of an account."


class RoleBody(Body):
    who = serializers.CharField(max_length=254, help_text=_WHO)
    role = serializers.ChoiceField(Role.Kind.choices)


class OfficialBody(Body):
    who = serializers.CharField(max_length=254, help_text=_WHO)
    role = serializers.ChoiceField(Official.Kind.choices)


class RoleAnswer(serializers.ModelSerializer[Role]):
    user = serializers.CharField(source="user.username", read_only=True)

    class Meta:
        model = Role
        fields = ["id", "user", "role"]


class OfficialAnswer(serializers.ModelSerializer[Official]):
    user = serializers.CharField(source="user.username", read_only=True)

    class Meta:
        model = Official
        fields = ["id", "user", "role"]


@extend_schema_view(
    get=extend_schema(summary="Who has a role in a club", responses=RoleAnswer(many=True)),
    post=extend_schema(summary="Give a role in a club", request=RoleBody, responses={201: RoleAnswer}),
)
class ClubRolesView(APIView):
    """Owners give and take them; giving one twice changes nothing."""

    def get(self, request: Request, uid: UUID) -> Response:
        club, _by = club_for(request, uid, Act.MANAGE_CLUB)
        rows = Role.objects.filter(club=club).select_related("user").order_by("role", "user__username")
        return Response(RoleAnswer(rows[:500], many=True).data)

    def post(self, request: Request, uid: UUID) -> Response:
        club, by = club_for(request, uid, Act.MANAGE_CLUB)
        body = read_body(RoleBody, request)
        given = appoint(club, text=body["who"], role=body["role"], by=by)
        return Response(RoleAnswer(given).data, status=status.HTTP_201_CREATED)


@extend_schema_view(delete=extend_schema(summary="Take a role in a club back", responses={204: None}))
class ClubRoleView(APIView):
    """One that is gone is gone; everybody may lay the own one down. A club keeps its last owner."""

    def delete(self, request: Request, uid: UUID, pk: int) -> Response:
        by = by_api(request)
        club = get_object_or_404(Club.objects.findable_by(request.user), uid=uid)
        take_role(club, role_id=pk, by=by)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema_view(
    get=extend_schema(summary="Who has a role in a tournament", responses=OfficialAnswer(many=True)),
    post=extend_schema(
        summary="Give a role in a tournament", request=OfficialBody, responses={201: OfficialAnswer}
    ),
)
class OfficialsView(APIView):
    """A director names scorekeepers, an owner directors too."""

    def get(self, request: Request, uid: UUID) -> Response:
        tournament, _by = tournament_for(request, uid, Act.SEE_HELPERS)
        rows = tournament.officials.select_related("user").order_by("role", "user__username")
        return Response(OfficialAnswer(rows[:500], many=True).data)

    def post(self, request: Request, uid: UUID) -> Response:
        tournament, by = tournament_for(request, uid, Act.SEE_HELPERS)
        body = read_body(OfficialBody, request)
        given = name_official(tournament, text=body["who"], role=body["role"], by=by)
        return Response(OfficialAnswer(given).data, status=status.HTTP_201_CREATED)


@extend_schema_view(delete=extend_schema(summary="Take a role in a tournament back", responses={204: None}))
class OfficialView(APIView):
    def delete(self, request: Request, uid: UUID, pk: int) -> Response:
        tournament, by = tournament_for(request, uid, Act.SEE_HELPERS)
        dismiss_official(tournament, official_id=pk, by=by)
        return Response(status=status.HTTP_204_NO_CONTENT)
