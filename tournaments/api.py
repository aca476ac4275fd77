"""Read-only endpoints of tournaments: rounds with their published seating, standings."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api_lists import NewestFirst, uid_param
from clubs.typed import whole
from games.api import GameViewSet
from games.querysets import GameQuerySet
from tournaments.models import Entry, Round, RoundSeat, Standing, Table, Tournament
from tournaments.querysets import games_visible_to
from tournaments.serializers import (
    RoundSerializer,
    StandingsSerializer,
    TournamentDetailSerializer,
    TournamentSerializer,
)
from tournaments.services.freezing import veil_for
from tournaments.services.freshness import catch_up_for


@extend_schema_view(
    list=extend_schema(
        summary="Tournaments, the newest first: public ones, and hidden ones of one's own clubs",
        parameters=[OpenApiParameter("club", str, description="uid of a club")],
    ),
    retrieve=extend_schema(summary="A tournament with its rules and entries"),
)
class TournamentViewSet(viewsets.ReadOnlyModelViewSet[Tournament]):
    """Tournaments. Unlisted and members-only ones exist for the people of their club and their officials."""

    queryset = Tournament.objects.none()
    serializer_class = TournamentSerializer
    pagination_class = NewestFirst
    lookup_field = "uid"
    lookup_value_converter = "uuid"

    def get_queryset(self) -> QuerySet[Tournament]:
        tournaments = Tournament.objects.select_related("club", "season")
        if self.action == "list":
            tournaments = tournaments.findable_by(self.request.user).filter(club__closed_at__isnull=True)
            club = uid_param(self.request, "club")
            return tournaments.filter(club__uid=club) if club else tournaments
        tournaments = tournaments.findable_by(self.request.user)
        if self.action == "retrieve":
            people = Entry.objects.select_related("player__merged_into")
            return tournaments.prefetch_related(Prefetch("entries", people))
        return tournaments

    def get_serializer_class(self) -> Any:
        return TournamentDetailSerializer if self.action == "retrieve" else TournamentSerializer

    @extend_schema(summary="Published rounds with their seating", responses=RoundSerializer(many=True))
    @action(detail=True, pagination_class=None)
    def rounds(self, request: Request, uid: Any = None) -> Response:
        """Drafts are not here: a round exists for readers once it is published."""
        seats = RoundSeat.objects.select_related("entry__player__merged_into").order_by(
            "seat", "entry__number"
        )
        tables = Table.objects.select_related("game").prefetch_related(Prefetch("seats", seats))
        published = (
            Round.objects.filter(tournament=self.get_object())
            .exclude(state=Round.State.DRAFT)
            .prefetch_related(
                Prefetch("tables", tables),
                Prefetch("seats", seats.filter(table__isnull=True), to_attr="sit_out_seats"),
            )
        )
        return Response(RoundSerializer(published, many=True).data)

    @extend_schema(
        summary="The standings after a round",
        parameters=[OpenApiParameter("after", int, description="Round number; the newest if absent.")],
        responses=StandingsSerializer,
    )
    @action(detail=True, pagination_class=None)
    def standings(self, request: Request, uid: Any = None) -> Response:
        tournament = self.get_object()
        catch_up_for(request.user, tournament)
        veil = veil_for(request.user, tournament)
        rows = Standing.objects.filter(tournament=tournament)
        known = set(rows.values_list("after_round", flat=True).distinct())
        newest = max(known, default=0)
        if veil is not None:
            known = {n for n in known if n <= veil.after or (n == newest and veil.revealed)}
        after = _asked_round(request, known)
        shown = list(rows.filter(after_round=after).select_related("entry__player__merged_into"))
        if veil is not None and after > veil.after:
            shown = shown[-veil.revealed :]
            for row in shown:  # reasons speak of players who are still hidden
                row.why, row.decided_by = {}, None
        body = {"after": after, "version": max((row.version for row in shown), default=0), "rows": shown}
        return Response(StandingsSerializer(body).data)


class EveningGamesViewSet(GameViewSet):
    """Games at one table. Hidden ones exist for the people of their club and the officials of their evening."""

    def visible(self) -> GameQuerySet:
        return games_visible_to(self.request.user)


def _asked_round(request: Request, known: set[int]) -> int:
    text = request.query_params.get("after")
    if text is None:
        return max(known, default=0)
    if whole(text, digits=4) is None:
        raise ValidationError({"after": f"{text[:20]!r} is not the number of a round."})
    if int(text) not in known:
        raise Http404
    return int(text)
