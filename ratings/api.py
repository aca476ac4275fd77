"""Read-only endpoints of ladders and their entries."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api_lists import ById, HighestFirst
from ratings.models import Ladder, RatingState
from ratings.serializers import LadderEntrySerializer, LadderSerializer
from ratings.visibility import listed_ladders, visible_ladders


@extend_schema_view(
    list=extend_schema(summary="Ladders of everybody and of public clubs"),
    retrieve=extend_schema(summary="A ladder"),
)
class LadderViewSet(viewsets.ReadOnlyModelViewSet[Ladder]):
    """Rating lists."""

    queryset = Ladder.objects.none()
    serializer_class = LadderSerializer
    pagination_class = ById
    lookup_field = "slug"

    def get_queryset(self) -> QuerySet[Ladder]:
        if self.action == "list":
            return listed_ladders()
        return visible_ladders(self.request.user).exclude(club__visibility="unlisted")

    @extend_schema(
        summary="The board of a ladder, the highest rating first", responses=LadderEntrySerializer(many=True)
    )
    @action(detail=True, pagination_class=HighestFirst)
    def entries(self, request: Request, slug: str = "") -> Response:
        ladder = self.get_object()
        states = RatingState.objects.filter(epoch=ladder.active_epoch_id, listed=True).select_related(
            "player"
        )
        page: Any = self.paginate_queryset(states)  # type: ignore[arg-type]
        return self.get_paginated_response(LadderEntrySerializer(page, many=True).data)
