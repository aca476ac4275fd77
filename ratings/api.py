"""Read-only endpoints of ladders and their entries."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api_lists import ById, HighestFirst
from ratings.forms import BoardFilter
from ratings.models import Ladder, RatingState
from ratings.serializers import LadderEntrySerializer, LadderSerializer
from ratings.services.unseen import find_unseen, shown_on
from ratings.visibility import findable_ladders, leave_out, listed_ladders


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
        return findable_ladders(self.request.user)

    @extend_schema(
        summary="The board of a ladder, the highest rating first",
        parameters=[
            OpenApiParameter("q", str, description="Part of the name."),
            OpenApiParameter("club", str, description="Slug or name of a club: its members and guests."),
            OpenApiParameter(
                "activity",
                str,
                enum=["recent", "all"],
                description="recent: played within 90 days; all: also who has not played for a year.",
            ),
            OpenApiParameter("size", int, description="Has played at a table of so many."),
        ],
        responses=LadderEntrySerializer(many=True),
    )
    @action(detail=True, pagination_class=HighestFirst)
    def entries(self, request: Request, slug: str = "") -> Response:
        ladder = self.get_object()
        states = RatingState.objects.filter(epoch=ladder.active_epoch_id).select_related("player")
        chosen = BoardFilter(
            request.query_params,
            queryset=states,
            ladder=ladder,
            known=find_unseen(ladder, now=timezone.now()),
            games=shown_on(ladder),
            request=request,
        )
        if not chosen.is_valid():
            raise ValidationError(chosen.errors)
        page: Any = self.paginate_queryset(chosen.qs)
        leave_out(page, request.user, ladder)
        return self.get_paginated_response(LadderEntrySerializer(page, many=True).data)
