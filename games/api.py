"""Read-only endpoints of games and their sheets."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api_lists import NewestFirst, uid_param
from games.models import Game
from games.querysets import GameQuerySet
from games.serializers import GameSerializer, SheetSerializer
from games.services import facts

SCORE_PARTS = ("dealers", "points", "running", "totals", "places", "decided_by")


@extend_schema_view(
    list=extend_schema(
        summary="Games with a sheet, the newest first: public ones, and hidden ones of one's own clubs",
        parameters=[
            OpenApiParameter("club", str, description="uid of a club"),
            OpenApiParameter("player", str, description="uid of a player"),
        ],
    ),
    retrieve=extend_schema(summary="A game with its seats"),
)
class GameViewSet(viewsets.ReadOnlyModelViewSet[Game]):
    """Games at one table."""

    queryset = Game.objects.none()
    serializer_class = GameSerializer
    pagination_class = NewestFirst
    lookup_field = "uid"
    lookup_value_converter = "uuid"

    def get_queryset(self) -> QuerySet[Game]:
        games = self.visible().select_related("club").with_seats()
        if self.action != "list":
            return games
        games = games.scored()
        if club := uid_param(self.request, "club"):
            games = games.filter(club__uid=club)
        if player := uid_param(self.request, "player"):
            games = games.filter(
                Q(seats__player__uid=player) | Q(seats__player__merged_into__uid=player)
            ).distinct()
        return games

    def visible(self) -> GameQuerySet:
        """The games there are for the reader; the floor above knows more of them."""
        return Game.objects.visible_to(self.request.user)

    @extend_schema(summary="The sheet of a game", responses=SheetSerializer)
    @action(detail=True)
    def sheet(self, request: Request, uid: Any = None) -> Response:
        game = self.get_object()
        revision = game.revisions.filter(number=game.revision).first()
        if revision is None:
            raise Http404
        scored = facts.score_of(game, revision).to_json()
        body = {
            "revision": revision.number,
            "at": revision.at,
            "reason": revision.reason,
            "sheet": {"format": "sheet/1", "rules": game.rules, **revision.sheet},
            "score": {key: scored[key] for key in SCORE_PARTS},
        }
        return Response(SheetSerializer(body).data)
