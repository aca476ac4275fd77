"""Read-only endpoints of clubs and players."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api_lists import ById
from clubs.models import Club, Membership, Player
from clubs.querysets import leave_names_out
from clubs.serializers import ClubDetailSerializer, ClubSerializer, MembershipSerializer, PlayerSerializer


@extend_schema_view(
    list=extend_schema(summary="Public clubs"), retrieve=extend_schema(summary="A club with its house rules")
)
class ClubViewSet(viewsets.ReadOnlyModelViewSet[Club]):
    """Clubs. Lists name public clubs only; a members-only club exists for its members."""

    queryset = Club.objects.none()
    serializer_class = ClubSerializer
    pagination_class = ById
    lookup_field = "uid"
    lookup_value_converter = "uuid"

    def get_queryset(self) -> QuerySet[Club]:
        if self.action == "list":
            return Club.objects.findable_by(self.request.user).filter(closed_at__isnull=True)
        return Club.objects.findable_by(self.request.user)

    def get_serializer_class(self) -> Any:
        return ClubDetailSerializer if self.action == "retrieve" else ClubSerializer

    @extend_schema(summary="The roster of a club", responses=MembershipSerializer(many=True))
    @action(detail=True)
    def members(self, request: Request, uid: Any = None) -> Response:
        return self.roster_page()

    def roster_page(self) -> Response:
        """One page of the roster of the club that was asked for."""
        rows = Membership.objects.current().filter(club=self.get_object()).select_related("player")
        page: Any = self.paginate_queryset(rows)  # type: ignore[arg-type]
        return self.get_paginated_response(MembershipSerializer(page, many=True).data)


@extend_schema_view(
    list=extend_schema(
        summary="Players whose name may be shown",
        parameters=[OpenApiParameter("q", str, description="Part of the name.")],
    ),
    retrieve=extend_schema(summary="A player"),
)
class PlayerViewSet(viewsets.ReadOnlyModelViewSet[Player]):
    """Players. A profile merged into another is answered with the person it belongs to now."""

    queryset = Player.objects.none()
    serializer_class = PlayerSerializer
    pagination_class = ById
    lookup_field = "uid"
    lookup_value_converter = "uuid"

    def get_queryset(self) -> QuerySet[Player]:
        sought = self.request.query_params.get("q", "").replace("\x00", "")[:100]
        return Player.objects.current().named(sought).findable_by(self.request.user)

    def get_object(self) -> Player:
        player = (
            Player.objects.select_related("merged_into")
            .filter(Q(uid=self.kwargs["uid"]))
            .order_by("pk")
            .first()
        )
        if player is None:
            raise Http404
        shown = player.merged_into or player
        leave_names_out([shown], self.request.user)
        return shown
