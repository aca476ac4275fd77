"""One line of a club's roster: changed, taken off, put back; and who left."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api_bodies import Body, read_body
from clubs.api_lists import ById
from clubs.models import Club, Membership
from clubs.rights import Act
from clubs.serializers import PlayerSerializer
from clubs.services.members import change_member, take_back, take_off
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


class FormerMemberAnswer(MemberAnswer):
    """Somebody who left, as the club keeps the line."""

    class Meta(MemberAnswer.Meta):
        fields = [*MemberAnswer.Meta.fields, "left_at"]
        extra_kwargs = {"left_at": {"allow_null": False, "required": True}}


@extend_schema_view(
    patch=extend_schema(summary="Change a line of the roster", request=MemberBody, responses=MemberAnswer),
    delete=extend_schema(summary="Take somebody off the roster", responses={204: None}),
    put=extend_schema(summary="Take back whoever left", request=None, responses=MemberAnswer),
)
class MemberView(APIView):
    """A guest becomes a member so; a new name makes the old one an alias. Whatever was played stays."""

    def patch(self, request: Request, uid: UUID, player_uid: UUID) -> Response:
        club, by = club_for(request, uid, Act.MANAGE_CLUB)
        rows = Membership.objects.current().filter(club=club).select_related("player")
        row = rows.filter(player__uid=player_uid).first()
        if row is None:
            raise Http404
        body: dict[str, Any] = read_body(MemberBody, request)
        changed = change_member(club, row.player, by=by, **body)
        return Response(MemberAnswer(rows.get(pk=changed.pk)).data)

    def delete(self, request: Request, uid: UUID, player_uid: UUID) -> Response:
        club, by = club_for(request, uid, Act.MANAGE_CLUB)
        take_off(club, self._line(club, player_uid).player, by=by)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def put(self, request: Request, uid: UUID, player_uid: UUID) -> Response:
        club, by = club_for(request, uid, Act.MANAGE_CLUB)
        row = self._line(club, player_uid)
        take_back(club, row.player, by=by)
        row.refresh_from_db()
        return Response(MemberAnswer(row).data)

    def _line(self, club: Club, player_uid: UUID) -> Membership:
        """Whoever is or was on the roster."""
        rows = Membership.objects.filter(club=club, player__merged_into=None).select_related("player")
        return get_object_or_404(rows, player__uid=player_uid)


@extend_schema_view(get=extend_schema(summary="Who left the club"))
class FormerMembersView(generics.ListAPIView[Membership]):
    """In the order they joined. `PUT` of the line takes somebody back."""

    queryset = Membership.objects.none()
    serializer_class = FormerMemberAnswer
    pagination_class = ById

    def get_queryset(self) -> QuerySet[Membership]:
        club, _by = club_for(self.request, self.kwargs["uid"], Act.MANAGE_CLUB)
        return Membership.objects.former().filter(club=club).select_related("player")
