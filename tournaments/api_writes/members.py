"""One line of a club's roster."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import Body, read_body
from clubs.models import Membership
from clubs.rights import Act
from clubs.serializers import PlayerSerializer
from clubs.services.members import change_member
from tournaments.api_writes.access import club_for


class MemberBody(Body):
    """What is left out stays as it is."""

    kind = serializers.ChoiceField(Membership.Kind.choices, required=False)
    number = serializers.CharField(max_length=30, allow_blank=True, required=False)
    name = serializers.CharField(max_length=200, required=False)
    aliases = serializers.ListField(
        child=serializers.CharField(max_length=200), max_length=20, required=False
    )


class MemberAnswer(serializers.ModelSerializer[Membership]):
    """A line of the roster as its club keeps it."""

    player = PlayerSerializer(read_only=True)
    aliases = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Membership
        fields = ["player", "kind", "number", "aliases"]


@extend_schema_view(
    patch=extend_schema(summary="Change a line of the roster", request=MemberBody, responses=MemberAnswer)
)
class MemberView(APIView):
    """A guest becomes a member so; a new name makes the old one an alias."""

    def patch(self, request: Request, uid: UUID, player_uid: UUID) -> Response:
        club, by = club_for(request, uid, Act.MANAGE_CLUB)
        rows = Membership.objects.current().filter(club=club).select_related("player")
        row = rows.filter(player__uid=player_uid).first()
        if row is None:
            raise Http404
        body: dict[str, Any] = read_body(MemberBody, request)
        changed = change_member(club, row.player, by=by, **body)
        return Response(MemberAnswer(rows.get(pk=changed.pk)).data)
